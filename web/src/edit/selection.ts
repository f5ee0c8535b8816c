/** A part of a picture that is selected: it is cleared, moved, flipped, turned, copied. */
import type { Painted, PictureKey } from "costumier";
import type { Easel as Pen } from "../panels/overlays";
import type { Canvassed } from "../worker/protocol";
import { Sheet } from "./sheet";
import { line, type Pixel } from "./shapes";

/** Columns and rows of a picture, counted from its upper left pixel; the last ones are not included. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** One value for each pixel of the rectangle, row by row: 0 is not selected. Without it, all are. */
  mask?: Uint8Array;
}

export interface Clip {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const whole = ({ width, height }: Canvassed): Part => ({ left: 0, top: 0, right: width, bottom: height });

export const movedBy = ({ left, top, right, bottom, mask }: Part, [dx, dy]: Pixel): Part => ({
  ...{ left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy },
  ...(mask ? { mask } : {}),
});

/** Whether a pixel of the picture is selected. */
export function holds({ left, top, right, bottom, mask }: Part, [x, y]: Pixel): boolean {
  const isInside = x >= left && x < right && y >= top && y < bottom;
  return isInside && (!mask || mask[(y - top) * (right - left) + x - left] !== 0);
}

/** The number of selected pixels. */
export const count = ({ left, top, right, bottom, mask }: Part): number =>
  mask ? mask.reduce((sum, one) => sum + Math.min(one, 1), 0) : (right - left) * (bottom - top);

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

/** The pixels in a rectangle that a condition is true for, in the smallest rectangle around them; `null` if none is. */
function where({ left, top, right, bottom }: Part, is: (place: Pixel) => boolean): Part | null {
  const found: Pixel[] = [];
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (is([x, y])) found.push([x, y]);
  const area = around(found);
  if (!area) return null;
  const mask = new Uint8Array((area.right - area.left) * (area.bottom - area.top));
  for (const [x, y] of found) mask[(y - area.top) * (area.right - area.left) + x - area.left] = 1;
  return { ...area, mask };
}

function around(places: readonly Pixel[]): Part | null {
  if (!places.length) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { left, top, right, bottom };
}

/** The area inside a line of pixels of the stage whose ends are joined, with the line. */
export function enclosed(sheet: Sheet, path: readonly Pixel[]): Part | null {
  const places = path.flatMap(one => sheet.places(one).slice(0, 1));
  const area = around(places);
  if (!area) return null;
  const ring = places.flatMap((one, i) => line(one, places[(i + 1) % places.length]!));
  const on = new Set(ring.map(([x, y]) => `${x},${y}`));
  // A row through the middle of a pixel crosses the ring an odd number of times on the way to a pixel inside.
  const isInside = ([x, y]: Pixel) =>
    places.reduce((inside, [x1, y1], i) => {
      const [x2, y2] = places[(i + 1) % places.length]!;
      return y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) ? !inside : inside;
    }, false);
  return where(area, place => on.has(place.join()) || isInside(place));
}

/** The area of one colour around a pixel of the stage, or all pixels of that colour. */
export function alike(sheet: Sheet, at: Pixel, everywhere: boolean): Part | null {
  const seen = sheet.seen(at);
  if (!seen || !sheet.hadPlace(seen.place)) return null;
  const area = whole(sheet.picture);
  if (everywhere) return where(area, place => sheet.colour(place) === seen.colour);
  const found = new Set(sheet.area(seen.place).map(place => place.join()));
  return where(area, place => found.has(place.join()));
}

/** How a selection joins the one before. */
export type Joining = "instead" | "and" | "without";

export function joined(before: Part | null, part: Part, how: Joining): Part | null {
  if (how === "instead" || !before) return how === "without" ? null : part;
  const area = {
    left: Math.min(before.left, part.left),
    top: Math.min(before.top, part.top),
    right: Math.max(before.right, part.right),
    bottom: Math.max(before.bottom, part.bottom),
  };
  return where(area, place =>
    how === "and" ? holds(before, place) || holds(part, place) : holds(before, place) && !holds(part, place),
  );
}

/** The pixels of a part; those of its rectangle that are not selected are clear. */
export function cut(sheet: Sheet, part: Part): Clip {
  const { left, top, right, bottom } = part;
  const [width, height] = [right - left, bottom - top];
  const pixels = new Uint8Array(width * height).fill(sheet.clear);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = [left + x, top + y] as const;
      if (holds(part, place)) pixels[y * width + x] = sheet.colour(place);
    }
  return { width, height, pixels };
}

export function clear(sheet: Sheet, part: Part): void {
  const { left, top, right, bottom } = part;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (holds(part, [x, y])) sheet.set([x, y], sheet.clear);
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

/** A part flipped or turned around its middle. */
export function turnedPart(part: Part, turn: Turn): Part {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const mask = part.mask && turned({ width, height, pixels: part.mask }, turn).pixels;
  const [w, t] = turn === "clockwise" ? [height, width] : [width, height];
  const [left, top] = [part.left + Math.floor((width - w) / 2), part.top + Math.floor((height - t) / 2)];
  return { left, top, right: left + w, bottom: top + t, ...(mask ? { mask } : {}) };
}

/** The picture with a part of it flipped or turned around its middle. */
export function turnPart(
  picture: Canvassed,
  clearColour: number,
  part: Part,
  turn: Turn,
): ({ key: PictureKey } & Painted) | null {
  const sheet = new Sheet(picture, clearColour);
  const clip = turned(cut(sheet, part), turn);
  clear(sheet, part);
  const { left, top } = turnedPart(part, turn);
  paste(sheet, clip, [left, top]);
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

/** The line around a part, where it is seen on the stage. */
export function drawPart({ pen, to, zoom }: Pen, { columns, rows }: Canvassed, part: Part): void {
  const places = (pairs: Int32Array, from: number, end: number) => {
    const all: Pixel[] = [];
    for (let i = 0; i < pairs.length; i += 2)
      if (pairs[i]! >= from && pairs[i]! < end) all.push([pairs[i]!, pairs[i + 1]!]);
    return all;
  };
  const [xs, ys] = [places(columns, part.left, part.right), places(rows, part.top, part.bottom)];
  const seen = new Set<string>();
  for (const [row, y] of ys) for (const [column, x] of xs) if (holds(part, [column, row])) seen.add(`${x},${y}`);
  if (!seen.size) return;
  pen.beginPath();
  // The sides of selected pixels whose neighbour is not selected.
  for (const key of seen) {
    const [x, y] = key.split(",").map(Number) as [number, number];
    const [left, top] = to(x, y).map(one => one + 0.5) as [number, number];
    const [right, bottom] = [left + zoom - 1, top + zoom - 1];
    for (const [dx, dy, x1, y1, x2, y2] of [
      [-1, 0, left, top, left, bottom],
      [1, 0, right, top, right, bottom],
      [0, -1, left, top, right, top],
      [0, 1, left, bottom, right, bottom],
    ] as const)
      if (!seen.has(`${x + dx},${y + dy}`)) {
        pen.moveTo(x1, y1);
        pen.lineTo(x2, y2);
      }
  }
  pen.lineWidth = 1;
  for (const [colour, offset] of [
    ["#000", 0],
    ["#fff", 4],
  ] as const) {
    pen.strokeStyle = colour;
    pen.setLineDash([4, 4]);
    pen.lineDashOffset = offset;
    pen.stroke();
  }
  pen.setLineDash([]);
}
