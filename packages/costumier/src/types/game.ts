/** A game: rooms, palettes, costumes in a list. */
import type { ProblemRow, Status } from "./failures.js";
import type { ContainerInfo, InterpreterName, PlatformName, ScreenName } from "./opening.js";

/** `costumier info --json`, and what a viewer has to know besides. */
export interface GameInfo {
  /** `v5`. */
  readonly generation: string;
  /** The game that goes by this file name: a hint. Or the name that was given. */
  readonly title: string | null;
  /** The machine that it is for, where its edition is like no other's; `pc` for all others. */
  readonly platform: PlatformName;
  /** Which edition of it, where that can be told: `floppy`, `CD`. */
  readonly edition: string | null;
  /** What told the title: the index's name, rooms, tables. `null` where there is none. */
  readonly title_told_by: string | null;
  /** Why it was recognised as what it is. */
  readonly why: string;
  readonly files: readonly FileInfo[];
  readonly rooms: readonly RoomEntry[];
  /** Number of costumes. */
  readonly costumes: number;
  readonly scripts: number;
  readonly sounds: number;
  readonly charsets: number;
  readonly objects: number;
  readonly problems: readonly ProblemRow[];
  /** Which game it is, also where file names are alike: `monkey2-1f0c9a3e`. The same as in an export's manifest. */
  readonly key: string;
  /** `cost`, or `akos` where costumes have programs. */
  readonly kind: "cost" | "akos" | "v0" | "nes";
  /** Width and height of the game's screen in pixels. */
  readonly screen_size: readonly [number, number];
  /** The screens that it can be shown on; none where there is no choice. */
  readonly screens: readonly ScreenName[];
  /** The one that it is shown on. */
  readonly screen: ScreenName | null;
  /** By whose rules it is played. */
  readonly interpreter: InterpreterName;
  /** Whether pixels are shown as dots of the screen, in patterns. */
  readonly dithered: boolean;
  /**
   * 16 where pixels are colours (five bits for each of red, green and blue) and no palette has a say once they are drawn:
   * Humongous games of late, Loom for the PC-Engine. There scenes have no room colours to be had, only RGBA.
   */
  readonly bits_per_pixel: 8 | 16;
  /** Ticks a second that are usual; the game's scripts decide. */
  readonly ticks_per_second: number;
  /** Full size; smaller numbers are smaller actors. */
  readonly full_scale: 255;
  /** Whether rooms can be dark. */
  readonly has_lights: boolean;
  /** Whether costumes' programs know user conditions (1 … 16). */
  readonly has_conditions: boolean;
  /** How many variables a costume's programs have; 0 for games without programs. */
  readonly variables: number;
  /** Where an actor's position is counted in cells of 8 × 2 pixels (v1, v2), else in pixels. */
  readonly position_unit: readonly [number, number];
  /** Rules that could only be read and not be compared with the game's interpreter. */
  readonly unverified: readonly string[];
  /** Archives and images that were met. */
  readonly containers: readonly ContainerInfo[];
}

/** A file of the game. */
export interface FileInfo {
  readonly name: string;
  /** Disk number; 0 for the index. */
  readonly disk: number;
  /** Size; `null` where it cannot be used. */
  readonly bytes: number | null;
  /** How it is encrypted, for people. */
  readonly key: string | null;
  readonly rooms: number;
}

/** A room, from the index: nothing of it is read. */
export interface RoomEntry {
  readonly id: number;
  readonly name: string | null;
  readonly disk: number;
  readonly present: boolean;
  /** The costumes that it owns. */
  readonly costumes: readonly number[];
}

/** A room, read. */
export interface RoomInfo {
  readonly id: number;
  readonly name: string | null;
  readonly width: number;
  readonly height: number;
  /** Number of z-planes that can hide actors. */
  readonly planes: number;
  readonly boxes: readonly WalkBox[];
  /** The palettes that it has: `CLUT`, `PALS APAL 2`; the first is the one that it starts with. */
  readonly palettes: readonly string[];
  /** Whether anything can be seen in it: rooms that only hold resources have a stub for a picture. */
  readonly shows: boolean;
  /** Where an actor can stand to be seen: in the middle of the largest walk box. */
  readonly place: readonly [number, number];
  readonly problems: readonly ProblemRow[];
}

/** A walk box: where actors go, how large they are there, and what hides them. */
export interface WalkBox {
  /** Its number in scripts. */
  readonly number: number;
  readonly corners: readonly (readonly [number, number])[];
  readonly flags: number;
  /** The z-plane that hides who stands in it. */
  readonly plane: number;
  /** `255`, or `slot 1`. */
  readonly scale: string;
}

/** A palette. */
export interface Palette {
  /** Red, green, blue of 256 colours. */
  readonly rgb: Uint8Array;
  /** The room that has it; `null` where none has. */
  readonly room: number | null;
  /** The block: `CLUT`. */
  readonly block: string | null;
  /** Rooms whose palettes are the same. */
  readonly rooms: readonly number[];
}

/** A costume, from the directory and the scripts: it is not opened. */
export interface CostumeEntry {
  readonly id: number;
  /** The room that owns it. */
  readonly room: number;
  readonly room_name: string | null;
  /** What scripts call its actors, or the name that was given. */
  readonly name: string | null;
  /** Whether that is certain; otherwise it is one of several. */
  readonly certain: boolean;
  /** Rooms where scripts show it. */
  readonly shown_in: readonly number[];
  /** Numbers of the actors that wear it. */
  readonly actors: readonly number[];
}

/** A costume in a few numbers: `list --json`, with its badge. It was opened and checked. */
export interface CostumeRow {
  readonly id: number;
  readonly room: number;
  readonly room_name: string | null;
  readonly kind: "cost" | "akos" | "v0" | "nes" | null;
  /** The format byte without its mirror flag: `0x58`; `codec 1`. */
  readonly format: string | null;
  readonly colours: number | null;
  readonly limbs: number | null;
  readonly records: number | null;
  readonly pictures: number | null;
  readonly status: Status;
  readonly problems: number;
  readonly error: { readonly text: string; readonly file: string | null; readonly block: string | null; readonly at: number | null; readonly hint: string | null } | null;
  readonly name: string | null;
  /** Width and height of its largest picture. */
  readonly largest: readonly [number, number] | null;
  /** What the badge means: the worst problem, or the error, in a sentence; `null` where nothing is odd. */
  readonly reason: string | null;
}
