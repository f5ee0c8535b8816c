// The package's command: its files and its error messages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { folder, sample } from "./common.mjs";

const file = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file("command.js"), ...words.map(String)], { encoding: "utf8" });
  return { status, stdout, stderr };
};
const game = sample("v5");
const out = (name) => join(folder, `command-${name}`);

test("numbers and parts of names select costumes", () => {
  assert.equal(run("export", game, "odil", "-o", out("a"), "--as", "gif", "--chore", "walk", "--facing", "east").status, 0);
  assert.ok(existsSync(join(out("a"), "costume-001", "walk-east.gif")));
  assert.equal(JSON.parse(run("dump", game, "Odile", "--json").stdout).id, 1);
  // Another script gives this name to the actor in costume 2.
  assert.equal(JSON.parse(run("dump", game, "Understudy", "--json").stdout).id, 2);
  assert.equal(run("export", game, "2-3", 6, "-o", out("d"), "--as", "png").status, 0);
  const exported = ["costume-002", "costume-003", "costume-006"];
  assert.deepEqual(readdirSync(out("d")).filter((name) => name.startsWith("costume")), exported);
});

test("errors say what to do", () => {
  for (const [words, says] of [
    [["export", game, 1, "-o", out("walk.gif")], /^error: -o is a folder here; for one GIF use -o DIR --as gif/],
    [["export", game, 1, "-o", out("b"), "--chore", 99], /^error: costume 1 has no chore 99\nhint: `costumier dump GAME ID` lists its chores\n$/],
    [["export", game, 1, "-o", out("b"), "--facing", "northeast"], /^error: costume 1 has no animation facing northeast\n/],
    [["export", game, "nobody", "-o", out("b")], /^error: no costume has the name "nobody"\nhint: the names are 1 "Odile", /],
    [["export", game, "70-80", "-o", out("b")], /^error: there are no costumes 70-80; `costumier list` lists them\n$/],
    [["list", game, "--which", "monkey"], /^error: opening the game: there is no game called "monkey" here; the games are sample\.000\n$/],
    [["list", game, "--chor", "x"], /^error: unknown option --chor; did you mean --chore\?\n$/],
    [["list", game, "--xy"], /^error: unknown option --xy; the options are --json, --which, .*, --help\n$/],
    [["list", game, "--o"], /^error: unknown option --o; the options are --json, --which, --output, /],
    [["list", game, "-x"], /^error: unknown option -x; the options are --json, /],
    [["list", game, "--wihch", "x"], /^error: unknown option --wihch; the options are --json, /],
    [["lst", game], /^error: there is no command lst; the commands are info, list, dump, export, view, sample\n$/],
    [["list"], /^error: list wants a game\n$/],
  ]) {
    const { status, stderr } = run(...words);
    assert.notEqual(status, 0, words.join(" "));
    assert.match(stderr, says);
  }
  for (const name of ["walk.gif", "b"]) assert.ok(!existsSync(out(name)), `${name} was written`);
});

const isPacked = existsSync(file("page/sample"));
test("sample writes the same game as the command in Rust", { skip: !isPacked && "the package has no page" }, () => {
  assert.equal(run("sample", out("c")).status, 0);
  for (const name of ["sample.000", "sample.001"]) assert.ok(readFileSync(join(out("c"), name)).equals(readFileSync(join(game, name))));
  assert.equal(run("list", "sample").stdout, run("list", game).stdout);
});
