/**
 * Files inside an address, in base64url. `#costume=` is a small costume folder as a zip: it shares own art without a server.
 * `#patch=` is a small patch for the game of the link; it holds nothing of the game.
 */
import { Failure } from "../worker/client";
import type { FileRef } from "../worker/protocol";
import type { Source } from "./given";

/** Maximum length of such an address in characters. Browsers read longer ones, but links also pass through other programs. */
export const MOST_CHARACTERS = 48_000;

const textOf = (hash: string, key: "costume" | "patch") =>
  new RegExp(`(?:^#?|&)${key}=([\\w-]+)`).exec(hash)?.[1] ?? null;

/** Reads the costume folder in an address. */
export function inline(hash: string): Source | null {
  const text = textOf(hash, "costume");
  if (!text) return null;
  const given = async () => ({ files: [{ name: "costume.zip", bytes: decoded(text) }] });
  return { name: "The costume in this link", sample: false, carried: `costume=${text}`, given };
}

/** Reads the patch in an address. */
export function inlinePatch(hash: string): { name: string; read: () => FileRef; carried: string } | null {
  const text = textOf(hash, "patch");
  const name = "link.bps";
  return text ? { name, read: () => ({ name, bytes: decoded(text) }), carried: `patch=${text}` } : null;
}

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const broken = (text: string) => new Failure({ kind: "link", text });
  if (text.length > MOST_CHARACTERS) throw broken("The link is longer than any that this page makes.");
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0));
  } catch {
    throw broken(`The link carries ${text.length} characters, which is no whole number of bytes.`);
  }
}
