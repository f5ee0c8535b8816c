// 0. Begin
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CostumierError, initEdit } from "costumier/edit";
import { fromFolder } from "costumier/node";

/** FNV-1a: the same bytes have the same checksum in all languages. */
function checksum(...parts) {
  let number = 0x811c9dc5;
  for (const part of parts) for (const byte of part) number = Math.imul(number ^ byte, 0x01000193);
  return (number >>> 0).toString(16).padStart(8, "0");
}

const wasm = await readFile(fileURLToPath(import.meta.resolve("costumier/costumier_edit_bg.wasm")));
const costumier = await initEdit(wasm);

// 1. Open a game
const game = costumier.openGame(fromFolder(process.argv[2]));
console.log(`open: ${game.costumes().length} costumes`);

// 2. List its costumes
for (const { id, name, room } of game.costumes()) console.log(`list: ${id} ${name ?? ""}, room ${room}`);

// 3. Take a picture
const odile = game.costume(1);
const picture = odile.picture({ limb: 0, index: 29 });
console.log(`picture: ${picture.width} x ${picture.height} pixels, ${checksum(picture.data)}`);

// 4. Play an animation
const clip = odile.film("walk", "east");
const frames = clip.frames.map((frame) => frame.data);
console.log(`clip: ${frames.length} frames of ${clip.width} x ${clip.height}, ${checksum(...frames)}`);

// 5. Let two actors walk
const odileActor = { costume: 1, position: [60, 130], facing: "east", steps: [{ perform: "walk" }] };
const balthasar = { costume: 2, position: [260, 135], facing: "west", steps: [{ perform: "walk" }] };
const scene = game.scene({ room: 1, view: "screen", actors: [odileActor, balthasar] });
const pictures = [];
for (let tick = 1; tick <= 8; tick++) {
  pictures.push(scene.render());
  scene.actors[0].set({ position: [60 + 6 * tick, 130] });
  scene.actors[1].set({ position: [260 - 6 * tick, 135] });
  scene.tick();
}
const [{ width, height }] = pictures;
console.log(`scene: 8 pictures of ${width} x ${height}, ${checksum(...pictures.map((it) => it.data))}`);

// 6. Click on an actor
const [x, y] = scene.actors[1].feet();
console.log(`click: actor ${scene.actorAt(x, y - 20)} at ${x}, ${y - 20}, ${scene.actorAt(0, 0) ?? "none"} at 0, 0`);

// 7. Edit a costume
const draft = costumier.draft(game, 1);
draft.paint({ limb: 0, index: 29 }, { width: 8, height: 8, at: [-4, -40], rows: new Uint8Array(64).fill(3) });
const undone = draft.undo() && checksum(draft.pack().payload) === checksum(odile.payload());
draft.redo();
const block = draft.pack().payload;
const edits = draft.edits().length;
console.log(`edit: ${edits} edit, undone: ${undone ? "yes" : "no"}, ${block.length} bytes, ${checksum(block)}`);

// 8. Make a patch
const { bytes: patch } = costumier.put(game, [{ id: 1, payload: block }], "patch").files[0];
const changed = costumier.patched(game, patch).game.costume(1).picture({ limb: 0, index: 29 });
const size = `${changed.width} x ${changed.height}`;
console.log(`patch: ${patch.length} bytes, ${checksum(patch)}, the picture is ${size}`);

// 9. Export
const options = { formats: ["gif"], chore: ["walk"], facing: ["east"], scale_up: 2 };
for (const { path, bytes } of game.export([1], options))
  if (path.endsWith(".gif")) console.log(`export: ${path}, ${bytes.length} bytes, ${checksum(bytes)}`);

// 10. Handle an error
try {
  costumier.draft(game, 99);
} catch (error) {
  if (!(error instanceof CostumierError)) throw error;
  console.log(`error: ${error.text}`);
}
