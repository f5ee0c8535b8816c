/** Which files are patches. This is loaded when somebody gives files. */
import type { FileRef } from "../worker/protocol";

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
