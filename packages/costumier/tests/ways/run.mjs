// The packed package in an empty project: its command, Node, TypeScript, Vite, webpack, esbuild, and no bundler. `node tests/ways/run.mjs`, after `cargo xtask web`; the sample game comes from the command line.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { costumier, sample } from "../common.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const home = fileURLToPath(new URL("../..", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "costumier-ways-"));
process.on("exit", () => rmSync(project, { recursive: true, force: true }));
const run = (program, words, cwd = project) =>
  execFileSync(program, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
const say = (text) => console.log(text);

const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", project], home));
for (const path of ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md", "README.md", "dist/page/index.html"])
  assert.ok(packed.files.some((it) => it.path === path), `${path} is not packed`);
say(`packed: ${packed.files.length} files, ${(packed.size / 1e6).toFixed(1)} MB`);

cpSync(here, project, { recursive: true, filter: (path) => !path.includes("node_modules") });
run("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"]);
run("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", `./${packed.filename}`]);
const game = sample("v5");

// The output of the command is that of the command in Rust.
const npx = (...words) => run("npx", ["--no-install", "costumier", ...words]);
const json = (...words) => JSON.parse(npx(...words, "--json"));
assert.deepEqual(json("dump", game, "6"), JSON.parse(costumier("dump", game, 6, "--json")));
const rows = json("list", game);
const known = JSON.parse(costumier("list", game, "--json"));
assert.deepEqual(rows.map((it) => [it.id, it.pictures, it.status]), known.map((it) => [it.id, it.pictures, it.status]));
assert.equal(json("info", game).generation, "v5");
assert.match(npx("info", game), /^generation  v5$/m);
assert.equal(npx("list", game).split("\n").length, rows.length + 2);
npx("export", game, "6", "-o", "walk", "--as", "gif", "--chore", "walk", "--facing", "east");
costumier("export", game, 6, "-o", join(project, "theirs"), "--as", "gif", "--chore", "walk", "--facing", "east");
const gifs = (folder) => readdirSync(join(project, folder), { recursive: true }).filter((it) => it.endsWith(".gif")).sort();
assert.ok(gifs("walk").length > 0);
assert.deepEqual(gifs("walk"), gifs("theirs"));
for (const it of gifs("walk"))
  assert.ok(readFileSync(join(project, "walk", it)).equals(readFileSync(join(project, "theirs", it))), it);
for (const [words, message] of [
  [["list"], /list wants a game/],
  [["list", "nowhere"], /there is no file or folder nowhere/],
  [["dump", game, "99"], /no such id/],
  [["export", game, "-o", "walk"], /is there already/],
  [["sing", game], /there is no command sing/],
])
  assert.throws(() => npx(...words), (thrown) => message.test(thrown.stderr) && [1, 2].includes(thrown.status), words.join(" "));
say("npx costumier: info, list, dump, export");

// TypeScript with its strictest options, then each bundler with the result.
run("npx", ["tsc", "-p", "."]);
run("npx", ["vite", "build", "--outDir", "built/vite", "--logLevel", "error"]);
run("npx", ["webpack", "--mode", "production", "--entry", "./compiled/page.js", "--output-path", "built/webpack", "--output-public-path", "auto"]);
run("npx", [
  "esbuild", "compiled/page-import.js", "compiled/worker-import.js", "--bundle", "--format=esm", "--loader:.wasm=file",
  "--outdir=built/esbuild", "--log-level=error",
]);
const page = (script) => `<!doctype html><title>waiting</title><script type="module" src="${script}"></script>`;
// A page with the player has no module that edits: no WebAssembly but the whole one, and no script that names the other.
run("npx", ["webpack", "--mode", "production", "--entry", "./compiled/player.js", "--output-path", "built/player/webpack", "--output-public-path", "auto"]);
mkdirSync(join(project, "player"));
writeFileSync(join(project, "player/index.html"), page("../compiled/player.js"));
run("npx", ["vite", "build", "player", "--base", "./", "--outDir", "../built/player/vite", "--logLevel", "error"]);
const whole = readFileSync(join(project, "node_modules/costumier/dist/costumier_bg.wasm"));
for (const bundler of ["webpack", "vite"]) {
  const paths = readdirSync(join(project, "built/player", bundler), { recursive: true, encoding: "utf8" });
  const contents = (ending) => paths.filter((it) => it.endsWith(ending)).map((it) => readFileSync(join(project, "built/player", bundler, it)));
  const [modules, scripts] = [contents(".wasm"), contents(".js")];
  assert.equal(modules.length, 1, `${bundler}: ${paths}`);
  assert.ok(modules[0].equals(whole), bundler);
  assert.ok(scripts.length > 0 && !scripts.some((it) => it.includes("costumier_edit_bg")), `${bundler}: ${paths}`);
}
writeFileSync(join(project, "built/webpack/index.html"), page("main.js"));
writeFileSync(join(project, "built/esbuild/index.html"), page("page-import.js"));
say("TypeScript, Vite, webpack, esbuild: built");

const { draw } = await import(join(project, "compiled/draw.js"));
const files = readdirSync(game).map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(game, name))) }));
const expected = await draw(readFileSync(join(project, "node_modules/costumier/dist/costumier_bg.wasm")), files);
assert.match(expected, /^\d+ x \d+ [0-9a-f]{16}$/);

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://local").pathname);
  try {
    const body =
      path === "/game/files.json" ? JSON.stringify(files.map((it) => it.name))
      : path.startsWith("/game/") ? readFileSync(join(game, path.slice(6)))
      : readFileSync(join(project, path.startsWith("/built/vite/assets") || !path.startsWith("/assets/") ? path : `/built/vite${path}`));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}`;

const { chromium } = createRequire(join(home, "../../web/package.json"))("@playwright/test");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const tab = await browser.newPage();
  for (const [name, path] of [
    ["no bundler", "plain.html"], ["Vite", "built/vite/index.html"], ["webpack", "built/webpack/index.html"], ["esbuild", "built/esbuild/index.html"],
  ]) {
    await tab.goto(`${address}/${path}`);
    await tab.waitForFunction(() => document.title !== "waiting", null, { timeout: 20_000 });
    assert.equal(await tab.title(), expected, name);
    say(`${name}: the same picture as in Node`);
  }

  // `view`: its page opens the game; requests without the token are refused.
  const view = spawn(process.execPath, [join(project, "node_modules/costumier/dist/command.js"), "view", game, "--no-open"]);
  try {
    const url = await new Promise((done) => view.stdout.once("data", (text) => done(String(text).trim())));
    const origin = new URL(url).origin;
    assert.equal((await fetch(`${origin}/game/game.json`)).status, 403);
    assert.equal((await fetch(`${origin}/../package.json`)).status, 404);
    const token = url.split("#t=")[1];
    const part = await fetch(`${origin}/game/sample.001`, { headers: { "x-costumier-token": token, range: "bytes=10-19" } });
    assert.equal(part.status, 206);
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(readFileSync(join(game, "sample.001")).subarray(10, 20)));
    await tab.goto(url);
    await tab.waitForFunction(() => globalThis.costumier?.store.state.game?.costumes.length > 0, null, { timeout: 20_000 });
    assert.equal(await tab.evaluate(() => globalThis.costumier.store.state.game.costumes.length), rows.length);
    say("npx costumier view: the page shows the game");
  } finally {
    view.kill();
  }
} finally {
  await browser.close();
  server.close();
}
