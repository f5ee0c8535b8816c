/** Games with a patch. */
import type { FileRef } from "../worker/protocol";
import type { Source } from "./given";

/** Returns a game with this patch in place of its own, if it has one. The sample's files then need the module that edits. */
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
