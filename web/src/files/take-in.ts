/** Reads dropped or picked files, and walks folders. It is loaded with the first files. */
import type { App } from "../app";
import type { FileRef } from "../worker/protocol";
import type { Dropped } from "./drops";

/** Maximum number of files. No game has so many; a dropped disk may. */
const MOST = 20_000;

interface Taken {
  name: string;
  files: FileRef[];
}

class TooMany extends Error {}

interface Walk {
  files: FileRef[];
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((done, failed) => entry.file(done, failed));
}

// A reader returns at most a hundred entries a call, and none at the end.
async function children(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return all;
    all.push(...some);
    if (all.length > MOST) throw new TooMany();
  }
}

async function walk(entry: FileSystemEntry, path: string, into: Walk, depth: number): Promise<void> {
  const name = path ? `${path}/${entry.name}` : entry.name;
  if (entry.isFile) {
    // Leaves out a file that vanished meanwhile. If the game needs it, opening reports that.
    const file = await fileOf(entry as FileSystemFileEntry).catch(() => null);
    if (file) into.files.push({ name, blob: file });
    if (into.files.length > MOST) throw new TooMany();
  } else if (depth < 8) {
    for (const child of await children(entry as FileSystemDirectoryEntry)) await walk(child, name, into, depth + 1);
  }
}

/** Returns the dropped files, or `null` without any. */
export async function fromDrop(items: readonly Dropped[]): Promise<Taken | null> {
  const into: Walk = { files: [] };
  for (const { entry, file } of items) {
    if (entry) await walk(entry, "", into, 0);
    else if (file) into.files.push({ name: file.name, blob: file });
  }
  if (!items.length) return null;
  const [first = "files", ...more] = items.flatMap(({ entry, file }) => entry?.name ?? file?.name ?? []);
  // Two folders are two games; files that are dropped together are one.
  const folders = items.filter(({ entry }) => entry?.isDirectory).length;
  return { name: folders > 1 && more[0] ? `${first} and ${more[0]}` : first, files: into.files };
}

/** Returns the picked files or folder. */
export function fromInput(files: readonly File[]): Taken | null {
  if (!files.length) return null;
  if (files.length > MOST) throw new TooMany();
  const first = files[0]!;
  return {
    name: (first.webkitRelativePath || first.name).split("/")[0]!,
    files: files.map(file => ({ name: file.webkitRelativePath || file.name, blob: file })),
  };
}

/** Opens these files. */
export async function takeIn(app: App, take: () => Promise<Taken | null>): Promise<void> {
  const { notices } = app;
  try {
    const taken = await take();
    if (!taken)
      return notices.show("There was no file in that.", {
        kind: "nothing",
        text: "Text and pictures of other pages are no games.",
        hint: "Drop a game's folder, its files, or a zip of them.",
      });
    if (!taken.files.length)
      return notices.show(`${taken.name} is empty.`, { kind: "nothing", text: "There is no file in it." });
    const patch = await patchIn(taken.files);
    if (patch && app.reopen) return await app.patch(patch);
    const picture = pictureIn(taken.files);
    if (picture && app.store.state.game && (await (await import("./explain")).explain(app, picture))) return;
    await app.open({ name: taken.name, sample: false, given: () => Promise.resolve({ files: taken.files }) });
  } catch (why) {
    if (why instanceof TooMany)
      notices.show("That is more than a game: over 20,000 files.", {
        kind: "limit",
        text: "Open the game's own folder.",
      });
    else app.failed("This cannot be opened.", why);
  }
}

/** Returns the picture that is the only one of these files. */
function pictureIn([only, ...more]: readonly FileRef[]): File | null {
  const file = only && "blob" in only && !more.length ? only.blob : null;
  return file instanceof File && file.type.startsWith("image/") ? file : null;
}

/** Returns the patch among these files: a BPS file, or a zip of several with their list. */
async function patchIn(files: readonly FileRef[]): Promise<FileRef | null> {
  const [only, ...more] = files;
  if (!only || more.length || !("blob" in only)) return null;
  const { blob } = only;
  const text = async (from: number, to: number) =>
    new TextDecoder("latin1").decode(await blob.slice(Math.max(0, from), to).arrayBuffer());
  try {
    const head = await text(0, 4);
    if (head === "BPS1") return only;
    // A zip has the names of its files at its end.
    return head.startsWith("PK") && (await text(blob.size - 65_536, blob.size)).includes("costumier.json")
      ? only
      : null;
  } catch {
    return null;
  }
}
