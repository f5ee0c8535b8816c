// Serves dist as a static host does: node tools/serve.mjs PORT [PATH]
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const [port = "4180", base = "/"] = process.argv.slice(2);
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};
createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://local").pathname));
  if (!path.startsWith(base)) return response.writeHead(404).end();
  const name = path.slice(base.length) || "index.html";
  try {
    const body = await readFile(join(dist, name));
    response.writeHead(200, {
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      "x-content-type-options": "nosniff",
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(port), "127.0.0.1");
