/**
 * A folder on the disk that is kept in step with the costume, where the browser can (File System Access): the files of the
 * costume folder are written after each change. Only files that differ are written, and only files that were written here are deleted.
 */
import type { App } from "../app";
import type { Draft } from "./draft";

/** Milliseconds without a change before the folder is written. */
const PAUSE = 600;

interface Folder {
  id: number;
  handle: FileSystemDirectoryHandle;
  /** What was written last, by path. */
  written: Map<string, Uint8Array>;
  version: number;
}

type Picker = (options: { mode: "readwrite"; id: string }) => Promise<FileSystemDirectoryHandle>;
const picker = (): Picker | undefined => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;

export class Disk {
  private readonly folders = new Map<number, Folder>();
  private waiting: ReturnType<typeof setTimeout> | null = null;
  private writing: Promise<void> = Promise.resolve();
  /** The problem of a folder; empty if there is none. */
  private trouble = "";

  constructor(
    private readonly app: App,
    private readonly onchange: () => void,
  ) {}

  static get isPossible(): boolean {
    return picker() !== undefined;
  }

  /** The text about a costume's folder in the bottom line. */
  words(draft: Draft): string {
    const folder = this.folders.get(draft.id);
    if (!folder) return "";
    if (this.trouble) return `The folder ${folder.handle.name} could not be written: ${this.trouble}`;
    return folder.version === draft.drafted.version
      ? `also in the folder ${folder.handle.name}`
      : `writing into the folder ${folder.handle.name} …`;
  }

  /** Asks for a folder, and keeps it in step from now on. */
  async choose(draft: Draft): Promise<void> {
    const handle = await picker()!({ mode: "readwrite", id: "costume" }).catch(() => null);
    if (!handle) return;
    this.trouble = "";
    this.folders.set(draft.id, { id: draft.id, handle, written: new Map(), version: -1 });
    this.changed(draft);
  }

  /** The costume may have changed. */
  changed(draft: Draft): void {
    const folder = this.folders.get(draft.id);
    if (!folder || folder.version === draft.drafted.version || draft.drafted.refusal) return;
    if (this.waiting) clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.writing = this.writing.then(() => this.write(folder, draft));
    }, PAUSE);
    this.onchange();
  }

  close(): void {
    this.folders.clear();
  }

  private async write(folder: Folder, draft: Draft): Promise<void> {
    const { version } = draft.drafted;
    try {
      const files = await this.app.client.ask("filesOf", { id: folder.id });
      const now = new Map(files.map(({ path, bytes }) => [path, bytes] as const));
      for (const [path, bytes] of now)
        if (!same(folder.written.get(path), bytes)) {
          const [home, name] = await place(folder.handle, path);
          const file = await (await home.getFileHandle(name, { create: true })).createWritable();
          await file.write(bytes);
          await file.close();
        }
      for (const path of folder.written.keys())
        if (!now.has(path)) {
          const [home, name] = await place(folder.handle, path);
          await home.removeEntry(name).catch(() => undefined);
        }
      folder.written = now;
      folder.version = version;
      this.trouble = "";
    } catch (why) {
      this.trouble = why instanceof Error ? why.message : String(why);
    }
    this.onchange();
  }
}

async function place(
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<readonly [FileSystemDirectoryHandle, string]> {
  const parts = path.split("/");
  const name = parts.pop()!;
  let home = folder;
  for (const part of parts) home = await home.getDirectoryHandle(part, { create: true });
  return [home, name];
}

function same(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, at) => byte === other[at]);
}
