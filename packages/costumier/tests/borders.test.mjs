// Invalid numbers, unreadable files, the reasons of empty frames, and the types.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { fromBytes, fromFiles, init } from "costumier";
import { fromFile, fromFolder } from "costumier/node";
import { glue } from "../dist/glue.js";
import { folder, fresh, open, sample, wasm } from "./common.mjs";

const home = fileURLToPath(new URL("..", import.meta.url));
const instance = await fresh();
const game = open(instance, sample("v5"));
const usage = (act, says) => assert.throws(act, (error) => error.kind === "usage" && says.test(error.text), String(says));

test("an invalid number is refused, and the instance can still be used", () => {
  const scene = game.scene({ room: 1, actors: [{ costume: 1, position: [160, 120], steps: [{ perform: "stand" }] }] });
  const [actor] = scene.actors;
  const costume = game.costume(1);
  const key = costume.pictures()[0];
  for (const wrong of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1, "1"]) {
    for (const act of [
      // A string is the name of a costume.
      () => game.costume(wrong === "1" ? NaN : wrong), () => game.row(wrong), () => game.room(wrong), () => game.roomPicture(wrong),
      () => game.roomPlane(1, wrong), () => game.palette(wrong), () => game.thumbnail(wrong), () => game.export([wrong]),
      () => game.thumbnail(1, { maxTicks: wrong }), () => costume.picture({ limb: wrong, index: 0 }),
      () => costume.picture(key, { room: wrong }), () => costume.colours(wrong), () => costume.runs({ limb: 0, index: wrong }),
      () => costume.at(wrong), () => costume.film("stand", "south", { maxFrames: wrong }),
      () => scene.tick(wrong), () => scene.seek(wrong), () => scene.peek(wrong), () => scene.remove(wrong),
      () => actor.look({ hidden: [wrong] }),
    ])
      usage(act, /use a whole number from 0 to/);
    for (const act of [() => actor.do({ ticks: wrong }), () => actor.do({ animate: wrong })]) usage(act, /^a step is .*: use \{"chore": 2\}|is no number of a chore or of an animation|^(ticks|animate) is (NaN|Infinity): use a whole number/);
  }
  for (const wrong of [1.5, Number.NaN, 2 ** 31])
    for (const act of [
      () => actor.set({ position: [wrong, 0] }), () => scene.actorAt(wrong, 0), () => scene.explain(0, wrong),
    ])
      usage(act, /use a whole number/);
  // A pointer may be outside the picture.
  assert.equal(scene.actorAt(-1, 0), null);
  assert.equal(scene.explain(0, -1), null);
  usage(() => actor.do({ chore: -1 }), /^-1 is no number of a chore/);
  usage(() => scene.tick(100_001), /from 0 to 100000/);
  assert.equal(scene.now, 0);
  assert.equal(instance.dead, null);
  scene.render();
});

test("a frame names actors without pixels and actors in no walk box", () => {
  const walking = { costume: 1, position: [160, 120], steps: [{ perform: "stand" }] };
  const scene = game.scene({ room: 1, actors: [{ costume: 1 }, { ...walking, position: [-900, 120], scale: "box" }, walking] });
  for (const frame of [scene.render(), scene.renderIndexed()]) {
    assert.deepEqual(frame.unseen, [{ actor: 0, outside: false }, { actor: 1, outside: true }]);
    assert.deepEqual(frame.unboxed, [1]);
  }
});

test("an unknown chore or facing does not change the actor", () => {
  const scene = game.scene({ actors: [{ costume: 1, facing: "south", steps: [{ perform: "stand" }] }] });
  const [actor] = scene.actors;
  const before = actor.state();
  usage(() => actor.perform("wlak", "east"), /^"wlak" is no chore: use init, walk, stand, talk-start, talk-stop or a number/);
  usage(() => actor.perform(70_000, "east"), /from 0 to 65535/);
  usage(() => actor.perform("walk"), /^perform wants a facing/);
  usage(() => actor.perform("walk", "eats"), /^"eats" is no facing/);
  assert.deepEqual(actor.state(), before);
  for (const name of ["talk-start", "talk start", "Talk"]) actor.perform(name, "east");
  assert.equal(actor.state().role, "talk-start");
});

test("arguments of a wrong type are refused with a message, and the instance can still be used", () => {
  const bytes = new Uint8Array(3);
  for (const wrong of [[bytes], bytes, [[bytes, "a"]]]) usage(() => fromBytes(wrong), /^fromBytes takes pairs of a name and bytes: fromBytes\(/);
  usage(() => fromBytes([["g.zip", bytes.buffer]]), /^g\.zip: bytes must be a Uint8Array; for an ArrayBuffer: /);
  for (const wrong of ["game", bytes, undefined, [bytes], [{ name: 1, size: 3, read: () => bytes }]])
    usage(() => instance.openGame(wrong), /^openGame takes files: fromFolder/);
  usage(() => game.scene(), /^scene wants a description/);
  const scene = game.scene({ actors: [{ costume: 1 }] });
  for (const wrong of [{}, undefined, { format: "png" }]) usage(() => scene.movie(wrong), /^movie wants a format, not (undefined|png): gif, webp, apng, frames$/);
  usage(() => game.export(1), /^export wants a list of ids: \[1\]/);
  usage(() => game.export([]), /^the list of costumes is empty/);
  usage(() => game.export([1], { chore: "walk" }), /^`chore` is a list: \["walk"\]/);
  usage(() => fromFolder(join(folder, "nothere")), /^there is no folder .*nothere/);
  usage(() => fromFile(join(folder, "nothere")), /^there is no file .*nothere/);
  usage(() => fromFile(folder), /is a folder: use fromFolder$/);
  usage(() => fromFolder(fileURLToPath(import.meta.url)), /is a file: use fromFile$/);
  assert.equal(instance.dead, null);
  assert.ok(scene.render());
});

test("init names what it got in place of the WebAssembly", async () => {
  const page = new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
  for (const [given, says] of [[undefined, /^init wants the WebAssembly: `init\(fetch/], ["a.wasm", /^init wants/], [page, /this is a web page/]])
    await assert.rejects(init(given), (error) => error.kind === "usage" && says.test(error.text), String(says));
});

test("the error for unreadable files says what to do", () => {
  const later = [{ name: "SAMPLE.000", size: 100, read: async () => new Uint8Array(100) }];
  assert.throws(() => instance.openGame(later), (error) => /gave a promise.*fromBytes/.test(error.message) && !/is gone/.test(error.message));
  usage(() => fromFiles([]), /in a worker.*fromBytes/);
  usage(() => instance.openGame(fromBytes([]), { screen: 3 }), /^screen is 3: use a text$/);
});

test("a program that opens many games does not run out of open files", { skip: process.platform !== "linux" }, () => {
  const descriptors = () => readdirSync("/proc/self/fd").length;
  const before = descriptors();
  const games = Array.from({ length: 40 }, () => instance.openGame(fromFolder(sample("v5"))));
  assert.ok(descriptors() <= before + 16, `${descriptors() - before} files stay open`);
  // Reading opens closed files again.
  const rows = games.map((it) => it.costume(1).actions().length);
  assert.equal(new Set(rows).size, 1);
  for (const it of games) it.free();
});

test("types: an empty project, strict, with every library checked", () => {
  const project = mkdtempSync(join(folder, "types-"));
  const from = (name) => JSON.stringify(join(home, "dist", name));
  writeFileSync(join(project, "a.mts"), `
    import { fromBytes, init, type Cell, type Pixel } from ${from("index.js")};
    import { initLight } from ${from("light.js")};
    import { fromFolder } from ${from("node.js")};
    import ${from("player.js")};
    import ${from("player-folders.js")};
    const player = document.createElement("costumier-player");
    player.facing = "north";
    player.addEventListener("tick", ({ detail }) => console.log(detail.tick, detail.events.length));
    player.addEventListener("click", ({ clientX }) => console.log(clientX));
    using game = (await init(new Uint8Array())).openGame(fromBytes([]));
    const cell: Cell = [1, 2];
    // @ts-expect-error: cells and pixels are different types.
    const pixel: Pixel = cell;
    const scene = game.scene({ actors: [{ costume: 1, position: [160, 120] }, { costume: 1, cell, chores: ["init", "stand"], ticks: 3 }] });
    scene.actors[0]!.set({ position: game.room(1).place });
    console.log(pixel, initLight, fromFolder, scene.render().unseen);
  `);
  const compilerOptions = { strict: true, skipLibCheck: false, target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM"], types: [], noEmit: true };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["a.mts"] }));
  const tsc = join(home, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", project], { encoding: "utf8", stdio: "pipe" });
});

test("the instance itself refuses invalid numbers", () => {
  const raw = glue();
  raw.initSync({ module: wasm });
  const rawGame = new raw.Game(fromFolder(sample("v5")), "{}");
  const scene = rawGame.scene(JSON.stringify({ room: 1, actors: [{ costume: 1, position: [160, 120] }] }));
  const costume = rawGame.costume(1);
  const refuses = (act, says) =>
    assert.throws(act, (thrown) => typeof thrown === "string" && JSON.parse(thrown).kind === "usage" && says.test(thrown), String(act));
  for (const wrong of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32, -(2 ** 40), 1e300])
    for (const act of [
      (n) => rawGame.costume(n), (n) => rawGame.row(n), (n) => rawGame.room(n), (n) => rawGame.room_picture(n), (n) => rawGame.room_picture(1, n),
      (n) => rawGame.palette(n), (n) => rawGame.thumbnail(n, 1, 1), (n) => rawGame.thumbnail(1, n, 1), (n) => rawGame.thumbnail(1, 1, n),
      (n) => rawGame.job(Float64Array.of(n), "{}"), (n) => costume.picture(n, 0, undefined, false), (n) => costume.picture(0, n, undefined, false),
      (n) => costume.picture(0, 0, n, false), (n) => costume.colours(n), (n) => costume.film("walk", "east", n, 1, 1),
      (n) => costume.film("walk", "east", undefined, n, 1), (n) => costume.film("walk", "east", undefined, 1, n), (n) => costume.runs(n, 0),
      (n) => costume.at(n), (n) => scene.tick(n), (n) => scene.seek(n), (n) => scene.peek_at(n), (n) => scene.remove(n), (n) => scene.state(n),
      (n) => scene.perform(n, '{"perform": "stand"}'), (n) => scene.place(n, 0, 0), (n) => scene.look(n, 0, false), (n) => scene.look(0, n, false),
      (n) => scene.placed(n), (n) => scene.feet(n), (n) => scene.anchor(n), (n) => scene.timeline(n), (n) => scene.movie(n, "gif", 1, 10, 600), (n) => scene.movie(0, "gif", n, 10, 600),
      (n) => scene.movie(0, "gif", 1, 10, n),
    ])
      refuses(() => act(wrong), /use a whole number from/);
  // Left of and above the picture there is nothing.
  for (const act of [(n) => scene.actor_at(n, 0), (n) => scene.explain(0, n)]) {
    for (const wrong of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32, -(2 ** 40)]) refuses(() => act(wrong), /use a whole number from/);
    for (const outside of [-1, -(2 ** 31), 2 ** 31 - 1]) assert.ok([undefined, "null"].includes(act(outside)), `${act} ${outside}`);
  }
  // A quarter of the game's speed is 2.5 ticks a second.
  for (const wrong of [-1, 0, 0.2, 61, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    refuses(() => scene.movie(0, "gif", 1, wrong, 600), /use a number from 0.24 to 60/);
  assert.doesNotThrow(() => scene.movie(0, "gif", 1, 2.5, 600).free());
  for (const act of [() => scene.place(0, 2 ** 31, 0), () => scene.place(0, 0, 0.5), () => scene.movie(0, "gif", 9, 10, 600), () => scene.look(0, 2 ** 16, false)])
    refuses(act, /use a whole number from/);
  refuses(() => scene.set(JSON.stringify({ view: [0, 0, 2 ** 31 - 1, 2 ** 31 - 1] })), /`view` is .* use 16777216 at most/);
});
