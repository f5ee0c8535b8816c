// The module that edits: drafts pack, unpack and patch as the command line does, and scenes show them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fromBytes, initEdit } from "costumier/edit";
import { fromFile, fromFolder } from "costumier/node";
import { costumier, folder, generations, sample } from "./common.mjs";

const wasm = readFileSync(fileURLToPath(new URL("../dist/costumier_edit_bg.wasm", import.meta.url)));
const editor = await initEdit(wasm);
const samples = generations.filter((it) => !it.startsWith("noise"));

/** All files of a folder, by name. */
function files(path) {
  const list = (at) =>
    readdirSync(at).flatMap((it) => (statSync(join(at, it)).isDirectory() ? list(join(at, it)) : [join(at, it)]));
  return new Map(list(path).map((it) => [relative(path, it).replaceAll("\\", "/"), readFileSync(it)]));
}

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Writes files into a folder. */
function write(path, list) {
  for (const { path: name, bytes } of list) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), bytes);
  }
}

/** Paints the first picture with more than one colour in the colour of its first drawn pixel. */
function painted(draft) {
  const head = draft.head();
  for (const { limb, pictures } of head.limbs)
    for (const [index, it] of pictures.entries()) {
      const key = { limb, index };
      if (it.kind !== "picture") continue;
      const rows = draft.rows(key);
      const drawn = rows.find((value) => value !== head.transparent);
      const at = rows.findIndex((value) => value !== drawn);
      if (drawn === undefined || at < 0) continue;
      rows[at] = drawn;
      draft.paint(key, { width: it.size[0], height: it.size[1], at: it.at, rows });
      return { key, rows };
    }
  throw new Error("no picture to paint");
}

for (const generation of samples)
  test(`${generation}: a draft is unpacked, painted, packed and patched as the command line does it`, () => {
    const path = sample(generation);
    const game = editor.openGame(fromFolder(path));
    const draft = editor.draft(game, 1);
    const unpacked = join(folder, `${generation}-unpacked`);
    costumier("unpack", path, 1, "-o", unpacked);
    // The command line knows the names of the sample's costumes.
    const known = (name, bytes) =>
      name === "costume.toml" ? bytes.toString().replace(/^(game = .*\n)name = .*\n/m, "$1") : digest(bytes);
    const theirs = [...files(unpacked)].map(([name, bytes]) => [name, known(name, bytes)]).sort();
    const ours = draft.files().map(({ path: name, bytes }) => [name, known(name, Buffer.from(bytes))]).sort();
    assert.deepEqual(ours, theirs);

    const { key, rows } = painted(draft);
    assert.deepEqual(draft.rows(key), rows);
    const packed = draft.pack();
    assert.ok(packed.changes.some(([part]) => part.includes("picture")), JSON.stringify(packed.changes));
    const edited = join(folder, `${generation}-edited`);
    write(edited, draft.files());
    const { report, files: [made] } = editor.put(game, [{ id: 1, payload: packed.payload }]);
    const patch = join(folder, `${generation}-${made.path}`);
    costumier("put", path, edited, "--patch", patch);
    assert.equal(made.path.endsWith(".zip"), report.files.length > 1);
    assert.equal(digest(made.bytes), digest(readFileSync(patch)));
    const changed = join(folder, `${generation}-changed`);
    costumier("put", path, edited, "-o", changed);
    for (const { path: name, bytes } of editor.put(game, [{ id: 1, payload: packed.payload }], "files").files)
      assert.equal(digest(bytes), digest(files(changed).get(name)), name);

    // A running scene shows the same as a game with the costume, earlier ticks included.
    const spec = { actors: [{ costume: 1, steps: [{ perform: "stand" }] }] };
    const scene = game.scene(spec);
    const again = editor.openGame(fromFolder(changed)).scene(spec);
    for (let tick = 0; tick < 5; tick++) scene.tick();
    scene.putCostume(1, packed.payload);
    for (const tick of [5, 0, 2, 9]) {
      scene.seek(tick);
      again.seek(tick);
      const [now, wanted] = [scene.render(), again.render()];
      assert.deepEqual([now.width, now.height, digest(now.data)], [wanted.width, wanted.height, digest(wanted.data)], `tick ${tick}`);
    }

    // Undo restores the original; the stored edits repeat the edit.
    const edits = draft.edits();
    assert.equal(draft.undo(), true);
    assert.equal(draft.undo(), false);
    assert.deepEqual(editor.put(game, [{ id: 1, payload: draft.pack().payload }]).files, []);
    const other = editor.draft(game, 1);
    for (const edit of edits) other.apply(edit);
    assert.equal(digest(other.pack().payload), digest(packed.payload));
  });

test("a costume folder opens, loose and as a zip, as a game with one room", () => {
  const path = sample("v5");
  const draft = editor.draft(editor.openGame(fromFolder(path)), 1);
  const loose = join(folder, "loose");
  write(loose, draft.files("single"));
  const zip = join(folder, "hero.zip");
  writeFileSync(zip, draft.zip("single"));
  for (const given of [fromFolder(loose), fromFile(zip), fromBytes(draft.files().map((it) => [it.path, it.bytes]))]) {
    const read = editor.openCostume(given);
    assert.equal(digest(read.pack().payload), digest(draft.pack().payload));
    const game = read.game();
    assert.deepEqual(game.costumes().map((it) => it.id), [1]);
    const scene = game.scene({ actors: [{ costume: 1, steps: [{ perform: "stand" }] }] });
    assert.ok(scene.render().width > 10);
  }
});

test("an .aseprite file and a block open as costumes; a block needs its generation", () => {
  const game = editor.openGame(fromFolder(sample("v5")));
  const payload = game.costume(1).payload();
  const draft = editor.draft(game, 1);
  const sprite = draft.files("aseprite").find((it) => it.path === "costume.aseprite").bytes;
  const from = (name, bytes) => fromBytes([[name, bytes]]);
  const imported = editor.openCostume(from("odile.aseprite", sprite));
  assert.ok(imported.head().limbs[0].pictures.length > 3);
  assert.ok(imported.game().costume(1).actions().length > 3);
  const block = new Uint8Array(8 + payload.length);
  block.set(new TextEncoder().encode("COST"));
  new DataView(block.buffer).setUint32(4, block.length);
  block.set(payload, 8);
  assert.throws(
    () => editor.openCostume(from("odile.cost", block)),
    (error) => error.kind === "generation" && error.games.includes("v5") && !error.games.includes("v7"),
  );
  const read = editor.openCostume(from("odile.cost", block), "v5");
  assert.equal(digest(read.pack().payload), digest(payload));
  assert.match(read.notes()[0], /grey/);
});

test("a patch gives another game, and the costumes that differ", () => {
  const game = editor.openGame(fromFolder(sample("v5")));
  const draft = editor.draft(game, 1);
  painted(draft);
  const { payload } = draft.pack();
  const [{ bytes }] = editor.put(game, [{ id: 1, payload }], "patch").files;
  const { game: patched, costumes } = editor.patched(game, bytes);
  assert.deepEqual(costumes, [1]);
  assert.equal(digest(patched.costume(1).payload()), digest(payload));
  assert.notEqual(digest(game.costume(1).payload()), digest(payload));
  assert.ok(patched.onScreen("ega").costume(1).actions().length);
  const other = editor.openGame(fromFolder(sample("v6")));
  const put = editor.put(game, [{ id: 1, payload }], "files").files;
  assert.deepEqual(editor.apply(game, bytes).map(({ path, bytes }) => [path, digest(bytes)]), put.map(({ path, bytes }) => [path, digest(bytes)]));
  assert.ok(put.length);
  for (const call of ["patched", "apply"]) {
    assert.throws(() => editor[call](other, bytes), (error) => error.kind === "cannot-write");
    assert.throws(() => editor[call](game, bytes.slice(0, 9)), (error) => error.kind !== "panic");
  }
});

test("bring reads one picture, those of a limb, or those that an .aseprite file names, and lists foreign colours", () => {
  const game = editor.openGame(fromFolder(sample("v5")));
  const draft = editor.draft(game, 1);
  const own = draft.files("aseprite").find((it) => it.path === "costume.aseprite").bytes;
  assert.equal(draft.namesPictures(own), true);
  assert.deepEqual(draft.bring(own).pictures, []);
  painted(draft);
  const changed = draft.files("aseprite").find((it) => it.path === "costume.aseprite").bytes;
  const fresh = editor.draft(game, 1);
  const { pictures, foreign } = fresh.bring(changed);
  assert.deepEqual(foreign, []);
  assert.equal(pictures.length, 1);
  for (const { key, width, height, at, rows } of pictures) fresh.paint(key, { width, height, at, rows });
  const look = (it) => digest(game.withCostume(1, it.pack().payload).scene({ actors: [{ costume: 1, steps: [{ perform: "stand" }] }] }).render().data);
  assert.equal(look(fresh), look(draft));
  const files = draft.files("single");
  const first = files.find((it) => it.path.endsWith(".png"));
  const one = fresh.bring(first.bytes, { limb: 0, index: 1 });
  assert.equal(one.pictures[0].rows.length, one.pictures[0].width * one.pictures[0].height);
  assert.throws(() => fresh.bring(first.bytes, { limb: 0, grid: [7, 5000] }), /do not fit/);
  assert.throws(() => fresh.bring(new Uint8Array(20), { limb: 0, index: 0 }), (error) => error.kind !== "panic");
});

test("a game with an edited costume shows it everywhere, and the original game does not change", () => {
  const game = editor.openGame(fromFolder(sample("v5")));
  const draft = editor.draft(game, 1);
  painted(draft);
  const { payload } = draft.pack();
  const other = game.withCostume(1, payload);
  assert.equal(digest(other.costume(1).payload()), digest(payload));
  assert.notEqual(digest(game.costume(1).payload()), digest(payload));
  const spec = { actors: [{ costume: 1, steps: [{ perform: "stand" }] }] };
  const scene = game.scene(spec);
  scene.putCostume(1, payload);
  assert.equal(digest(other.scene(spec).render().data), digest(scene.render().data));
  assert.throws(() => game.withCostume(999, payload), (error) => error.kind !== "panic");
});

for (const [generation, scale, facing] of [["v5", 255, "west"], ["v5", 150, "east"], ["v7", 200, "west"], ["v4-ega", 120, "west"]])
  test(`${generation}: a pixel comes from the column and row that the spread of its picture has there (${facing}, ${scale})`, () => {
    const game = editor.openGame(fromFolder(sample(generation)));
    const steps = [{ face: facing }, { perform: "walk" }, { ticks: 3 }];
    const scene = game.scene({ actors: [{ costume: 1, scale, facing, steps }] });
    const frame = scene.render();
    const spreads = scene.actors[0].spreads(20);
    let seen = 0;
    for (let y = 0; y < frame.height; y += 2)
      for (let x = 0; x < frame.width; x += 2) {
        const touch = scene.explain(x, y)?.touches.at(-1);
        if (!touch?.pixel) continue;
        const spread = spreads.findLast((it) => it.limb === touch.limb && it.picture.index === touch.picture.index);
        const lines = (pairs, at) => [...pairs].filter((_, i) => i % 2 === 0 && pairs[i + 1] === at);
        assert.ok(lines(spread.columns, frame.x + x).includes(touch.pixel[0]), `${x}, ${y}`);
        assert.deepEqual(lines(spread.rows, frame.y + y), [touch.pixel[1]], `${x}, ${y}`);
        seen++;
      }
    assert.ok(seen > 20, `${seen} pixels`);
  });

test("an impossible edit is refused with a message, and changes nothing", () => {
  const game = editor.openGame(fromFolder(sample("v5")));
  const draft = editor.draft(game, 1);
  const key = { limb: 0, index: 0 };
  assert.throws(() => draft.paint(key, { width: 2, height: 2, at: [0, 0], rows: new Uint8Array(3) }), /3 pixels for/);
  assert.throws(() => draft.paint(key, { width: 1, height: 1, at: [0, 0], rows: new Uint8Array([99]) }), /colour 99 of/);
  assert.throws(() => draft.paint(key, { width: 1.5, height: 1, at: [0, 0], rows: new Uint8Array(1) }), /whole number/);
  // In an array of bytes, 259 would become 3.
  for (const value of [259, -1, 1.5, NaN, "2", null, undefined, 2 ** 32])
    assert.throws(
      () => draft.paint(key, { width: 1, height: 1, at: [0, 0], rows: [value] }),
      ({ kind, text }) => kind === "usage" && text.startsWith("rows[0] is ") && text.endsWith("use a whole number from 0 to 255"),
    );
  assert.throws(() => draft.apply({ paint: 1 }), /there is no `paint`/);
  assert.throws(() => editor.openCostume(fromBytes([["a.txt", new Uint8Array(3)]])), /costume\.toml/);
  assert.throws(() => editor.put(game, [{ id: 1, payload: new Uint8Array(3) }]), (error) => error.kind !== "panic");
  assert.deepEqual(draft.edits(), []);
  draft.paint(key, { width: 2, height: 1, at: [0, 0], rows: [3, 1] });
  assert.deepEqual([...draft.rows(key)], [3, 1]);
  assert.equal(editor.dead, null);
});

for (const generation of samples)
  test(`${generation}: a room is painted, put as the command line does it, and read again`, (t) => {
    const path = sample(generation);
    const game = editor.openGame(fromFolder(path));
    let draft;
    try {
      draft = editor.roomDraft(game, 1);
    } catch (why) {
      assert.equal(why.kind, "unsupported", why.message);
      return t.skip("its rooms cannot be edited");
    }
    const { pictures, first_colour, colours } = draft.head();
    const [{ name, size: [width, height], codec }] = pictures;
    assert.equal(name, "background");
    const before = draft.rows(name);
    assert.equal(before.length, width * height);
    // Cells have few colours: whole cells of one that the picture has.
    const colour = codec === "cells" ? before[0] : Math.min(first_colour + 7, colours.length - 1);
    draft.paint(name, { width: 8, height: 8, at: [8, 8], rows: new Uint8Array(64).fill(colour) });
    draft.apply({ pixels: { picture: "plane-1", at: [0, 0], size: [8, 8], rows: Array(64).fill(1) } });
    assert.equal(draft.edits().length, 2);
    assert.ok(draft.undo() && draft.redo() && !draft.redo());
    const { payload } = draft.pack();
    const edited = join(folder, `${generation}-room`);
    write(edited, draft.files());
    const costume = { id: 1, payload: game.costume(1).payload() };
    const { report, files: [made] } = editor.put(game, [costume], "patch", { rooms: [{ id: 1, payload }] });
    assert.deepEqual(report.rooms.map(({ id }) => id), [1]);
    const patch = join(folder, `${generation}-room-${made.path}`);
    costumier("put", path, edited, "--patch", patch);
    assert.equal(digest(made.bytes), digest(readFileSync(patch)));
    const again = editor.roomDraft(editor.patched(game, made.bytes).game, 1);
    for (const picture of pictures) assert.deepEqual(again.rows(picture.name), draft.rows(picture.name), picture.name);
    const files = draft.files().map(({ path: file, bytes }) => [file, bytes]);
    assert.deepEqual(editor.openRoom(fromBytes(files)).pack().payload, payload);
    while (draft.undo());
    assert.deepEqual(draft.rows(name), before);
    assert.throws(() => draft.rows("sky"), /no picture/);
    assert.throws(() => draft.paint(name, { width: 1, height: 1, rows: [1], colour: 3 }), /there is no "colour"/);
  });
