// Runs the examples of README.md and docs/javascript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { fromBytes } from "costumier";
import { folder, sample } from "./common.mjs";

const home = fileURLToPath(new URL("..", import.meta.url));
const guide = readFileSync(fileURLToPath(new URL("../../../docs/javascript.md", import.meta.url)), "utf8");
const readme = readFileSync(join(home, "README.md"), "utf8");

/** The blocks of a kind, each with the heading above it. */
const blocks = (page, kind) =>
  page.split(/^## /m).flatMap((chapter) =>
    [...chapter.matchAll(/^```(\w+)\n([^]*?)^```/gm)]
      .filter((it) => it[1] === kind)
      .map((it) => ({ title: chapter.split("\n", 1)[0], code: it[2] })));
const isForPages = ({ code }) => code.includes("?url") || code.includes("initLight");

/** Runs a program with the sample game in its folder. Returns the folder and the output. */
function run(code) {
  // It imports the package from a file inside it.
  const file = join(home, "tests", ".example.mjs");
  writeFileSync(file, code);
  const at = mkdtempSync(join(folder, "example-"));
  try {
    return { at, said: execFileSync(process.execPath, [file, sample("v5")], { encoding: "utf8", cwd: at }) };
  } finally {
    rmSync(file);
  }
}

test("README: the example for Node draws an actor", () => {
  const [{ code }] = blocks(readme, "js");
  const { said } = run(code.replace("// RGBA", "\n  if (!data.some((it) => it)) throw new Error('nothing is drawn');"));
  assert.match(said, /pictures\n[^]*\d{2,} x \d{2,}, \d+ bytes\n/);
  assert.match(said, /\.gif \d+/);
});

// The expected output of each example of the guide, by its heading.
const shows = {
  "List the costumes of a game": ({ said }) => assert.equal(said, blocks(guide, "text")[0].code),
  "Open a game from memory": ({ said }) => assert.match(said, /\n6 costumes\n$/),
  "Draw an actor": ({ said }) => assert.equal(said.match(/^\d{3} x \d{3}, \d{6} bytes$/gm).length, 4),
  "Write an animation": ({ at }) => assert.equal(readFileSync(join(at, "walk.gif")).subarray(0, 6).toString(), "GIF89a"),
  "Export costumes": ({ said }) => assert.match(said, /costume-001\/.*\.png \d+\n[^]*costume-006\/.*\.json \d+\n/),
  "Look into a costume": ({ said }) => assert.match(said, /walk 2 east\n[^]*limb 0, picture 0: \d+ x \d+\n[^]*palette/),
  "Edit a costume": ({ at, said }) => {
    assert.match(said, /^\d+ bytes before, \d+ after$/m);
    assert.ok(readdirSync(at).some((it) => /\.(bps|zip)$/.test(it)));
  },
  "Handle errors": ({ said }) => assert.match(said, /costume-out-of-range - costume 99.* no such id/),
};
const [start, ...rest] = blocks(guide, "js").filter((it) => !isForPages(it));

for (const { title, code } of [start, ...rest])
  test(`docs/javascript.md: ${title}`, () => {
    const whole = code === start.code ? code : `${start.code}\n${code}`;
    shows[title](run(whole));
  });

test("docs/javascript.md: every expectation has its example", () => {
  assert.deepEqual([start, ...rest].map((it) => it.title), Object.keys(shows));
});

for (const [page, text] of Object.entries({ README: readme, "docs/javascript.md": guide }))
  for (const [number, { code }] of blocks(text, "js").filter(isForPages).entries())
    test(`${page}: example ${number + 1} for pages draws an actor`, async () => {
      const file = join(home, "tests", `.example-${page.length}-${number}.mjs`);
      const wasm = (name) => `const wasm = ${JSON.stringify(join(home, "dist", name))};`;
      const program = code.replace(/import wasm from "costumier\/([^"?]+)\?url";.*/, (_, name) => wasm(name));
      writeFileSync(file, `${program}\nglobalThis.example = typeof scene === "undefined" ? null : scene;\n`);
      const bytes = (at) => readFileSync(at);
      const names = ["sample.000", "sample.001"];
      const posted = [];
      Object.assign(globalThis, {
        onmessage: null, // Every worker has it, and a module may only assign to what is there.
        fetch: async (at) => new Response(bytes(at)),
        postMessage: (message) => posted.push(message),
        FileReaderSync: class { readAsArrayBuffer = (blob) => blob.bytes.slice().buffer; },
        files: fromBytes(names.map((name) => [name, bytes(join(sample("v5"), name))])),
      });
      const chosen = names.map((name) => {
        const all = bytes(join(sample("v5"), name));
        return [name, { size: all.length, slice: (from, to) => ({ bytes: new Uint8Array(all).subarray(from, to) }) }];
      });
      try {
        await import(file);
        const drawn = globalThis.example?.render() ?? (await globalThis.onmessage({ data: chosen }), posted[0]);
        assert.ok(drawn.width > 8 && drawn.height > 8, `${drawn.width} x ${drawn.height}`);
        assert.ok(drawn.data.some((it) => it !== 0));
      } finally {
        rmSync(file);
      }
    });
