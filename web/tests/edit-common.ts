/** What tests of the mode that edits share: a page that edits, strokes on its stage, and what the command line makes of them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { openSample, OUT, ready, run, visit } from "./common";

/** Numbers that are the same in every run. */
export function dice(seed: number): (most: number) => number {
  let state = seed >>> 0 || 1;
  return most => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

/** Begins to edit what is on the stage. */
export async function edit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await settled(page);
}

/** Opens the page at an address, and begins to edit. */
export async function editAt(page: Page, hash: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page, hash);
  await edit(page);
}

/** Opens a generation of the sample, and begins to edit a costume whose actor does this. */
export async function editIn(page: Page, which: string, actor: object, costume = 1): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page);
  await openSample(page, which);
  await page.evaluate(id => (globalThis as any).costumier.choose(id), costume);
  await ready(page);
  await page.evaluate(actor => {
    const { store } = (globalThis as any).costumier;
    store.actor(actor);
    store.set({ zoom: 4 });
  }, actor);
  await edit(page);
}

/** Draws a rectangle over the corner of the first picture. */
export async function drawRectangle(page: Page): Promise<void> {
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  await page.keyboard.press("u");
  await stroke(page, [
    [left - 2, top + 5],
    [left + 12, top + 20],
  ]);
}

/** Waits until the stage shows all that was done, and all of it is kept. */
export async function settled(page: Page): Promise<void> {
  const isSettled = async () => {
    const app = (globalThis as any).costumier;
    const edit = await app.edit;
    const { draft } = edit ?? {};
    // What was begun is made: the worker's answer may come after all is kept.
    await draft?.queue;
    const easel = app.playback.frame?.easel;
    const isIdle = !app.playback.asking && !app.playback.wanted && app.playback.settled;
    // While a change is being made, no frame is new enough.
    return (
      Number.isFinite(edit?.base) &&
      draft?.id === app.store.chosen.costume &&
      easel?.costume === draft.id &&
      easel.version >= draft.drafted.version &&
      draft.isSaved &&
      isIdle
    );
  };
  await expect.poll(() => page.evaluate(isSettled), { intervals: [10, 20, 30, 50, 100], timeout: 20_000 }).toBe(true);
}

/** Where a pixel of the room is in the window. */
export function spot(page: Page, x: number, y: number): Promise<[number, number]> {
  return page.evaluate(
    ([x, y]) => {
      const { stage } = (globalThis as any).costumier;
      const box = stage.canvas.getBoundingClientRect();
      const [left, top] = stage.to(x, y);
      const scale = box.width / stage.size[0];
      return [box.left + (left + stage.zoom / 2) * scale, box.top + (top + stage.zoom / 2) * scale];
    },
    [x, y] as const,
  );
}

/** Drags over pixels of the room. */
export async function stroke(page: Page, pixels: [number, number][], button: "left" | "right" = "left"): Promise<void> {
  const [first, ...rest] = pixels;
  await page.mouse.move(...(await spot(page, ...first!)));
  await page.mouse.down({ button });
  for (const pixel of rest) await page.mouse.move(...(await spot(page, ...pixel)));
  await page.mouse.up({ button });
  await settled(page);
}

/** The bytes of a file that the page makes. */
export async function made(
  page: Page,
  form: "patch" | "files" | "folder" | "aseprite",
): Promise<{ name: string; bytes: Buffer } | null> {
  const out = await page.evaluate(async form => {
    const app = (globalThis as any).costumier;
    const made = await app.client.ask("out", { ids: [app.store.chosen.costume], form });
    if (!made) return null;
    let text = "";
    for (let i = 0; i < made.bytes.length; i += 8192) text += String.fromCharCode(...made.bytes.subarray(i, i + 8192));
    return { name: made.name as string, text: btoa(text) };
  }, form);
  return out && { name: out.name, bytes: Buffer.from(out.text, "base64") };
}

/** The game with what the page has edited, and the command line's patch for it: both from the page's costume folder. */
export async function patched(page: Page, game: string): Promise<{ folder: string; same: boolean }> {
  const folder = mkdtempSync(join(OUT, "edit-"));
  const zip = join(folder, "costume.zip");
  writeFileSync(zip, (await made(page, "folder"))!.bytes);
  mkdirSync(join(folder, "costume"));
  execFileSync("unzip", ["-q", zip, "-d", join(folder, "costume")]);
  const ours = await made(page, "patch");
  if (!ours) return { folder: game, same: true };
  const file = join(folder, ours.name);
  run("put", game, join(folder, "costume"), "--patch", file, "--quiet");
  const same = readFileSync(file).equals(ours.bytes);
  run("patch", "apply", game, file, "-o", join(folder, "game"), "--quiet");
  return { folder: join(folder, "game"), same };
}

/** Whether the stage shows what the command line renders of a game. */
export async function sameAsRendered(page: Page, game: string, name: string): Promise<void> {
  const actor = await page.evaluate(() => {
    const app = (globalThis as any).costumier;
    return { ...app.store.chosen, tick: app.playback.scene, room: app.store.state.costume.room };
  });
  const role = (chore: string | number) => (typeof chore === "string" ? chore.replace("-", " ") : chore);
  const folder = mkdtempSync(join(OUT, "edited-"));
  const file = join(folder, "scene.json");
  const { costume, x, y, facing, scale, zplane, chore, tick, room } = actor;
  const VIEW = [x - 70, y - 120, 141, 151] as const;
  const steps = [{ perform: role(chore) }, { ticks: tick }];
  const said = { costume, position: [x, y], facing, steps, scale, zplane };
  writeFileSync(file, JSON.stringify({ scenes: [{ name: "s", room, background: false, view: VIEW, actors: [said] }] }));
  run("render", game, "--scenes", file, "-o", join(folder, "out"), "--quiet");
  const png = readFileSync(join(folder, "out", "s.png")).toString("base64");
  const wrong = await page.evaluate(
    async ({ png, view }) => {
      const app = (globalThis as any).costumier;
      const said = {
        ...app.playback.said(),
        view,
        room: app.store.state.costume.room,
        background: false,
        edits: false,
      };
      const shown = await app.client.ask("stage", { said, tick: app.playback.scene });
      const blob = new Blob([Uint8Array.from(atob(png), one => one.charCodeAt(0))], { type: "image/png" });
      const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d")!;
      pen.drawImage(bitmap, 0, 0);
      const truth = pen.getImageData(0, 0, bitmap.width, bitmap.height).data;
      if (bitmap.width !== shown.width || bitmap.height !== shown.height) return "another size";
      // The actor is in view, or nothing would be compared.
      if (!truth.some((one, i) => i % 4 === 3 && one)) return "nothing is seen";
      let wrong = 0;
      for (let i = 0; i < truth.length; i += 4) {
        const same = [0, 1, 2].every(part => truth[i + part] === shown.data[i + part]);
        if (truth[i + 3] !== shown.data[i + 3] || (truth[i + 3] && !same)) wrong++;
      }
      return wrong;
    },
    { png, view: VIEW },
  );
  expect(wrong, name).toBe(0);
}

/** Packs the edits as the command line does, and shows what it renders of the game. */
export async function packedAsRendered(page: Page, game: string, name: string): Promise<void> {
  const { folder, same } = await patched(page, game);
  expect(same, name).toBe(true);
  await sameAsRendered(page, folder, name);
}

/** How many changes the costume has. */
export const changes = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count);

/** The picture that a limb shows at each tick. */
export const row = (page: Page, limb = 0): Promise<(number | null)[]> =>
  page.evaluate(limb => {
    const { clip } = (globalThis as any).costumier.playback;
    const spans = clip.limbs.find((one: any) => one.limb === limb).spans;
    return spans.flatMap((one: any) => Array(one.to - one.from).fill(one.pictures[0]?.index ?? null));
  }, limb);

/** Where a place of a limb's row is in the window, in ticks. */
export async function tickAt(page: Page, tick: number, limb = 0): Promise<[number, number]> {
  const ticks: number = await page.evaluate(() => (globalThis as any).costumier.time.ticks);
  const box = (await page.locator(`.row[data-limb="${limb}"] .track`).boundingBox())!;
  return [box.x + (tick / ticks) * box.width, box.y + box.height / 2];
}

/** Drags in the window, which makes one change. */
export async function dragged(
  page: Page,
  from: [number, number],
  to: [number, number],
  act: () => Promise<void> = async () => {},
) {
  const before = await changes(page);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await act();
  await page.mouse.move(...to);
  await page.mouse.up();
  await expect.poll(() => changes(page)).toBe(before + 1);
  await settled(page);
}

export const undo = async (page: Page) => {
  const before = await changes(page);
  await page.keyboard.press("Control+z");
  await expect.poll(() => changes(page)).toBe(before - 1);
  await settled(page);
};

/** Presses a button of Time that makes one change. */
export async function press(page: Page, name: string): Promise<void> {
  const before = await changes(page);
  await page.locator(".edit-time").getByRole("button", { name, exact: true }).click();
  await expect.poll(() => changes(page)).toBe(before + 1);
  await settled(page);
}

/** Adds facings to a new chore as copies and as mirror images. */
export async function newFacings(page: Page, game: string): Promise<void> {
  const shown = () =>
    page.evaluate(async () => {
      const { client, playback } = (globalThis as any).costumier;
      const said = { ...playback.said(), view: [-60, -100, 121, 130], edits: false };
      const { data } = await client.ask("stage", { said, tick: playback.scene });
      return Array.from({ length: 130 }, (_, y) =>
        Array.from({ length: 121 }, (_, x) => data.slice(4 * (y * 121 + x), 4 * (y * 121 + x) + 4).join(".")).join(" "),
      );
    });
  const east = await shown();
  const mirror = (rows: string[]) => rows.map(one => one.split(" ").reverse().join(" "));
  for (const [facing, how, wanted] of [
    ["north", "copied", east],
    ["south", "mirrored", mirror(east)],
    ["west", "mirrored", mirror(east)],
  ] as const) {
    await page.evaluate(() => (globalThis as any).costumier.store.actor({ facing: "east" }));
    await settled(page);
    const count = await changes(page);
    await page.getByLabel("New facing").selectOption(`${facing} ${how}`);
    await expect.poll(() => changes(page)).toBe(count + 1);
    await settled(page);
    expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.facing)).toBe(facing);
    expect(await shown(), `${facing}, ${how}`).toEqual(wanted);
  }
  await packedAsRendered(page, game, "new facings");
}

/** Chooses a tool, its colour and its size. */
export const choose = (page: Page, tool: string, colour = 1, size = 1) =>
  page.evaluate(
    async ({ tool, colour, size }) => {
      const edit = await (globalThis as any).costumier.edit;
      edit.choose(tool);
      edit.size = size;
      edit.palette.choose(colour, false);
    },
    { tool, colour, size },
  );
