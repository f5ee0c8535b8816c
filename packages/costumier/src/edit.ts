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
import { Draft, filesOf } from "./draft.js";
import { CostumierError } from "./errors.js";
import { listed, reading } from "./files.js";
import { Game } from "./game.js";
import { glue, type EditGlue } from "./glue-edit.js";
import { Core, Costumier, compile, edits, initialise, type WasmSource } from "./instance.js";
import { bytes, object, whole } from "./numbers.js";
import { put, type PutCostume, type PutForm, type PutOptions } from "./put.js";
import { RoomDraft } from "./room-draft.js";
import type { ExportedFile, GameFile, Image, Picture, PictureHit, PutReport, WhatisReport } from "./types.js";

export type * from "./types.js";
export { CostumierError } from "./errors.js";
export { fromBytes, fromFiles } from "./files.js";
export type { WasmSource } from "./instance.js";
export type { PutCostume, PutForm, PutOptions, PutRoom } from "./put.js";
export { Draft } from "./draft.js";
export { Game } from "./game.js";
export { RoomDraft } from "./room-draft.js";

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
    return new Draft(this.#core, checked(game).call((raw) => raw.draft(whole("costume", id))));
  }

  /** Starts a draft of a room of a game. */
  roomDraft(game: Game, room: number): RoomDraft {
    return new RoomDraft(this.#core, checked(game).call((raw) => raw.room_draft(whole("room", room))));
  }

  /** Reads the room folder among these files, also in a zip. */
  openRoom(files: readonly GameFile[]): RoomDraft {
    const all = listed("openRoom", files);
    return new RoomDraft(this.#core, reading(all, () => this.#core.call(() => this.#glue.RoomDraft.read(all))));
  }

  /**
   * Reads the costume among these files: a costume folder, also in a zip; an `.aseprite` file; or a costume's block, with or
   * without its header. A block needs its generation (`draft.pack().generation`: `v5`): without it, an error of the kind
   * `generation` names those that have such blocks.
   */
  openCostume(files: readonly GameFile[], generation?: string): Draft {
    const all = listed("openCostume", files);
    return new Draft(this.#core, reading(all, () => this.#core.call(() => this.#glue.Draft.read(all, generation))));
  }

  /**
   * Applies a patch, a BPS file or a zip of several: gives the patched game and the ids of the costumes that differ. The
   * game stays as it is.
   */
  patched(game: Game, patch: Uint8Array): { game: Game; costumes: number[] } {
    return checked(game).call((raw) => {
      const after = raw.patched(bytes("patch", patch));
      const costumes = [...raw.differing(after)];
      return { game: Game.around(this.#core, after, game), costumes };
    });
  }

  /**
   * Applies a patch, a BPS file or a zip of several: gives the files of the game that change, whole, for a program to
   * write. The game stays as it is.
   */
  apply(game: Game, patch: Uint8Array): ExportedFile[] {
    return checked(game).call((raw) => filesOf(raw.apply(bytes("patch", patch))));
  }

  /**
   * Puts costumes and, as the option `rooms`, rooms into a game, which stays as it is: gives a patch (a BPS file, or a zip
   * of several), the files that change, or a zip of those, and what was done. Nothing if all are in the game already.
   */
  put(
    game: Game, costumes: readonly PutCostume[], form: PutForm = "patch", options: PutOptions = {},
  ): { report: PutReport; files: ExportedFile[] } {
    return checked(game).call((raw) => put(raw, costumes, form, options));
  }

  /**
   * Finds the pictures of a game that are like an image: the same, mirrored, in other colours, enlarged, or a part. The image
   * is a PNG file, a picture of a costume, or an image of RGBA pixels.
   */
  find(game: Game, image: Uint8Array | Picture | Image): PictureHit[] {
    return checked(game).call((raw) => {
      if (image instanceof Uint8Array) return JSON.parse(raw.find_png(image)) as PictureHit[];
      const { width, data, indices } = object<Image & Partial<Picture>>("find", image);
      const [pixels, each] = indices === undefined ? [data, 4] : [indices, 1];
      return JSON.parse(raw.find(whole("width", width), bytes("data", pixels), each)) as PictureHit[];
    });
  }

  /**
   * Says what of a game an image shows: costume, chore, facing and tick of each figure, and the room of a screenshot. The image
   * is a PNG file or an image of RGBA pixels: a frame, a sheet's cell, a screenshot, enlarged or recoloured. All
   * costumes and rooms are searched.
   */
  whatis(game: Game, image: Uint8Array | Image): WhatisReport {
    return checked(game).call((raw) => {
      if (image instanceof Uint8Array) return JSON.parse(raw.whatis_png(image)) as WhatisReport;
      const { width, data } = object<Image>("whatis", image);
      return JSON.parse(raw.whatis(whole("width", width), bytes("data", data))) as WhatisReport;
    });
  }
}

/** Returns a game as it is. */
function checked(game: Game): Game {
  if (game instanceof Game) return game;
  throw CostumierError.usage("this call wants a game: costumier.openGame(files)");
}

/** Starts an instance that edits, as `init` of `costumier` starts one that does not. */
export async function initEdit(wasm: WasmSource): Promise<Editor> {
  const module = await compile(await wasm);
  const it = glue();
  if (!edits(module)) throw CostumierError.usage("`initEdit` wants the WebAssembly that edits: costumier_edit_bg.wasm");
  initialise(it, module);
  return new Editor(new Core(it, module, false), it);
}
