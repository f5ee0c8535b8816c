/**
 * Edits in this browser's database, so that a closed tab, a crash or a lost machine loses none. A change is kept as the
 * edits that it is made of, in order; a head says how many of them count (the others were taken back and can come again).
 */
import type { Edit } from "../worker/protocol";

/** A change that is taken back as one. */
export interface Change {
  words: string;
  edits: Edit[];
}

export interface Head {
  key: string;
  game: string;
  title: string;
  id: number;
  name: string;
  /** The block that the edits were made on. */
  origin: Uint8Array<ArrayBuffer>;
  /** How many changes count, and how many are kept. */
  applied: number;
  total: number;
  /** How many counted when the costume could be packed last. */
  packed?: number;
  /** The page that wrote last. */
  writer: string;
  time: number;
}

/** Another page has written since. */
export class Overwritten extends Error {}

/** This page, among those that write. */
export const WRITER = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export const keyOf = (game: string, id: number): string => `${game}/${id}`;

let opened: Promise<IDBDatabase> | null = null;
function database(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open("costumier-drafts", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("heads", { keyPath: "key" });
      request.result.createObjectStore("changes", { keyPath: ["key", "number"] });
    };
    request.onsuccess = () => {
      const base = request.result;
      base.onversionchange = () => base.close();
      base.onclose = () => (opened = null);
      done(base);
    };
    request.onerror = () => failed(request.error ?? new Error("no database"));
    request.onblocked = () => failed(new Error("another tab holds an older database open"));
  });
  opened.catch(() => (opened = null));
  return opened;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("the database failed"));
  });
}

/** What is thrown if the browser closes a connection, as it does when the site's storage is cleared. */
const CLOSED = ["InvalidStateError", "AbortError", "UnknownError"];
/** Milliseconds before each further try: storage is cleared for a moment. */
const PAUSES = [0, 50, 250, 1000];

/** Works with the database, and once more on a new connection if the browser closes this one. */
async function connected<T>(act: (base: IDBDatabase) => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await act(await database());
    } catch (why) {
      if (!(why instanceof DOMException && CLOSED.includes(why.name))) throw why;
      opened = null;
      await new Promise(done => setTimeout(done, pause));
    }
  }
  return act(await database());
}

type Act = (heads: IDBObjectStore, changes: IDBObjectStore) => Promise<void> | void;

/** Does something to both stores; resolves when it is on the disk. */
const write = (act: Act): Promise<void> => connected(base => writeTo(base, act));

async function writeTo(base: IDBDatabase, act: Act): Promise<void> {
  const transaction = base.transaction(["heads", "changes"], "readwrite", { durability: "strict" });
  const done = new Promise<void>((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error ?? new DOMException("It was not taken.", "AbortError"));
  });
  // Who waits for `done` hears of it; here it only must not count as unheard.
  done.catch(() => undefined);
  try {
    await act(transaction.objectStore("heads"), transaction.objectStore("changes"));
  } catch (why) {
    try {
      transaction.abort();
    } catch {
      /* it is over already */
    }
    throw why;
  }
  await done;
}

/** All changed costumes of a game, or of all games. */
export async function heads(game: string | null): Promise<Head[]> {
  const all = await connected(base => answer<Head[]>(base.transaction("heads").objectStore("heads").getAll()));
  return all.filter(one => (game === null || one.game === game) && one.total > 0);
}

/** What is kept of a costume; `null` where there is nothing. */
export const kept = (key: string): Promise<{ head: Head; changes: Change[] } | null> =>
  connected(base => keptIn(base, key));

async function keptIn(base: IDBDatabase, key: string): Promise<{ head: Head; changes: Change[] } | null> {
  const transaction = base.transaction(["heads", "changes"]);
  const head = await answer<Head | undefined>(transaction.objectStore("heads").get(key));
  if (!head) return null;
  const range = IDBKeyRange.bound([key, 0], [key, head.total - 1]);
  const rows = head.total
    ? await answer<(Change & { number: number })[]>(transaction.objectStore("changes").getAll(range))
    : [];
  return { head, changes: rows.map(({ words, edits }) => ({ words, edits })) };
}

/**
 * Keeps `all` changes, of which those before number `from` are kept already, and the head. `writer` is who wrote the head
 * that this page knows: if another page has written since, nothing is kept and {@link Overwritten} is thrown. If the head is
 * gone, as after the browser removed what it had stored, all changes are kept again.
 */
export function keep(head: Head, from: number, all: readonly Change[], writer: string | null): Promise<void> {
  return write(async (heads, changes) => {
    const now = await answer<Head | undefined>(heads.get(head.key));
    // What this page wrote, it knows: the browser may have closed the connection before it said so.
    if (now && now.writer !== writer && now.writer !== WRITER) throw new Overwritten();
    const first = now ? from : 0;
    for (const [i, { words, edits }] of all.slice(first).entries())
      changes.put({ key: head.key, number: first + i, words, edits });
    // What was taken back and then painted over does not come again.
    if (now && now.total > head.total) changes.delete(IDBKeyRange.bound([head.key, head.total], [head.key, now.total]));
    heads.put(head);
  });
}

/** Forgets what was kept of a costume. */
export function forget(key: string): Promise<void> {
  return write((heads, changes) => {
    heads.delete(key);
    changes.delete(IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]));
  });
}
