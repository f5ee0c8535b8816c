/** Where pixels come from, and what bytes mean. */
import type { PictureKey } from "./costume.js";

/** Where a pixel of a scene comes from, from the ground up. */
export interface PixelChain {
  /** Its place in the room. */
  readonly at: readonly [number, number];
  /** What the room's picture has there. */
  readonly background: number | null;
  /** The pictures that paint it, in the order in which they do; the last is seen. */
  readonly touches: readonly PixelTouch[];
  /** The room colour that it ends as; `null`: nothing is drawn. */
  readonly shown: number | null;
  readonly rgb: readonly [number, number, number];
  /** Whose palette decides it; `null` for shades of grey, and where there is a `pixel`. */
  readonly palette: { readonly room: number; readonly block: string } | null;
  /** What is there where pixels have 16 bits (five for each of red, green and blue). */
  readonly pixel: number | null;
  /** What an EGA screen makes of it. */
  readonly mixed: { readonly from: readonly [number, number]; readonly here: number; readonly rgb: readonly [number, number, number] } | null;
  /** All of it, in lines for people. */
  readonly text: readonly string[];
}

export interface PixelTouch {
  /** The actor, from 0. */
  readonly actor: number;
  readonly costume: number;
  readonly limb: number;
  readonly picture: PictureKey;
  /** The place in the picture as stored; `null` where scaling lets several places meet there. */
  readonly pixel: readonly [number, number] | null;
  /** The pixel value: costume colour. */
  readonly value: number;
  /** The room colour that the costume's palette has for it. */
  readonly room_colour: number | null;
  /** The room colour that the scene sets for it; `null` where pixels have 16 bits. */
  readonly override: number | null;
  readonly beneath: number;
  readonly drawn: number;
  /** What becomes of it where pixels have 16 bits. */
  readonly high: HighTouch | null;
  /** The run that says it. */
  readonly run: Run | null;
}

/** What a picture does to a pixel of 16 bits: bits 14 to 10 are red, 9 to 5 green, 4 to 0 blue. */
export interface HighTouch {
  /** Red, green and blue that the costume's own colours have for the pixel value; `null` where the room's count. */
  readonly own: readonly [number, number, number] | null;
  /** The pixel that the scene sets for it. */
  readonly set: number | null;
  readonly beneath: number;
  readonly drawn: number;
  /** Whether `drawn` is half of it and half of what is beneath: a shadow. */
  readonly mixed: boolean;
}

/** Pixels of one value that follow each other, and the bytes that say so. */
export interface Run {
  /** From the payload's first byte; `to` is the byte behind the last. */
  readonly from: number;
  readonly to: number;
  /** Bits of the payload: of the command's own value (codec 16 counts bits). */
  readonly bits: readonly [from: number, to: number];
  readonly kind: "repeat" | "literal" | "skip" | "unsaid";
  /** Number of its first pixel in stored order, and that pixel's place. */
  readonly first: number;
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly value: number;
}

/** Stretches of a block's payload that are one thing each: every byte, once, in order. */
export interface BytePart {
  readonly from: number;
  /** The byte behind the last. */
  readonly to: number;
  readonly kind: "header" | "colour" | "offset" | "record" | "command" | "statement" | "picture" | "pixels" | "block" | "row" | "nothing";
  /** What it is, in words: `limb 0, picture 3: width`. */
  readonly label: string;
  /** The number that it holds. */
  readonly value: number | null;
  /** Where it stands, from the outside in: `["picture 0.3", "width"]`. */
  readonly path: readonly string[];
  /** What it belongs to or leads to, where that is one of these. */
  readonly picture: PictureKey | null;
  readonly record: number | null;
  readonly limb: number | null;
  /** Index of the command, or place of the statement in AKSQ. */
  readonly command: number | null;
  readonly colour: number | null;
  /** For an offset: the byte that it leads to. */
  readonly target: number | null;
}
