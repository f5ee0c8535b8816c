// Games in archives and images: the same game as in a folder, read by ranges, with the kind of the archive.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fromBytes } from "costumier";
import { fromFile } from "costumier/node";
import { folder, fresh, open, sample } from "./common.mjs";

const instance = await fresh();
const quietly = (program, ...words) => execFileSync(program, words, { stdio: "ignore", cwd: dirname(sample("v5")) });

/** A remaster's archive of these files: version 1.0, little-endian (docs/format/editions.md §2). */
function lpak(files) {
  const [HEADER, ENTRY] = [40, 20];
  const names = Buffer.from(files.map(([name]) => `${name}\0`).join(""));
  const data = Buffer.concat(files.map(([, bytes]) => bytes));
  const entries = Buffer.alloc(files.length * ENTRY);
  let at = 0;
  files.forEach(([, bytes], i) => {
    for (const [slot, value] of [at, 0, bytes.length, bytes.length, 0].entries()) entries.writeUInt32LE(value, i * ENTRY + slot * 4);
    at += bytes.length;
  });
  const head = Buffer.alloc(HEADER);
  head.write("KAPL");
  head.writeFloatLE(1, 4);
  const starts = [HEADER, HEADER, HEADER + entries.length, HEADER + entries.length + names.length];
  for (const [i, value] of [...starts, 0, entries.length, names.length, data.length].entries()) head.writeUInt32LE(value, 8 + i * 4);
  return Buffer.concat([head, entries, names, data]);
}

const files = (path) => readdirSync(path).map((name) => [name, readFileSync(join(path, name))]);

const MADE = {
  zip: () => {
    const out = join(folder, "game.zip");
    quietly("zip", "-qr", out, "v5");
    return fromFile(out);
  },
  "zip, stored": () => {
    const out = join(folder, "stored.zip");
    quietly("zip", "-qr0", out, "v5");
    return fromFile(out);
  },
  "CD image": () => {
    const out = join(folder, "game.iso");
    quietly("xorriso", "-as", "mkisofs", "-quiet", "-J", "-o", out, sample("v5"));
    return fromFile(out);
  },
  LPAK: () => fromBytes([["Monkey1.pak", lpak(files(sample("v5")).map(([name, bytes]) => [`classic/en/${name}`, bytes]))]]),
  "zip in a folder with other files": () => {
    const out = join(folder, "beside.zip");
    quietly("zip", "-qr", out, "v5");
    return fromBytes([["a/readme.txt", Buffer.from("no game")], ["a/beside.zip", readFileSync(out)]]);
  },
};

const plain = open(instance, sample("v5"));
const looks = (game) => game.costumes().map(({ id }) => [game.row(id), game.thumbnail(id), game.costume(id).structure()]);
const wanted = looks(plain);

for (const [what, make] of Object.entries(MADE)) {
  test(`${what}: the game in it is the game in the folder`, () => {
    const given = make();
    const found = instance.games(given);
    assert.equal(found.length, 1);
    assert.equal(found[0].error, null);
    const game = instance.openGame(given);
    assert.deepEqual(game.costumes(), plain.costumes());
    assert.deepEqual(looks(game), wanted);
    assert.equal(game.info().key, plain.info().key);
    const [container] = game.info().containers;
    assert.ok(container, "what it lay in is told");
    assert.equal(container.failed, null);
    assert.ok(container.files >= 2, JSON.stringify(container));
    assert.match(container.what, what.startsWith("zip") ? /zip/i : what === "LPAK" ? /LPAK/i : /ISO|CD/i);
    game.free();
  });
}

test("the error for a truncated archive has its offset", () => {
  const whole = lpak(files(sample("v5")));
  for (const left of [3, 30, 60, whole.length - 1000]) {
    assert.throws(() => {
      const game = instance.openGame(fromBytes([["Monkey1.pak", whole.subarray(0, left)]]));
      for (const { id } of game.costumes()) game.costume(id).structure();
    }, (error) => error.kind !== "panic" && error.text.length > 10);
  }
  assert.equal(instance.dead, null);
});
