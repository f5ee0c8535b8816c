/** Files from memory and from a browser, as {@link GameFile}s. */
import { CostumierError } from "./errors.js";
import type { GameFile } from "./types.js";

/** Files that are in memory. */
export function fromBytes(files: Iterable<readonly [name: string, bytes: Uint8Array]>): GameFile[] {
  return Array.from(files, ([name, bytes]) => ({
    name,
    size: bytes.byteLength,
    read: (at, length) => bytes.subarray(at, at + length),
  }));
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
