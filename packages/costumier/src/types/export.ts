/** Exports: options and files. */
import type { PictureKey } from "./rows/costume.js";
import type { Format } from "./rows/game.js";
import type { Chore, Facing } from "./scene.js";

/** The options of `costumier export`, with the same names. */
export interface ExportOptions {
  /** `--as`. Without it: png, gif, contact. */
  readonly formats?: readonly Format[];
  /** 1 … 8. */
  readonly scale_up?: number;
  /** Jiffies (1/60 s) that a tick lasts: 6 is ten ticks a second. */
  readonly jiffies?: number;
  readonly facing?: readonly Facing[];
  /** Chores by number, role, or the name that scripts give them. */
  readonly chore?: readonly (Chore | string)[];
  readonly only?: "animations" | "pictures";
  readonly picture?: readonly PictureKey[];
  readonly room?: number;
  /** `transparent`, `room`, `#rrggbb`, or the name of a colour as in CSS. */
  readonly background?: string;
  /** With `background: "room"`. */
  readonly place?: readonly [number, number];
  readonly margin?: number;
  readonly whole_screen?: boolean;
  readonly canvas?: "animation" | "costume";
  readonly trim?: boolean;
  readonly sheet_layout?: "packed" | "rows";
  /** Empty pixels between the frames of a sheet, before it is enlarged. Without it: 1. */
  readonly sheet_gap?: number;
  /** Contact sheets leave out facings that are the mirror image of another one. */
  readonly no_mirrored?: boolean;
  readonly longest_loop?: number;
  /** Megabytes for one costume. */
  readonly memory?: number;
  readonly effort?: "fast" | "usual" | "small";
}

/** The options of `costumier montage`, with the same names. */
export interface MontageOptions {
  /** Default: `png`. */
  readonly format?: "png" | "webp" | "gif";
  /** The room whose colours are used. */
  readonly room?: number;
  /** 1 … 8. */
  readonly scale_up?: number;
  /** `checks`, `transparent`, `#rrggbb`, or the name of a colour as in CSS. */
  readonly background?: string;
}

/** A file that an export made. */
export interface ExportedFile {
  /** Its path in the export: `costume-001/walk-east.gif`. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
