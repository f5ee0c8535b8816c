/** Time and places by dragging: boxes of commands, pictures of the strip, new facings, the handle for `move`, the feet. */
import { expect, test, type Page } from "@playwright/test";
import { join } from "node:path";
import { OUT, sampleGame, visit } from "./common";
import {
  changes,
  dragged,
  edit,
  editAt,
  newFacings,
  packedAsRendered,
  patched,
  press,
  row,
  settled,
  spot,
  tickAt,
  undo,
} from "./edit-common";

async function begin(page: Page, hash = "actor=1~walk~east&tick=2&zoom=4"): Promise<void> {
  await editAt(page, hash);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
}

test("an edge holds longer and shorter, a box moves, Alt copies it, Delete takes it out", async ({ page }) => {
  await begin(page);
  const before = await row(page);
  const ticks = before.length;
  const wide = (await tickAt(page, 1))[0] - (await tickAt(page, 0))[0];
  // The right edge of the third box, by two ticks.
  const edge = await tickAt(page, 3);
  await dragged(page, [edge[0] - 1, edge[1]], [edge[0] + 2 * wide, edge[1]]);
  expect(await row(page)).toEqual([...before.slice(0, 3), before[2], before[2], ...before.slice(3)]);
  const [from, to] = [await tickAt(page, 5), await tickAt(page, 4)];
  await dragged(page, [from[0] - 1, from[1]], to);
  expect(await row(page)).toEqual([...before.slice(0, 3), before[2], ...before.slice(3)]);
  await undo(page);
  await undo(page);
  expect(await row(page)).toEqual(before);
  // The first box goes behind the fourth.
  await dragged(page, await tickAt(page, 0.4), await tickAt(page, 3.8));
  expect(await row(page)).toEqual([...before.slice(1, 4), before[0], ...before.slice(4)]);
  await undo(page);
  await dragged(page, await tickAt(page, 0.4), await tickAt(page, 3.8), () => page.keyboard.down("Alt"));
  await page.keyboard.up("Alt");
  expect(await row(page)).toEqual([...before.slice(0, 4), before[0], ...before.slice(4)]);
  await packedAsRendered(page, sampleGame("sample"), "copied command");
  await undo(page);
  // A click chooses the box; Delete takes it out.
  await page.mouse.click(...(await tickAt(page, 1.5)));
  const count = await changes(page);
  await page.keyboard.press("Delete");
  await expect.poll(() => changes(page)).toBe(count + 1);
  await settled(page);
  expect(await row(page)).toEqual([before[0], ...before.slice(2)]);
  await undo(page);
  expect(await row(page)).toEqual(before);
  expect(ticks).toBeGreaterThan(4);
});

test("a picture of the list is given to the box, one of the strip dragged into the row as a new command", async ({
  page,
}) => {
  await begin(page);
  const before = await row(page);
  const strip = page.locator(".edit-tray button");
  const pictures = await page.evaluate(
    async () =>
      (await (globalThis as any).costumier.edit).draft.drafted.head.limbs.find((one: any) => one.limb === 0).pictures
        .length,
  );
  await expect(strip).toHaveCount(pictures);
  await expect(strip.nth(before[2]!)).toHaveAttribute("aria-pressed", "true");
  await expect(strip.first().locator("canvas")).toBeVisible();
  const other = before[2] === 1 ? 2 : 1;
  await page.getByLabel("Picture of this box").selectOption(String(other));
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  await expect.poll(async () => (await row(page))[2]).toBe(other);
  await undo(page);
  // The strip is made anew, and turns to the picture that is shown.
  await expect(strip.nth(other).locator("canvas")).toBeVisible();
  await strip.nth(other).hover();
  const box = (await strip.nth(other).boundingBox())!;
  await dragged(page, [box.x + box.width / 2, box.y + box.height / 2], await tickAt(page, 1.2));
  expect(await row(page)).toEqual([before[0], other, ...before.slice(1)]);
  const game = await patched(page, sampleGame("sample"));
  expect(game.same).toBe(true);
});

test("a new facing is a copy or a mirror image", async ({ page }) => {
  await begin(page);
  await press(page, "New chore");
  await newFacings(page, sampleGame("sample"));
});

const places = (page: Page): Promise<Record<string, { at: number[]; moves: number[] }>> =>
  page.evaluate(async () => {
    const { head } = (await (globalThis as any).costumier.edit).draft.drafted;
    const out: Record<string, any> = {};
    for (const { limb, pictures } of head.limbs)
      for (const [index, { at, moves }] of pictures.entries()) out[`${limb}.${index}`] = { at, moves };
    return out;
  });

/** Drags from one pixel of the room to another with the Move tool. */
async function moved(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.keyboard.press("v");
  const before = await changes(page);
  await page.mouse.move(...(await spot(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, ...to)));
  await page.mouse.up();
  await expect.poll(() => changes(page)).toBe(before + 1);
  await settled(page);
}

for (const facing of ["east", "west"])
  test(`the feet are dragged and all pictures follow; the handle for move shifts later limbs (${facing})`, async ({
    page,
  }) => {
    await begin(page, `actor=1~walk~${facing}&tick=2&zoom=4`);
    const before = await places(page);
    const sign = facing === "west" ? -1 : 1;
    const feet: [number, number] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.feet[0]);
    await moved(page, feet, [feet[0] + 3, feet[1] - 2]);
    const after = await places(page);
    for (const [key, { at }] of Object.entries(before))
      expect(after[key]!.at, key).toEqual([at[0]! - 3 * sign, at[1]! + 2]);
    await undo(page);
    // The blue diamond beside the point from which the next limb's pictures count.
    const { key, handle } = await page.evaluate(async () => {
      const edit = await (globalThis as any).costumier.edit;
      const sheet = edit.brush.sheets().find((one: any) => one.limb === 0);
      return { key: `${sheet.key.limb}.${sheet.key.index}`, handle: edit.placing.grip(sheet) as [number, number] };
    });
    await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
    await page.keyboard.press("v");
    await page.mouse.move(...(await spot(page, feet[0], feet[1] - 20)));
    if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, `place-${facing}.png`) });
    await moved(page, handle, [handle[0] + 2, handle[1] + 1]);
    const now = await places(page);
    expect(now[key]!.moves).toEqual([before[key]!.moves[0]! + 2 * sign, before[key]!.moves[1]! - 1]);
    await packedAsRendered(page, sampleGame("sample"), "moved");
  });

test("one finger draws, two move and zoom and draw nothing", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 412, height: 860 },
    isMobile: true,
    baseURL: baseURL!,
  });
  const page = await context.newPage();
  await visit(page, "actor=1~stand~south&tick=0&zoom=4");
  await edit(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).palette.choose(5, false));
  const cdp = await context.newCDPSession(page);
  const touch = (type: string, ...points: [number, number][]) =>
    cdp.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  const [one, other] = [await spot(page, left + 2, top + 4), await spot(page, left + 7, top + 4)];
  await touch("touchStart", one);
  await touch("touchMove", other);
  await touch("touchEnd");
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  const zoom = () => page.evaluate(() => (globalThis as any).costumier.stage.zoom / Math.round(devicePixelRatio));
  const look = () => page.evaluate(() => [...(globalThis as any).costumier.stage.look] as number[]);
  const [was, at] = [await zoom(), await look()];
  // Two fingers, the first of them a moment before the other: they zoom, and what the first began is given up.
  await touch("touchStart", one);
  await touch("touchStart", one, other);
  await touch("touchMove", [one[0] - 40, one[1]], [other[0] + 40, other[1]]);
  await touch("touchMove", [one[0] - 60, one[1] + 30], [other[0] + 60, other[1] + 30]);
  await touch("touchEnd");
  await expect.poll(zoom).toBeGreaterThan(was);
  expect(await look()).not.toEqual(at);
  await settled(page);
  expect(await changes(page)).toBe(1);
  await context.close();
});
