// The light module: it draws games of v5 and v6 as the whole one does, and refuses everything else with a message.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { init } from "costumier";
import { fromBytes, initLight } from "costumier/light";
import { fromFolder } from "costumier/node";
import { fresh, generations, sample } from "./common.mjs";

const wasm = readFileSync(fileURLToPath(new URL("../dist/costumier_light_bg.wasm", import.meta.url)));
const light = await initLight(wasm);
const whole = await fresh();

const read = ["v5", "v6"];
const isRead = (path) => read.includes(whole.openGame(fromFolder(path), { scripts: false }).info().generation);

test("there is a game of each generation that the light module reads, and others", () => {
  for (const generation of read) assert.ok(generations.includes(generation) && isRead(sample(generation)), generation);
  assert.ok(generations.some((it) => !isRead(sample(it))));
});

for (const generation of generations) {
  const path = sample(generation);
  if (!isRead(path)) {
    test(`${generation}: the light module's error names the whole module`, () => {
      assert.throws(
        () => light.openGame(fromFolder(path)),
        (error) =>
          error.kind === "unsupported" && /which this program leaves out/.test(error.text) && /whole module/.test(error.hint),
      );
      assert.equal(light.dead, null);
    });
    continue;
  }
  test(`${generation}: the light module draws, plays and lists as the whole one does`, () => {
    const games = [light, whole].map((it) => it.openGame(fromFolder(path), { scripts: false }));
    const [info, all] = games.map((it) => it.info());
    assert.deepEqual(info, all);
    assert.deepEqual(games[0].costumes(), games[1].costumes());
    const room = info.rooms.find((it) => it.present && games[1].room(it.id).shows);
    for (const { id } of games[0].costumes()) {
      const [ours, theirs] = games.map((it) => it.costume(id));
      assert.deepEqual(ours.outline(), theirs.outline());
      assert.deepEqual(ours.actions(), theirs.actions());
      for (const background of room ? [false, true] : [false]) {
        const spec = { background, actors: [{ costume: id, position: [20, 100] }], ...(room ? { room: room.id } : {}) };
        const scenes = games.map((it) => it.scene(spec));
        const [a, b] = scenes.map((it) => it.actors[0]);
        for (const { chore, angle } of ours.actions().slice(0, 6)) {
          a.perform(chore, angle);
          b.perform(chore, angle);
          for (let tick = 0; tick < 5; tick++) {
            assert.deepEqual(scenes[0].tick(), scenes[1].tick());
            assert.deepEqual(scenes[0].render(), scenes[1].render(), `costume ${id}, chore ${chore}, tick ${tick}`);
          }
          assert.deepEqual(a.state(), b.state());
          assert.deepEqual(a.placed(), b.placed());
          assert.deepEqual(a.timeline(), b.timeline());
        }
      }
    }
  });
}

test("calls of the whole module are refused with a message", () => {
  const path = sample("v5");
  const files = fromBytes(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
  const game = light.openGame(files);
  const scene = game.scene({ actors: [{ costume: 1 }] });
  scene.render();
  assert.equal(light.isLight, true);
  assert.equal(whole.isLight, false);
  for (const act of [
    () => light.games(files), () => game.row(1), () => game.thumbnail(1), () => game.export([1]), () => game.palettes(),
    () => game.costume(1).structure(), () => game.costume(1).map(), () => game.costume(1).listing(), () => scene.explain(1, 1),
    () => scene.renderIndexed(), () => scene.toFile(), () => scene.spec,
  ]) {
    assert.throws(act, (error) => error.kind === "usage" && /the light module cannot do this/.test(error.text), String(act));
  }
  assert.equal(light.dead, null);
  assert.equal(scene.render().data.length > 0, true);
});

test("the light module, started by init, names itself in errors", async () => {
  const game = (await init(wasm)).openGame(fromFolder(sample("v5")), { scripts: false });
  assert.throws(() => game.export([1]), (error) => error.kind === "usage" && /the light module cannot do this/.test(error.text));
});
