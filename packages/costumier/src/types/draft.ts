/** Drafts: costumes and rooms while they are edited. */
import type { PictureKey } from "./rows/costume.js";
import type { BroughtReport, DraftAction, DraftWindow, PackedReport, PackedRoomReport } from "./rows/draft.js";

/** What limbs do, by their numbers: actions in COST costumes, windows in AKOS costumes. */
export type DraftLimbs = Readonly<Record<number, DraftAction | DraftWindow>>;

/** A picture to be painted: costume colours, row by row. */
export interface Painted {
  readonly width: number;
  readonly height: number;
  /** Pixels from the running offset to the left column and the top row. */
  readonly at: readonly [x: number, y: number];
  readonly rows: Uint8Array;
}

/** A packed draft. */
export interface PackedCostume extends PackedReport {
  /** The block without its header. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** Pixels to be painted in a room: room colours, row by row; in a plane 0 and 1. */
export interface PaintedRoom {
  readonly width: number;
  readonly height: number;
  /** Left column and top row in the picture; without it 0, 0. */
  readonly at?: readonly [x: number, y: number];
  readonly rows: Uint8Array;
}

/** A packed room. */
export interface PackedRoom extends PackedRoomReport {
  /** The block without its header. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

/**
 * Selects the pictures that a file becomes: one, all of a limb, or some of them in their order. Without a limb they are those
 * that an `.aseprite` file of a draft names.
 */
export interface BringOptions {
  readonly limb?: number;
  readonly index?: number;
  readonly pictures?: readonly number[];
  /** Width and height of the cells of a sheet. Without it, transparent gaps separate them. */
  readonly grid?: readonly [width: number, height: number];
  /** The costume's colours on the screen, if they differ from the draft's. */
  readonly colours?: readonly (readonly [number, number, number])[];
}

/** Pictures of a file, for a draft. */
export interface Brought extends Omit<BroughtReport, "pictures"> {
  readonly pictures: readonly BroughtPicture[];
}

export interface BroughtPicture {
  readonly key: PictureKey;
  readonly width: number;
  readonly height: number;
  readonly at: readonly [x: number, y: number];
  /** Costume colours; where the file has others, the nearest ones. */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** For each pixel 0, or the number of its colour among the foreign ones, counted from 1. */
  readonly foreign: Uint16Array<ArrayBuffer>;
}
