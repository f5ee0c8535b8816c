/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The module that edits: everything of the whole one, and drafts. A draft holds a costume's pictures, chores and colours;
 * each edit has an inverse; it packs to the block that the game plays.
 *
 * ```js
 * import { initEdit } from "costumier/edit";
 * import wasm from "costumier/costumier_edit_bg.wasm?url";
 * const costumier = await initEdit(fetch(wasm));
 * const game = costumier.openGame(files);
 * const draft = costumier.draft(game, 1);
 * draft.paint({ limb: 0, index: 0 }, { width, height, at: [0, 0], rows });
 * scene.putCostume(1, draft.pack().payload);
 * const { files: [patch] } = costumier.put(game, [{ id: 1, payload: draft.pack().payload }], "patch");
 * ```
 */
import { Draft, put, type PutCostume, type PutForm } from "./draft.js";
import { listed } from "./files.js";
import { Game } from "./game.js";
import { glue, type EditGlue } from "./glue-edit.js";
import { Core, Costumier, compile, initialise, type WasmSource } from "./instance.js";
import type { ExportedFile, GameFile, PutReport } from "./types.js";

export type * from "./types.js";
export { CostumierError } from "./errors.js";
export { fromBytes, fromFiles } from "./files.js";
export type { WasmSource } from "./instance.js";
export type { PutCostume, PutForm } from "./draft.js";
export { Draft } from "./draft.js";
export { Game } from "./game.js";

/** A running instance that edits. */
export class Editor extends Costumier {
  readonly #core: Core;
  readonly #glue: EditGlue;

  /** @internal */
  constructor(core: Core, glue: EditGlue) {
    super(core);
    this.#core = core;
    this.#glue = glue;
  }

  /** Starts a draft of a costume of a game. */
  draft(game: Game, id: number): Draft {
    return new Draft(this.#core, game.call((raw) => raw.draft(id)));
  }

  /**
   * Reads the costume among these files: a costume folder, also in a zip; an `.aseprite` file; or a costume's block. A block
   * needs its generation (`v5`): without it, an error of the kind `generation` names those that have such blocks.
   */
  openCostume(files: readonly GameFile[], generation?: string): Draft {
    return new Draft(this.#core, this.#core.call(() => this.#glue.Draft.read(listed("openCostume", files), generation)));
  }

  /**
   * Applies a patch, a BPS file or a zip of several: gives the patched game and the ids of the costumes that differ. The
   * game stays as it is.
   */
  patched(game: Game, patch: Uint8Array): { game: Game; costumes: number[] } {
    return game.call((raw) => {
      const after = raw.patched(patch);
      const costumes = [...raw.differing(after)];
      return { game: Game.around(this.#core, after), costumes };
    });
  }

  /**
   * Puts costumes into a game, which stays as it is: gives a patch (a BPS file, or a zip of several), the files that
   * change, or a zip of those, and what was done. Nothing if the costumes are in the game already.
   */
  put(
    game: Game, costumes: readonly PutCostume[], form: PutForm = "patch",
  ): { report: PutReport; files: ExportedFile[] } {
    return game.call((raw) => put(raw, costumes, form));
  }
}

/** Starts an instance that edits, as `init` of `costumier` starts one that does not. */
export async function initEdit(wasm: WasmSource): Promise<Editor> {
  const module = await compile(await wasm);
  const it = glue();
  initialise(it, module);
  return new Editor(new Core(it, module, false), it);
}
