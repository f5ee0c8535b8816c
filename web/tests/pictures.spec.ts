/** Pictures of the page, for the documentation and for previews of links: PICTURES=1 npm test -- pictures. Looked at before they are committed. */
import { join } from "node:path";
import { test } from "@playwright/test";
import { ready, TOP, visit } from "./common";
import { edit, spot, stroke } from "./edit-common";

const SHOTS: [name: string, width: number, height: number, scheme: "light" | "dark", hash: string][] = [
  [
    "wide",
    1440,
    900,
    "light",
    "actor=2~walk~east~110~124~box~box&actor=4~walk~west~215~128~box~box&tick=4&behind=room&room=2",
  ],
  ["middle", 900, 1100, "dark", "actor=1~walk~east&tick=4&outlines=1&onion=1"],
  ["narrow", 360, 740, "light", "actor=6~walk~east&tick=2"],
  ["bytes", 1440, 900, "dark", "actor=6~walk~east&tick=4&panel=bytes&byte=1619&outlines=1"],
];

for (const [name, width, height, scheme, hash] of SHOTS) {
  test(`picture: ${name}`, async ({ page }) => {
    test.skip(!process.env["PICTURES"], "only when asked for");
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await visit(page, hash);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(TOP, "docs", "viewer", `${name}.png`) });
  });
}

test("picture: edit", async ({ page }) => {
  test.skip(!process.env["PICTURES"], "only when asked for");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await visit(page, "actor=1~walk~east~150~160~box~box&tick=2&behind=room&room=1&zoom=4");
  await edit(page);
  const area = await page.evaluate(
    () => (globalThis as any).costumier.playback.frame.placed.find((one: any) => one.limb === 1).area,
  );
  const [left, top]: number[] = area;
  const paint = async (key: string, colour: number, from: [number, number], to: [number, number]) => {
    await page.evaluate(
      async colour => (await (globalThis as any).costumier.edit).palette.choose(colour, false),
      colour,
    );
    await page.keyboard.press(key);
    if (key === "u") await page.keyboard.down("Control");
    await stroke(page, [
      [left! + from[0], top! + from[1]],
      [left! + to[0], top! + to[1]],
    ]);
    await page.keyboard.up("Control");
  };
  // A hat: its crown, its ribbon, its brim.
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(1));
  await paint("u", 15, [3, -6], [11, 2]);
  await paint("l", 14, [3, 1], [11, 1]);
  await paint("l", 15, [-1, 3], [15, 3]);
  await page.mouse.move(...(await spot(page, left! + 18, top! + 2)));
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(TOP, "docs", "viewer", "edit.png") });
});

test("picture: what programs show that preview links", async ({ page }) => {
  test.skip(!process.env["PICTURES"], "only when asked for");
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(
    "./?embed#actor=2~6~south~150~160~box~box&actor=4~walk~west~215~128~box~box&actor=6~stand~east~90~165~box~box&tick=4&behind=room&room=2",
  );
  await ready(page);
  await page.locator(".embed-bar").evaluate(bar => bar.remove());
  await page.waitForTimeout(1200);
  await page.screenshot({ path: join(TOP, "web", "public", "preview.png") });
});
