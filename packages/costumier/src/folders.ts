/** Opens costume folders for the player, with the module that edits: no other module reads them. */
import { initEdit, type Editor } from "./edit.js";
import type { Game } from "./game.js";
import type { GameFile } from "./types.js";

let editor: Promise<Editor> | undefined;

/** Returns a game with one bare room and the costume of the folder among these files. */
export async function openFolder(files: readonly GameFile[]): Promise<Game> {
  editor ??= initEdit(fetch(new URL("./costumier_edit_bg.wasm", import.meta.url)));
  const draft = (await editor).openCostume(files);
  try {
    return draft.game();
  } finally {
    draft.free();
  }
}
