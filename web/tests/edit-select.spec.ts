/** What is selected, by three tools and at random: nothing else is painted on. Symmetry, the clipboard, Space, the preview. */
import { expect, test, type Page } from "@playwright/test";
import { changes, choose, dice, editAt, settled, spot, stroke, undo } from "./edit-common";

type Cells = Record<string, number>;

/** The pixels of limb 0's picture and whether each is selected, by their place counted from where the picture is placed. */
const picture = (page: Page): Promise<{ cells: Cells; selected: string[]; clear: number }> =>
  page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    const sheet = edit.brush.sheets().find((one: any) => one.limb === 0);
    const { at, width, pixels } = sheet.picture;
    const place = (x: number, y: number) => `${at[0] + x},${at[1] + y}`;
    const cells: Record<string, number> = {};
    for (const [i, colour] of pixels.entries())
      if (colour !== edit.clear) cells[place(i % width, Math.floor(i / width))] = colour;
    const part = edit.region.within(sheet);
    const selected: string[] = [];
    if (part)
      for (let y = part.top; y < part.bottom; y++)
        for (let x = part.left; x < part.right; x++)
          if (!part.mask || part.mask[(y - part.top) * (part.right - part.left) + x - part.left])
            selected.push(place(x, y));
    return { cells, selected, clear: edit.clear };
  });

const changed = (before: Cells, after: Cells): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(one => before[one] !== after[one]);

/** Begins to edit limb 0; returns the room rectangle of its picture. */
async function begin(page: Page): Promise<[left: number, top: number, width: number, height: number]> {
  await editAt(page, "actor=1~stand~south&tick=0&zoom=4");
  return page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    const edit = await app.edit;
    edit.chooseLimb(0);
    const { columns, rows, width, height } = edit.brush.sheets().find((one: any) => one.limb === 0).picture;
    const at = (pairs: Int32Array) => pairs[pairs.findIndex((one, i) => i % 2 === 0 && one === 0) + 1]!;
    return [at(columns), at(rows), width, height];
  });
}

test("whatever is painted at random, only what is selected changes", async ({ page }) => {
  test.setTimeout(240_000);
  const seed = Number(process.env["SEED"] ?? 7);
  const steps = Number(process.env["STEPS"] ?? 60);
  console.log(`seed ${seed}, ${steps} steps`);
  const roll = dice(seed);
  const [left, top, width, height] = await begin(page);
  const near = (): [number, number] => [left - 2 + roll(width + 4), top - 2 + roll(height + 4)];
  const did = new Map<string, number>();
  let painted = 0;
  for (let step = 0; step < steps; step++) {
    const before = await picture(page);
    const act = [
      "select",
      "lasso",
      "wand",
      "all",
      "drop",
      "pencil",
      "rectangle",
      "bucket",
      "replace",
      "eraser",
      "Shift+H",
      "Shift+V",
      "cut",
    ][roll(13)]!;
    did.set(act, (did.get(act) ?? 0) + 1);
    const name = `step ${step}: ${act}`;
    const [from, to] = [near(), near()];
    if (["select", "lasso", "wand"].includes(act)) {
      await choose(page, act);
      const joins = roll(3) > 0;
      if (joins) await page.keyboard.down("Shift");
      const button = joins && roll(2) ? "right" : "left";
      await stroke(page, act === "wand" ? [from] : act === "lasso" ? [from, near(), to, near()] : [from, to], button);
      if (joins) await page.keyboard.up("Shift");
      const after = await picture(page);
      expect(changed(before.cells, after.cells), name).toEqual([]);
      if (joins && button === "right")
        expect(
          after.selected.filter(one => !before.selected.includes(one)),
          name,
        ).toEqual([]);
      if (joins && button === "left" && act !== "wand")
        expect(
          before.selected.filter(one => !after.selected.includes(one)),
          name,
        ).toEqual([]);
    } else if (act === "all") await page.keyboard.press("Control+a");
    else if (act === "drop") await page.keyboard.press("Control+d");
    else {
      if (act === "cut") await page.keyboard.press("Control+x");
      else if (act.startsWith("Shift")) await page.keyboard.press(act);
      else {
        await choose(page, act, 1 + roll(12), 1 + roll(4));
        await stroke(page, [from, to]);
      }
      await settled(page);
      const after = await picture(page);
      const unlike = changed(before.cells, after.cells);
      painted += unlike.length;
      // A flip turns the selection with its pixels.
      const may = [...before.selected, ...(act.startsWith("Shift") ? after.selected : [])];
      if (before.selected.length)
        expect(
          unlike.filter(one => !may.includes(one)),
          name,
        ).toEqual([]);
      if (act === "cut" && before.selected.length)
        expect(
          before.selected.filter(one => after.cells[one] !== undefined),
          name,
        ).toEqual([]);
      // The picture is not lost for the next steps.
      if (act === "cut" && unlike.length) await undo(page);
    }
  }
  console.log([...did].map(([act, count]) => `${act} ${count}`).join(", "), `${painted} pixels changed`);
  expect(painted).toBeGreaterThan(steps);
});

test("strokes are drawn on both sides of the axis; the axis stays where it is", async ({ page }) => {
  const [left, top, , height] = await begin(page);
  await page.getByRole("button", { name: "Symmetry" }).click();
  await expect(page.getByRole("button", { name: "Symmetry" })).toHaveAttribute("aria-pressed", "true");
  await choose(page, "pencil", 3, 2);
  const middle: number = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    const sheet = edit.brush.sheets().find((one: any) => one.limb === 0);
    return edit.axis(sheet) + 2 * sheet.picture.at[0];
  });
  // The second stroke makes the picture wider on the left.
  for (const points of [
    [
      [left + 1, top + 1],
      [left + 2, top + Math.floor(height / 2)],
    ],
    [
      [left - 4, top + 3],
      [left - 2, top + 3],
    ],
  ] as [number, number][][]) {
    const was = (await picture(page)).cells;
    await stroke(page, points);
    const { cells } = await picture(page);
    const unlike = changed(was, cells);
    expect(unlike.length).toBeGreaterThan(1);
    for (const one of unlike) {
      const [x, y] = one.split(",").map(Number) as [number, number];
      expect(cells[`${middle - x},${y}`], one).toBe(3);
    }
  }
});

test("what is copied goes out as a PNG in the colours of the screen, and comes back as costume colours", async ({
  page,
  context,
  browserName,
}) => {
  test.skip(browserName !== "chromium", "permissions of the clipboard");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [left, top] = await begin(page);
  await choose(page, "select");
  await stroke(page, [
    [left, top],
    [left + 6, top + 7],
  ]);
  await page.keyboard.press("Control+c");
  await expect(page.locator(".edit-line")).toContainText("7×8 pixels copied");
  const size = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read().catch(() => []);
      const blob = await item?.getType("image/png").catch(() => null);
      const picture = blob && (await createImageBitmap(blob));
      return picture && [picture.width, picture.height];
    });
  await expect.poll(size).toEqual([7, 8]);
  await page.keyboard.press("Control+v");
  await expect(page.locator(".edit-line")).toContainText("7×8 pixels float");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect.poll(() => changes(page)).toBe(1);
});

test("Space moves the view while it is held, and plays when it is pressed alone", async ({ page }) => {
  const [left, top] = await begin(page);
  await choose(page, "pencil", 2);
  const canvas = page.locator(".pane canvas");
  await canvas.focus();
  const look = () => page.evaluate(() => (globalThis as any).costumier.stage.look);
  const before = await look();
  const [x, y] = await spot(page, left + 2, top + 2);
  await page.mouse.move(x, y);
  await page.keyboard.down("Space");
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 24, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Space");
  expect(await look()).not.toEqual(before);
  expect([await changes(page), await page.evaluate(() => (globalThis as any).costumier.store.state.playing)]).toEqual([
    0,
    false,
  ]);
  await page.keyboard.press("Space");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.playing)).toBe(true);
});

test("the preview plays the edited actor in its room, and leaves the stage alone", async ({ page }) => {
  await editAt(page, "actor=1~walk~south~60~105~120~box&tick=3&behind=room&room=1");
  const shown = page.locator(".edit-preview img");
  await expect(shown).toBeVisible();
  const first = await shown.getAttribute("src");
  const frames = await page.evaluate(async () => {
    const { bytes } = (await (globalThis as any).costumier.edit).preview;
    const decoder = new (globalThis as any).ImageDecoder({ data: bytes, type: "image/gif" });
    await decoder.tracks.ready;
    const { image } = await decoder.decode();
    return [decoder.tracks.selectedTrack.frameCount, image.displayWidth, image.displayHeight];
  });
  expect(frames[0]).toBeGreaterThan(3);
  expect(Math.max(frames[1]!, frames[2]!)).toBeLessThan(113);
  const tick = await page.evaluate(() => (globalThis as any).costumier.playback.scene);
  const [x, y] = await page.evaluate(() => {
    const [left, top, width, height] = (globalThis as any).costumier.playback.frame.placed[0].area;
    return [left + (width >> 1), top + (height >> 1)];
  });
  await choose(page, "pencil", 2, 3);
  await stroke(page, [
    [x!, y!],
    [x! + 3, y!],
  ]);
  await expect.poll(() => shown.getAttribute("src")).not.toBe(first);
  expect(await page.evaluate(() => (globalThis as any).costumier.playback.scene)).toBe(tick);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(shown).toBeHidden();
});
