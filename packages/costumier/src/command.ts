#!/usr/bin/env node
/** The command of the package, for Node: `npx costumier list GAME`. The WebAssembly does the work. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CostumierError, init, type Chore, type Costumier, type ExportOptions, type Facing, type Game } from "./index.js";
import { fromFile, fromFolder } from "./node.js";
import { shown, shownJson, shownLines, shownMessage } from "./shown.js";
import type { CostumeRow, Format, GameFile, GameInfo } from "./types.js";
import { serve } from "./view.js";

const HELP = `Opens SCUMM games: shows, exports and plays their costumes.

Usage: costumier COMMAND GAME [OPTIONS]

  info GAME                what a game is
  list GAME                its costumes, one row each
  dump GAME ID             a costume's structure
  export GAME [ID…] -o DIR pictures, animations and contact sheets; all costumes if there is no ID
  view GAME                the game in the browser, until Ctrl-C
  sample FOLDER            writes the sample game into a folder

An ID is a costume's number, a range of numbers (1-3), or a part of a name.

GAME is the folder of a game's files, an archive, a zip, a CD or floppy image, or the word \`sample\`: the sample game.

  --json                   info, list, dump: print JSON
  --which NAME             the game, if GAME holds several
  --as FORMAT[,FORMAT]     export: png, frames, strips, gif, apng, webp, contact, sheet, aseprite, bmp, pal, …
  --chore CHORE            export: only this chore: init, walk, stand, talk-start, talk-stop, or a number
  --facing FACING          export: only this facing: west, east, south, north
  --scale-up N             export: enlarge N times
  --force                  export: write into a folder that has files
  --port N                 view: the port
  --no-open                view: print the address and open no browser
  --version, --help

The command of the same name that is written in Rust does more: it edits, compares and renders.
`;

/** A message for a call that cannot be carried out. */
class Usage extends Error {}

const OPTIONS = {
  json: { type: "boolean" },
  which: { type: "string" },
  output: { type: "string", short: "o" },
  as: { type: "string", multiple: true },
  chore: { type: "string", multiple: true },
  facing: { type: "string", multiple: true },
  "scale-up": { type: "string" },
  force: { type: "boolean" },
  port: { type: "string" },
  "no-open": { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMANDS = ["info", "list", "dump", "export", "view", "sample"];

/** The folder of the sample game, which is packed with the viewer's page. */
const SAMPLE = new URL("page/sample/", import.meta.url);

const { values, positionals } = read();

function read() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    const [, dashes, unknown] = /^Unknown option '(--?)([^']+)'/.exec(text) ?? [];
    if (unknown === undefined) return fail(text.split(". ", 1)[0]!);
    const names = Object.keys(OPTIONS);
    const near = unknown.length < 3 ? undefined : names.find((it) => it.startsWith(unknown.slice(0, 3)));
    const known = `the options are ${names.map((it) => `--${it}`).join(", ")}`;
    return fail(`unknown option ${dashes}${unknown}; ${near === undefined ? known : `did you mean --${near}?`}`);
  }
}

function fail(text: string): never {
  process.stderr.write(`error: ${shown(text)}\n`);
  process.exit(2);
}

/** Parses a whole number of the command line. */
function number(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Usage(`${name}: ${text} is no number`);
  return Number(text);
}

/** Returns a number, or a word as it is. */
const numberOrWord = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** Returns the ids of costumes that a word names: by a number, a range, or a name. */
function idsOf(game: Game, word: string): number[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(word) ?? [];
  if (first !== undefined) {
    const found = game.costumes().map(({ id }) => id).filter((id) => id >= Number(first) && id <= Number(last));
    if (found.length === 0) throw new Usage(`there are no costumes ${word}; \`costumier list\` lists them`);
    return found;
  }
  return [/^\d+$/.test(word) ? Number(word) : game.costumeCalled(word)];
}

/** Writes the sample game into a folder. */
function sample(folder: string): void {
  if (existsSync(folder) && !values.force) throw new Usage(`${folder} is there already; --force writes into it`);
  const names = sampleFiles();
  mkdirSync(folder, { recursive: true });
  for (const { name } of names) copyFileSync(new URL(name, SAMPLE), resolve(folder, name));
  process.stderr.write(`wrote ${names.length} files into ${folder}\n`);
}

function sampleFiles(): GameFile[] {
  if (!existsSync(SAMPLE)) throw new Usage("this package was packed without the sample game: `cargo xtask web` builds it");
  return fromFolder(fileURLToPath(SAMPLE)).filter(({ name }) => !name.endsWith(".json"));
}

function filesOf(path: string): GameFile[] {
  if (path === "sample" && !existsSync(path)) return sampleFiles();
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) throw new Usage(`there is no file or folder ${path}`);
  return about.isDirectory() ? fromFolder(path) : fromFile(path);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => shown(String(cell))));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === "number"));
  const cell = (text: string, column: number): string =>
    isNumber[column] ? text.padStart(widths[column]!) : text.padEnd(widths[column]!);
  return all.map((row) => `${row.map(cell).join("  ").trimEnd()}\n`).join("");
}

function info(game: Game): string {
  const it = game.info();
  const room = ({ id, name }: { id: number; name: string | null }): string => (name === null ? `${id}` : `${id} (${name})`);
  const lines: [string, string][] = [
    ["generation", it.platform === "pc" ? it.generation : `${it.generation}, ${it.platform}`],
    ["recognised", it.why],
    ["files", it.files.map(({ name, bytes }) => `${name} (${bytes === null ? "missing" : `${bytes} bytes`})`).join(", ")],
    ["rooms", it.rooms.filter(({ present }) => present).map(room).join(", ")],
    ["costumes", String(it.costumes)],
    ...it.problems.map(({ severity, path, text }): [string, string] => [severity, `${path}: ${text}`]),
  ];
  if (it.title !== null) lines.unshift(["title", `${it.title} (told by ${it.title_told_by})`]);
  return lines.map(([label, text]) => `${label.padEnd(12)}${shown(text)}\n`).join("");
}

function list(rows: readonly CostumeRow[]): string {
  const head = ["id", "name", "room", "format", "colours", "limbs", "records", "pictures", "status"];
  const cells = (it: CostumeRow): (string | number)[] => [
    it.id, it.name ?? "", it.room_name === null ? `${it.room}` : `${it.room} (${it.room_name})`, it.format ?? "-",
    it.colours ?? 0, it.limbs ?? 0, it.records ?? 0, it.pictures ?? 0, it.status,
  ];
  return table(head, rows.map(cells));
}

function exported(game: Game, ids: readonly number[] | null): void {
  const output = values.output;
  if (output === undefined) throw new Usage("export wants a folder: -o DIR");
  if (/\.(gif|apng|webp|png|bmp|aseprite|zip)$/i.test(output))
    throw new Usage("-o is a folder here; for one GIF use -o DIR --as gif --chore walk --facing east");
  const formats = values.as?.flatMap((it) => it.split(",")) as Format[] | undefined;
  const options: ExportOptions = {
    ...(formats && { formats }),
    ...(values.chore && { chore: values.chore.map(numberOrWord) as Chore[] }),
    ...(values.facing && { facing: values.facing.map(numberOrWord) as Facing[] }),
    ...(values["scale-up"] !== undefined && { scale_up: number("--scale-up", values["scale-up"]) }),
  };
  const folder = resolve(output);
  if (existsSync(folder) && !values.force) throw new Usage(`${output} is there already; --force writes into it`);
  const files = game.export(ids, options);
  for (const { path, bytes } of files) {
    const file = resolve(folder, path);
    if (!file.startsWith(folder + sep)) throw new Usage(`${path} lies outside of ${output}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  process.stderr.write(`wrote ${files.length} files into ${output}\n`);
}

/** Returns the files, without those behind links out of the folder. */
function inside(path: string, files: readonly GameFile[], info: GameInfo): GameFile[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [...files];
  const root = realpathSync(path) + sep;
  return files.filter(({ name }) => {
    const is = realpathSync(join(path, name)).startsWith(root);
    const own = info.files.some((it) => it.name === name || it.name.startsWith(`${name}/`));
    if (!is && own) throw new Usage(`${name} is a link out of the game's folder, and \`view\` serves only files in it`);
    return is;
  });
}

/** Opens the game, or the one of several that `--which` names. */
function opened(costumier: Costumier, files: readonly GameFile[]): Game {
  const { which } = values;
  return costumier.openGame(files, which === undefined ? {} : { which });
}

async function start(): Promise<Costumier> {
  return init(readFileSync(new URL("costumier_bg.wasm", import.meta.url)));
}

/** Carries out the call. Returns the exit status. */
async function run(): Promise<number> {
  const [command, path, ...ids] = positionals;
  if (values.version) {
    process.stdout.write(`costumier ${(await start()).version}\n`);
    return 0;
  }
  if (command === undefined || values.help) {
    (values.help ? process.stdout : process.stderr).write(HELP);
    return values.help ? 0 : 2;
  }
  if (!COMMANDS.includes(command)) throw new Usage(`there is no command ${command}; the commands are ${COMMANDS.join(", ")}`);
  if (path === undefined) throw new Usage(`${command} wants a ${command === "sample" ? "folder" : "game"}`);
  if (command === "sample") {
    sample(path);
    return 0;
  }
  const files = filesOf(path);
  const game = opened(await start(), files);
  const print = (data: unknown, text: () => string): void => {
    process.stdout.write(values.json ? `${shownJson(data)}\n` : shownLines(text()));
  };
  const numbers = ids.flatMap((word) => idsOf(game, word));
  switch (command) {
    case "info":
      print(game.info(), () => info(game));
      return 0;
    case "list": {
      const rows = game.costumes().map(({ id }) => game.row(id));
      print(rows, () => list(rows));
      return rows.some(({ status }) => status === "broken") ? 1 : 0;
    }
    case "dump": {
      const [id] = numbers;
      if (id === undefined) throw new Usage("dump wants the id of a costume");
      const costume = game.costume(id);
      print(costume.structure(), () => costume.listing());
      return 0;
    }
    case "export":
      exported(game, numbers.length === 0 ? null : numbers);
      return 0;
    default: {
      const port = values.port === undefined ? 0 : number("--port", values.port);
      await serve(game.info(), inside(path, files, game.info()), { port, opens: !values["no-open"] });
      return 0;
    }
  }
}

try {
  process.exitCode = await run();
} catch (thrown) {
  if (thrown instanceof Usage) fail(thrown.message);
  // The file system's errors have a code.
  if (!(thrown instanceof CostumierError)) {
    if (thrown instanceof Error && "code" in thrown) fail(thrown.message);
    throw thrown;
  }
  const where = thrown.file === null ? "" : `${shown(thrown.file)}: `;
  // A hint for programmers names a method.
  const words = thrown.hint?.replace("`costume.actions()`", "`costumier dump GAME ID`");
  const hint = words ? `hint: ${shownMessage(words)}\n` : "";
  process.stderr.write(`error: ${where}${shownMessage(thrown.text)}\n${hint}`);
  process.exitCode = thrown.costume === null ? 2 : 1;
}
