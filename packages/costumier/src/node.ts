/// <reference lib="esnext.disposable" preserve="true" />
/** Files of a folder, for Node: `import { fromFolder } from "costumier/node"`. */
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CostumierError } from "./errors.js";
import type { GameFile } from "./types.js";

/** How deep folders are looked into: as deep as stores and CDs put games. */
const DEEP = 3;

/** Most files that are listed. */
const MOST_FILES = 10_000;

/** A file on the disk. It is opened when it is read first, and stays open. */
class DiskFile implements GameFile {
  readonly size: number;
  #open: number | null = null;

  constructor(
    readonly name: string,
    readonly path: string,
  ) {
    this.size = statSync(path).size;
  }

  read(at: number, length: number): Uint8Array {
    this.#open ??= openSync(this.path, "r");
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const count = readSync(this.#open, bytes, done, length - done, at + done);
      if (count === 0) throw new Error("the file has become shorter");
      done += count;
    }
    return bytes;
  }

  [Symbol.dispose](): void {
    if (this.#open !== null) closeSync(this.#open);
    this.#open = null;
  }
}

/** The files of a folder and of those in it. `using files = fromFolder(…)` closes them. */
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
  const about = statSync(folder, { throwIfNoEntry: false });
  if (about === undefined) throw CostumierError.usage(`there is no folder ${folder}`);
  if (!about.isDirectory()) throw CostumierError.usage(`${folder} is a file: use fromFile`);
  look(folder, "", 0);
  return disposable(files);
}

/** One file: an archive, an image. */
export function fromFile(path: string): GameFile[] & Disposable {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) throw CostumierError.usage(`there is no file ${path}`);
  if (about.isDirectory()) throw CostumierError.usage(`${path} is a folder: use fromFolder`);
  return disposable([new DiskFile(basename(path), path)]);
}

function disposable(files: DiskFile[]): GameFile[] & Disposable {
  return Object.assign(files, {
    [Symbol.dispose]() {
      for (const file of files) file[Symbol.dispose]();
    },
  });
}
