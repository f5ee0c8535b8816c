// Exports: the command line's files, byte for byte.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { costumier, deep, folder, fresh, open, sample } from "./common.mjs";

const instance = await fresh();

function compare(ours, out) {
  const theirs = readdirSync(out, { recursive: true }).filter((it) => statSync(join(out, it)).isFile());
  const visible = theirs.map((it) => it.replaceAll("\\", "/")).filter((it) => !it.startsWith("."));
  assert.deepEqual(ours.map((it) => it.path).sort(), visible.sort());
  for (const { path, bytes } of ours) assert.ok(readFileSync(join(out, path)).equals(bytes), `${path} differs`);
}

/** The names that the command line knows for its own sample. */
function names(path) {
  const out = join(folder, "names");
  costumier("export", path, "-o", out, "--as", "json", "--force");
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json")));
  const costumes = manifest.costumes.flatMap(({ id, name, animations }) => [
    ...(name ? [{ costume: id, name }] : []),
    ...animations.map(({ chore, title }) => ({ costume: id, chore, name: title })),
  ]);
  return { title: manifest.title, costumes };
}

const EVERYTHING = ["png", "frames", "strips", "gif", "apng", "webp", "contact", "sheet", "aseprite-json", "texturepacker-json", "godot", "aseprite", "pal", "bmp"];

for (const [generation, options, words] of [
  ["v5", {}, []],
  ["v5", { formats: EVERYTHING, scale_up: 2, trim: true }, ["--as", EVERYTHING.join(","), "--scale-up", 2, "--trim"]],
  ["v7", { formats: EVERYTHING }, ["--as", EVERYTHING.join(",")]],
  ["v8", { formats: ["gif", "webp"], background: "room", facing: ["west"] }, ["--as", "gif,webp", "--background", "room", "--facing", "west"]],
]) {
  test(`${generation} ${words.join(" ")}: the same files`, () => {
    const path = sample(generation);
    const out = join(folder, `export-${generation}-${words.length}`);
    costumier("export", path, "1", "2", "-o", out, ...words);
    const game = open(instance, path, { names: names(path) });
    compare(game.export([1, 2], options), out);
  });
}

for (const generation of deep) {
  test(`${generation}: 16 bits a pixel: the same files, and pictures in the same colours`, () => {
    const path = sample(generation);
    const out = join(folder, `export-${generation}`);
    costumier("export", path, "-o", out, "--as", EVERYTHING.join(","));
    const game = open(instance, path);
    compare(game.export([1, 2, 3], { formats: EVERYTHING }), out);
    for (const id of [1, 2, 3]) {
      const costume = game.costume(id);
      const exact = costume.colours().colours.map((it) => it.exact);
      const picture = costume.picture(costume.pictures()[0]);
      picture.indices.forEach((value, at) => {
        const [r, g, b, opacity] = picture.data.subarray(at * 4, at * 4 + 4);
        const seen = opacity ? `#${[r, g, b].map((it) => it.toString(16).padStart(2, "0")).join("")}` : null;
        // Scripts can make colour 13 a shadow; here none does.
        assert.equal(seen, exact[value], `costume ${id}, value ${value}`);
      });
    }
    // The room behind is left out, as the manifest of the command says too.
    const behind = game.export([1], { formats: ["gif"], background: "room" }).find((it) => it.path === "manifest.json");
    const [said] = JSON.parse(new TextDecoder().decode(behind.bytes)).costumes;
    assert.ok(said.left_out.some((it) => it.severity === "note" && it.path.endsWith("/background") && /16 bits/.test(it.text)));
  });
}

test("an export goes step by step and ends as a zip", () => {
  const game = open(instance, sample("v5"));
  const job = game.exportJob([1, 2, 3], { formats: ["gif"], chore: ["walk"] });
  assert.equal(job.total, 3);
  assert.ok(job.step());
  assert.equal(job.done, 1);
  const zip = job.zip();
  assert.deepEqual([...zip.subarray(0, 4)], [0x50, 0x4b, 3, 4]);
  const paths = job.files().map((it) => it.path);
  for (const path of paths) assert.ok(Buffer.from(zip).includes(path), path);
  assert.ok(paths.includes("manifest.json") && paths.includes("index.html"));
});

test("an impossible export is refused with a message", () => {
  const game = open(instance, sample("v5"));
  assert.throws(() => game.export([77]), (error) => error.kind === "costume-out-of-range");
  assert.throws(() => game.export([1], { formats: ["tiff"] }), (error) => error.kind === "usage" && /tiff/.test(error.text));
  assert.throws(() => game.export([1], { formats: ["sheet"], background: "room" }), (error) => error.kind === "usage");
  assert.throws(() => game.export([1], { sacle: 2 }), (error) => error.kind === "usage" && /sacle/.test(error.text));
});
