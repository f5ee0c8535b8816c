// Wrong calls: arguments of wrong types, unknown options, names and pictures that do not exist. Each is a CostumierError that
// says what is wrong, and none is taken for something else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CostumierError, fromBytes, init } from "costumier";
import { Draft, Editor, Game, RoomDraft, initEdit } from "costumier/edit";
import { fromFile, fromFolder } from "costumier/node";
import { Costume } from "../dist/costume.js";
import { ExportJob } from "../dist/exports.js";
import { Actor, Scene } from "../dist/scene.js";
import { sample, wasm } from "./common.mjs";

const editWasm = readFileSync(fileURLToPath(new URL("../dist/costumier_edit_bg.wasm", import.meta.url)));
const editor = await initEdit(editWasm);
const game = editor.openGame(fromFolder(sample("v5")));
const costume = game.costume(1);
const draft = editor.draft(game, 1);
const room = editor.roomDraft(game, 1);
const scene = game.scene({ room: 1, actors: [{ costume: 1, position: [160, 120], steps: [{ perform: "stand" }] }] });
const [actor] = scene.actors;
const key = { limb: 0, index: 0 };
const { payload } = draft.pack();
const painted = { width: 1, height: 1, at: [0, 0], rows: [1] };

const refused = (act, kind, says) =>
  assert.throws(act, (error) => error instanceof CostumierError && error.kind === kind && says.test(error.message), `${act} ${says}`);

test("an export of pictures, chores and names that do not exist is refused", () => {
  refused(() => game.export([6], { picture: [{ limb: 0, index: 99 }] }), "not-found", /^costume 6 has no picture 0\.99 \(limb 0 has 0 to 8, limb 1/);
  refused(() => game.export(null, { picture: [{ limb: 9, index: 99 }] }), "not-found", /^no costume has a picture 9\.99$/);
  refused(() => game.exportJob([6], { chore: [77] }), "not-found", /^costume 6 has no chore 77 \(`costume\.actions\(\)` lists/);
  refused(() => game.export([6], { chore: ["juggle"] }), "not-found", /^costume 6 has no chore `juggle`/);
  refused(() => game.export([], {}), "usage", /^the list of costumes is empty/);
});

test("costumes have the names that the command knows, and only those", () => {
  assert.equal(game.costume("Understudy").id, 2);
  assert.equal(game.costumeCalled("balth"), 2);
  refused(() => game.costume("e"), "not-found", /^no costume has the name "e" \(the names are 1 "Odile"/);
  refused(() => game.costumeCalled(1), "usage", /^1 is not a string/);
  const named = editor.openGame(fromFolder(sample("v5")), { names: { costumes: [{ costume: 6, name: "Dancer" }] } });
  assert.equal(named.costume("dancer").id, 6);
});

test("unknown options and wrong types are refused by name", () => {
  for (const [act, says] of [
    [() => scene.movie({ format: "gif", scale: 2 }), /^movie: there is no "scale"; use format, lead, scale_up, /],
    [() => actor.look({ hiden: [1] }), /^look: there is no "hiden"; use hidden, flip$/],
    [() => actor.look({ flip: "yes" }), /^flip is yes: use true or false$/],
    [() => actor.look({ hidden: 1 }), /^`hidden` is a list of limbs/],
    [() => actor.look(), /^look: use an object, not undefined$/],
    [() => game.thumbnail(1, { frames: 3 }), /^thumbnail: there is no "frames"; use maxFrames, maxTicks$/],
    [() => costume.film("walk", "east", { maxframes: 3 }), /^film: there is no "maxframes"; use room, maxFrames/],
    [() => costume.film([1], [-1]), /^chore is a list: use a name or a number$/],
    [() => costume.film(1, [90]), /^facing is a list: use a name or a number$/],
    [() => costume.film(true, "east"), /^chore is true: use a name or a number$/],
    [() => costume.timeline({}, "east"), /^chore is \[object Object\]: use a name or a number$/],
    [() => costume.timeline("walk", null), /^facing is null: use a name or a number$/],
    [() => game.costume([1]), /^costume is a list: use a whole number/],
    [() => draft.windows(2, "nonsense"), /^"nonsense" is no facing: use west, east/],
    [() => draft.windows(2, [90]), /^facing is a list/],
    [() => scene.toFile("../x"), /^"\.\.\/x" is no valid file name: use letters/],
    [() => scene.toFile(""), /^"" is no valid file name/],
    [() => scene.toFile("nul"), /^"nul" is no valid file name/],
    [() => costume.picture(key, { flip: 1 }), /^flip is 1: use true or false$/],
    [() => costume.picture(), /^a picture is \{ limb: 0, index: 3 \}: use an object, not undefined$/],
    [() => game.scene({ room: NaN, actors: [] }), /^room is NaN: use a whole number/],
    [() => game.scene({ room: 1, actors: [{ costume: 1, position: [NaN, 1] }] }), /^position is NaN: use a whole number/],
    [() => game.scene({ room: -Infinity, actors: [] }), /^room is -Infinity: use a whole number/],
    [() => scene.set({ view: [0, 0, Infinity, 8] }), /^view is Infinity: use a whole number/],
    [() => scene.set({ actors: [] }), /^actors is no setting of a scene/],
    [() => game.export([6], { room: NaN }), /^room is NaN/],
    [() => game.export([6], { scale_up: -1 }), /^scale_up is -1: use a whole number from 0 to 255$/],
    [() => game.export([6], { only: ["pictures"] }), /^only is a list: use a text$/],
    [() => game.export([6], []), /^options: use an object$/],
    [() => draft.apply({ picture: 1 }), /^picture is 1: use an object$/],
    [() => draft.bring(payload, { limb: 0, index: NaN }), /^index is NaN/],
    [() => editor.find(game, { width: 7, height: 9, data: new Uint8Array(64) }), /64 bytes are no rows of 7 pixels/],
    [() => editor.whatis(game, { width: 7, height: 9, data: new Uint8Array(64) }), /64 bytes are no rows of 7 pixels/],
    [() => editor.whatis(game, { width: 2, height: 2, data: new Uint8Array(16) }), /4 pixels, which is too few/],
    [() => editor.whatis(game, new Uint8Array(16)), /the picture cannot be read as a PNG file/],
    [() => editor.draft(game, "1"), /^costume is "1": use a whole number/],
    [() => editor.draft({}, 1), /^this call wants a game: costumier\.openGame\(files\)$/],
    [() => editor.patched(game, "patch"), /^patch must be a Uint8Array/],
    [() => editor.apply(game, "patch"), /^patch must be a Uint8Array/],
    [() => game.withCostume(1, "hello"), /^payload must be a Uint8Array; for an ArrayBuffer: new Uint8Array\(buffer\)$/],
    [() => game.withCostume(1, payload.buffer), /^payload must be a Uint8Array/],
    [() => scene.putCostume(1, { length: 3 }), /^payload must be a Uint8Array/],
    [() => scene.set("lights"), /^set: use an object, not lights$/],
    [() => scene.set({ light: 8 }), /unknown field `light`/],
    [() => scene.add(), /^add: use an object, not undefined$/],
    [() => actor.do(5), /^do: use an object, not 5$/],
    [() => actor.set(null), /^set: use an object, not null$/],
    [() => actor.set({ position: 5 }), /position/],
    [() => draft.paint(key, { ...painted, colour: 1 }), /^paint: there is no "colour"; use width, height, at, rows$/],
    [() => draft.paint(key, { ...painted, at: undefined }), /^`at` is a place: \[x, y\]$/],
    [() => draft.paint(key, { ...painted, rows: [1n] }), /^rows\[0\] is 1n: use a whole number from 0 to 255$/],
    [() => actor.perform(1n), /^1n is no chore: use init, walk/],
    [() => draft.rows(), /^a picture is/],
    [() => draft.apply({ paint: 1 }), /^edit: there is no `paint`: use `picture`/],
    [() => draft.bring("a.png", {}), /^file must be a Uint8Array/],
    [() => editor.put(game, { id: 1, payload }), /^put wants a list of costumes: \[\{ id: 1, payload \}\]$/],
    [() => editor.put(game, [{ id: 1, bytes: payload }]), /there is no "bytes"; use id, payload, room$/],
    [() => editor.put(game, [{ id: 1, payload }], "patch", { pad: false }), /^put: there is no "pad"/],
    [() => editor.find(game, "a.png"), /^find: use an object, not a\.png$/],
    [() => game.montage([1], { backgroud: "navy" }), /unknown field `backgroud`/],
    [() => game.montage(1), /^export wants a list of ids/],
    [() => costume.contactSheet({ scale: 2 }), /unknown field `scale`/],
    [() => fromBytes(5), /^fromBytes takes pairs/],
    [() => fromFolder(5), /^fromFolder wants a path, not 5$/],
    [() => fromFile(undefined), /^fromFile wants a path, not undefined$/],
    [() => editor.openGame(fromFolder(sample("v5")), { wich: "dig" }), /^options: unknown field `wich`/],
  ])
    refused(act, "usage", says);
  refused(() => game.thumbnail(99), "costume-out-of-range", /costume 99/);
  refused(() => draft.rows({ limb: 0, index: 99 }), "not-found", /^the draft has no picture 0\.99/);
  refused(() => costume.film("wlak", "east"), "not-found", /^costume 1 has no chore `wlak` \(did you mean `walk`\? `costume\.actions\(\)` lists its chores\)/);
  for (const act of [
    () => costume.picture({ limb: 0, index: 0 }, { room: 99 }),
    () => costume.colours(99),
    () => costume.film("walk", "east", { room: 99 }),
  ])
    refused(act, "no-such-room", /there is no room 99/);
  refused(() => costume.film("walk", "eats"), "usage", /^"eats" is no facing/);
  assert.deepEqual(costume.film("walk", "e"), costume.film(2, 90), "the initial of a facing, as in the command");
});

test("init and initEdit name the module that they want", async () => {
  await assert.rejects(init(editWasm), (error) => /^this WebAssembly edits: start it with `initEdit`$/.test(error.text));
  await assert.rejects(initEdit(wasm), (error) => /^`initEdit` wants the WebAssembly that edits/.test(error.text));
});

test("a draft's block opens as a costume", () => {
  const packed = draft.pack();
  const again = editor.openCostume(fromBytes([["odile", packed.payload]]), packed.generation);
  assert.deepEqual(again.pack().payload, packed.payload);
  refused(() => editor.openCostume(fromBytes([["odile", packed.payload]])), "usage", /a block without its header needs its generation$/);
});

test("pictures of other games are found, and new costumes get a room", () => {
  const picture = costume.picture({ limb: 0, index: 29 });
  const [hit] = editor.find(game, picture);
  assert.deepEqual([hit.costume, hit.limb, hit.index, hit.text], [1, 0, 29, "the same"]);
  assert.equal(editor.find(game, { width: picture.width, height: picture.height, data: picture.data })[0].index, 29);
  const png = game.export([1], { formats: ["png"], picture: [{ limb: 0, index: 29 }] }).find(({ path }) => path.endsWith(".png"));
  assert.equal(editor.find(game, png.bytes)[0].index, 29);
  const film = game.costume(6).film("walk", "east");
  const [figure] = editor.whatis(game, { width: film.width, height: film.height, data: film.frames[0].data }).figures;
  assert.deepEqual([figure.shown.costume, figure.shown.facing, figure.certainty], [6, "east", "sure"]);
  assert.match(figure.link, /^actor=6~2~east&tick=\d+$/);
  refused(() => editor.put(game, [{ id: 99, payload }]), "cannot-write", /room/);
  const { report } = editor.put(game, [{ id: 99, payload, room: 1 }]);
  assert.deepEqual([report.costumes[0].id, report.costumes[0].room, report.costumes[0].before], [99, 1, null]);
});

test("what the disk refuses is an error of the package", () => {
  refused(() => fromFolder("a\0b"), "source", /null bytes/);
  refused(() => fromFile(`${fileURLToPath(import.meta.url)}/x`), "source", /ENOTDIR/);
});

// Every method of every class, with arguments of wrong types in every place.
const WRONG = [undefined, null, 5, -1, NaN, "x", "", true, [], {}, [{}], () => 1, Symbol("x"), 1n, new Date(0)];
// JavaScript's own words for a value that is no JSON ("Do not know how to serialize a BigInt") say what is wrong.
const RAW = /Cannot (read|destructure|convert|mix)|is not (a function|iterable|defined)|undefined \(/;
for (const [name, it, right] of [
  ["Editor", editor, { draft: [game, 1], roomDraft: [game, 1], openRoom: [fromBytes([])], openCostume: [fromBytes([])], patched: [game, payload], apply: [game, payload], put: [game, [{ id: 1, payload }], "patch", { rooms: [{ id: 1, payload }] }], find: [game, payload] }],
  ["Game", game, { thumbnail: [1, {}], exportJob: [[1], {}], export: [[1], {}], montage: [[1], {}], withCostume: [1, payload], roomPlane: [1, 1] }],
  ["Costume", costume, { picture: [key, {}], film: ["walk", "east", {}], timeline: ["walk", "east"] }],
  ["Draft", draft, { paint: [key, painted], record: [1, "west"], windows: [1, "west"], bring: [payload, {}] }],
  ["RoomDraft", room, { paint: ["background", { ...painted, at: [0, 0] }] }],
  ["Scene", scene, { putCostume: [1, payload], actorAt: [0, 0], explain: [0, 0] }],
  ["Actor", actor, { perform: ["walk", "east"] }],
])
  test(`${name}: arguments of wrong types are errors of the package, or allowed`, () => {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(it)).filter((method) => typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(it), method).value === "function");
    const left = ["constructor", "free", "call", "moveTo", "undo", "redo", "mark", "unused"];
    let calls = 0;
    for (const method of names.filter((method) => !left.includes(method)))
      for (let place = 0; place < Math.max(1, right[method]?.length ?? it[method].length); place++)
        for (const wrong of WRONG) {
          const given = [...(right[method] ?? [])];
          given[place] = wrong;
          try {
            it[method](...given)?.free?.();
          } catch (error) {
            const what = `${name}.${method}(${given.map((one) => (typeof one === "symbol" ? "Symbol" : String(one))).join(", ")}): ${error}`;
            assert.ok(error instanceof CostumierError, what);
            assert.notEqual(error.kind, "panic", what);
            assert.doesNotMatch(error.text, RAW, what);
          }
          calls++;
        }
    console.log(`${calls} calls`);
    assert.equal(editor.dead, null);
  });

test("the classes are those that the package exports", () => {
  for (const [it, of] of [[editor, Editor], [game, Game], [costume, Costume], [draft, Draft], [room, RoomDraft], [scene, Scene], [actor, Actor]]) assert.ok(it instanceof of);
  assert.equal(typeof ExportJob, "function");
});
