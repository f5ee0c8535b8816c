/** A layer over the pictures of a limb: kept, undone, moved for a facing or one picture, and in the pictures of what is packed. */
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { OUT, ready, sampleGame } from "./common";
import {
  changes,
  choose,
  dice,
  edit,
  editAt,
  editIn,
  packedAsRendered,
  patched,
  press,
  sameAsRendered,
  settled,
  stroke,
  undo,
} from "./edit-common";
import { place } from "./edit-random";

async function begin(page: Page, which: string, hash = "actor=1~stand~south&tick=0&zoom=4"): Promise<void> {
  if (which === "sample") await editAt(page, hash);
  else await editIn(page, which, { chore: "stand", facing: "south" });
}

const layerButton = (page: Page) => page.locator(".edit-side").getByRole("button", { name: "Layer", exact: true });

/** What the draft is: the pixels of all pictures and the layers. */
const state = (page: Page): Promise<{ pictures: string; layers: string; packed: number }> =>
  page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    const { draft } = await app.edit;
    const { head, layers, block } = draft.drafted;
    const pictures: string[] = [];
    for (const { limb, pictures: table } of head.limbs)
      for (const [index, { at, owner }] of table.entries()) {
        const rows = await app.client.ask("rowsOf", { id: draft.id, key: { limb: owner[0], index: owner[1] } });
        pictures.push(`${limb}.${index} ${at} ${rows.join()}`);
      }
    const plain = layers.map((one: any) => ({ ...one, rows: [...one.rows] }));
    return { pictures: pictures.join("\n"), layers: JSON.stringify(plain), packed: block?.bytes ?? 0 };
  });

const act = (page: Page, chore: string, facing: string) =>
  page
    .evaluate(({ chore, facing }) => (globalThis as any).costumier.store.actor({ chore, facing }), { chore, facing })
    .then(() => settled(page));

/** The pixels of the stage in a fixed part of the room. */
const stage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { client, playback, store } = (globalThis as any).costumier;
    const { x, y } = store.chosen;
    const said = { ...playback.said(), view: [x - 70, y - 120, 141, 151], edits: false, background: false };
    return (await client.ask("stage", { said, tick: playback.scene })).data.join();
  });

/** The limb and the pixel at the top of the figure. */
const top = (page: Page): Promise<{ limb: number; at: [number, number] }> =>
  page.evaluate(() => {
    const { placed } = (globalThis as any).costumier.playback.frame;
    const first = [...placed].sort((a: any, b: any) => a.area[1] - b.area[1])[0];
    return { limb: first.limb, at: [first.area[0] + 3, first.area[1] - 3] };
  });

test("an empty layer has no pixels to copy", async ({ page }) => {
  const thrown: string[] = [];
  page.on("pageerror", error => thrown.push(String(error)));
  await begin(page, "sample");
  await layerButton(page).click();
  await expect(layerButton(page)).toHaveAttribute("aria-pressed", "true");
  for (const keys of ["Control+a", "Control+c", "Control+x"]) await page.keyboard.press(keys);
  await expect(page.locator(".edit-line")).toContainText("There are no pixels here to copy.");
  await settled(page);
  expect(thrown).toEqual([]);
});

for (const which of ["sample", "sample-v2", "sample-v7", "sample-he"])
  test(`strokes on a layer and beneath it change the pixel under the pointer, and no other (${which})`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await begin(page, which);
    const roll = dice(Number(process.env["SEED"] ?? 20251) + 77);
    const { limb } = await top(page);
    await page.evaluate(async limb => (await (globalThis as any).costumier.edit).chooseLimb(limb), limb);
    let [hits, onLayer] = [0, false];
    for (let step = 0; step < 30; step++) {
      if (step % 3 === 0) {
        await layerButton(page).click();
        onLayer = !onLayer;
        await expect(layerButton(page)).toHaveAttribute("aria-pressed", String(onLayer));
      }
      if (step % 7 === 6) await act(page, "stand", ["west", "east", "north", "south"][roll(4)]!);
      await choose(page, "pencil", 1 + roll(3));
      await settled(page);
      const { area, x, y } = await page.evaluate(limb => {
        const { playback, store } = (globalThis as any).costumier;
        return { ...store.chosen, area: playback.frame.placed.find((one: any) => one.limb === limb).area };
      }, limb);
      const [left, upper, width] = area as number[];
      // Also where the layer and the picture grow: to the left, above, to the right.
      const at: [number, number] = [left! - 4 + roll(width! + 8), upper! - 4 + roll(14)];
      const before = (await stage(page)).split(",");
      await stroke(page, [at]);
      const after = (await stage(page)).split(",");
      const changed = after.flatMap((one, i) =>
        one === before[i] ? [] : [`${x - 70 + (Math.floor(i / 4) % 141)},${y - 120 + Math.floor(i / 4 / 141)}`],
      );
      const others = changed.filter(one => one !== at.join());
      expect(others, `step ${step}, ${onLayer ? "on" : "beneath"} the layer, at ${at}`).toEqual([]);
      hits += changed.length ? 1 : 0;
    }
    expect(hits).toBeGreaterThan(10);
  });

for (const which of ["sample", "sample-v2", "sample-v7", "sample-he"])
  test(`a hat on a layer lies over all pictures of a limb, is moved in one facing, and is packed (${which})`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await begin(page, which);
    const before = await state(page);
    const { limb } = await top(page);
    await page.evaluate(async limb => (await (globalThis as any).costumier.edit).chooseLimb(limb), limb);
    await layerButton(page).click();
    await expect(layerButton(page)).toHaveAttribute("aria-pressed", "true");
    await choose(page, "rectangle", 3);
    await settled(page);
    const { at } = await top(page);
    await page.keyboard.down("Control");
    await stroke(page, [at, [at[0] + 6, at[1] + 4]]);
    await page.keyboard.up("Control");
    expect(await changes(page)).toBe(1);
    const drawn = await state(page);
    expect(drawn.pictures).toBe(before.pictures);
    const hat = JSON.parse(drawn.layers);
    expect(hat).toHaveLength(1);
    expect(hat[0]).toMatchObject({ limb, width: 7, height: 5, moves: {} });
    if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, `layer-${which}.png`) });
    let game = await patched(page, sampleGame(which));
    expect(game.same).toBe(true);
    for (const chore of ["stand", "walk"])
      for (const facing of ["south", "west", "north", "east"]) {
        await act(page, chore, facing);
        await sameAsRendered(page, game.folder, `${chore} ${facing}`);
      }
    // Moved for the pictures that look east, and for no other ones; with Shift, for the picture that is shown.
    const shown: Record<string, number[]> = {};
    for (const facing of ["south", "east"])
      for (const chore of ["walk", "stand"]) {
        await act(page, chore, facing);
        const now = async () => (await (globalThis as any).costumier.edit).facts.picturesOf((globalThis as any).limb);
        await page.evaluate(limb => void ((globalThis as any).limb = limb), limb);
        shown[facing] = [...(shown[facing] ?? []), ...((await page.evaluate(now)) as number[])];
      }
    await act(page, "stand", "south");
    const south = await stage(page);
    await act(page, "stand", "east");
    const east = await stage(page);
    await page.keyboard.press("v");
    await page.locator(".pane canvas").focus();
    const moves = async (): Promise<Record<string, number[]>> => JSON.parse((await state(page)).layers)[0].moves;
    const nudge = async (key: string) => {
      const count = await changes(page);
      await page.keyboard.press(key);
      await expect.poll(() => changes(page)).toBe(count + 1);
      await settled(page);
      return moves();
    };
    await nudge("ArrowUp");
    const together = await nudge("ArrowRight");
    expect(Object.keys(together)).toEqual(expect.arrayContaining(shown["east"]!.map(String)));
    for (const index of shown["south"]!) if (!shown["east"]!.includes(index)) expect(together[index]).toBeUndefined();
    for (const one of Object.values(together)) expect(one).toEqual([1, -1]);
    const alone = await nudge("Shift+ArrowRight");
    const others = Object.values(alone).filter(one => String(one) === "1,-1");
    expect(others).toHaveLength(Object.keys(together).length - 1);
    expect(Object.values(alone).filter(one => String(one) === "2,-1")).toHaveLength(1);
    expect(await stage(page)).not.toBe(east);
    await act(page, "stand", "south");
    expect(await stage(page)).toBe(south);
    // It is in the database.
    const kept = await state(page);
    if (which === "sample") {
      await page.reload();
      await ready(page);
      await edit(page);
      expect(await state(page)).toEqual(kept);
      await act(page, "stand", "south");
      expect(await stage(page)).toBe(south);
    }
    // Flattened, the stage is the same, and pictures have it.
    game = await patched(page, sampleGame(which));
    await page.locator(".edit-rest summary").click();
    const count = await changes(page);
    await page.getByRole("button", { name: "Flatten" }).click();
    await expect.poll(() => changes(page)).toBe(count + 1);
    await settled(page);
    const flat = await state(page);
    expect(flat.layers).toBe("[]");
    expect(flat.packed).toBe(kept.packed);
    expect(flat.pictures).not.toBe(before.pictures);
    for (const facing of ["south", "east"]) {
      await act(page, "stand", facing);
      await sameAsRendered(page, game.folder, `flattened, ${facing}`);
    }
    await undo(page);
    expect(await state(page)).toEqual(kept);
    while (await changes(page)) await undo(page);
    expect(await state(page)).toEqual(before);
    await sameAsRendered(page, sampleGame(which), "undone");
  });

/** Begins a layer over the limb at the top of the figure, with a hat. */
async function hat(page: Page): Promise<number> {
  const { limb } = await top(page);
  await page.evaluate(async limb => (await (globalThis as any).costumier.edit).chooseLimb(limb), limb);
  await layerButton(page).click();
  await choose(page, "rectangle", 3);
  await settled(page);
  const { at } = await top(page);
  await stroke(page, [at, [at[0] + 6, at[1] + 4]]);
  return limb;
}

test("a layer of an AKOS costume lies over a picture that its limb shows only later", async ({ page }) => {
  await begin(page, "sample-v7");
  await hat(page);
  const pictures = async (): Promise<number[]> => JSON.parse((await state(page)).layers)[0].pictures;
  const before = await pictures();
  const other: number = await page.evaluate(async before => {
    const { pictures } = (await (globalThis as any).costumier.edit).draft.drafted.head.limbs[0];
    return pictures.findIndex((one: any, i: number) => one.kind === "picture" && !before.includes(i));
  }, before);
  expect(other).toBeGreaterThanOrEqual(0);
  await page.getByLabel("Picture of this box").selectOption(String(other));
  await expect.poll(() => changes(page)).toBe(2);
  await settled(page);
  expect(await pictures()).toContain(other);
  const game = await patched(page, sampleGame("sample-v7"));
  expect(game.same).toBe(true);
  await sameAsRendered(page, game.folder, "another picture");
  await undo(page);
  expect(await pictures()).toEqual(before);
});

for (const name of ["New drawing", "Change here only"])
  test(`${name}: the copy has the layer where the picture has it`, async ({ page }) => {
    await begin(page, "sample");
    await hat(page);
    await page.keyboard.press("v");
    await page.locator(".pane canvas").focus();
    await page.keyboard.press("Shift+ArrowUp");
    await expect.poll(() => changes(page)).toBe(2);
    await settled(page);
    const before = await stage(page);
    await layerButton(page).click();
    await page.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => changes(page)).toBe(3);
    await settled(page);
    expect(await stage(page)).toBe(before);
    const { moves } = JSON.parse((await state(page)).layers)[0];
    expect(Object.values(moves)).toEqual([
      [0, -1],
      [0, -1],
    ]);
  });

for (const which of ["sample", "sample-v7"])
  test(`layers, strokes beneath, moves, flattening, undo and redo at random (${which})`, async ({ page }) => {
    test.setTimeout(180_000);
    await begin(page, which);
    const roll = dice([...which].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 3));
    const history = [await state(page)];
    let at = 0;
    const made = async () => history.splice(++at, Infinity, await state(page));
    const { limb } = await top(page);
    const isOn = async () => (await layerButton(page).getAttribute("aria-pressed")) === "true";
    for (let step = 0; step < 30; step++) {
      const before = await changes(page);
      const kind = roll(8);
      await act(page, ["stand", "walk"][roll(2)]!, ["south", "west", "north", "east"][roll(4)]!);
      await page.evaluate(
        async limb => (await (globalThis as any).costumier.edit).chooseLimb(limb),
        roll(4) ? limb : null,
      );
      if (kind < 4) {
        if ((await isOn()) !== kind < 3) await layerButton(page).click();
        await choose(page, ["pencil", "rectangle", "eraser", "line"][roll(4)]!, 1 + roll(12));
        await stroke(page, [await place(page, roll), await place(page, roll)]);
      } else if (kind === 4) {
        await choose(page, "move");
        await page.locator(".pane canvas").focus();
        await page.keyboard.press(["ArrowUp", "ArrowLeft"][roll(2)]!);
        await page.waitForTimeout(100);
        await settled(page);
      } else if (kind === 5 && JSON.parse(history[at]!.layers).length && !roll(2)) {
        await page.evaluate(async () => (await (globalThis as any).costumier.edit).layering.flatten());
        await settled(page);
      } else if (kind === 5) {
        if (roll(2)) await press(page, "New drawing").catch(() => {});
      } else if (kind === 6 ? at : at < history.length - 1) {
        await page.keyboard.press(kind === 6 ? "Control+z" : "Control+y");
        at += kind === 6 ? -1 : 1;
        await expect.poll(() => changes(page)).toBe(at);
        await settled(page);
      }
      if (kind < 6 && (await changes(page)) > before) await made();
      expect(await state(page), `step ${step}, ${kind}`).toEqual(history[at]);
      if (step % 5 === 4) {
        await packedAsRendered(page, sampleGame(which), `step ${step}`);
      }
    }
    for (; at; at--) await undo(page);
    expect(await state(page)).toEqual(history[0]);
  });

test("a new facing has the layer where its pictures have it, copied and mirrored", async ({ page }) => {
  await begin(page, "sample");
  await act(page, "stand", "south");
  await hat(page);
  // One side of it is longer.
  const { at } = await top(page);
  await stroke(page, [at, [at[0] + 9, at[1]]]);
  await layerButton(page).click();
  await press(page, "New chore");
  const begun = await changes(page);
  const chore = await page.evaluate(() => (globalThis as any).costumier.store.chosen.chore);
  const drawn = (facing: string): Promise<number[][]> =>
    page.evaluate(async facing => {
      const { client, playback, store } = (globalThis as any).costumier;
      const said = playback.said();
      const actors = [{ ...said.actors[store.state.selected], facing }];
      const { x, y } = actors[0];
      const asked = { ...said, actors, selected: 0, view: [x - 40, y - 90, 81, 100], edits: false, background: false };
      const { data, width } = await client.ask("stage", { said: asked, tick: 0 });
      const colours = [...new Uint32Array(data.buffer, data.byteOffset, data.length / 4)];
      return Array.from({ length: 100 }, (_, row) => colours.slice(row * width, (row + 1) * width));
    }, facing);
  const south = await drawn("south");
  const rows = (image: number[][], flips: boolean) => {
    // To the columns that are drawn: a mirror image may stand a column further.
    const empty = image[0]![0];
    const used = image[0]!.map((_, column) => image.some(row => row[column] !== empty));
    const [left, right] = [used.indexOf(true), used.lastIndexOf(true)];
    return image.map(row => (flips ? row.slice(left, right + 1).reverse() : row.slice(left, right + 1)));
  };
  for (const [facing, how] of [
    ["west", "copied"],
    ["west", "mirrored"],
    ["east", "copied"],
    ["east", "mirrored"],
    ["north", "copied"],
  ] as const) {
    await page.getByLabel("New facing").selectOption(`${facing} ${how}`);
    await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.chosen.facing)).toBe(facing);
    await settled(page);
    expect(rows(await drawn(facing), how === "mirrored"), `${facing}, ${how}`).toEqual(rows(south, false));
    while ((await changes(page)) > begun) await undo(page);
    await page.evaluate(chore => (globalThis as any).costumier.store.actor({ chore, facing: "south" }), chore);
    await settled(page);
  }
});
