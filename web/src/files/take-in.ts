/**
 * Files that come in: dropped, picked, or a whole folder. Nothing is read here, only named; a folder is walked.
 * What the drop holds must be asked for before anything is waited for: it is gone afterwards.
 */
import type { FileRef } from "../worker/protocol";

/** More files than any game has: somebody dropped their whole disk. */
const MOST = 20_000;

export interface Taken {
  name: string;
  files: FileRef[];
}

export class TooMany extends Error {}

interface Walk {
  files: FileRef[];
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((done, failed) => entry.file(done, failed));
}

// A reader gives a hundred at a time, until it gives none.
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
    // One that vanished meanwhile is left out: what needs it will say so.
    const file = await fileOf(entry as FileSystemFileEntry).catch(() => null);
    if (file) into.files.push({ name, blob: file });
    if (into.files.length > MOST) throw new TooMany();
  } else if (depth < 8) {
    for (const child of await children(entry as FileSystemDirectoryEntry)) await walk(child, name, into, depth + 1);
  }
}

/** What was dropped; `null` where there is no file in it. */
export async function fromDrop(data: DataTransfer): Promise<Taken | null> {
  const items = [...data.items]
    .filter(item => item.kind === "file")
    .map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
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

/** What was picked, files or a folder. */
export function fromInput(list: FileList): Taken | null {
  const files = [...list].slice(0, MOST + 1);
  if (!files.length) return null;
  if (files.length > MOST) throw new TooMany();
  const first = files[0]!;
  return {
    name: (first.webkitRelativePath || first.name).split("/")[0]!,
    files: files.map(file => ({ name: file.webkitRelativePath || file.name, blob: file })),
  };
}
