/// <reference lib="esnext.disposable" preserve="true" />
/** Files of a folder, for Node: `import { fromFolder } from "costumier/node"`. */
import { closeSync, openSync, readdirSync, readSync, statSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { CostumierError } from "./errors.js";
import { users, type CountedFile } from "./files.js";
import type { GameFile } from "./types.js";

/** Maximum depth of folders. Stores and CDs put games no deeper. */
const DEEP = 3;

/** Maximum number of listed files. */
const MOST_FILES = 10_000;

/** Maximum number of files that stay open between reads, for all games together. */
const MOST_OPEN = 16;

/** Open files; the one that was read last is at the end. */
const open = new Map<DiskFile, number>();

/**
 * A file on the disk. Reading opens it, and opens it again if it was closed. It stays open until no game uses it any more,
 * it is disposed, or too many others are open.
 */
class DiskFile implements CountedFile {
  readonly size: number;
  #users = 0;

  constructor(
    readonly name: string,
    readonly path: string,
  ) {
    this.size = statSync(path).size;
  }

  read(at: number, length: number): Uint8Array {
    const descriptor = this.#open();
    try {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const count = readSync(descriptor, bytes, done, length - done, at + done);
        if (count === 0) throw new Error("the file has become shorter");
        done += count;
      }
      return bytes;
    } finally {
      // What was opened from a game can read after the game was freed.
      if (this.#users === 0) this[Symbol.dispose]();
    }
  }

  [users](change: 1 | -1): void {
    this.#users += change;
    if (this.#users === 0) this[Symbol.dispose]();
  }

  #open(): number {
    const descriptor = open.get(this) ?? openSync(this.path, "r");
    open.delete(this);
    open.set(this, descriptor);
    for (const file of open.keys()) {
      if (open.size <= MOST_OPEN) break;
      file[Symbol.dispose]();
    }
    return descriptor;
  }

  [Symbol.dispose](): void {
    const descriptor = open.get(this);
    open.delete(this);
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns what a call of the file system gives; its errors become those of the package. */
function disk<R>(act: () => R): R {
  try {
    return act();
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CostumierError({ ...CostumierError.usage(text).toJSON(), kind: "source", fault: "disk" });
  }
}

/** Returns what a path leads to, if there is something. */
function found(call: string, path: string): Stats | undefined {
  if (typeof path !== "string") throw CostumierError.usage(`${call} wants a path, not ${String(path)}`);
  return disk(() => statSync(path, { throwIfNoEntry: false }));
}

/**
 * Returns the files of a folder and its subfolders. They are closed when the last game that uses them is freed;
 * `using files = fromFolder(…)` closes them at the end of its block. A game that is still open opens them again.
 */
export function fromFolder(folder: string): GameFile[] & Disposable {
  const files: DiskFile[] = [];
  const look = (path: string, prefix: string, depth: number): void => {
    const entries = readdirSync(path, { withFileTypes: true }).filter((it) => !it.name.startsWith("."));
    for (const entry of entries) {
      const [inside, name] = [join(path, entry.name), `${prefix}${entry.name}`];
      const about = entry.isSymbolicLink() ? statSync(inside, { throwIfNoEntry: false }) : entry;
      if (files.length >= MOST_FILES || about === undefined) continue;
      if (about.isFile()) files.push(new DiskFile(name, inside));
    }
    for (const entry of entries)
      if (entry.isDirectory() && depth < DEEP) look(join(path, entry.name), `${prefix}${entry.name}/`, depth + 1);
  };
  const about = found("fromFolder", folder);
  if (about === undefined) throw CostumierError.usage(`there is no folder ${folder}`);
  if (!about.isDirectory()) throw CostumierError.usage(`${folder} is a file: use fromFile`);
  disk(() => look(folder, "", 0));
  return disposable(files);
}

/** Returns one file: an archive or an image. It is closed as those of {@link fromFolder} are. */
export function fromFile(path: string): GameFile[] & Disposable {
  const about = found("fromFile", path);
  if (about === undefined) throw CostumierError.usage(`there is no file ${path}`);
  if (about.isDirectory()) throw CostumierError.usage(`${path} is a folder: use fromFolder`);
  return disposable([disk(() => new DiskFile(basename(path), path))]);
}

function disposable(files: DiskFile[]): GameFile[] & Disposable {
  return Object.assign(files, {
    [Symbol.dispose]() {
      for (const file of files) file[Symbol.dispose]();
    },
  });
}
