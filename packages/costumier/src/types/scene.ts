/** Scenes: actors, what scripts say of them, what they are doing. */
import type { Chore, Facing, PictureKey, Role } from "./costume.js";

/** A rectangle: left, top, width, height. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** A pixel of a room: x from the left, y from the top. Any pair of numbers will do, but no {@link Cell}. */
export type Pixel = readonly [x: number, y: number] & { readonly unit?: "pixels" };

/** A place as scripts of v0, v1, v2 and the NES count it, in cells of 8 × 2 pixels. */
export type Cell = readonly [column: number, row: number] & { readonly unit?: "cells" };

/**
 * A scene, as the scene files of `costumier render` describe it (docs/scenes.md): what is said here is drawn there, pixel for
 * pixel.
 */
export interface SceneSpec {
  readonly name?: string;
  /** The room that actors stand in; without one, they stand on nothing, in the colours of the first one's room. */
  readonly room?: number | null;
  /** Which of the room's palettes is shown, 0 being the first (v6 and later, where rooms can have several). */
  readonly room_palette?: number;
  /** Whether the room's picture is seen. Its z-planes, boxes and colours count in any case. */
  readonly background?: boolean;
  /**
   * The part that is seen; without it the whole room, or what the actors take up. `screen`: what the game's screen shows of
   * the room, with the screen's edges; in a room that is wider it follows the first actor.
   */
  readonly view?: Rectangle | "screen" | null;
  /** The script's lights: 11 is on. */
  readonly lights?: number;
  /** Objects of the room: none, as when the game begins, all, or states by number (all others as in the beginning). */
  readonly objects?: ObjectsShown | Readonly<Record<number, number>>;
  readonly shadow?: ShadowSpec | null;
  readonly shadows?: Readonly<Record<number, ShadowSpec | readonly number[]>>;
  readonly actors?: readonly ActorSpec[];
}

/** Which objects of a room are shown: `--objects`. */
export type ObjectsShown = "none" | "initial" | "all";

export interface ShadowSpec {
  readonly factors: readonly [number, number, number];
  readonly colours: readonly [first: number, last: number];
}

/** What scripts say of an actor. */
export interface ActorSettings {
  /** Costume id. An actor that gets another one starts anew. */
  readonly costume?: number;
  /** The room pixel between its feet. */
  readonly position?: Pixel;
  /** In place of `position`, where scripts count cells (`GameInfo.cell`); other games refuse it. */
  readonly cell?: Cell;
  /** How many pixels it is raised. */
  readonly elevation?: number;
  readonly facing?: Facing;
  /** 255 is full size; two numbers for x and y; `box`: as the walk box says. */
  readonly scale?: number | readonly [number, number] | "box";
  /** The z-plane that hides it: 0 is none; `box`: as the walk box says. */
  readonly zplane?: number | "box";
  /** Costume colours that get another room colour. */
  readonly palette?: Readonly<Record<number, number>>;
  /** Costume colours that get a pixel of 16 bits, in games whose pixels have them. */
  readonly pixels?: Readonly<Record<number, number>>;
  /** The image that makes shadows of pictures which ask for it (Humongous 9.0 on); 0 is none. */
  readonly xmap?: number;
  /** What the palette slot holds that it has been given (Humongous 9.9 on); `null` is none. */
  readonly slot?: PaletteSlot | null;
  readonly shadow_mode?: number;
  /** Its number among the game's actors. In v0 and v1 it decides colours; programs of AKOS costumes name actors by it. */
  readonly number?: number;
  /** AKOS: factors of "remap costume". */
  readonly remap?: readonly [number, number, number] | null;
  /** The part of the room that it is drawn in: left, top, right, bottom, inclusive. */
  readonly clip?: readonly [number, number, number, number] | null;
  /** AKOS: variables of its programs. */
  readonly vars?: Readonly<Record<number, number>>;
  /** AKOS: user conditions 1 … 16 that are set. */
  readonly conditions?: readonly number[];
  readonly talking?: boolean;
  /** The shape of its mouth while it talks, 1 … 13; `null` is another one at every tick. */
  readonly mouth?: number | null;
  /** Entries of its sound table that are playing. */
  readonly sounds?: readonly number[];
  /** Where its programs' random numbers start. */
  readonly seed?: number;
}

/** A palette slot: colours of a room (of its first palette, or another) or of a costume; what is shown without either. */
export interface PaletteSlot {
  readonly room?: number;
  readonly palette?: number;
  readonly costume?: number;
  /** Colours that are copied, and the room colours that they are copied from; pixels, where these have 16 bits. */
  readonly copies?: Readonly<Record<number, number>>;
  /** Red, green and blue of colours that are set. */
  readonly colours?: Readonly<Record<number, readonly [number, number, number]>>;
}

/** An actor to be added: settings, and what it does before it is seen. */
export interface ActorSpec extends ActorSettings {
  readonly costume: number;
  readonly steps?: readonly Step[];
  /** In place of `steps`: chores that are started, in this order. */
  readonly chores?: readonly Chore[];
  /** With `chores`: how many ticks are played then. */
  readonly ticks?: number;
}

/** Something that an actor does. */
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

/** How a viewer looks at an actor: no game knows of this. */
export interface Peek {
  /** Limbs that are not drawn, though they play: mute; all but one: solo. */
  readonly hidden?: readonly number[];
  /** Whether it is drawn the other way round. */
  readonly flip?: boolean;
}

/** An actor as it is now. */
export interface ActorState {
  readonly costume: number;
  readonly chore: number;
  readonly role: Role | null;
  readonly facing: string;
  readonly angle: number;
  readonly turning: boolean;
  readonly mirrored: boolean;
  /** The animation counter. */
  readonly counter: number;
  readonly speed: number;
  /** What programs have moved it by. */
  readonly offset: readonly [number, number];
  /** The z-plane that a program has chosen. */
  readonly plane: number | null;
  /** Whether it has left the room, by its own program. */
  readonly gone: boolean;
  readonly limbs: readonly LimbState[];
  /** AKOS: variables by number. */
  readonly vars: readonly number[];
  /** AKOS: user conditions that are set. */
  readonly conditions: readonly number[];
}

/** A limb as it is now. */
export interface LimbState {
  readonly limb: number;
  /** The record that set it. */
  readonly record: number | null;
  /** AKOS: what it does: `run`, `loop`, `once`, `hide` …; COST: `loop` or `once`. */
  readonly mode: string;
  /** First and last command of its window; in AKSQ, offsets. */
  readonly start: number;
  readonly end: number;
  /** The command that it shows now. */
  readonly position: number;
  /** Playing, but not drawn (stopped or hidden by its program). */
  readonly hidden: boolean;
  /** Stands still after something that the interpreter would stop or hang at. */
  readonly faulty: boolean;
  /** What it shows: the pictures, in the order in which they are drawn. */
  readonly pictures: readonly PictureKey[];
}

/** A picture that an actor shows, as it lies in the scene. */
export interface PlacedPicture {
  readonly limb: number;
  readonly picture: PictureKey;
  /** The rectangle that it takes up, in room pixels, scaled and mirrored. */
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
   * top. Columns below 0 and from the width on are those that the picture would have if it were larger.
   */
  readonly columns: Int32Array<ArrayBuffer>;
  /** Pairs of a row of the picture and its y. Rows that scaling drops are not here. */
  readonly rows: Int32Array<ArrayBuffer>;
}

/** What happened in a tick. */
export interface TickEvent {
  /** Which actor. */
  readonly actor: number;
  readonly limb: number;
  readonly event: "sound" | "soft-sound" | "sound-setting" | "counted" | "stuck" | "faulty" | "talk" | "frame" | "actor-chore" | "actor-var" | "left";
  /** In a few words: `sound 0`, `counter 3`. */
  readonly text: string;
}

/** What an actor does from tick 0 until it repeats: the rows of a timeline. */
export interface Timeline {
  readonly chore: number;
  readonly facing: string;
  /** Ticks until it repeats or stays. */
  readonly ticks: number;
  /** The tick that the last one is followed by; `null` where it ends and stays. */
  readonly loops_to: number | null;
  /** Whether it was cut off, because it repeats later than is looked for. */
  readonly cut_off: boolean;
  /** The rectangle of all of its frames, counted from {@link Actor.anchor}. */
  readonly bounds: Rectangle;
  /** The limbs that do something, in drawing order. */
  readonly limbs: readonly TimelineLimb[];
  readonly events: readonly (TickEvent & { readonly tick: number })[];
}

export interface TimelineLimb {
  readonly limb: number;
  /** Stretches of ticks in which it shows the same: `from` up to, without, `to`. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly position: number; readonly hidden: boolean; readonly pictures: readonly PictureKey[] }[];
}

/** How a scene is filmed. */
export interface MovieOptions {
  readonly format: "gif" | "webp" | "apng" | "frames";
  /** The number of the actor, from 0, whose loop decides how long the film is, if all actors together repeat too late. */
  readonly lead?: number;
  /** 1 … 8. */
  readonly scale_up?: number;
  /** 1 … 60. */
  readonly ticks_per_second?: number;
  /** Most ticks: 600, unless it is said otherwise. */
  readonly longest_loop?: number;
}

/** A film of a scene. */
export interface Movie {
  /** The file. For `frames` it is a zip of PNG files. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether an actor jumps where the film begins anew. */
  readonly is_cut: boolean;
}
