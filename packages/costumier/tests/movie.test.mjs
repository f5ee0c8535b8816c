// Films of scenes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh, open, sample } from "./common.mjs";

const game = open(await fresh(), sample("v5"));

const spec = (palette) => ({
  background: false,
  actors: [{ costume: 1, position: [0, 0], facing: "east", palette, steps: [{ chore: "init" }, { chore: "walk" }] }],
});

test("a film is a file of its format, and other colours give another file", () => {
  const beginnings = { gif: "GIF89a", webp: "RIFF", apng: "\x89PNG", frames: "PK" };
  for (const [format, begins] of Object.entries(beginnings)) {
    const scene = game.scene(spec({}));
    scene.mark();
    const made = scene.movie({ format });
    assert.equal(Buffer.from(made.bytes.subarray(0, begins.length)).toString("latin1"), begins);
    assert.equal(made.is_cut, false);
    assert.equal(scene.now, 0, "the scene stays where it is");
    assert.notDeepEqual(game.scene(spec({ 1: 15 })).movie({ format }).bytes, made.bytes);
    assert.ok(scene.movie({ format, scale_up: 2 }).bytes.length > made.bytes.length);
    scene.free();
  }
});

test("invalid options are refused with a message", () => {
  const scene = game.scene(spec({}));
  assert.throws(() => scene.movie({ format: "aseprite" }), /not aseprite: gif, webp, apng, frames/);
  assert.throws(() => scene.movie({ format: "mp4" }), /mp4/);
});
