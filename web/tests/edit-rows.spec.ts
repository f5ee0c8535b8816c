/** Rows of time while one edits: each limb at the length of its own loop, Zoom, chores in a row, pictures that open for painting. */
import axe from "axe-core";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openSample, OUT, ready, sampleGame, visit } from "./common";
import {
  changes,
  choose,
  dice,
  dragged,
  edit,
  editAt,
  packedAsRendered,
  patched,
  press,
  row,
  sameAsRendered,
  settled,
  stroke,
  undo,
} from "./edit-common";

const begin = (page: Page, hash = "actor=1~walk~east&tick=0&zoom=4") => editAt(page, hash);

const chooseLimb = (page: Page, limb: number) =>
  page.evaluate(async limb => (await (globalThis as any).costumier.edit).chooseLimb(limb), limb);
const boxes = (page: Page, limb: number) => page.locator(`.row[data-limb="${limb}"] .track .span`);
const widths = (page: Page, limb: number): Promise<number[]> =>
  boxes(page, limb).evaluateAll(all => all.map(one => one.getBoundingClientRect().width));

/** Seeks a tick of the scene. */
async function seek(page: Page, tick: number): Promise<void> {
  await page.evaluate(tick => (globalThis as any).costumier.playback.seek(tick), tick);
  await settled(page);
}

/** Makes the first boxes of limb 1, of four ticks, a tick long. */
async function shorten(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await page.evaluate(async i => {
      const { edit, time } = (globalThis as any).costumier;
      await (await edit).timing.hold(-3, 1, time.boxesOf(1)[i]);
    }, i);
    await settled(page);
  }
}

/** Each row marks the box that its limb shows now, by the whole clip. */
async function rowsAreRight(page: Page, words: string): Promise<void> {
  const { tick, limbs } = await page.evaluate(() => {
    const { tick, clip } = (globalThis as any).costumier.playback;
    return { tick, limbs: clip.limbs.map((one: any) => one.limb) as number[] };
  });
  for (const limb of limbs) {
    const shown = (await row(page, limb))[tick]!;
    const marked = await boxes(page, limb).evaluateAll(all =>
      all.filter(one => one.classList.contains("now")).map(one => one.getAttribute("title")),
    );
    expect(marked, `${words}, limb ${limb}`).toHaveLength(1);
    expect(marked[0], `${words}, limb ${limb}`).toMatch(shown === null ? /nothing/ : new RegExp(`, picture ${shown}$`));
  }
}

test("a short loop next to a long one keeps wide boxes, and what is edited is the limb's own loop", async ({
  page,
}) => {
  await begin(page);
  await chooseLimb(page, 1);
  // A loop of 7 next to one of 8: both repeat after 56 ticks.
  for (let i = 0; i < 3; i++) await press(page, "Duplicate");
  // The picture was held: it and its copies are shown for four ticks each.
  const spans = () => (globalThis as any).costumier.time.boxesOf(1).map((one: any) => one.to - one.from);
  expect(await page.evaluate(spans)).toEqual([4, 4, 4, 4]);
  await shorten(page, 4);
  await seek(page, 3);
  for (let i = 0; i < 3; i++) await press(page, "Longer");
  const ticks: number = await page.evaluate(() => (globalThis as any).costumier.playback.clip.ticks);
  expect(ticks).toBe(56);
  const track = (await page.locator('.row[data-limb="1"] .track').boundingBox())!.width;
  const wide = await widths(page, 1);
  expect(wide).toHaveLength(4);
  for (const one of await widths(page, 0)) expect(one).toBeCloseTo(track / 8, 0);
  expect(Math.min(...wide)).toBeCloseTo(track / 8, 0);
  const roll = dice(5);
  for (let i = 0; i < 10; i++) {
    await seek(page, roll(70));
    await rowsAreRight(page, `walk ${i}`);
    // A click on a box shows it, in the part that repeats, too.
    const limb = roll(2);
    const area = (await page.locator(`.row[data-limb="${limb}"] .track`).boundingBox())!;
    const place = roll(8);
    await page.mouse.click(area.x + ((place + 0.5) / 8) * area.width, area.y + area.height / 2);
    await settled(page);
    expect(await page.evaluate(() => (globalThis as any).costumier.playback.tick)).toBe(place);
    await rowsAreRight(page, `click ${i}`);
  }
  // Late in the clip the box of the limb's own loop is meant.
  await seek(page, 50);
  await chooseLimb(page, 1);
  const before = await row(page, 1);
  await press(page, "Delete");
  const after = await row(page, 1);
  expect(new Set(after).size).toBe(new Set(before).size - 1);
  expect(after).not.toContain(before[50]);
  await packedAsRendered(page, sampleGame("sample"), "own loops");
  for (let left = await changes(page); left; left--) await undo(page);
  await sameAsRendered(page, sampleGame("sample"), "undone");
});

test("Zoom widens boxes, names stay, and the box under the playhead is in view", async ({ page }) => {
  await begin(page);
  const before = await widths(page, 0);
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Wider boxes" }).click();
  await expect(page.getByLabel("Zoom of time").last()).toHaveText("8×");
  for (const [i, one] of (await widths(page, 0)).entries()) expect(one / before[i]!).toBeCloseTo(8, 0);
  await chooseLimb(page, 0);
  for (const tick of [7, 3, 0]) {
    await seek(page, tick);
    const now = page.locator('.row[data-limb="0"] .span.now');
    await expect(now).toBeInViewport({ ratio: 0.5 });
    const name = (await page.locator('.row[data-limb="0"] .limb').boundingBox())!;
    const tracks = (await page.locator(".tracks").boundingBox())!;
    expect(name.x).toBeCloseTo(tracks.x, 0);
  }
  // An edge is dragged by ticks as wide as they are now.
  const box = (await page.locator('.row[data-limb="0"] .span.now').boundingBox())!;
  const [x, y] = [box.x + box.width - 1, box.y + box.height / 2];
  await dragged(page, [x, y], [x + box.width, y]);
  expect((await row(page)).length).toBe(9);
  await undo(page);
  await page.locator(".tracks").hover();
  await page.keyboard.down("Control");
  for (let i = 0; i < 3; i++) await page.mouse.wheel(0, 100);
  await page.keyboard.up("Control");
  await expect.poll(() => widths(page, 0)).toEqual(before);
});

test("chores are tags in a row, on the whole screen, too", async ({ page }) => {
  await begin(page);
  const tags = page.getByRole("group", { name: "Chores in a row" }).getByRole("button");
  const names: string[] = await page
    .locator(".chores .chore")
    .evaluateAll(all => all.map(one => one.getAttribute("data-chore")!));
  expect(await tags.evaluateAll(all => all.map(one => one.getAttribute("data-tag")!))).toEqual(names);
  await expect(tags.filter({ hasText: /^walk$/ })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Full screen" }).click();
  await tags.filter({ hasText: /^stand$/ }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await expect(tags.filter({ hasText: /^stand$/ })).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.chore)).toBe("stand");
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "rows-full.png") });
  // While a button fades into its colour, its text has other contrasts.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(one => one.finished)));
  await page.evaluate(axe.source);
  const found: axe.AxeResults = await page.evaluate(() => (globalThis as any).axe.run(document));
  expect(found.violations.map(one => `${one.id}: ${one.nodes[0]?.target}`)).toEqual([]);
  await press(page, "New chore");
  await expect(tags).toHaveCount(names.length + 1);
  await expect(tags.last()).toHaveAttribute("aria-pressed", "true");
});

for (const which of ["sample", "sample-v7"])
  test(`pictures of the strip open for painting and change nothing (${which})`, async ({ page }) => {
    test.setTimeout(90_000);
    if (which === "sample") await begin(page);
    else {
      await page.setViewportSize({ width: 1440, height: 1000 });
      await visit(page);
      await openSample(page, which);
      await page.evaluate(() => (globalThis as any).costumier.choose(1));
      await ready(page);
      await edit(page);
    }
    await chooseLimb(page, 0);
    const strip = page.locator(".edit-tray button");
    const roll = dice(which.length);
    const count = await strip.count();
    for (let i = 0; i < 8; i++) {
      const index = roll(count);
      await strip.nth(index).click();
      await settled(page);
      const said = await page.locator(".edit-line").textContent();
      if (/No chore shows picture/.test(said!)) continue;
      const sheet = () =>
        page.evaluate(async () => {
          const edit = await (globalThis as any).costumier.edit;
          const { limb } = edit;
          return edit.brush.sheets().find((one: any) => one.limb === limb)?.picture.picture.index ?? null;
        });
      await expect.poll(sheet, `picture ${index}`).toBe(index);
      await expect(strip.nth(index)).toHaveAttribute("aria-pressed", "true");
      await expect(page.getByLabel("Picture of this box")).toHaveValue(String(index));
      expect(await changes(page)).toBe(0);
    }
    const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
    await stroke(page, [[left + 2, top + 2]]);
    await packedAsRendered(page, sampleGame(which), "painted");
  });

test("a picture that no chore shows opens for painting, and then shows what was painted", async ({ page }) => {
  await begin(page);
  await chooseLimb(page, 0);
  await press(page, "Insert");
  await press(page, "Delete");
  const strip = page.locator(".edit-tray button");
  const spare = (await strip.count()) - 1;
  const rows = () =>
    page.evaluate(
      async ({ spare }) => {
        const app = (globalThis as any).costumier;
        const { draft } = await app.edit;
        return [...(await app.client.ask("rowsOf", { id: draft.id, key: { limb: 0, index: spare } }))].join();
      },
      { spare },
    );
  expect(await rows()).toMatch(/^[0,]+$/);
  await strip.nth(spare).click();
  await settled(page);
  await expect(strip.nth(spare)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".edit-line")).toContainText(`No chore shows picture ${spare}`);
  await choose(page, "rectangle", 5);
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  await page.keyboard.down("Control");
  await stroke(page, [
    [left + 2, top + 2],
    [left + 6, top + 6],
  ]);
  await page.keyboard.up("Control");
  expect(await changes(page)).toBe(3);
  expect((await rows()).match(/5/g)).toHaveLength(25);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "spare.png") });
  let game = await patched(page, sampleGame("sample"));
  expect(game.same).toBe(true);
  await sameAsRendered(page, game.folder, "painted, shown by no chore");
  // In a box it is seen where it was painted.
  await page.getByLabel("Picture of this box").selectOption(String(spare));
  await expect.poll(() => changes(page)).toBe(4);
  await settled(page);
  const seen = await page.evaluate(
    async ([x, y]) => {
      const { brush } = await (globalThis as any).costumier.edit;
      return brush.sheets().map((one: any) => [one.picture.picture.index, one.seen([x, y])?.colour]);
    },
    [left + 4, top + 4] as const,
  );
  expect(seen).toContainEqual([spare, 5]);
  game = await patched(page, sampleGame("sample"));
  await sameAsRendered(page, game.folder, "in a box");
  // The stage is no longer faint.
  expect(await page.evaluate(() => (globalThis as any).costumier.stage.isFaint)).toBe(false);
});

test("a drop after the last box goes there, also where the row only repeats", async ({ page }) => {
  await begin(page);
  await chooseLimb(page, 1);
  await press(page, "Duplicate");
  await shorten(page, 2);
  const track = page.locator('.row[data-limb="1"] .track');
  const shown = () =>
    page.evaluate(() => (globalThis as any).costumier.time.boxesOf(1).map((one: any) => one.pictures[0].index));
  const [first, second] = (await shown()) as number[];
  const area = (await track.boundingBox())!;
  const wide = (await widths(page, 1))[0]!;
  expect(area.width, "the row repeats its boxes").toBeGreaterThan(2.5 * wide);
  const button = page.locator(".edit-tray button").nth(first!);
  const added = [...(await shown())];
  for (const place of [2.1, 2.6, 0.98 * (area.width / wide)]) {
    await button.hover({ position: { x: 5, y: 5 } });
    await page.mouse.down();
    await page.mouse.move(area.x + place * wide, area.y + area.height / 2, { steps: 4 });
    await expect(track.locator(".drop")).toHaveCount(1);
    await page.mouse.up();
    await expect(track.locator(".drop")).toHaveCount(0);
    // Equal pictures in a row are one box.
    if (added.at(-1) !== first) added.push(first!);
    await expect.poll(shown, `at ${place}`).toEqual(added);
    await settled(page);
  }
  expect(added).toEqual([first, second, first]);
});

test("Space plays after a button was clicked, and presses one that keys reached", async ({ page }) => {
  await begin(page);
  const isPlaying = () => page.evaluate(() => (globalThis as any).costumier.store.state.playing);
  const layer = page.locator(".edit-side").getByRole("button", { name: "Layer", exact: true });
  await layer.click();
  await expect(layer).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Space");
  await expect.poll(isPlaying).toBe(true);
  await page.keyboard.press("Space");
  await expect.poll(isPlaying).toBe(false);
  await expect(layer).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(layer).toBeFocused();
  await page.keyboard.press("Space");
  await expect(layer).toHaveAttribute("aria-pressed", "false");
  expect(await isPlaying()).toBe(false);
});

test("a new chore is undone without an alarm", async ({ page }) => {
  await begin(page);
  await press(page, "New chore");
  await undo(page);
  await settled(page);
  expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.chore)).toBe("stand");
  await expect(page.getByRole("alert")).toHaveCount(0);
});
