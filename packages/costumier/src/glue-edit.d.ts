/** The generated glue of the module with drafts. `cargo xtask wasm` makes dist/glue-edit.js. */
import type { Freed, Glue, RawGame } from "./glue.js";
import type { GameFile } from "./types.js";

export interface EditGlue extends Glue {
  readonly Draft: { read(files: readonly GameFile[], generation: string | undefined): RawDraft };
}

export interface RawEditGame extends RawGame {
  draft(id: number): RawDraft;
  patched(patch: Uint8Array): RawEditGame;
  on_screen(screen: string): RawEditGame;
  differing(other: RawEditGame): Uint32Array;
  put(ids: Uint32Array, lengths: Uint32Array, payloads: Uint8Array, form: string): RawWritten;
}

export interface RawDraft extends Freed {
  notes(): string;
  head(): string;
  rows(limb: number, index: number): Uint8Array<ArrayBuffer>;
  record(chore: number, direction: number): string;
  windows(chore: number, facing: string): string;
  paint(
    limb: number, index: number, width: number, height: number, x: number, y: number, rows: Uint8Array,
  ): void;
  apply(edit: string): void;
  undo(): boolean;
  redo(): boolean;
  edits(): string;
  pack(): RawPacked;
  names_pictures(file: Uint8Array): boolean;
  bring(file: Uint8Array, options: string): RawBrought;
  files(pictures: string): RawWritten;
}

export interface RawBrought extends Freed {
  report(): string;
  rows(number: number): Uint8Array<ArrayBuffer>;
  foreign(number: number): Uint16Array<ArrayBuffer>;
}

export interface RawPacked extends Freed {
  payload(): Uint8Array<ArrayBuffer>;
  report(): string;
  game(): RawGame;
}

export interface RawWritten extends Freed {
  report(): string;
  names(): string;
  file(number: number): Uint8Array<ArrayBuffer>;
  zip(): Uint8Array<ArrayBuffer>;
}

export function glue(): EditGlue;
