/**
 * Games of one's own in this browser's database, so that a reload and the next day open them again. A game is kept with its
 * bytes, up to a size; nothing leaves the computer. Every page of this address can read them, and *Forget* removes them.
 */
import type { FileRef } from "../worker/protocol";
import type { Source } from "./given";

/** Most bytes of a game that is kept. */
export const MOST_KEPT = 256 * 2 ** 20;

/** A game that is kept. */
export interface KeptGame {
  key: string;
  /** What its files were called, and its title. */
  name: string;
  title: string;
  which: string | null;
  size: number;
  time: number;
}

type Row = KeptGame & { files: { name: string; blob: Blob }[] };

function database(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open("costumier-games", 1);
    request.onupgradeneeded = () => {
      // Lists are read without the bytes.
      request.result.createObjectStore("games", { keyPath: "key" });
      request.result.createObjectStore("files", { keyPath: "key" });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("no database"));
    request.onblocked = () => failed(new Error("another tab holds an older database open"));
  });
}

async function using<T>(
  mode: IDBTransactionMode,
  act: (from: IDBTransaction) => IDBRequest<T> | null,
): Promise<T | null> {
  const base = await database();
  try {
    return await new Promise((done, failed) => {
      const transaction = base.transaction(["games", "files"], mode);
      const request = act(transaction);
      transaction.oncomplete = () => done(request ? request.result : null);
      transaction.onabort = () => failed(transaction.error ?? new Error("the database did not take it"));
    });
  } finally {
    base.close();
  }
}

/** The games that are kept, the newest first; none where the browser keeps nothing. */
export async function keptGames(): Promise<KeptGame[]> {
  const all = await using<KeptGame[]>("readonly", from => from.objectStore("games").getAll()).catch(() => null);
  return (all ?? []).sort((a, b) => b.time - a.time);
}

/** A game that is kept, to be opened; `null` where it is not. */
export async function keptGame(key: string): Promise<{ source: Source; which: string | undefined } | null> {
  const found = (await keptGames()).find(one => one.key === key);
  if (!found) return null;
  const row = await using<Row | undefined>("readonly", from => from.objectStore("files").get(key)).catch(() => null);
  if (!row) return null;
  const given = async () => ({ files: row.files });
  return { source: { name: found.name, sample: false, isKept: true, given }, which: found.which ?? undefined };
}

/** How large files are together; `null` where they are not of this computer. */
export function sizeOf(files: readonly FileRef[]): number | null {
  let size = 0;
  for (const one of files) {
    if (!("blob" in one)) return null;
    size += one.blob.size;
  }
  return size;
}

/** Keeps a game. What is impossible throws: the browser has no room, or keeps nothing. */
export async function keepGame(game: Omit<KeptGame, "size" | "time">, files: readonly FileRef[]): Promise<void> {
  const size = sizeOf(files) ?? 0;
  const rows = files.flatMap(one => ("blob" in one ? { name: one.name, blob: one.blob } : []));
  await using("readwrite", from => {
    from.objectStore("games").put({ ...game, size, time: Date.now() });
    from.objectStore("files").put({ key: game.key, files: rows });
    return null;
  });
}

/** Removes a game that was kept. */
export async function forgetGame(key: string): Promise<void> {
  await using("readwrite", from => {
    from.objectStore("games").delete(key);
    from.objectStore("files").delete(key);
    return null;
  });
}
