// Shared by the tests: an instance, the sample game in every generation, the command to compare with.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { init } from "costumier";
import { fromFolder } from "costumier/node";

const top = fileURLToPath(new URL("../../../", import.meta.url));

/** The command: $COSTUMIER, or the one that cargo built last. */
export const command = [process.env.COSTUMIER, join(top, "target/release/costumier"), join(top, "target/debug/costumier")]
  .find((path) => path && existsSync(path));
if (!command) throw new Error("build the command line first: cargo build --release");

/** Runs the command. */
export const costumier = (...words) =>
  execFileSync(command, words.map(String), { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });

/** A folder that is deleted when the tests end. */
export const folder = mkdtempSync(join(tmpdir(), "costumier-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export const wasm = await WebAssembly.compile(
  readFileSync(fileURLToPath(new URL("../dist/costumier_bg.wasm", import.meta.url))),
);
/** A fresh instance. */
export const fresh = () => init(wasm);

const help = costumier("sample", "--help");
const samples = help.match(/\[possible values: ([^\]]+)\]/)?.[1].split(/,\s+/) ?? [];
if (samples.length < 3) throw new Error(`the sample's generations could not be read from:\n${help}`);

// Games of other generations, if `cargo run -p costumier-export --example judge-games -- target/judges/games` made them.
const made = join(top, "target/judges/games");
const noise = (it) => `noise ${it}`;
const folders = (at) => (existsSync(at) ? readdirSync(at, { withFileTypes: true }).filter((it) => it.isDirectory()).map((it) => it.name) : []);
const others = folders(made);

// Games whose pixels have 16 bits: `… --example judge-games -- target/judges/sixteen sixteen`.
const deepMade = join(top, "target/judges/sixteen");
/** The generated games that have 16 bits a pixel. */
export const deep = folders(deepMade).map(noise);
/** Whether a game has 16 bits a pixel: the sample for Humongous 9.9 is one. */
export const isDeep = (it) => deep.includes(it) || it === "he99-16";

/** Every generation with a game. */
export const generations = [...samples, ...others.map(noise), ...deep];

/** The folder of a game of a generation. */
export function sample(generation) {
  if (!samples.includes(generation)) return join(deep.includes(generation) ? deepMade : made, generation.slice(noise("").length));
  const path = join(folder, generation);
  if (!existsSync(path)) costumier("sample", path, "--generation", generation);
  return path;
}

/** Opens a folder. */
export const open = (instance, path, options) => instance.openGame(fromFolder(path), options);
