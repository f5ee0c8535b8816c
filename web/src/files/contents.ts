/** Names the kind of a file that is no game, by its first bytes. */
import type { FileRef, Trouble } from "../worker/protocol";

const BEGINNINGS: readonly (readonly [begins: string, words: string])[] = [
  ["\x89PNG", "a picture"],
  ["GIF8", "a picture"],
  ["\xff\xd8\xff", "a picture"],
  ["BM", "a picture"],
  ["RIFF....WEBP", "a picture"],
  ["RIFF....WAVE", "a sound"],
  ["ID3", "music"],
  ["\xff\xfb", "music"],
  ["OggS", "music"],
  ["fLaC", "music"],
  ["MThd", "music"],
  ["....ftyp", "a video"],
  ["\x1aE\xdf\xa3", "a video"],
  ["RIFF....AVI", "a video"],
  ["%PDF", "a document"],
  ["Rar!", "a RAR archive, which this page cannot unpack,"],
  ["7z\xbc\xaf", "a 7z archive, which this page cannot unpack,"],
  ["MZ", "a program"],
  ["\x7fELF", "a program"],
];

/** Returns `a picture`, `a program` …, or `null` for other bytes. */
export function kindOf(bytes: Uint8Array): string | null {
  const found = BEGINNINGS.find(([begins]) =>
    [...begins].every((one, i) => one === "." || bytes[i] === one.charCodeAt(0)),
  );
  if (found) return found[1];
  return bytes.length && bytes.every(one => one >= 32 || (one >= 9 && one <= 13)) ? "a text" : null;
}

// The index file for a data file, by its name: `monkey.000` for `monkey.001`, `game.he0` for `game.(a)`; `null` for other names.
function indexOf(name: string): string | null {
  const found = /^(.*\.)(?:(0\d[1-9]|0[1-9]\d)|(la)[1-9]|(he)[1-9]|(\([a-d]\)))$/i.exec(name);
  if (found) return `${found[1]}${found[2] ? "000" : found[3] ? `${found[3]}0` : found[4] ? `${found[4]}0` : "he0"}`;
  return /^(?:disk)?\d\d\.(?:lec|lfl)$/i.test(name) && !/^00\./.test(name)
    ? /\.lec$/i.test(name)
      ? "000.LFL"
      : "00.LFL"
    : null;
}

// A file or folder that is no game.
async function noGame(name: string, files: readonly FileRef[]): Promise<string> {
  const only = files.length === 1 ? files[0]! : null;
  if (!only) return `There is no game in ${name} that this page knows.`;
  const index = indexOf(only.name);
  if (index) return `${only.name} is one file of a game: open it together with ${index}, or open the game's folder.`;
  if (!("blob" in only)) return `${name} is not a game that this page knows.`;
  const bytes = await only.blob
    .slice(0, 64)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const kind = kindOf(new Uint8Array(bytes));
  return kind
    ? `${name} is ${kind}${kind.endsWith(",") ? "" : ","} not a game. Open the folder or the zip of a game.`
    : `${name} is not a game that this page knows.`;
}

// A message for an empty file or a zip without files; `null` for others.
async function emptiness(files: readonly FileRef[]): Promise<string | null> {
  const [only, ...more] = files;
  if (!only || more.length || !("blob" in only)) return null;
  const begins = await only.blob
    .slice(0, 4)
    .text()
    .catch(() => "?");
  // A zip without files has only the end record.
  if (!begins) return `${only.name} is empty: it has 0 bytes.`;
  return begins === "PK\x05\x06" ? `${only.name} is empty: there are no files in it.` : null;
}

/** A sentence on why the contents of a link cannot be shown. */
export function whyNotCarried({ kind }: Trouble, what: "changes" | "costume"): string {
  if (isMisfit(kind))
    return "The changes in this link are for another edition of the game. Here is the game without them.";
  const here = what === "costume" ? "the sample game" : "the game without them";
  return `This link is not complete: the ${what} in it could not be read. Ask for it again, or ask for a file. Here is ${here}.`;
}

const isMisfit = (kind: string) => kind === "cannot-write" || kind === "missing-file";

/** A sentence on why a patch cannot be applied. */
export function whyNotPatched(name: string, { kind }: Trouble): string {
  return isMisfit(kind)
    ? `${name} does not fit this game: it is for another edition, the game has it already, or it is one of several in a zip.`
    : `${name} is damaged, or no patch.`;
}

/** A sentence on why something cannot be opened. */
export async function whyNotOpened(name: string, files: readonly FileRef[], trouble: Trouble): Promise<string> {
  const empty = await emptiness(files);
  if (empty) return empty;
  switch (trouble.kind) {
    case "not-a-game":
      return noGame(name, files);
    case "generation":
      return `${name} is a costume without its game. Which generation is the game of?`;
    case "several-games":
      return `${name} holds several games. Which one?`;
    case "missing-file":
      return `This game is not complete: ${trouble.file ?? "a file"} is missing.`;
    case "source":
      return `${trouble.file ?? name} cannot be read: it may have changed or be gone.`;
    case "limit":
      return `${name} is larger than any game that this page opens.`;
    case "unsupported":
      return `${name} is a game of a kind that this page does not open.`;
    case "page":
      return `${name} could not be loaded.`;
    default:
      return `${name} is damaged, or not a game.`;
  }
}
