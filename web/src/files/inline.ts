/** `#costume=…`: a small costume folder in the address itself, as a zip in base64url. Own art is shared without a server. */
import type { Source } from "./given";

/** Most characters of an address that carries a folder: browsers take more, programs that pass links on often do not. */
export const MOST_CHARACTERS = 48_000;

const KEY = /(?:^#?|&)costume=([\w-]+)/;

/** The folder that an address carries. */
export function inline(hash: string): Source | null {
  const text = KEY.exec(hash)?.[1];
  if (!text) return null;
  const given = async () => ({ files: [{ name: "costume.zip", bytes: await decoded(text) }] });
  return { name: "The costume in this link", sample: false, carried: `costume=${text}`, given };
}

async function decoded(text: string): Promise<Uint8Array<ArrayBuffer>> {
  if (text.length > MOST_CHARACTERS) throw new Error("this link is too long to carry a costume");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0));
}

/** The same the other way; `null` for a zip that is too large for an address. */
export function encoded(zip: Uint8Array): string | null {
  const text = btoa(Array.from(zip, one => String.fromCharCode(one)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return safe.length <= MOST_CHARACTERS ? `costume=${safe}` : null;
}
