/** Opens games, costumes and patched games. */
import type { Costumier, Game, GameFile } from "costumier";
import type { Editor } from "costumier/edit";
import { CostumierError, fromFiles } from "costumier/light";
import type { FileRef, Ops } from "./protocol";
import { overHttp } from "./served";
import type { Tell } from "./session";

/** An opened game. */
export interface OpenedGame {
  game: Game;
  /** The costume that the game was made around, for its folder. */
  folder: readonly GameFile[] | null;
  /** The generation of the costume, if one was chosen. */
  generation?: string | undefined;
  /** Assumptions of the reader. */
  notes: readonly string[];
  /** With a patch: the game before, and the costumes that differ. */
  patch: { before: Game; costumes: readonly number[] } | null;
}

export async function openGiven(
  asked: Ops["open"]["asked"],
  costumier: Costumier,
  /** Starts the module that edits. */
  editor: () => Promise<Editor>,
  progress: Tell,
): Promise<OpenedGame> {
  const { files, names, which, patch } = asked;
  const given = files.map(file);
  const options = { ...(which ? { which } : {}), ...(names ? { names } : {}) };
  if (patch) {
    progress("Applying the patch …");
    const able = await editor();
    const { game, notes } = await opened(given, options, able, async () => able, progress);
    const from = file(patch);
    try {
      const { game: after, costumes } = able.patched(game, from.read(0, from.size));
      return { game: after, folder: null, notes, patch: { before: game, costumes } };
    } catch (why) {
      game.free();
      throw why;
    }
  }
  return { ...(await opened(given, options, costumier, editor, progress)), patch: null };
}

async function opened(
  given: readonly GameFile[],
  options: { which?: string },
  costumier: Costumier,
  editor: () => Promise<Editor>,
  progress: Tell,
): Promise<Omit<OpenedGame, "patch">> {
  const costume = async () => {
    progress("Reading the costume …");
    const draft = (await editor()).openCostume(given, options.which);
    try {
      return { game: draft.game(), folder: given, generation: options.which, notes: draft.notes() };
    } finally {
      draft.free();
    }
  };
  const isNone = (why: unknown) => why instanceof CostumierError && why.kind === "usage";
  if (isCostume(given))
    try {
      return await costume();
    } catch (why) {
      if (!isNone(why)) throw why;
    }
  try {
    return { game: costumier.openGame(given, options), folder: null, notes: [] };
  } catch (why) {
    const may = given.some(one => /(^|\/)costume\.toml$|\.zip$/i.test(one.name));
    if (!may || !(why instanceof CostumierError) || why.kind !== "not-a-game") throw why;
    // If it is no costume folder either, the game's error is shown.
    return costume().catch((folder: unknown) => {
      throw isNone(folder) ? why : folder;
    });
  }
}

// Whether a single file begins like an .aseprite file or a costume's block. Otherwise the module is not loaded.
function isCostume(given: readonly GameFile[]): boolean {
  const [one, ...more] = given;
  if (!one || more.length || one.size < 8) return false;
  const text = String.fromCharCode(...one.read(0, 8));
  return /^(COST|AKOS|....CO|....\xe0\xa5)/s.test(text);
}

export function file(ref: FileRef): GameFile {
  if ("blob" in ref) return fromFiles([[ref.name, ref.blob]])[0]!;
  if ("bytes" in ref)
    return { name: ref.name, size: ref.bytes.length, read: (at, length) => ref.bytes.subarray(at, at + length) };
  return overHttp(ref);
}
