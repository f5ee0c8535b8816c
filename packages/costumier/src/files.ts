/** Files from memory and from a browser, as {@link GameFile}s. */
import { CostumierError } from "./errors.js";
import type { GameFile } from "./types.js";

/** Files that are in memory. */
export function fromBytes(files: Iterable<readonly [name: string, bytes: Uint8Array]>): GameFile[] {
  const usage = () => CostumierError.usage('fromBytes takes pairs of a name and bytes: fromBytes([["game.zip", new Uint8Array(…)]])');
  if (typeof files?.[Symbol.iterator] !== "function") throw usage();
  return Array.from(files, (pair) => {
    if (!Array.isArray(pair) || typeof pair[0] !== "string") throw usage();
    const [name, bytes] = pair as [string, Uint8Array];
    if (!(bytes instanceof Uint8Array))
      throw CostumierError.usage(`${name}: bytes must be a Uint8Array; for an ArrayBuffer: new Uint8Array(buffer)`);
    return { name, size: bytes.byteLength, read: (at, length) => bytes.subarray(at, at + length) };
  });
}

/** Returns files as a list, or throws an error of kind `usage` if they are none. @internal */
export function listed(call: string, files: readonly GameFile[]): GameFile[] {
  const all = Array.isArray(files) ? [...(files as GameFile[])] : [null];
  if (all.every((it) => typeof it?.name === "string" && typeof it.read === "function")) return all as GameFile[];
  throw CostumierError.usage(`${call} takes files: fromFolder(…) or fromFile(…) in Node, fromFiles(…) or fromBytes(…) in a page`);
}

/** The name of a file's method that counts the games that use it: 1 for one more, -1 for one that is freed. @internal */
export const users: unique symbol = Symbol("users");

/** A file that stays open between reads while games use it. @internal */
export interface CountedFile extends GameFile {
  [users](change: 1 | -1): void;
}

/** Tells files that one more game uses them, or that one is freed. @internal */
export function count(files: readonly GameFile[], change: 1 | -1): void {
  for (const file of files as readonly (GameFile & Partial<CountedFile>)[]) file[users]?.(change);
}

/** Makes a call that reads files; they stay open until it returns. @internal */
export function reading<R>(files: readonly GameFile[], act: () => R): R {
  count(files, 1);
  try {
    return act();
  } finally {
    count(files, -1);
  }
}

/**
 * Files of a browser, read in a worker with `FileReaderSync`. Names are `webkitRelativePath`, or the file's name;
 * `[path, file]` says another. A file that has changed or vanished meanwhile becomes an error of kind `source`.
 */
export function fromFiles(files: Iterable<File | readonly [path: string, file: Blob]>): GameFile[] {
  if (typeof FileReaderSync === "undefined")
    throw CostumierError.usage(
      "fromFiles reads files at once, which only workers can: call it in a worker, or read the files first " +
        "(await file.arrayBuffer()) and use fromBytes",
    );
  const reader = new FileReaderSync();
  return Array.from(files, (it) => {
    const [name, blob] = it instanceof File ? [it.webkitRelativePath || it.name, it] : it;
    return {
      name,
      size: blob.size,
      read(at, length) {
        try {
          return new Uint8Array(reader.readAsArrayBuffer(blob.slice(at, at + length)));
        } catch (thrown) {
          // Browsers differ in what they throw, down to an empty message.
          const why = thrown instanceof Error && thrown.name !== "" ? thrown.name : "unreadable";
          throw new Error(`the file has changed or is gone (${why})`);
        }
      },
    };
  });
}

/** A worker's reader; page scripts have none. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
