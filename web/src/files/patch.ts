/** Games with a patch. */
import type { FileRef } from "../worker/protocol";
import type { Source } from "./given";

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
