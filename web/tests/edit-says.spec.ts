/** What the page says and offers while one edits: where an edit goes, what it is for, and why nothing happens. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, OUT, ready, visit } from "./common";
import { changes, edit, editAt, made, settled, stroke } from "./edit-common";

const begin = (page: Page, address: string) => editAt(page, address);

const limb = (page: Page, limb: number) =>
  page.evaluate(async limb => (await (globalThis as any).costumier.edit).chooseLimb(limb), limb);

const unfoldActions = (page: Page) => page.getByRole("button", { name: "Actions", exact: true }).click();

test("a new chore is among the actions after the page was closed", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=2&zoom=4");
  await unfoldActions(page);
  await page.locator(".edit-time").getByRole("button", { name: "New chore" }).click();
  await settled(page);
  const chore = page.locator('.chore[data-chore="8"]');
  await expect(chore).toBeVisible();
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: "walk" }));
  await settled(page);
  await page.reload();
  await ready(page);
  await expect(chore).toHaveCount(0);
  await edit(page);
  await unfoldActions(page);
  await expect(chore).toBeVisible();
});

test("colours for looking are counted, and all of them are kept at once", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  for (const [entry, colour] of [
    [9, 44],
    [10, 45],
    [11, 46],
  ] as const) {
    await page.locator(".swatches .swatch").nth(entry).click();
    await page.locator(".room-colours button").nth(colour).click();
  }
  await edit(page);
  await expect(page.locator(".edit-line")).toContainText("3 colours are for looking only and are not saved");
  expect(await changes(page)).toBe(0);
  const keep = page.getByRole("button", { name: "Keep 3 colours" });
  await keep.click();
  await settled(page);
  const { palette, actor } = await page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    return { palette: (await app.edit).draft.drafted.head.palette, actor: app.store.chosen.palette };
  });
  expect([palette.slice(9, 12), actor]).toEqual([[44, 45, 46], {}]);
  expect(await changes(page)).toBe(1);
  await expect(page.locator(".edit-line")).not.toContainText("for looking");
  await expect(keep).toHaveCount(0);
});

test("a stroke on the stage before the edits says what to do", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  await stroke(page, [[left + 3, top + 3]]);
  expect(await changes(page)).toBe(1);
  await expect(page.locator(".edit-picture")).toContainText(/Picture \d+ \(.*\) .*; 1 has been changed\./);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ compare: "before" }));
  await page.waitForTimeout(300);
  const box = (await page.locator(".pane canvas").boundingBox())!;
  const zoom = () => page.evaluate(() => (globalThis as any).costumier.store.state.zoom);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.wheel(0, -100);
  await expect.poll(zoom).toBe(5);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator(".edit-line")).toContainText(
    "You see the costume before your edits. Choose After to paint.",
  );
  expect(await changes(page)).toBe(1);
});

test("time that waits goes on waiting when another chore or costume is chosen", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=2&zoom=4");
  const playing = () => page.evaluate(() => (globalThis as any).costumier.store.state.playing);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
  await unfoldActions(page);
  await page.locator(".chore", { hasText: "stand" }).click();
  await settled(page);
  expect(await playing()).toBe(false);
  await page.locator(".edit-time").getByRole("button", { name: "New chore" }).click();
  await settled(page);
  expect(await playing()).toBe(false);
  await page.evaluate(() => (globalThis as any).costumier.choose(2));
  await settled(page);
  expect(await playing()).toBe(false);
});

test("a new drawing is for one box; its limb is chosen by a click on the box", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=2&zoom=4");
  const row = () =>
    page.evaluate(() => {
      const { spans } = (globalThis as any).costumier.playback.clip.limbs.find((one: any) => one.limb === 1);
      return spans.map((one: any) => [one.from, one.to, one.pictures[0]?.index ?? null]) as number[][];
    });
  const track = page.locator('.row[data-limb="1"] .track');
  const wide = (await track.boundingBox())!.width;
  const ticks: number = await page.evaluate(() => (globalThis as any).costumier.playback.clip.ticks);
  await track.click({ position: { x: (1.5 * wide) / ticks, y: 8 } });
  await expect(page.getByLabel("Limb to paint on")).toHaveValue("1");
  const before = await row();
  await page.keyboard.press("Alt+n");
  await expect(page.locator(".edit-line")).toContainText("for this box only");
  await settled(page);
  expect(await changes(page)).toBe(1);
  const after = await row();
  const at = before.findIndex(([from, to]) => 1 >= from! && 1 < to!);
  const count: number = await page.evaluate(
    async () =>
      (await (globalThis as any).costumier.edit).draft.drafted.head.limbs.find((one: any) => one.limb === 1).pictures
        .length,
  );
  expect(after.map(one => one[2])).toEqual(before.map((one, i) => (i === at ? count - 1 : one[2])));
});

test("what opens in the panel is scrolled into view", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  await page.setViewportSize({ width: 1280, height: 720 });
  await limb(page, 0);
  for (const name of ["More …", "Save as …"]) {
    await page.locator(".edit-side summary", { hasText: name }).click();
    const first = page.locator(".edit-side details[open]", { hasText: name }).locator("button").first();
    await expect(first).toBeInViewport({ ratio: 0.9 });
    await page.locator(".edit-side summary", { hasText: name }).click();
  }
});

test("a file that cannot be brought in is told by its name and what to do", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  const deep = Buffer.alloc(40);
  deep.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  deep[24] = 16;
  for (const [name, bytes, words] of [
    ["hat.png", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]), "hat.png is a JPEG. Save it as PNG or .aseprite."],
    ["deep.png", deep, "deep.png has 16 bits per channel. Save it with 8."],
    ["hat.aseprite", Buffer.from("no sprite"), "hat.aseprite is not an Aseprite file."],
    ["text.png", Buffer.from("no picture"), "text.png is not a PNG file."],
  ] as const) {
    await page.getByLabel("File to bring in").setInputFiles({ name, mimeType: "image/png", buffer: bytes });
    await expect(page.locator(".notice", { hasText: words })).toBeVisible();
  }
  expect(await changes(page)).toBe(0);
});

test("the strip of pictures has numbers, turns with the wheel, and goes to the picture that is shown", async ({
  page,
}) => {
  await begin(page, "actor=1~walk~east&tick=2&zoom=4");
  await limb(page, 0);
  const strip = page.locator(".edit-tray");
  await expect(strip.locator("button small").nth(3)).toHaveText("3");
  const last = strip.locator("button").last();
  expect(await strip.evaluate(one => one.scrollHeight > one.clientHeight)).toBe(true);
  await strip.hover();
  await page.mouse.wheel(0, 5000);
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.mouse.wheel(0, -5000);
  await expect(last).not.toBeInViewport();
  await page.locator(".edit-time").getByRole("button", { name: "New drawing" }).click();
  await settled(page);
  await expect(last).toHaveAttribute("aria-pressed", "true");
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test("a greeting goes when one begins to edit", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=2", true);
  const greeting = page.locator(".intro");
  await expect(greeting).toContainText("Somebody sent you this scene");
  await page.getByRole("button", { name: "Show the tools" }).click();
  await edit(page);
  await expect(greeting).toBeHidden();
});

test("a new chore gets a name, which the actions and the costume folder have", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=2&zoom=4");
  await page.getByLabel("Name of the new chore").fill('wave "hello"');
  await page.keyboard.press("Enter");
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  await expect(page.locator('.chore[data-chore="8"]')).toContainText('wave "hello"');
  const folder = mkdtempSync(join(OUT, "named-"));
  writeFileSync(join(folder, "costume.zip"), (await made(page, "folder"))!.bytes);
  const text = execFileSync("unzip", ["-p", join(folder, "costume.zip"), "*costume.toml"], { encoding: "utf8" });
  expect(text).toContain('name = "wave \\"hello\\""');
  await page.keyboard.press("Control+z");
  await expect(page.locator('.chore[data-chore="8"]')).toHaveCount(0);
});

test("a JPEG that is dropped is told as a picture, and the game stays open", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  const folder = mkdtempSync(join(OUT, "jpeg-"));
  for (const [name, bytes, words] of [
    ["hat.jpg", [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0], "hat.jpg is a JPEG. Save it as PNG or .aseprite."],
    ["hat.gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], "hat.gif is a GIF. Save it as PNG or .aseprite."],
  ] as const) {
    writeFileSync(join(folder, name), Buffer.from(bytes));
    await drop(page, [join(folder, name)]);
    await expect(page.locator(".notice", { hasText: words })).toBeVisible();
  }
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.mode)).toBe("edit");
});

test("a costume colour that other rooms show differently is marked, with these rooms and their colours", async ({
  page,
}) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  const known = await page.evaluate(async () => {
    const { others, colours } = await (globalThis as any).costumier.client.ask("colours", { id: 1, room: null });
    return { others, own: colours.map((one: any) => one.exact) } as any;
  });
  const entry = known.own.findIndex((_: unknown, i: number) => known.others.some((one: any) => one.colours[i]));
  const other = known.others.find((one: any) => one.colours[entry]);
  const swatch = page.locator(".swatches .swatch").nth(entry);
  await expect(swatch).toHaveAttribute("aria-label", /different in other rooms/);
  await unfoldActions(page);
  await swatch.click();
  const list = page.getByLabel("In other rooms", { exact: true });
  await expect(list).toContainText(`${other.colours[entry]} in room ${other.palettes[0].room}`);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "rooms.png") });
  // The same on the screen that is chosen, from the other room.
  await page.locator(".colours .picks select").first().selectOption(String(other.palettes[0].room));
  await expect(list).toContainText(known.own[entry]);
});
