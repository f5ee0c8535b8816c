// Prints times of common calls. The limits are wide, because machines differ.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initLight } from "costumier/light";
import { fresh, open, sample } from "./common.mjs";

const light = fileURLToPath(new URL("../dist/costumier_light_bg.wasm", import.meta.url));

function measure(what, times, act) {
  const each = [];
  for (let i = 0; i < times; i++) each.push(timed(() => act(i)));
  return told(what, each);
}

function timed(act) {
  const began = performance.now();
  act();
  return performance.now() - began;
}

function told(what, each) {
  each.sort((a, b) => a - b);
  const times = each.length;
  const at = (share) => each[Math.min(each.length - 1, Math.floor(each.length * share))].toFixed(2);
  console.log(`${what}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms, of ${times}`);
  return each;
}

test("speed", async () => {
  const began = performance.now();
  const instance = await fresh();
  console.log(`a fresh instance of a compiled module: ${(performance.now() - began).toFixed(1)} ms`);
  measure("open the sample", 20, () => open(instance, sample("v5")).free());
  const game = open(instance, sample("v5"));
  const ids = game.costumes().map((it) => it.id);
  const films = measure("a thumbnail", 500, (i) => game.thumbnail(ids[i % ids.length]));
  console.log(`500 thumbnails: ${films.reduce((sum, it) => sum + it, 0).toFixed(0)} ms`);
  const actors = [80, 140, 200, 260].map((x, i) => ({ costume: ids[i % ids.length], position: [x, 120] }));
  const scene = game.scene({ room: 1, actors });
  for (const actor of scene.actors) actor.perform("walk", "east");
  const { data } = scene.render();
  const small = open(await initLight(readFileSync(light)), sample("v5")).scene({ room: 1, actors });
  for (const actor of small.actors) actor.perform("walk", "east");
  // One frame with each in turn, so that other load on the machine hits both; of several rounds, the quietest one counts.
  const rounds = Array.from({ length: 4 }, () => {
    const both = [[], []];
    for (let i = 0; i < 400; i++) {
      for (const [at, it] of [scene, small].entries()) {
        both[at].push(
          timed(() => {
            it.tick();
            it.render(data);
          }),
        );
      }
    }
    return both.map((each) => each.sort((a, b) => a - b));
  });
  // In the first round, the engine compiles the hot code.
  const [frames, slower] = rounds.slice(1).sort((a, b) => a[0][200] - b[0][200])[0];
  told("a tick and a frame of four actors in a room", frames);
  told("the same with the light module", slower);
  assert.ok(rounds.some(([each]) => each[380] < 16), "no frame takes longer than one at 60 a second has");
  assert.ok(slower[200] < 16);
  measure("where a pixel comes from", 100, (i) => scene.explain(80 + (i % 40), 100));
  measure("the bytes of a costume", 20, () => {
    const costume = game.costume(ids[0]);
    costume.map();
  });
});
