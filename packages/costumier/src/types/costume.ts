/** A costume: structure, actions, colours, commands. */
import type { ProblemRow } from "./failures.js";
import type { Rectangle } from "./scene.js";

/** A picture: limb and index in its table. AKOS pictures belong to no limb: 0. */
export interface PictureKey {
  readonly limb: number;
  readonly index: number;
}

export type Role = "init" | "walk" | "stand" | "talk-start" | "talk-stop";

/** A chore by its number, or by the role that the actor has it for. */
export type Chore = number | Role;

/** Clockwise from screen-up: 0 north (away), 90 east, 180 south (to the viewer), 270 west; or a name. */
export type Facing = number | "north" | "northeast" | "east" | "southeast" | "south" | "southwest" | "west" | "northwest";

/** A chore in a facing: what the costume has a record for. */
export interface ActionRow {
  readonly record: number;
  readonly chore: number;
  readonly role: Role | null;
  /** `walk`, `chore 8`, or the name that was given. */
  readonly name: string;
  readonly facing: string;
  readonly angle: number;
  /** Whether this facing shows the art of another one, mirrored. */
  readonly mirrored: boolean;
}

/** What has to be known of a costume before it is drawn: quick, no picture is decoded. */
export interface CostumeOutline {
  /** Limbs that have pictures, or that some record speaks of. */
  readonly limbs: readonly number[];
  /** What all pictures take up, from the feet: left, top, width, height. */
  readonly bounds: Rectangle;
  readonly records: CostumeStructure["records"];
}

/** `dump --json`. */
export interface CostumeStructure {
  readonly id: number;
  readonly room: number;
  readonly kind: "cost" | "akos" | "v0" | "nes";
  readonly generation: string;
  readonly format: string;
  readonly colours: number;
  /** Whether West has art of its own. */
  readonly never_mirror: boolean;
  /** Room colour of each costume colour. */
  readonly palette: readonly number[];
  /** Limbs that have pictures; none in AKOS costumes. */
  readonly limbs: readonly { readonly limb: number; readonly pictures: readonly PictureRow[] }[];
  /** The pictures of an AKOS costume. */
  readonly pictures?: readonly PictureRow[];
  readonly records: readonly { readonly record: number; readonly chore: number; readonly facing: string; readonly limbs: readonly LimbEntry[] }[];
  /** The command stream (AKOS: AKSQ), byte by byte. */
  readonly commands: readonly number[];
  /** The commands of an AKOS costume, taken apart. */
  readonly program?: readonly Statement[];
  readonly sequences?: readonly { readonly name: string; readonly start: number | null }[];
  readonly problems: readonly ProblemRow[];
}

export interface PictureRow {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** From the running offset to the left column and the top row. */
  readonly x: number;
  readonly y: number;
  /** Added to the running x, subtracted from the running y, afterwards. */
  readonly move_x: number;
  readonly move_y: number;
  /** The picture whose pixels it borrows. */
  readonly redirect: PictureKey | null;
  /** Where its packed pixels are in the block's payload, and how many bytes. */
  readonly offset: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a record says of a limb. */
export type LimbEntry =
  | { readonly limb: number; readonly off: true }
  | { readonly limb: number; readonly start: number; readonly length: number; readonly play_once: boolean }
  | { readonly limb: number; readonly mode: number; readonly start?: number; readonly length?: number };

/** One code of an AKOS program. */
export interface Statement {
  /** Where it begins in AKSQ. */
  readonly at: number;
  readonly bytes: number;
  /** What it says: `goto to=L0000`. */
  readonly statement: string;
  readonly meaning?: string;
  /** What jumps and records call this place. */
  readonly label?: string;
  readonly command?: string;
  readonly operands?: Readonly<Record<string, number>>;
  readonly pictures?: readonly number[];
  /** Whether a limb of some record comes here. */
  readonly reached: boolean;
  readonly records: readonly number[];
}

/** One command of a COST costume's stream. */
export interface CommandRow {
  /** Its index. */
  readonly at: number;
  readonly byte: number;
  /** `picture 3`, `hide`, `count`, `sound 1`, `start`, `stop`. */
  readonly statement: string;
  /** Records whose windows hold it. */
  readonly records: readonly number[];
}

/** What a costume's pixel values become: `dump --colours`, as data. */
export interface CostumeColours {
  /** Whose palette; `null` where none is. */
  readonly chosen: PaletteName | null;
  /** Why that one. */
  readonly choice: "asked" | "owning-room" | "script-room" | "most-rooms" | "own-colours" | "costume" | "grey";
  /** The same, for people. */
  readonly why: string;
  /** Which of the looks that scripts give it, from 1 on; missing where it is shown as it is. */
  readonly look?: number;
  /** What makes room colours of pixel values. */
  readonly mapping: string;
  /** The same, for people. */
  readonly mapping_about: string;
  readonly transparent: number;
  readonly colours: readonly ColourRow[];
  readonly other_looks: number;
  readonly others: readonly { readonly palettes: readonly PaletteName[]; readonly differing: number; readonly colours: readonly (string | null)[] }[];
}

/** A look that a script gives whoever wears the costume: `--look`, whose numbers begin with 1. */
export interface ScriptLook {
  /** Costume colours that get another room colour; none where pixels have 16 bits. */
  readonly overrides: readonly (readonly [entry: number, colour: number])[];
  /** Costume colours that get a pixel of their own, where pixels have 16 bits. */
  readonly pixels: readonly (readonly [entry: number, pixel: number])[];
  /** The shadow mode, where one is said. */
  readonly shadow: number | null;
  readonly certain: boolean;
}

export interface PaletteName {
  readonly room: number;
  /** Which of the room's palettes. */
  readonly palette: number;
  readonly block: string;
}

/** What a pixel value means. */
export interface ColourRow {
  readonly room_colour: number;
  /** Whether a picture may show it. */
  readonly used: boolean;
  /** `#rrggbb`; `null` for the transparent value. */
  readonly exact: string | null;
  readonly carried_over: boolean;
  readonly shadow: boolean;
  readonly written: string;
}
