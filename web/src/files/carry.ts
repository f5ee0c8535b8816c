/** Writes costume folders and patches into addresses. It is loaded when a link is copied. */
import type { Store } from "../state";
import type { Client } from "../worker/client";
import { MOST_CHARACTERS } from "./inline";

/** The costume folder or patch that a link holds, with all edits if it is small, and a sentence about it. */
export async function contents(
  store: Store,
  client: Client,
  kept: string,
  edited: readonly number[],
): Promise<{ carried: string; words: string }> {
  const { game, sample } = store.state;
  const patched = game?.patched;
  if (!edited.length && kept)
    return {
      carried: kept,
      words: patched ? "It holds the changes, and no part of the game." : "It holds the costume itself.",
    };
  const folder = await client.ask("folder", { id: store.chosen?.costume ?? 0 });
  if (folder) {
    const carried = encoded("costume", folder);
    if (carried) return { carried, words: "It holds the costume itself." };
    return { carried: "", words: "The costume is too large for a link: send its folder, too." };
  }
  if (!game || !edited.length)
    return {
      carried: "",
      words: `Your friend ${sample ? "sees this scene of the sample game" : "needs the same game"}.`,
    };
  const patch = patched ? null : await client.ask("out", { ids: edited, form: "patch" });
  const carried = patch && encoded("patch", patch.bytes);
  if (carried) return { carried, words: "It holds your changes, and no part of the game." };
  const why = patched ? "are made on a patched game" : "are too large for a link";
  return { carried: "", words: `Your changes ${why}: save a patch and send it, too.` };
}

/** The text that `inline` and `inlinePatch` read; `null` if it is too large for an address. */
function encoded(key: "costume" | "patch", bytes: Uint8Array): string | null {
  const text = btoa(Array.from(bytes, one => String.fromCharCode(one)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return safe.length <= MOST_CHARACTERS ? `${key}=${safe}` : null;
}
