/** A hat in all facings, and boxes with pictures of their own: what is seen is what `render` draws of the patched game. */
import axe from "axe-core";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { OUT, sampleGame } from "./common";
import {
  changes,
  choose,
  editAt,
  editIn,
  packedAsRendered,
  patched,
  press,
  row,
  sameAsRendered,
  settled,
  stroke,
  undo,
} from "./edit-common";

const begin = (page: Page, address: string) => editAt(page, address);

/** A press that makes one change. */
async function change(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await changes(page);
  await act();
  await expect.poll(() => changes(page)).toBe(before + 1);
  await settled(page);
}

/** The room rectangle of all that the actor shows. */
const bounds = (page: Page): Promise<[number, number, number, number]> =>
  page.evaluate(() => {
    const areas = (globalThis as any).costumier.playback.frame.placed.map((one: any) => one.area);
    const left = Math.min(...areas.map((one: any) => one[0]));
    const top = Math.min(...areas.map((one: any) => one[1]));
    const right = Math.max(...areas.map((one: any) => one[0] + one[2]));
    return [left, top, right - left, 0];
  });

for (const which of ["sample", "sample-v2", "sample-v7", "sample-he"])
  test(`a hat in ${which}: one limb, all facings, as the game draws it`, async ({ page }) => {
    test.setTimeout(120_000);
    await editIn(page, which, { chore: "stand", facing: "south" });
    await page.locator(".edit-rest summary").click();
    await change(page, () => page.getByRole("button", { name: "Add a limb" }).click());
    const limb: number = await page.evaluate(async () => (await (globalThis as any).costumier.edit).limb);
    await expect(page.locator(".edit-line")).toContainText(`Limb ${limb} has one picture for each facing`);
    await page.evaluate(async () => {
      const edit = await (globalThis as any).costumier.edit;
      edit.choose("rectangle");
      edit.palette.choose(3, false);
    });
    for (const facing of ["south", "west", "north", "east"]) {
      await page.evaluate(facing => (globalThis as any).costumier.store.actor({ facing }), facing);
      await settled(page);
      const [left, top, width] = await bounds(page);
      await page.keyboard.down("Control");
      await stroke(page, [
        [left + 2, top - 3],
        [left + width - 2, top + 1],
      ]);
      await page.keyboard.up("Control");
    }
    const { folder, same } = await patched(page, sampleGame(which));
    expect(same).toBe(true);
    for (const chore of ["stand", "walk"])
      for (const facing of ["south", "west", "north", "east"]) {
        await page.evaluate(({ chore, facing }) => (globalThis as any).costumier.store.actor({ chore, facing }), {
          chore,
          facing,
        });
        await settled(page);
        const has = await page.evaluate(
          limb => (globalThis as any).costumier.playback.frame.placed.some((one: any) => one.limb === limb),
          limb,
        );
        expect(has, `${chore} ${facing}`).toBe(true);
        await sameAsRendered(page, folder, `${chore} ${facing}`);
      }
  });

test("a guide shows all facings, which ones lack the hat, and how high it is in the others", async ({ page }) => {
  await begin(page, "actor=1~stand~south&tick=0&zoom=4");
  await page.locator(".edit-rest summary").click();
  await change(page, () => page.getByRole("button", { name: "Add a limb" }).click());
  await page.locator(".edit-side").getByRole("button", { name: "All facings" }).click();
  const guide = page.getByRole("group", { name: "All facings" });
  const facing = (name: string) => guide.locator(`[data-facing="${name}"]`);
  const words = () => guide.locator("small").allTextContents();
  await expect.poll(words).toEqual(["empty", "empty", "empty", "empty"]);
  const edge = () => bounds(page).then(([left, top, width]) => [left, top, width] as const);
  const lines = () =>
    page.evaluate(async () => {
      const { app, guide } = await (globalThis as any).costumier.edit;
      const feet = app.playback.frame.feet[0][1];
      const { facing } = app.store.chosen;
      const rows = guide.seen.filter((one: any) => one.rows && one.facing !== facing).map((one: any) => one.rows);
      return rows.map(([top, bottom]: [number, number]) => [feet + top, feet + bottom]);
    });
  /** The colours of the stage's rows at the edge of the canvas, where nothing but lines is drawn. */
  const dashed = (y: number) =>
    page.evaluate(y => {
      const { stage } = (globalThis as any).costumier;
      const [, at] = stage.to(0, y);
      const { data } = stage.canvas.getContext("2d").getImageData(0, at + 1, stage.canvas.width, 1);
      let blue = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] < 110 && data[i + 2] > 200) blue++;
      return blue / stage.canvas.width;
    }, y);
  await choose(page, "rectangle", 3);
  const [left, top, width] = await edge();
  await page.keyboard.down("Control");
  await stroke(page, [
    [left + 2, top - 3],
    [left + width - 2, top + 1],
  ]);
  await page.keyboard.up("Control");
  await expect(facing("south").locator("small")).toHaveText("painted");
  await expect(facing("south")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Limb to paint on")).toHaveValue("2");
  const before = await changes(page);
  for (const name of ["south", "west"]) await expect(facing(name).locator("canvas")).toBeInViewport({ ratio: 0.9 });
  const [one, other] = await guide.locator("canvas").evaluateAll(all => all.map(it => it.getBoundingClientRect().left));
  expect(one).toBeLessThan(other!);
  await facing("west").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await expect(facing("west")).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.facing)).toBe("west");
  await expect.poll(lines).toEqual([[top - 3, top + 2]]);
  expect(await dashed(top - 3)).toBeGreaterThan(0.3);
  expect(await dashed(top + 2)).toBeGreaterThan(0.3);
  expect(await dashed(top - 8)).toBe(0);
  for (const [w, h] of [
    [1440, 900],
    [1280, 800],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    await settled(page);
    await expect(facing("north")).toBeInViewport({ ratio: 0.9 });
    if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, `guide-${w}.png`) });
  }
  // Colours that are on their way to others are not measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  const found: axe.AxeResults = await page.evaluate(() => (globalThis as any).axe.run(document));
  expect(found.violations.map(one => `${one.id}: ${one.nodes[0]?.target}`)).toEqual([]);
  // Looking at all facings changes nothing.
  expect(await changes(page)).toBe(before);
  await packedAsRendered(page, sampleGame("sample"), "with the guide");
  await page.locator(".edit-side").getByRole("button", { name: "All facings" }).click();
  await expect(guide).toBeHidden();
  expect(await dashed(top - 3)).toBe(0);
});

test("what is copied is pasted to all pictures of a limb, once", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  const key = (): Promise<Record<string, number[]>> =>
    page.evaluate(async () => {
      const app = (globalThis as any).costumier;
      const { draft } = await app.edit;
      const { pictures } = draft.drafted.head.limbs.find((one: any) => one.limb === 0);
      const out: Record<string, number[]> = {};
      for (const [index, { kind, owner }] of pictures.entries())
        if (kind === "picture")
          out[index] = [
            ...(await app.client.ask("rowsOf", { id: draft.id, key: { limb: owner[0], index: owner[1] } })),
          ];
      return out;
    });
  const before = await key();
  await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    edit.chooseLimb(0);
    edit.choose("pencil");
    edit.palette.choose(5, false);
  });
  const [x, y] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  await stroke(page, [
    [x! + 1, y! - 2],
    [x! + 5, y! - 2],
  ]);
  await page.keyboard.press("m");
  await stroke(page, [
    [x! + 1, y! - 2],
    [x! + 5, y! - 2],
  ]);
  await page.keyboard.press("Control+c");
  await page.locator(".edit-rest summary").click();
  await change(page, () => page.getByRole("button", { name: "Paste to all" }).click());
  const after = await key();
  const pictures = Object.keys(before);
  expect(pictures.length).toBeGreaterThan(2);
  for (const index of pictures) expect(after[index]!.filter(one => one === 5).length, index).toBeGreaterThanOrEqual(5);
  await undo(page);
  await undo(page);
  expect(await key()).toEqual(before);
});

test("a box is duplicated, an empty one is put in; undo takes both back", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=0&zoom=4");
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
  const before = await row(page);
  await press(page, "Duplicate");
  const after = await row(page);
  expect(after.length).toBe(before.length + 1);
  expect(before).not.toContain(after.find(one => !before.includes(one)));
  await expect(page.locator(".edit-line")).toContainText("is a copy of picture");
  const place = after.findIndex(one => !before.includes(one));
  expect(await page.evaluate(() => (globalThis as any).costumier.playback.tick)).toBe(place);
  await press(page, "Insert");
  await expect(page.locator(".edit-line")).toContainText("is empty, for this box only");
  expect((await row(page)).length).toBe(before.length + 2);
  await undo(page);
  await undo(page);
  expect(await row(page)).toEqual(before);
});

test("a new limb that is undone is no longer the one that is painted on", async ({ page }) => {
  await begin(page, "actor=1~walk~east&tick=2&zoom=4");
  await page.locator(".edit-rest summary").click();
  await change(page, () => page.getByRole("button", { name: "Add a limb" }).click());
  const select = page.getByLabel("Limb to paint on");
  await expect(select).toHaveValue("2");
  await undo(page);
  await expect(select).toHaveValue("");
  await expect(select).not.toContainText("limb 2");
  await expect(page.getByLabel("Picture of this box")).not.toHaveValue("");
});
