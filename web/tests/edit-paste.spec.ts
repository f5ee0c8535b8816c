/** Editing begins at full size; what is pasted comes where it was copied, floats, and is laid down. */
import { expect, test, type Page } from "@playwright/test";
import { visit } from "./common";
import { edit, editAt, settled, spot, stroke } from "./edit-common";

const changes = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count);

/** The pixels of limb 0's picture, by their place counted from the feet. */
const pixels = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const { picture } = (await (globalThis as any).costumier.edit).brush.sheets().find((one: any) => one.limb === 0);
    const out: Record<string, number> = {};
    for (const [i, colour] of picture.pixels.entries())
      if (colour)
        out[[picture.at[0] + (i % picture.width), picture.at[1] + Math.floor(i / picture.width)].join()] = colour;
    return out;
  });

async function begin(page: Page, address: string): Promise<[number, number]> {
  await editAt(page, address);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
  return page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area.slice(0, 2));
}

test("pasted pixels come where they were, float, and are laid down by Enter", async ({ page }) => {
  const [left, top] = await begin(page, "actor=1~stand~south&tick=0&zoom=4");
  const before = await pixels(page);
  await page.keyboard.press("m");
  // The selection leaves the picture.
  await stroke(page, [
    [left - 3, top - 2],
    [left + 5, top + 5],
  ]);
  await expect(page.locator(".edit-line")).toContainText("9×8 pixels selected");
  await page.keyboard.press("Control+c");
  await expect(page.locator(".edit-line")).toContainText("9×8 pixels copied");
  const paste = () => page.evaluate(async () => (await (globalThis as any).costumier.edit).region.paste());
  // A button that has the focus does not take Enter from them, and neither does a row of Time.
  await page.getByRole("button", { name: "Dim the others" }).focus();
  await paste();
  await expect(page.locator(".edit-line")).toContainText("float");
  await page.locator('.row[data-limb="0"] .track').focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".edit-line")).not.toContainText("float");
  await settled(page);
  expect(await pixels(page), "where it was, it changes nothing").toEqual(before);
  expect(await changes(page)).toBe(0);
  await page.getByRole("button", { name: "Dim the others" }).focus();
  await paste();
  await expect(page.locator(".edit-line")).toContainText("float");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await page.mouse.move(...(await spot(page, left + 1, top + 2)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, left - 5, top + 2)));
  await page.mouse.up();
  expect(await changes(page)).toBe(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  const after = await pixels(page);
  const corner = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    return edit.app.playback.frame.feet[0];
  });
  const [x, y] = [left - corner[0], top - corner[1]];
  const moved: Record<string, number> = { ...before };
  for (const [place, colour] of Object.entries(before)) {
    const [px, py] = place.split(",").map(Number) as [number, number];
    if (px >= x - 3 && px <= x + 5 && py >= y - 2 && py <= y + 5) moved[`${px - 7},${py - 1}`] = colour;
  }
  expect(after).toEqual(moved);
  expect(after).not.toEqual(before);
  // Escape gives up what floats.
  await paste();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await settled(page);
  expect([await pixels(page), await changes(page)]).toEqual([after, 1]);
  // Another tool lays it down.
  await paste();
  await expect(page.locator(".edit-line")).toContainText("float");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("b");
  await expect.poll(() => changes(page)).toBe(2);
});

test("a room's small actor is edited at full size; the room comes back", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page, "actor=1~stand~south~60~105~120~box&tick=0&behind=room&room=1");
  const state = () =>
    page.evaluate(() => {
      const { background, actors } = (globalThis as any).costumier.store.state;
      const { x, y, scale, zplane } = actors[0];
      return [background, x, y, scale, zplane];
    });
  const before = await state();
  expect(before[3]).toBe(120);
  await edit(page);
  expect([(await state())[0], (await state())[3]]).toEqual(["checks", 255]);
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ scale: 100 }));
  await expect(page.locator(".edit-line")).toContainText("Drawn smaller here");
  await page.getByRole("button", { name: "Show full size" }).click();
  await expect(page.locator(".edit-line")).not.toContainText("Drawn smaller here");
  expect((await state())[3]).toBe(255);
  await page.getByRole("button", { name: "Look", exact: true }).click();
  await expect.poll(state).toEqual(before);
});
