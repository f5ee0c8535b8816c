/**
 * Own games in this browser's database, for the next visit. A game is stored with its bytes, up to a size; nothing leaves the
 * computer. Every page of this address can read them, and *Forget* removes them.
 */
import { h } from "../dom";
import type { Notices } from "../panels/notices";
import { troubleOf } from "../worker/client";
import type { FileRef, Opened } from "../worker/protocol";
import type { Source } from "./given";

/** Maximum size of a stored game in bytes. */
const MOST_KEPT = 256 * 2 ** 20;

/** A stored game. */
interface KeptGame {
  key: string;
  /** The names of its files, and its title. */
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
      transaction.onabort = () => failed(transaction.error ?? new Error("the database did not take it"));
      try {
        const request = act(transaction);
        transaction.oncomplete = () => done(request ? request.result : null);
      } catch (why) {
        // A game without its files cannot be opened.
        failed(why);
        transaction.abort();
      }
    });
  } finally {
    base.close();
  }
}

/** The stored games, the newest first; none if the browser stores nothing. */
async function keptGames(): Promise<KeptGame[]> {
  const all = await using<KeptGame[]>("readonly", from => from.objectStore("games").getAll()).catch(() => null);
  return (all ?? []).sort((a, b) => b.time - a.time);
}

/** Reads a stored game; `null` if there is none. */
export async function keptGame(key: string): Promise<{ source: Source; which: string | undefined } | null> {
  const found = (await keptGames()).find(one => one.key === key);
  if (!found) return null;
  const row = await using<Row | undefined>("readonly", from => from.objectStore("files").get(key)).catch(() => null);
  if (!row) return null;
  const given = async () => ({ files: row.files });
  return { source: { name: found.name, sample: false, isKept: true, given }, which: found.which ?? undefined };
}

/** The size of all files together; `null` if they are not on this computer. */
function sizeOf(files: readonly FileRef[]): number | null {
  let size = 0;
  for (const one of files) {
    if (!("blob" in one)) return null;
    size += one.blob.size;
  }
  return size;
}

/** Stores a game. Throws if the browser has no room, or stores nothing. */
async function keepGame(game: KeptGame, files: readonly FileRef[]): Promise<void> {
  const rows = files.flatMap(one => ("blob" in one ? { name: one.name, blob: one.blob } : []));
  await using("readwrite", from => {
    from.objectStore("games").put(game);
    from.objectStore("files").put({ key: game.key, files: rows });
    return null;
  });
}

/** Removes a stored game. */
async function forgetGame(key: string): Promise<void> {
  await using("readwrite", from => {
    from.objectStore("games").delete(key);
    from.objectStore("files").delete(key);
    return null;
  });
}

/** The stored games, as rows of a menu. */
export async function rowsOfKept(open: (key: string) => void): Promise<HTMLElement[]> {
  return (await keptGames()).map(({ key, title }) => {
    const forget = (event: Event) => {
      event.stopPropagation();
      void forgetGame(key).then(() => row.remove());
    };
    const row = h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", onclick: () => open(key) }, title),
      h("button", { type: "button", class: "plain", "aria-label": `Forget ${title}`, onclick: forget }, "Forget"),
    );
    return row;
  });
}

/** Stores a game that was just opened, and shows a notice. */
export async function keep(
  notices: Notices,
  from: Source,
  { info }: Opened,
  files: readonly FileRef[],
  which: string | null,
): Promise<void> {
  const size = files.length ? sizeOf(files) : null;
  if (size === null) return;
  const { key } = info;
  const title = info.title ?? from.name;
  if ((await keptGames()).some(one => one.key === key)) return;
  const again = "open it again after a reload.";
  if (size > MOST_KEPT)
    return notices.tell(`${title} is larger than ${MOST_KEPT >> 20} MB and is not kept here: ${again}`);
  try {
    await keepGame({ key, name: from.name, title, which, size, time: Date.now() }, files);
  } catch (why) {
    return notices.tell(`This browser has no room to keep ${title}: ${again}`, [], troubleOf(why));
  }
  notices.tell(`${title} is kept in this browser, so a reload opens it again. Nothing leaves your computer.`, [
    ["Forget it", () => void forgetGame(key)],
  ]);
}
