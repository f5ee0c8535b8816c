/** Colours to paint with that look unlike at home in rooms that scripts bring the costume to are marked, with these rooms. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { dropGame, OUT, ready, run, sampleGame, visit } from "./common";
import { dice, edit, settled } from "./edit-common";

/** The sample, with its first script putting Odile into room 2, whose palette has red and blue exchanged. */
function clashing(): string {
  const folder = join(OUT, "clashing");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(sampleGame("sample"))) {
    const bytes = readFileSync(join(sampleGame("sample"), name));
    if (name.endsWith(".001")) {
      const crypt = () => bytes.forEach((byte, at) => (bytes[at] = byte ^ 0x69));
      crypt();
      const palette = bytes.indexOf("CLUT", bytes.indexOf("CLUT") + 1) + 8;
      for (let at = palette; at < palette + 768; at += 3) bytes.subarray(at, at + 3).reverse();
      bytes[bytes.indexOf(Buffer.from([0x2d, 1, 1])) + 2] = 2;
      crypt();
    }
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

const swatch = (page: Page, colour: number) => page.locator(".edit-palette .swatch").nth(colour);
/** The colours that are marked as clashing. */
const marked = (page: Page): Promise<number[]> =>
  page
    .locator(".edit-palette .swatch[data-note=certain], .edit-palette .swatch[data-note=likely]")
    .evaluateAll(all => all.map(one => Number((one as HTMLElement).dataset["colour"])));

test("colours that clash are marked as the command lists them, also after recolouring and undo", async ({ page }) => {
  test.setTimeout(120_000);
  const game = clashing();
  const { clashes } = JSON.parse(run("check", game, "--clashes", "--json").toString());
  expect(clashes).toHaveLength(1);
  const [{ colours }] = clashes as [{ colours: { colour: number; there: string; at_home: string }[] }];
  const wanted = colours.map(one => one.colour).sort((a, b) => a - b);
  expect(wanted.length).toBeGreaterThan(5);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page);
  await dropGame(page, [game]);
  await page.evaluate(() => (globalThis as any).costumier.choose(1));
  await ready(page);
  await edit(page);
  await expect.poll(() => marked(page), { timeout: 30_000 }).toEqual(wanted);
  for (const { colour, there, at_home } of colours)
    await expect(swatch(page, colour)).toHaveAccessibleName(
      new RegExp(
        `In room 2, where scripts bring it \\(script 1\\), it is ${there}: unlike ${at_home} in room 1, at home\\.`,
      ),
    );
  await swatch(page, wanted[0]!).dblclick();
  await expect(page.locator(".edit-recolour p")).toContainText("In room 2, where scripts bring it (script 1), it is");
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "clash-1280.png") });
  // Grey is the same in both rooms: a colour that becomes one clashes no longer, until that is undone.
  const palette: number[] = await page.evaluate(async () => {
    const rgb: Uint8Array = await (globalThis as any).costumier.client.ask("palette", { room: 1 });
    return [...rgb];
  });
  const grey = Array.from({ length: 256 }, (_, at) => at).find(at => {
    const [r, , b] = palette.slice(3 * at, 3 * at + 3);
    return r === b && !colours.some(one => one.colour === at);
  })!;
  const roll = dice(4);
  let now = wanted;
  const before: number[][] = [];
  for (let step = 0; step < 4; step++) {
    const isBack = before.length > 0 && roll(2) === 0;
    if (isBack) {
      await page.keyboard.press("Control+z");
      now = before.pop()!;
    } else {
      before.push(now);
      const colour = now[roll(now.length)]!;
      now = now.filter(one => one !== colour);
      await swatch(page, colour).click();
      await page.locator(".edit-recolour .room-colours button").nth(grey).click();
    }
    await settled(page);
    await expect.poll(() => marked(page), { timeout: 30_000, message: `step ${step}` }).toEqual(now);
  }
});

test("in the sample, no colour clashes: its costumes stay at home", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=2");
  await edit(page);
  // The answer has come when the worker beside has ended.
  await page.waitForTimeout(3000);
  expect(await marked(page)).toEqual([]);
});
