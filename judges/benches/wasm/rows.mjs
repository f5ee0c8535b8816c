// The rows of costumier-benches-wasm in WebAssembly: in Node and in Chromium, with SIMD and without, next to the same
// program natively; and how large the modules are that pages load. Prints a table for docs/speed.md.
//
//     rustup target add wasm32-wasip1 && node judges/benches/wasm/rows.mjs
//
// Chromium is $CHROMIUM, or /usr/bin/chromium; where there is none, its columns stay empty. Sizes are those of
// packages/costumier/dist, which `cargo xtask wasm` builds.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const TOP = fileURLToPath(new URL("../../..", import.meta.url));
const PROGRAM = "costumier-benches-wasm";
const BUILD = ["build", "--quiet", "--release", "-p", PROGRAM];

/** Builds the program; returns where it lies. */
function build(name, target, flags) {
  const folder = join(TOP, "target", "speed", name);
  const there = target ? ["--target", target] : [];
  execFileSync("cargo", [...BUILD, ...there, "--target-dir", folder], {
    cwd: TOP,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...(flags ? { CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS: flags } : {}) },
  });
  return join(folder, target ?? "", "release", target ? `${PROGRAM}.wasm` : PROGRAM);
}

/** Runs a program of WebAssembly that only prints and reads the clock; returns what it printed. Runs in pages, too. */
function printed(module) {
  let memory;
  let text = "";
  const view = () => new DataView(memory.buffer);
  const none = () => 0;
  const wasi = {
    fd_write(_fd, pieces, count, written) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const [at, length] = [view().getUint32(pieces + 8 * i, true), view().getUint32(pieces + 8 * i + 4, true)];
        text += new TextDecoder().decode(new Uint8Array(memory.buffer, at, length).slice());
        sum += length;
      }
      view().setUint32(written, sum, true);
      return 0;
    },
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    random_get(at, length) {
      new Uint8Array(memory.buffer, at, length).fill(4);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    proc_exit(status) {
      throw new Error(`ended with ${status}: ${text}`);
    },
  };
  // Whatever else is asked for does nothing.
  const wasi_snapshot_preview1 = new Proxy(wasi, { get: (all, name) => all[name] ?? none });
  const imports = Object.fromEntries(
    WebAssembly.Module.imports(module).map(it => [it.name, wasi_snapshot_preview1[it.name]]),
  );
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports.memory;
  instance.exports._start();
  return text;
}

/** The same in a worker of a page in Chromium; nothing where there is no Chromium. */
async function inChromium(wasm) {
  const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(chromium)) return "";
  const worker = `${printed}\nWebAssembly.compileStreaming(fetch("/wasm")).then(module =>
    fetch("/done", { method: "POST", body: printed(module) }), e => fetch("/done", { method: "POST", body: "" + e }));`;
  const files = {
    "/": ["text/html", "<script>new Worker('/worker')</script>"],
    "/worker": ["text/javascript", worker],
    "/wasm": ["application/wasm", readFileSync(wasm)],
  };
  const folder = mkdtempSync(join(tmpdir(), "costumier-rows-"));
  let browser;
  const text = await new Promise((done, failed) => {
    const server = createServer((request, answer) => {
      if (request.url === "/done") {
        let body = "";
        request.on("data", part => (body += part)).on("end", () => {
          answer.end();
          server.close();
          done(body);
        });
        return;
      }
      const [type, content] = files[request.url] ?? ["text/plain", ""];
      // Isolated pages have a finer clock.
      answer.writeHead(200, {
        "content-type": type,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      });
      answer.end(content);
    }).listen(0, "127.0.0.1", () => {
      const page = `http://127.0.0.1:${server.address().port}/`;
      const options = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${folder}`, page];
      browser = spawn(chromium, options, { stdio: "ignore" }).on("error", failed);
    });
  });
  browser.kill();
  await new Promise(ended => browser.on("exit", ended));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return text;
}

function rows(text) {
  const lines = text.split("\n").filter(line => line.includes("\t"));
  return new Map(lines.map(line => [line.split("\t")[0], line.split("\t").slice(1)]));
}

const columns = [["native", rows(execFileSync(build("native"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }))]];
for (const [name, flags] of [
  ["SIMD", "-C target-feature=+simd128"],
  ["plain", "-C target-feature=-simd128"],
]) {
  const wasm = build(name, "wasm32-wasip1", flags);
  columns.push([`Node, ${name}`, rows(printed(new WebAssembly.Module(readFileSync(wasm))))]);
  columns.push([`Chromium, ${name}`, rows(await inChromium(wasm))]);
}
console.log(" ".repeat(38) + columns.map(([name]) => name.padStart(18)).join(""));
for (const name of columns[0][1].keys()) {
  const cells = columns.map(([, found]) => {
    const [time, ratio] = found.get(name) ?? ["", ""];
    return ((time && `${Number(time).toFixed(2)} ns`) + (ratio ? `  × ${ratio}` : "")).padStart(18);
  });
  console.log(name.padEnd(38) + cells.join(""));
}
console.log();
const dist = join(TOP, "packages", "costumier", "dist");
for (const [what, file] of [
  ["the whole module", "costumier_bg.wasm"],
  ["the light module, which draws", "costumier_light_bg.wasm"],
]) {
  if (!existsSync(join(dist, file))) continue;
  const bytes = readFileSync(join(dist, file));
  const kilobytes = [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map(it => (it.length / 1000).toFixed(0));
  console.log(`${what.padEnd(38)}${kilobytes[0]} kB, ${kilobytes[1]} with gzip, ${kilobytes[2]} with brotli`);
}
