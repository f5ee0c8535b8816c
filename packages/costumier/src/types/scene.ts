/** Scenes: actors and their settings. */
import type { FacingName, PictureKey, Role } from "./rows/costume.js";

/** A chore by its number, or by the role that the actor has it for. */
export type Chore = number | Role;

/** An angle, clockwise from screen-up: 0 north (away), 90 east, 180 south (to the viewer), 270 west; or a name. */
export type Facing = number | FacingName;

/** A rectangle: left, top, width, height. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** A pixel of a room: x from the left, y from the top. Any pair of numbers will do, but no {@link Cell}. */
export type Pixel = readonly [x: number, y: number] & { readonly unit?: "pixels" };

/** A place as scripts of v0, v1, v2 and the NES count it, in cells of 8 × 2 pixels. */
export type Cell = readonly [column: number, row: number] & { readonly unit?: "cells" };

/**
 * A scene, as the scene files of `costumier render` describe it (docs/scenes.md). The command draws the same pixels.
 */
export interface SceneSpec {
  readonly name?: string;
  /** The room that actors stand in. Without one there is no background, and colours are those of the first actor's room. */
  readonly room?: number | null;
  /** The room's palette, from 0 (v6 and later, where rooms can have several). */
  readonly room_palette?: number;
  /** Whether the room's picture is drawn. Its z-planes, boxes and colours always count. */
  readonly background?: boolean;
  /**
   * The visible part. Default: the whole room, or the rectangle around the actors. `screen` is the part of the room that the
   * game's screen shows, with the screen's edges; in wider rooms it follows the first actor.
   */
  readonly view?: Rectangle | "screen" | null;
  /** The script's lights: 11 is on. */
  readonly lights?: number;
  /** Objects of the room: none, as when the game begins, all, or states by number (others as when the game begins). */
  readonly objects?: ObjectsShown | Readonly<Record<number, number>>;
  readonly shadow?: ShadowSpec | null;
  readonly shadows?: Readonly<Record<number, ShadowSpec | readonly number[]>>;
  readonly actors?: readonly ActorSpec[];
  /** Steps after the actors' own. */
  readonly steps?: readonly SceneStep[];
}

/** A step of a scene. Actors count from 0. */
export type SceneStep =
  | { readonly ticks: number }
  | { readonly actor: number; readonly do: Step }
  /** As `Actor.set` sets it at a tick. */
  | {
      readonly actor: number;
      readonly set: Pick<
        ActorSettings,
        "facing" | "number" | "vars" | "conditions" | "talking" | "mouth" | "sounds" | "seed"
      >;
    }
  /** `at` is the number of the new actor. Default: the last one. */
  | { readonly add: ActorSpec; readonly at?: number }
  | { readonly remove: number };

/** Which objects of a room are shown: `--objects`. */
export type ObjectsShown = "none" | "initial" | "all";

export interface ShadowSpec {
  readonly factors: readonly [number, number, number];
  readonly colours: readonly [first: number, last: number];
}

/** Settings of an actor, which scripts make in a game. */
export interface ActorSettings {
  /** Costume id. Another costume starts the actor again. */
  readonly costume?: number;
  /** The room pixel between its feet. */
  readonly position?: Pixel;
  /** In place of `position`, where scripts count cells (`GameInfo.cell`); other games refuse it. */
  readonly cell?: Cell;
  /** Number of pixels by which it is raised. */
  readonly elevation?: number;
  readonly facing?: Facing;
  /** 255 is full size; two numbers are for x and y; `box` is the scale of the walk box. */
  readonly scale?: number | readonly [number, number] | "box";
  /** The z-plane that hides it: 0 is none, `box` that of the walk box. */
  readonly zplane?: number | "box";
  /** Other room colours for costume colours. */
  readonly palette?: Readonly<Record<number, number>>;
  /** Pixels of 16 bits for costume colours, in games that have such pixels. */
  readonly pixels?: Readonly<Record<number, number>>;
  /** The image for shadows of pictures that use one (Humongous 9.0 on); 0 is none. */
  readonly xmap?: number;
  /** Contents of its palette slot (Humongous 9.9 on); `null` is none. */
  readonly slot?: PaletteSlot | null;
  readonly shadow_mode?: number;
  /** Its number among the game's actors. In v0 and v1 it decides colours; programs of AKOS costumes name actors by it. */
  readonly number?: number;
  /** AKOS: factors of "remap costume". */
  readonly remap?: readonly [number, number, number] | null;
  /** The part of the room where it is drawn: left, top, right, bottom, inclusive. */
  readonly clip?: readonly [number, number, number, number] | null;
  /** AKOS: variables of its programs. */
  readonly vars?: Readonly<Record<number, number>>;
  /** AKOS: user conditions 1 … 16 that are set. */
  readonly conditions?: readonly number[];
  readonly talking?: boolean;
  /** The shape of its mouth while it talks, 1 … 13; `null` changes it at every tick. */
  readonly mouth?: number | null;
  /** Entries of its sound table that are playing. */
  readonly sounds?: readonly number[];
  /** Seed of its programs' random numbers. */
  readonly seed?: number;
}

/** A palette slot: colours of a room (of its first palette, or another) or of a costume, or neither, with changes. */
export interface PaletteSlot {
  readonly room?: number;
  readonly palette?: number;
  readonly costume?: number;
  /** Colours that are copied, and the room colours that they are copied from; pixels, where these have 16 bits. */
  readonly copies?: Readonly<Record<number, number>>;
  /** Red, green and blue of colours that are set. */
  readonly colours?: Readonly<Record<number, readonly [number, number, number]>>;
}

/** An actor to be added: settings, and steps before the first picture. */
export interface ActorSpec extends ActorSettings {
  readonly costume: number;
  readonly steps?: readonly Step[];
  /** In place of `steps`: chores that are started, in this order. */
  readonly chores?: readonly Chore[];
  /** With `chores`: number of ticks that are played then. */
  readonly ticks?: number;
}

/** A step of an actor. */
export type Step =
  /** What a game starts when the actor appears, then the chore. */
  | { readonly perform: Chore }
  /** The chore alone, as a script starts it. */
  | { readonly chore: Chore }
  | { readonly face: Facing }
  /** The operand of the script's "animate actor": turns, pseudo-animations. */
  | { readonly animate: number }
  /** Loops of the interpreter per step of the limbs. */
  | { readonly speed: number }
  /** The mouth's shape for one tick, 1 … 16, as a script sets it (Humongous 8.0 on). */
  | { readonly talk_state: number }
  | { readonly ticks: number };

/** What a viewer hides or flips of an actor. Games have no such settings. */
export interface Peek {
  /** Limbs that play and are not drawn. All but one: solo. */
  readonly hidden?: readonly number[];
  /** Whether it is drawn mirrored. */
  readonly flip?: boolean;
}

/** A picture that an actor shows, and its place in the scene. */
export interface PlacedPicture {
  readonly limb: number;
  readonly picture: PictureKey;
  /** Its rectangle in room pixels, scaled and mirrored. */
  readonly area: Rectangle;
}

/** A picture that an actor shows, and the room pixels of its columns and rows. */
export interface PictureSpread {
  readonly limb: number;
  readonly picture: PictureKey;
  readonly width: number;
  readonly height: number;
  /**
   * Pairs of a column of the picture and its x, in the order of painting: of those with the same x, the last one is on
   * top. Columns below 0 and from the width on are those of the margin.
   */
  readonly columns: Int32Array<ArrayBuffer>;
  /** Pairs of a row of the picture and its y, without rows that scaling drops. */
  readonly rows: Int32Array<ArrayBuffer>;
}

/** Options of a film. */
export interface MovieOptions {
  readonly format: "gif" | "webp" | "apng" | "frames";
  /** The number of the actor, from 0, whose loop decides how long the film is, if all actors together repeat too late. */
  readonly lead?: number;
  /** 1 … 8. */
  readonly scale_up?: number;
  /** 0.24 … 60. */
  readonly ticks_per_second?: number;
  /** Maximum number of ticks. Default: 600. */
  readonly longest_loop?: number;
}

/** A film of a scene. */
export interface Movie {
  /** The file. For `frames` it is a zip of PNG files. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether an actor jumps where the film begins anew. */
  readonly is_cut: boolean;
}
