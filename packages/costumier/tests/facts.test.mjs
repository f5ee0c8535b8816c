// Facts of games, costumes and bytes: those of the command, in every generation.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fromBytes } from "costumier";
import { costumier, fresh, generations, open, sample } from "./common.mjs";

const instance = await fresh();

for (const generation of generations) {
  test(`${generation}: facts of game and costumes are those of the command`, () => {
    const path = sample(generation);
    const game = open(instance, path);
    const info = game.info();
    const said = JSON.parse(costumier("info", path, "--json"));
    for (const key of ["generation", "files", "costumes", "problems"])
      assert.deepEqual(info[key], (Array.isArray(said) ? said[0] : said)[key], key);
    // Names of the sample come from its sources, which only the command has.
    const named = (text) => text.replace(/(\d) \([^)]*\)/g, "$1");
    const unnamed = (report) =>
      JSON.stringify(report, (key, value) => (/name$/.test(key) ? null : key === "text" ? named(value) : value));
    const unused = JSON.parse(costumier("unused", path, "--json"));
    assert.equal(unnamed(game.unused()), unnamed(unused));
    const rows = JSON.parse(costumier("list", path, "--json"));
    assert.deepEqual(game.costumes().map((it) => it.id), rows.map((it) => it.id));
    for (const row of rows) {
      const ours = game.row(row.id);
      for (const key of ["kind", "format", "colours", "limbs", "records", "pictures", "status", "problems", "error"])
        assert.deepEqual(ours[key], row[key], `costume ${row.id}: ${key}`);
      const costume = game.costume(row.id);
      assert.deepEqual(costume.structure(), JSON.parse(costumier("dump", path, row.id, "--json")));
    }
  });

  test(`${generation}: every byte has a meaning, once, and pictures know their bytes`, () => {
    const game = open(instance, sample(generation));
    for (const { id } of game.costumes()) {
      const costume = game.costume(id);
      const [parts, payload] = [costume.map(), costume.payload()];
      const { limbs, pictures = [] } = costume.structure();
      const hashes = new Set([...limbs.flatMap((limb) => limb.pictures), ...pictures].map((row) => row.sha256));
      let at = 0;
      for (const part of parts) {
        assert.equal(part.from, at, `costume ${id}: a gap or an overlap`);
        assert.ok(part.to > part.from && part.label && part.path.length);
        if (part.target !== null) assert.ok(part.target < payload.length, `costume ${id}: ${part.label} leads outside`);
        at = part.to;
      }
      assert.equal(at, payload.length);
      for (const key of costume.pictures()) {
        const picture = costume.picture(key);
        const pixels = costume.runs(key).reduce((sum, run) => sum + run.count, 0);
        assert.ok(pixels >= picture.width * picture.height, `costume ${id}, picture ${key.limb}.${key.index}`);
        assert.equal(picture.data.length, picture.width * picture.height * 4);
        const hash = createHash("sha256").update(picture.indices).digest("hex");
        assert.ok(hashes.has(hash), `costume ${id}, picture ${key.limb}.${key.index}: other pixels than \`dump\` says`);
        picture.indices.forEach((value, at) => assert.equal(picture.data[at * 4 + 3] === 0, value === picture.transparent));
      }
    }
  });
}

test("the game opens from memory, and from a folder above it", () => {
  const path = sample("v5");
  const files = readdirSync(path).map((name) => [`deep/down/${name}`, readFileSync(join(path, name))]);
  const game = instance.openGame(fromBytes(files));
  const other = open(instance, path);
  assert.deepEqual(game.costumes(), other.costumes());
  assert.equal(game.info().key, other.info().key);
});

test("several games in one list of files are separate", () => {
  const both = ["v5", "v7"].flatMap((generation) => {
    const path = sample(generation);
    return readdirSync(path).map((name) => [`${generation}/${name}`, readFileSync(join(path, name))]);
  });
  const files = fromBytes(both);
  assert.equal(instance.games(files).length, 2);
  assert.throws(() => instance.openGame(files), (error) => error.kind === "several-games" && error.games.length === 2);
  const game = instance.openGame(files, { which: "v7" });
  assert.equal(game.info().generation, "v7");
});

test("thumbnails show something, and a broken costume has none", () => {
  const game = open(instance, sample("v5"));
  for (const { id } of game.costumes()) {
    const film = game.thumbnail(id);
    assert.ok(film.frames.length > 0 && film.what, `costume ${id}`);
    assert.ok(film.frames.every((frame) => frame.data.length === film.width * film.height * 4));
    assert.ok(film.frames[0].data.some((byte, at) => at % 4 === 3 && byte === 255));
  }
  assert.deepEqual(game.withCostume(1, new Uint8Array(3)).thumbnail(1).frames, []);
  assert.throws(() => game.thumbnail(999), (error) => error.kind === "costume-out-of-range");
});

test("the option `interpreter` selects the rules", () => {
  const drawn = (options) => {
    const game = open(instance, sample("v4-ega"), options);
    const actor = { costume: 1, position: [160, 150], facing: "west", chores: ["init", 1], scale: 140, zplane: 0 };
    return [game.info().interpreter, game.scene({ room: 1, view: [0, 0, 320, 200], actors: [actor] }).render().data];
  };
  const [current, now] = drawn({});
  const [older, before] = drawn({ interpreter: "scummvm-2.7" });
  assert.deepEqual([current, older], ["current", "scummvm-2.7"]);
  assert.notDeepEqual(now, before, "rule 1 of docs/interpreters.md");
  assert.throws(() => drawn({ interpreter: "scummvm" }), /no interpreter/);
});
