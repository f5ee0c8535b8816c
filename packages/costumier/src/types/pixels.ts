/** Pixels that calls return: pictures, frames, films. */
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

/** An actor without drawn pixels. */
export interface Unseen {
  /** Its number in the scene, from 0. */
  readonly actor: number;
  /** Whether its pixels lie outside the picture. Otherwise it has started no chore, or one without pictures. */
  readonly outside: boolean;
}

/** A scene as it is now. */
export interface Frame extends Image {
  /** The top left pixel's place in the room. Without a room, the first actor's feet are at 0, 0. */
  readonly x: number;
  readonly y: number;
  /** Pixels of this picture to a pixel of the room: 2 on an EGA screen that mixes colours. */
  readonly enlarged: number;
  /** Actors without drawn pixels: why a picture is empty. */
  readonly unseen: readonly Unseen[];
  /** Actors that take size or plane from the walk box (`box`) and stand in none. */
  readonly unboxed: readonly number[];
}

/** A scene as it is now, in room colours. Games whose pixels have 16 bits have none. */
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
  /** The room that has it, or `null`. */
  readonly room: number | null;
  /** The block: `CLUT`. */
  readonly block: string | null;
  /** Rooms with the same palette. */
  readonly rooms: readonly number[];
}
