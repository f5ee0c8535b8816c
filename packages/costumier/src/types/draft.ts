/** Drafts: costumes while they are edited. */
import type { PictureKey } from "./costume.js";

/** What a draft says of its costume. */
export interface DraftHead {
  readonly kind: "cost" | "akos";
  /** Names that chores have been given. AKOS folders keep none. */
  readonly chores: readonly (readonly [chore: number, name: string])[];
  readonly id: number | null;
  readonly room: number | null;
  readonly name: string | null;
  /** Number of pixel values that pictures may use. */
  readonly colours: number;
  /** The pixel value that is not drawn. */
  readonly transparent: number;
  /** The room colour of each costume colour, as stored. */
  readonly palette: readonly number[];
  /** The colour of each costume colour on the screen; empty if it is not known. */
  readonly rgb: readonly (readonly [number, number, number])[];
  /** Limbs with pictures. An AKOS costume has one list, that of limb 0. */
  readonly limbs: readonly { readonly limb: number; readonly pictures: readonly DraftPicture[] }[];
}

/** An entry of a picture table. */
export interface DraftPicture {
  readonly name: string;
  /** `shared`: the same as another entry; `borrowed`: pixels of another picture; `packed`: bytes that are not unpacked. */
  readonly kind: "picture" | "shared" | "borrowed" | "packed" | "empty";
  /** Limb and index of the entry that stores the picture: painting there changes all that share it. */
  readonly owner: readonly [limb: number, index: number];
  readonly size: readonly [width: number, height: number];
  /** Pixels from the running offset to the left column and the top row. */
  readonly at: readonly [x: number, y: number];
  /** Pixels added to the running x and subtracted from the running y. */
  readonly moves: readonly [x: number, y: number];
}

/** What an entry leads to. */
export type DraftEntry =
  | "empty"
  | { readonly same_as: PictureKey }
  | {
      readonly picture: {
        readonly size: readonly [width: number, height: number];
        readonly at: readonly [x: number, y: number];
        readonly moves: readonly [x: number, y: number];
        readonly pixels:
          | { readonly rows: readonly number[] }
          | { readonly packed: readonly number[] }
          | { readonly borrowed: PictureKey };
      };
    };

/** A direction of a COST costume. */
export type DraftDirection = "west" | "east" | "south" | "north";

/**
 * What a limb does in a record: it is switched off, or plays commands. In AKOS costumes commands from 0x8000 on have two
 * bytes, and what is no plain list of commands is `stored`.
 */
export type DraftAction =
  | "off"
  | { readonly play: { readonly commands: readonly number[]; readonly once: boolean } }
  | { readonly stored: { readonly mode: number; readonly start: number; readonly length: number } };

/** What limbs do, by their numbers. */
export type DraftLimbs = Readonly<Record<number, DraftAction>>;

/** What the limbs do in one direction of a chore: the record of another direction, or actions by limb. */
export type DraftRecord =
  | { readonly same_as: DraftDirection }
  | { readonly limbs: DraftLimbs };

/** One change of a draft. As JSON it can be stored and applied again later. */
export type DraftEdit =
  | { readonly picture: { readonly key: PictureKey; readonly name?: string; readonly to: DraftEntry } }
  | { readonly remove_picture: { readonly limb: number } }
  | {
      readonly record: {
        readonly chore: number;
        readonly direction: DraftDirection;
        readonly name?: string;
        readonly record: DraftRecord | null;
      };
    }
  | { readonly windows: { readonly chore: number; readonly facing: string; readonly record: DraftLimbs | null } }
  | { readonly palette: { readonly colours: readonly number[] } };

/** A picture to be painted: costume colours, row by row. */
export interface Painted {
  readonly width: number;
  readonly height: number;
  /** Pixels from the running offset to the left column and the top row. */
  readonly at: readonly [x: number, y: number];
  readonly rows: Uint8Array;
}

/** A packed draft. */
export interface PackedCostume {
  /** The block without its header. */
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  /** What was written anew, with bytes before and after; `null` where it did not exist, or is gone. */
  readonly changes: readonly (readonly [part: string, before: number | null, after: number | null])[];
  readonly notes: readonly string[];
}

/** What putting costumes into a game did. */
export interface PutReport {
  /** The index file changes, so ScummVM no longer recognises the game by itself. */
  readonly changes_index: boolean;
  readonly costumes: readonly {
    readonly id: number;
    readonly file: string;
    readonly before: number | null;
    readonly after: number;
    readonly filling: number;
  }[];
  /** Files of the game that change. */
  readonly files: readonly string[];
}

/** Which pictures a file becomes: one, all of a limb or some of them in their order, or without a limb those that an `.aseprite` file of a draft names. */
export interface BringOptions {
  readonly limb?: number;
  readonly index?: number;
  readonly pictures?: readonly number[];
  /** Width and height of the cells of a sheet. Without it, transparent gaps separate them. */
  readonly grid?: readonly [width: number, height: number];
  /** The costume's colours on the screen, where they are others than the draft's. */
  readonly colours?: readonly (readonly [number, number, number])[];
}

/** Pictures that were brought in. */
export interface Brought {
  readonly pictures: readonly BroughtPicture[];
  /** Colours that the costume does not have, with the number of their pixels and the nearest costume colour. */
  readonly foreign: readonly {
    readonly colour: readonly [number, number, number];
    readonly pixels: number;
    readonly nearest: number;
  }[];
  readonly notes: readonly string[];
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
