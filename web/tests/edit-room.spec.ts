/** The canvas is the largest thing while one edits, and the whole screen has all that one paints with. */
import { expect, test, type Page } from "@playwright/test";
import { visit } from "./common";
import { changes, edit, settled, stroke } from "./edit-common";

const boxes = (page: Page, names: readonly string[]) =>
  page.evaluate(
    names =>
      names.map(name => {
        const { x, y, width, height } = document.querySelector(name)!.getBoundingClientRect();
        return { name, x, y, width, height, area: width * height };
      }),
    names,
  );

for (const [width, height] of [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const)
  test(`the canvas is larger than any panel at ${width} × ${height}; the wardrobe can be unfolded`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await visit(page, "actor=1~walk~south&tick=3");
    await edit(page);
    const [pane, ...others] = await boxes(page, [".pane", ".time", ".side", ".wardrobe", ".actions"]);
    for (const one of others) expect(pane!.area, one.name).toBeGreaterThan(one.area);
    expect(others[2]!.area, "the wardrobe is folded").toBe(0);
    await page.getByRole("button", { name: "Wardrobe" }).click();
    expect((await boxes(page, [".wardrobe"]))[0]!.width).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Wardrobe" }).click();
    await page.getByRole("button", { name: "Look", exact: true }).click();
    expect((await boxes(page, [".wardrobe"]))[0]!.width, "while one looks it is there").toBeGreaterThan(200);
  });

test("on the whole screen one paints, undoes, and sees the rows of time", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "actor=1~walk~south&tick=3");
  await edit(page);
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await settled(page);
  await expect.poll(async () => (await boxes(page, [".pane canvas"]))[0]!.height).toBeGreaterThan(480);
  const [canvas, tools, colours, time, row] = await boxes(page, [
    ".pane canvas",
    ".edit-tools",
    ".edit-palette",
    ".edit-time",
    ".row .track",
  ]);
  // Next to it are the colours, and nothing else.
  expect([canvas!.x, canvas!.width]).toEqual([0, 1280 - 13 * 16]);
  for (const one of [tools, colours, time, row]) {
    expect(one!.area, one!.name).toBeGreaterThan(1000);
    expect(one!.x, one!.name).toBeGreaterThanOrEqual(0);
    expect(one!.y + one!.height, one!.name).toBeLessThanOrEqual(800);
    expect(one!.x + one!.width, one!.name).toBeLessThanOrEqual(1280);
  }
  const [x, y, width, height] = await page.evaluate(
    () => (globalThis as any).costumier.playback.frame.placed[0].area as [number, number, number, number],
  );
  await stroke(page, [
    [x, y],
    [x + width, y + height],
  ]);
  expect(await changes(page)).toBe(1);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => changes(page)).toBe(0);
});
