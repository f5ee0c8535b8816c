/**
 * What an address carries itself, in base64url: `#costume=`, a small costume folder as a zip, so that own art is shared
 * without a server; `#patch=`, a small patch for the game of the link, which holds nothing of the game.
 */
import { Failure } from "../worker/client";
import type { FileRef } from "../worker/protocol";
import type { Source } from "./given";

/** Most characters of an address that carries something: browsers take more, programs that pass links on often do not. */
export const MOST_CHARACTERS = 48_000;

const textOf = (hash: string, key: "costume" | "patch") =>
  new RegExp(`(?:^#?|&)${key}=([\\w-]+)`).exec(hash)?.[1] ?? null;

/** The folder that an address carries. */
export function inline(hash: string): Source | null {
  const text = textOf(hash, "costume");
  if (!text) return null;
  const given = async () => ({ files: [{ name: "costume.zip", bytes: decoded(text) }] });
  return { name: "The costume in this link", sample: false, carried: `costume=${text}`, given };
}

/** The patch that an address carries. */
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
