/** A rectangle of a picture that is selected: it is cleared, moved, flipped, turned, copied. */
import type { Painted, PictureKey } from "costumier";
import type { Easel as Pen } from "../panels/overlays";
import type { Canvassed } from "../worker/protocol";
import { Sheet } from "./sheet";
import type { Pixel } from "./shapes";

/** Columns and rows of a picture, counted from its upper left pixel; the last ones are not included. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Clip {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const whole = ({ width, height }: Canvassed): Part => ({ left: 0, top: 0, right: width, bottom: height });

/** The part between two pixels of the stage, which may leave the picture. */
export function between(sheet: Sheet, from: Pixel, to: Pixel): Part | null {
  const [one, other] = [sheet.places(from)[0], sheet.places(to)[0]];
  if (!one || !other) return null;
  return {
    left: Math.min(one[0], other[0]),
    top: Math.min(one[1], other[1]),
    right: Math.max(one[0], other[0]) + 1,
    bottom: Math.max(one[1], other[1]) + 1,
  };
}

/** The pixels of a part. */
export function cut(sheet: Sheet, { left, top, right, bottom }: Part): Clip {
  const [width, height] = [right - left, bottom - top];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = sheet.colour([left + x, top + y]);
  return { width, height, pixels };
}

export function clear(sheet: Sheet, { left, top, right, bottom }: Part): void {
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sheet.set([x, y], sheet.clear);
}

/** Lays pixels over the picture; those that are not drawn leave what is there. */
export function paste(sheet: Sheet, clip: Clip, [left, top]: Pixel): void {
  for (let y = 0; y < clip.height; y++)
    for (let x = 0; x < clip.width; x++) {
      const colour = clip.pixels[y * clip.width + x]!;
      if (colour !== sheet.clear) sheet.set([left + x, top + y], colour);
    }
}

export type Turn = "left-right" | "up-down" | "clockwise";

/** Flips pixels, or turns them by 90°. */
export function turned({ width, height, pixels }: Clip, turn: Turn): Clip {
  const [w, t] = turn === "clockwise" ? [height, width] : [width, height];
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < t; y++)
    for (let x = 0; x < w; x++) {
      const [fx, fy] =
        turn === "left-right" ? [width - 1 - x, y] : turn === "up-down" ? [x, height - 1 - y] : [y, height - 1 - x];
      out[y * w + x] = pixels[fy * width + fx]!;
    }
  return { width: w, height: t, pixels: out };
}

/** The picture with a part of it flipped or turned around its middle. */
export function turnPart(
  picture: Canvassed,
  clearColour: number,
  part: Part,
  turn: Turn,
): ({ key: PictureKey } & Painted) | null {
  const sheet = new Sheet(picture, clearColour);
  const clip = cut(sheet, part);
  const other = turned(clip, turn);
  clear(sheet, part);
  const [dx, dy] = [Math.floor((clip.width - other.width) / 2), Math.floor((clip.height - other.height) / 2)];
  paste(sheet, other, [part.left + dx, part.top + dy]);
  return sheet.painted();
}

/** The picture with a part of it moved. */
export function movePart(
  picture: Canvassed,
  clearColour: number,
  part: Part,
  [dx, dy]: Pixel,
): ({ key: PictureKey } & Painted) | null {
  const sheet = new Sheet(picture, clearColour);
  const clip = cut(sheet, part);
  clear(sheet, part);
  paste(sheet, clip, [part.left + dx, part.top + dy]);
  return sheet.painted();
}

/** The frame around a part, where it is seen on the stage. */
export function drawPart({ pen, to }: Pen, { columns, rows }: Canvassed, part: Part): void {
  const places = (pairs: Int32Array, from: number, end: number) => {
    const all: number[] = [];
    for (let i = 0; i < pairs.length; i += 2) if (pairs[i]! >= from && pairs[i]! < end) all.push(pairs[i + 1]!);
    return all;
  };
  const [xs, ys] = [places(columns, part.left, part.right), places(rows, part.top, part.bottom)];
  if (!xs.length || !ys.length) return;
  const [left, top] = to(Math.min(...xs), Math.min(...ys));
  const [right, bottom] = to(Math.max(...xs) + 1, Math.max(...ys) + 1);
  pen.lineWidth = 1;
  for (const [colour, offset] of [
    ["#000", 0],
    ["#fff", 4],
  ] as const) {
    pen.strokeStyle = colour;
    pen.setLineDash([4, 4]);
    pen.lineDashOffset = offset;
    pen.strokeRect(left + 0.5, top + 0.5, right - left - 1, bottom - top - 1);
  }
  pen.setLineDash([]);
}
