/** `costumier view`: serves the viewer's page and one game to this machine only, and no other file of the disk. */
import { spawn } from "node:child_process";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { extname } from "node:path";
import { CostumierError } from "./errors.js";
import type { GameFile, GameInfo } from "./types.js";

/** Headers of every answer, the same as those of the command in Rust. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
    "img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
};

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Maximum number of connections. A new one replaces the one whose last request is the oldest. */
const CONNECTIONS = 64;

/** Time that a connection may be idle, in milliseconds. */
const PATIENCE = 10_000;

/** The page's files by their paths. The WebAssembly is the package's own and is not packed twice. */
function pageFiles(): Map<string, URL> {
  const page = new URL("page/", import.meta.url);
  if (!existsSync(new URL("index.html", page)))
    throw CostumierError.usage("this package was packed without the viewer's page: `cargo xtask web` builds it");
  const files = new Map<string, URL>();
  for (const name of readdirSync(page, { recursive: true, encoding: "utf8" }))
    if (extname(name) !== "") files.set(name.replaceAll("\\", "/"), new URL(name.replaceAll("\\", "/"), page));
  const shared = JSON.parse(readFileSync(new URL("wasm.json", page), "utf8")) as Record<string, string>;
  for (const [path, own] of Object.entries(shared)) files.set(path, new URL(own, import.meta.url));
  return files;
}

/** Serves until the process ends. */
export async function serve(
  info: GameInfo,
  files: readonly GameFile[],
  options: { readonly port: number; readonly opens: boolean },
): Promise<void> {
  const [page, token] = [pageFiles(), randomBytes(16).toString("hex")];
  const byName = new Map(files.map((file) => [file.name, file]));
  const which = info.files[0]?.name ?? "";
  const rows = files.map(({ name, size }) => ({ name, size }));
  const listing = JSON.stringify({ title: info.title, which, files: rows, names: [] });
  const server = createServer((request, response) => answer(request, response));
  const sockets = new Set<Socket>();
  const moved = (socket: Socket): void => {
    sockets.delete(socket);
    if (!socket.destroyed) sockets.add(socket);
  };
  server.on("connection", (socket) => {
    const [stillest] = sockets;
    if (sockets.size >= CONNECTIONS) stillest?.destroy();
    moved(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", ({ socket }) => moved(socket));
  server.headersTimeout = server.requestTimeout = PATIENCE;
  server.setTimeout(PATIENCE, (socket) => socket.destroy());
  await new Promise<void>((done, failed) => {
    server.once("error", (why) => failed(CostumierError.usage(`cannot listen: ${why.message}`)));
    server.listen(options.port, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const say = (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): void => {
      const length = String(Buffer.byteLength(body));
      response.writeHead(status, { ...ALWAYS, "content-type": "text/plain; charset=utf-8", "content-length": length, ...headers });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const { host, origin, "sec-fetch-site": site, "x-costumier-token": given, range } = request.headers;
    if (!hosts.includes((host ?? "").toLowerCase())) return say(403, "the Host header names another machine\n");
    if (origin !== undefined && !hosts.some((it) => origin === `http://${it}`))
      return say(403, "the request comes from another page\n");
    if (request.method !== "GET" && request.method !== "HEAD") return say(405, "only GET and HEAD are allowed\n", { allow: "GET, HEAD" });
    if (request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0)
      return say(413, "requests have no body here\n", { connection: "close" });
    let path;
    try {
      path = decodeURIComponent((request.url ?? "/").split(/[?#]/, 1)[0]!.slice(1)) || "index.html";
    } catch {
      return say(400, "the path is not valid\n");
    }
    if (!path.startsWith("game/")) {
      const file = page.get(path);
      if (file === undefined) return say(404, "there is no such file\n");
      return say(200, readFileSync(file), { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    }
    if (site !== undefined && site !== "same-origin" && site !== "none")
      return say(403, "the request comes from another page\n");
    const [have, want] = [Buffer.from(String(given ?? "")), Buffer.from(token)];
    if (have.length !== want.length || !timingSafeEqual(have, want))
      return say(403, "the token is missing; open the address that `costumier view` printed\n");
    if (path === "game/game.json") return say(200, listing, { "content-type": "application/json" });
    const file = byName.get(path.slice("game/".length));
    if (file === undefined) return say(404, "there is no such file\n");
    const { size } = file;
    // The page asks for blocks, never for several ranges.
    const wanted = /^bytes=(\d+)-(\d*)$/.exec(range ?? "");
    const from = wanted ? Number(wanted[1]) : 0;
    const to = wanted?.[2] ? Math.min(Number(wanted[2]), size - 1) : size - 1;
    if (wanted && (from >= size || to < from)) return say(416, "the file is shorter\n", { "content-range": `bytes */${size}` });
    const headers = { "content-type": "application/octet-stream", "accept-ranges": "bytes" };
    try {
      const bytes = file.read(from, to - from + 1);
      if (wanted) say(206, bytes, { ...headers, "content-range": `bytes ${from}-${to}/${size}` });
      else say(200, bytes, headers);
    } catch {
      say(404, "the file is gone\n");
    }
  }

  const url = `http://127.0.0.1:${port}/?served#t=${token}`;
  process.stdout.write(`${url}\n`);
  process.stderr.write("serving this game to this machine only; Ctrl-C stops it\n");
  if (options.opens) open(url);
  await new Promise<void>((done) => server.once("close", done));
}

/** Opens an address in the browser, or reports that no browser started. */
function open(url: string): void {
  const [program, ...words] =
    process.platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler", url]
    : process.platform === "darwin" ? ["open", url]
    : ["xdg-open", url];
  const child = spawn(program!, words, { detached: true, stdio: "ignore" });
  child.once("error", () => process.stderr.write("no browser started; open the address above\n"));
  child.unref();
}
