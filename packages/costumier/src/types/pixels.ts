/** Pixels on their way out: pictures, frames, films. */
import type { FilmHead, PictureHead, PictureKey } from "./rows/costume.js";

/** Pixels ready for `new ImageData(data, width, height)`. The buffer is yours: it may be transferred. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A single picture. */
export interface Picture extends PictureHead, Image {
  readonly key: PictureKey;
  /** Pixel values as stored: costume colours (or room colours: see {@link CostumeColours.mapping}). */
  readonly indices: Uint8Array<ArrayBuffer>;
}

/** An actor of whom nothing was drawn. */
export interface Unseen {
  /** Its place in the scene, from 0. */
  readonly actor: number;
  /** Whether it shows something outside the picture; otherwise it has started no chore, or one without pictures. */
  readonly outside: boolean;
}

/** A scene as it is now. */
export interface Frame extends Image {
  /** Where the top left pixel lies in the room; in a scene without room, from the first actor's feet at 0, 0. */
  readonly x: number;
  readonly y: number;
  /** Pixels of this picture to a pixel of the room: 2 on an EGA screen that mixes colours. */
  readonly enlarged: number;
  /** Actors of whom nothing was drawn: why a picture is empty. */
  readonly unseen: readonly Unseen[];
  /** Actors whose size or plane the walk box decides (`box`) and who stand in none. */
  readonly unboxed: readonly number[];
}

/** The same as room colours; games whose pixels have 16 bits have none. */
export interface IndexedFrame {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly enlarged: number;
  readonly unseen: readonly Unseen[];
  readonly unboxed: readonly number[];
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** The value that means "nothing here"; `null` where a background fills everything. */
  readonly transparent: number | null;
  /** 256 × red, green, blue. */
  readonly palette: Uint8Array<ArrayBuffer>;
}

/** A short film of a costume, frames on one canvas. */
export interface Film extends Omit<FilmHead, "ticks"> {
  readonly frames: readonly { readonly ticks: number; readonly data: Uint8ClampedArray<ArrayBuffer> }[];
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
