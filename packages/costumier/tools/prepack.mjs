// Before the package is packed: the licence, the licences of what the WebAssembly is made of, and the viewer's page for `view`. npm
// packs no links. WebAssembly that the page shares with the package is not copied: page/wasm.json says which file is which.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [top, here] = ["../../../", "../"].map((it) => new URL(it, import.meta.url));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(new URL(name, top), new URL(name, here));
const script = fileURLToPath(new URL(".ci/licences", top));
writeFileSync(new URL("THIRD-PARTY.md", here), execFileSync("bash", [script, "npm"], { maxBuffer: 1 << 24 }));

const [built, page] = [new URL("web/dist/", top), new URL("dist/page/", here)];
rmSync(page, { recursive: true, force: true });
if (!existsSync(new URL("index.html", built))) {
  const words = "there is no web/dist: `cargo xtask web` builds the page that `costumier view` shows";
  if (process.env.npm_command === "publish") throw new Error(words);
  console.error(`note: ${words}`);
} else {
  const own = readdirSync(new URL("dist/", here)).filter((it) => it.endsWith(".wasm"));
  const bytes = new Map(own.map((it) => [it, readFileSync(new URL(`dist/${it}`, here))]));
  const shared = {};
  for (const path of readdirSync(built, { recursive: true, encoding: "utf8" }).map((it) => it.replaceAll("\\", "/"))) {
    if (!path.endsWith(".wasm")) continue;
    const content = readFileSync(new URL(path, built));
    const same = own.find((it) => bytes.get(it).equals(content));
    if (same) shared[path] = same;
  }
  // The service worker is for pages that are visited without a network.
  const isLeftOut = (path) => path in shared || path === "sw.js";
  const root = fileURLToPath(built);
  cpSync(built, page, {
    recursive: true,
    filter: (path) => !isLeftOut(path.slice(root.length).replaceAll("\\", "/")),
  });
  writeFileSync(new URL("wasm.json", page), JSON.stringify(shared));
}
