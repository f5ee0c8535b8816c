/** Editing: what is painted is the pixel under the pointer, and the game gets exactly what the stage shows. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, opened, openSample, run, sampleGame, TOP, visit } from "./common";
import {
  dice,
  drawRectangle,
  edit,
  editAt,
  made,
  packedAsRendered,
  patched,
  sameAsRendered,
  settled,
  spot,
  stroke,
} from "./edit-common";
import { place, randomEdits } from "./edit-random";

/** How many edits are made in each kind of game; the full check makes 504 in all (`EDITS=63`). */
const EDITS = Number(process.env["EDITS"] ?? 6);

const changes = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count);

const EDITIONS = ["v2", "v3-ega", "v4-ega", "v6", "v7", "v8", "he"].map(one => `sample-${one}`);
for (const which of ["sample", ...EDITIONS])
  test(`${which}: each edit is the pixel under the pointer, the command line's patch, and what render draws`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + EDITS * 15_000);
    const game = sampleGame(which);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await visit(page, "actor=1~walk~east&tick=0&zoom=3");
    if (which !== "sample") await openSample(page, which);
    await randomEdits(page, which, game, EDITS, () => edit(page));
  });

test("undo leads back to the game, redo to the same block; files are the command line's", async ({ page }) => {
  test.setTimeout(90_000);
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await edit(page);
  const block = () =>
    page.evaluate(async () => {
      const app = (globalThis as any).costumier;
      const [worn] = await app.client.ask("worn", {});
      return worn ? [...worn.payload].join() : null;
    });
  const roll = dice(4711);
  const blocks = [await block()];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press(["b", "e", "l", "u", "g", "Shift+G"][roll(6)]!);
    await page.evaluate(
      async colour => (await (globalThis as any).costumier.edit).palette.choose(colour, false),
      1 + roll(14),
    );
    const before = await page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count);
    await stroke(page, [await place(page, roll), await place(page, roll)]);
    const count = await page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count);
    if (count > before) blocks.push(await block());
  }
  expect(blocks.length).toBeGreaterThan(6);
  const origin = await page.evaluate(async () =>
    [...(await (globalThis as any).costumier.edit).draft.drafted.origin].join(),
  );
  for (let i = blocks.length - 2; i >= 0; i--) {
    await page.keyboard.press("Control+z");
    await settled(page);
    expect(await block(), `after undo ${i}`).toBe(blocks[i] ?? origin);
  }
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  for (let i = 1; i < blocks.length; i++) {
    await page.keyboard.press(i % 2 ? "Control+y" : "Control+Shift+Z");
    await settled(page);
    expect(await block(), `after redo ${i}`).toBe(blocks[i]);
  }
});

test("strokes one upon the other lose nothing, however fast they come", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=4");
  await edit(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).palette.choose(5, false));
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  const pixels = Array.from(
    { length: 10 },
    (_, i) => [left + 1 + (i % 5) * 2, top + 1 + Math.floor(i / 5) * 2] as [number, number],
  );
  const spots = await Promise.all(pixels.map(([x, y]) => spot(page, x, y)));
  await page.evaluate(async () => void ((await (globalThis as any).costumier.edit).limb = 0));
  // As fast as the browser can: no frame in between is waited for.
  await page.evaluate(spots => {
    const { stage } = (globalThis as any).costumier;
    for (const [clientX, clientY] of spots)
      for (const kind of ["pointerdown", "pointerup"])
        stage.canvas.dispatchEvent(
          new PointerEvent(kind, { clientX, clientY, pointerId: 1, button: 0, bubbles: true }),
        );
  }, spots);
  await settled(page);
  const seen = await page.evaluate(async pixels => {
    const edit = await (globalThis as any).costumier.edit;
    const sheet = edit.brush.sheets().find((one: any) => one.limb === 0);
    return pixels.map(one => sheet.seen(one).colour);
  }, pixels);
  expect(seen).toEqual(pixels.map(() => 5));
});

test("a costume of a kind that is not edited says why, and looking goes on", async ({ page }) => {
  // cargo run -p costumier-export --example judge-games -- target/judges/games
  const game = join(TOP, "target", "judges", "games", "v1");
  test.skip(!existsSync(game), "write it with the example judge-games");
  await visit(page);
  await drop(page, [game]);
  await opened(page, /v1/);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("cannot be edited");
  await expect(page.getByRole("button", { name: "Look", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("a colour for looking is the actor's; kept, it is the costume's", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await page.locator(".swatches .swatch").nth(10).click();
  await page.locator(".room-colours button").nth(45).click();
  await edit(page);
  expect(await page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count)).toBe(0);
  await page.getByRole("button", { name: "Keep 1 colour" }).click();
  await settled(page);
  const { palette, actor } = await page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    return { palette: (await app.edit).draft.drafted.head.palette, actor: app.store.chosen.palette };
  });
  expect([palette[10], actor]).toEqual([45, {}]);
  const game = sampleGame("sample");
  await packedAsRendered(page, game, "recoloured");
  await page.keyboard.press("Control+z");
  await settled(page);
  expect(await page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count)).toBe(0);
});

test("change here only: the picture of this chore and facing is another one, all others stay", async ({ page }) => {
  await editAt(page, "actor=1~walk~south&tick=0&zoom=4");
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(1));
  await expect(page.locator(".edit-shared summary")).toContainText(/Shown in \d+ chores?/);
  const films = () =>
    page.evaluate(async () => {
      const app = (globalThis as any).costumier;
      const out: Record<string, string> = {};
      for (const { chore, role, facing } of app.store.state.costume.actions) {
        const said = app.playback.said();
        const actor = { ...said.actors[0], chore: role ?? chore, facing };
        const shown = await app.client.ask("stage", { said: { ...said, edits: false, actors: [actor] }, tick: 0 });
        out[`${chore} ${facing}`] = shown.data.join();
      }
      return out;
    });
  const before = await films();
  await page.getByRole("button", { name: "Change here only" }).click();
  await expect(page.locator(".edit-line")).toContainText("has a picture of its own now");
  await settled(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).palette.choose(14, false));
  const [left, top] = await page.evaluate(
    () => (globalThis as any).costumier.playback.frame.placed.find((one: any) => one.limb === 1).area,
  );
  await stroke(page, [
    [left + 2, top + 4],
    [left + 8, top + 4],
  ]);
  const after = await films();
  const changed = Object.keys(before).filter(key => before[key] !== after[key]);
  expect(changed).toEqual(["2 south"]);
  const { same, folder } = await patched(page, sampleGame("sample"));
  expect(same).toBe(true);
  await sameAsRendered(page, folder, "changed here only");
});

test("a PNG is brought in: strange colours are shown, with the nearest ones", async ({ page }) => {
  await editAt(page, "actor=1~stand~south&tick=0&zoom=4");
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
  // The picture itself, with a pixel of another colour.
  const wanted: number[] = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    return [...edit.brush.sheets()[0].picture.pixels];
  });
  const painted = async (colour: string) =>
    Buffer.from(
      await page.evaluate(async colour => {
        const edit = await (globalThis as any).costumier.edit;
        const { picture } = edit.brush.sheets()[0];
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const pen = canvas.getContext("2d")!;
        for (const [i, value] of picture.pixels.entries()) {
          const rgb = edit.rgb(value);
          if (!rgb) continue;
          pen.fillStyle = rgb;
          pen.fillRect(i % picture.width, Math.floor(i / picture.width), 1, 1);
        }
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())];
      }, colour),
    );
  const input = page.getByLabel("File to bring in");
  const bring = async (colour: string) =>
    input.setInputFiles({ name: "odile.png", mimeType: "image/png", buffer: await painted(colour) });
  await bring("#12fe34");
  await expect(page.locator("dialog.bring")).toContainText("1 pixel has a colour that the costume does not have");
  await page.getByLabel("Costume colour for #12fe34").selectOption("4");
  await page.getByRole("button", { name: "Take it so" }).click();
  await settled(page);
  const pixels: number[] = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    return [...edit.brush.sheets()[0].picture.pixels];
  });
  expect(pixels).toEqual([4, ...wanted.slice(1)]);
  // Nearly the colour of transparent pixels, and at the edge: a damaged ground, which is said.
  await bring("#fe01fd");
  await expect(page.locator("body")).toContainText("1 pixel became transparent");
});

test("select, flip, turn and move lead back to where they began", async ({ page }) => {
  await editAt(page, "actor=1~stand~east&tick=0&zoom=4");
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
  const state = () =>
    page.evaluate(async () => {
      const { picture } = (await (globalThis as any).costumier.edit).brush.sheets()[0];
      return JSON.stringify([picture.width, picture.height, picture.at, [...picture.pixels]]);
    });
  const before = await state();
  for (const keys of ["Shift+H", "Shift+V"]) {
    await page.keyboard.press(keys);
    await settled(page);
    expect(await state()).not.toBe(before);
    await page.keyboard.press(keys);
    await settled(page);
    expect(await state(), keys).toBe(before);
  }
  await page.keyboard.press("v");
  // A tool that was clicked has the focus, and arrows mean the picture.
  for (const one of [page.locator(".pane canvas"), page.getByRole("button", { name: "Move", exact: true })]) {
    await one.focus();
    for (const arrow of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      await page.keyboard.press(arrow);
      await settled(page);
      if (arrow !== "ArrowUp") expect(await state(), arrow).not.toBe(before);
    }
    expect(await state()).toBe(before);
  }
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  await stroke(page, [
    [left + 4, top + 8],
    [left + 9, top + 5],
  ]);
  const at = JSON.parse(before)[2];
  expect(JSON.parse(await state())[2]).toEqual([at[0] + 5, at[1] - 3]);
});

test("time: a command is held, moved, taken out, shows another picture; a new chore is a copy", async ({ page }) => {
  await editAt(page, "actor=1~walk~east&tick=2&zoom=4");
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
  const row = () =>
    page.evaluate(() => {
      const { clip } = (globalThis as any).costumier.playback;
      const spans = clip.limbs.find((one: any) => one.limb === 0).spans;
      return spans.flatMap((one: any) => Array(one.to - one.from).fill(one.pictures[0]?.index ?? null)) as (
        number | null
      )[];
    });
  const press = async (name: string) => {
    const before = await changes(page);
    await page.locator(".edit-time").getByRole("button", { name, exact: true }).click();
    await expect.poll(() => changes(page)).toBe(before + 1);
    await settled(page);
  };
  const before = await row();
  const at = await page.evaluate(() => (globalThis as any).costumier.playback.tick);
  await press("Longer");
  await expect.poll(row).toEqual([...before.slice(0, at + 1), ...before.slice(at)]);
  // A held picture is one box, which is taken out whole.
  await expect(page.locator('.row[data-limb="0"] .span')).toHaveCount(before.length);
  await press("Delete");
  await expect.poll(row).toEqual([...before.slice(0, at), ...before.slice(at + 1)]);
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press("Control+z");
    await settled(page);
  }
  await expect.poll(row).toEqual(before);
  await press("Later");
  const swapped = [...before];
  [swapped[at], swapped[at + 1]] = [before[at + 1]!, before[at]!];
  await expect.poll(row).toEqual(swapped);
  await press("Earlier");
  await expect.poll(row).toEqual(before);
  const count = await changes(page);
  await page.getByLabel("Picture of this box").selectOption("1");
  await expect.poll(() => changes(page)).toBe(count + 1);
  await settled(page);
  await expect.poll(async () => (await row())[at]).toBe(1);
  const { folder, same } = await patched(page, sampleGame("sample"));
  expect(same).toBe(true);
  await sameAsRendered(page, folder, "another picture");
  await press("New chore");
  const chore = await page.evaluate(() => (globalThis as any).costumier.store.chosen.chore);
  expect(chore).toBeGreaterThan(7);
  await packedAsRendered(page, sampleGame("sample"), "new chore");
  for (let i = 0; i < 6; i++) {
    await page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: "walk" }));
    await page.keyboard.press("Control+z");
    await settled(page);
  }
  await expect.poll(row).toEqual(before);
});

test("exports and the game's files hold the edits, as the command line's do", async ({ page }) => {
  await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
  await drawRectangle(page);
  const game = sampleGame("sample");
  const { folder, same } = await patched(page, game);
  expect(same).toBe(true);
  // Game files: those that the patched game has and the game has not.
  const files = (await made(page, "files"))!;
  const zip = join(folder, "..", "files.zip");
  writeFileSync(zip, files.bytes);
  const names = execFileSync("unzip", ["-Z1", zip]).toString().trim().split("\n");
  for (const name of names)
    expect(
      execFileSync("unzip", ["-p", zip, name], { maxBuffer: 1 << 28 }).equals(readFileSync(join(folder, name))),
    ).toBe(true);
  const changed = readdirSync(folder).filter(
    name => !readFileSync(join(folder, name)).equals(readFileSync(join(game, name))),
  );
  expect(names.sort()).toEqual(changed.sort());
  // An export by another worker.
  const gif = join(folder, "..", "walk.gif");
  run("export", folder, "1", "-o", gif, "--chore", "walk", "--facing", "east", "--quiet");
  const ours = await page.evaluate(async () => {
    const { client } = (globalThis as any).costumier;
    const other = await client.aside(
      () => {},
      () => {},
    );
    const options = { formats: ["gif"], chore: ["walk"], facing: ["east"] };
    const made = await other.ask("export", { screen: null, ids: [1], options, zip: null });
    other.end();
    return [...made.bytes] as number[];
  });
  expect(Buffer.from(ours).equals(readFileSync(gif))).toBe(true);
  // The .aseprite file of the costume folder.
  run("unpack", folder, "1", "-o", join(folder, "..", "unpacked"), "--pictures", "aseprite", "--quiet");
  const sprite = (await made(page, "aseprite"))!;
  expect(sprite.bytes.equals(readFileSync(join(folder, "..", "unpacked", sprite.name)))).toBe(true);
});
