// Files of a folder are open while a game uses them, and no longer. Counted in /proc, so on Linux only.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CostumierError } from "costumier";
import { initEdit } from "costumier/edit";
import { fromFile, fromFolder } from "costumier/node";
import { fresh, sample } from "./common.mjs";

const FOLDER = "/proc/self/fd";
const options = { skip: existsSync(FOLDER) ? false : `there is no ${FOLDER}` };
const path = sample("v5");
const index = join(path, "sample.000");
const instance = await fresh();

/** How many descriptors of the game's files the process has. */
const open = () =>
  readdirSync(FOLDER).filter((it) => {
    try {
      return readlinkSync(`${FOLDER}/${it}`).startsWith(path);
    } catch {
      return false; // that of the folder itself
    }
  }).length;

test("after 300 games that were freed, no file is open", options, () => {
  for (let times = 0; times < 300; times++) {
    const game = instance.openGame(fromFolder(path));
    game.row(1);
    if (times === 0) assert.ok(open() > 0, "a game that is open keeps its files open");
    game.free();
    game.free();
  }
  assert.equal(open(), 0);
});

test("files close with the last game that uses them", options, () => {
  const files = fromFolder(path);
  const [first, second] = [instance.openGame(files), instance.openGame(files)];
  first.row(1);
  first.free();
  assert.ok(open() > 0);
  assert.equal(second.row(6).status, "ok");
  const screen = second.onScreen("ega");
  second.free();
  assert.ok(screen.row(6).pictures > 0);
  assert.ok(open() > 0);
  screen.free();
  assert.equal(open(), 0);
});

test("disposed files are opened again by a game that goes on", options, () => {
  const files = fromFolder(path);
  const game = instance.openGame(files);
  game.row(1);
  files[Symbol.dispose]();
  assert.equal(open(), 0);
  for (const { id } of game.costumes()) assert.equal(game.row(id).status, "ok");
  // The game has so small a file in its memory; reading stands for one that it has not.
  for (const file of files) file.read(0, 8);
  assert.equal(open(), files.length);
  game.free();
  assert.equal(open(), 0);
  for (const file of files) assert.equal(file.read(0, 8).length, 8, "without a game, too");
  assert.equal(open(), 0);
});

test("what lives on after its game reads, and leaves nothing open", options, () => {
  const game = instance.openGame(fromFolder(path));
  const scene = game.scene({ actors: [{ costume: 1, steps: [{ perform: "stand" }] }] });
  const job = game.exportJob([6], { formats: ["gif"], chore: ["walk"] });
  game.free();
  assert.equal(open(), 0);
  scene.set({ room: 1 });
  scene.add({ costume: 6, steps: [{ perform: "stand" }] });
  assert.ok(scene.render().width > 0);
  assert.ok(job.files().length > 0);
  assert.equal(open(), 0);
});

test("games that cannot be opened, lists of games and single files leave nothing open", options, () => {
  assert.throws(() => instance.openGame(fromFolder(path), { which: "none" }), CostumierError);
  assert.equal(instance.games(fromFolder(path)).length, 1);
  assert.throws(() => instance.openGame(fromFile(index)), CostumierError);
  assert.equal(open(), 0);
});

test("games that were made from another one keep its files open", options, async () => {
  const editor = await initEdit(readFileSync(fileURLToPath(new URL("../dist/costumier_edit_bg.wasm", import.meta.url))));
  const original = editor.openGame(fromFolder(path));
  const draft = editor.draft(original, 1);
  const { limb, pictures: [{ size: [width, height], at }] } = draft.head().limbs[0];
  draft.paint({ limb, index: 0 }, { width, height, at, rows: Array(width * height).fill(1) });
  const { payload } = draft.pack();
  const { files: [patch] } = editor.put(original, [{ id: 1, payload }]);
  const changed = original.withCostume(1, payload);
  const { game: patched, costumes } = editor.patched(original, patch.bytes);
  assert.deepEqual(costumes, [1]);
  original.free();
  for (const game of [changed, patched]) {
    assert.ok(open() > 0);
    for (const { id } of game.costumes()) assert.equal(game.row(id).status, "ok");
    game.free();
  }
  assert.equal(open(), 0);
});
