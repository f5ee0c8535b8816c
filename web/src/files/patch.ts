/** Patches: which files are some, and games with one. */
import type { FileRef } from "../worker/protocol";
import type { Source } from "./given";

/** The patch among the files that somebody gives: a BPS file, or a zip of several with the list of them. */
export async function patchIn(files: readonly FileRef[]): Promise<FileRef | null> {
  const [only, ...more] = files;
  if (!only || more.length || !("blob" in only)) return null;
  const { blob } = only;
  const text = async (from: number, to: number) =>
    new TextDecoder("latin1").decode(await blob.slice(Math.max(0, from), to).arrayBuffer());
  try {
    const head = await text(0, 4);
    if (head === "BPS1") return only;
    // The names of a zip's files stand at its end.
    return head.startsWith("PK") && (await text(blob.size - 65_536, blob.size)).includes("costumier.json")
      ? only
      : null;
  } catch {
    return null;
  }
}

/** A game with a patch instead of the one that it may have. The sample's files then need the module that edits. */
export function patched(
  { unpatched, patch: _, ...other }: Source,
  { name, read, carried }: { name: string; read: () => FileRef; carried?: string },
): Source {
  const from = unpatched ?? other;
  const given = async () => {
    const { light: _, ...all } = await from.given();
    return { ...all, patch: read() };
  };
  return { ...from, patch: name, unpatched: from, ...(carried ? { carried } : {}), given };
}
