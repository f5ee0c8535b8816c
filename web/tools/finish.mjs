// After the build: writes the service worker with the list of files, and prints the compressed size of the page.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const walk = folder =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
const files = walk(dist)
  .map(path => relative(dist, path).replaceAll("\\", "/"))
  // Others fetch the picture of previews; the page does not.
  .filter(name => name !== "sw.js" && name !== "preview.png")
  .sort();
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(readFileSync(join(dist, name)));
const isEditor = name => name.includes("costumier_edit_bg");
const list = files.map(name => (name === "index.html" ? "./" : name));
// Without comments and indents, as everything that is loaded.
const source = readFileSync(new URL("sw.js", import.meta.url), "utf8").replace(/^\s*(\/\/.*\n)?/gm, "");
writeFileSync(
  join(dist, "sw.js"),
  source
    .replace("__BUILD__", hash.digest("hex").slice(0, 16))
    .replace("__FILES__", JSON.stringify(list.filter(name => !isEditor(name))))
    .replace("__EDITOR__", JSON.stringify(list.filter(isEditor))),
);

let [program, brotli, game] = [0, 0, 0];
for (const name of [...files, "sw.js"]) {
  const bytes = readFileSync(join(dist, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  if (name.startsWith("sample/")) game += packed;
  else {
    program += packed;
    brotli += brotliCompressSync(bytes).length;
  }
  console.log(`${String(bytes.length).padStart(9)} ${String(packed).padStart(8)} gz  ${name}`);
}
console.log(
  `the page weighs ${(program / 1000).toFixed(1)} kB with gzip, ${(brotli / 1000).toFixed(1)} kB with brotli; ` +
    `the sample game ${(game / 1000).toFixed(1)} kB with gzip`,
);
