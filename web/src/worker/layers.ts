/**
 * Layers over the pictures of a limb, such as a hat. A layer has one drawing, at the same place from the anchor of each
 * picture, and may be moved for one of them. It lies over the pictures until they are packed: what is packed, and so what
 * the stage shows, has it in the pictures; what is painted beneath it stays.
 */
import type { DraftHead, Painted, PictureKey } from "costumier";

export interface Layer {
  /**
   * The pictures that it lies over, by index in the limb's table; `null`: all of them. Limbs of AKOS costumes share a table:
   * for these, the worker finds the pictures that the limb shows.
   */
  pictures: readonly number[] | null;
  /** From the anchor to the left column and the top row. */
  at: readonly [x: number, y: number];
  width: number;
  height: number;
  /** Costume colours, row by row. */
  rows: Uint8Array<ArrayBuffer>;
  /** How far it is moved for a picture, by index. */
  moves: Readonly<Record<number, readonly [x: number, y: number]>>;
}

/** Sets the layer over a limb's pictures; `null` for none. */
export interface LayerEdit {
  limb: number;
  to: Layer | null;
}

export type Layers = ReadonlyMap<number, Layer>;

/** The layer without the columns and rows around it that are not drawn; `null` where nothing is. */
export function trimmed(layer: Layer, clear: number): Layer | null {
  const { width, height, rows, at } = layer;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (rows[y * width + x] === clear) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  if (right <= left) return null;
  const cut = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y++)
    cut.set(rows.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  return { ...layer, at: [at[0] + left, at[1] + top], width: right - left, height: bottom - top, rows: cut };
}

/** The pictures that a limb's layer lies over: those that store pixels. */
export function beneath({ kind, limbs }: DraftHead, limb: number, { pictures }: Pick<Layer, "pictures">): PictureKey[] {
  const table = kind === "akos" ? limbs[0] : limbs.find(one => one.limb === limb);
  const found = new Map<string, PictureKey>();
  for (const [index, { owner }] of (table?.pictures ?? []).entries()) {
    const stored = limbs.find(one => one.limb === owner[0])?.pictures[owner[1]];
    if (stored?.kind !== "picture") continue;
    if ((pictures || kind === "akos") && !pictures?.includes(index)) continue;
    found.set(owner.join("."), { limb: owner[0], index: owner[1] });
  }
  return [...found.values()];
}

/** A picture with what lies over it. */
export function flat(picture: Painted & { index: number }, layer: Layer, clear: number): Painted {
  const [dx, dy] = layer.moves[picture.index] ?? [0, 0];
  const [x, y] = [layer.at[0] + dx, layer.at[1] + dy];
  const left = Math.min(picture.at[0], x);
  const top = Math.min(picture.at[1], y);
  const width = Math.max(picture.at[0] + picture.width, x + layer.width) - left;
  const height = Math.max(picture.at[1] + picture.height, y + layer.height) - top;
  const rows = new Uint8Array(width * height).fill(clear);
  const lay = (from: ArrayLike<number>, wide: number, high: number, ox: number, oy: number) => {
    for (let row = 0; row < high; row++)
      for (let column = 0; column < wide; column++) {
        const colour = from[row * wide + column]!;
        if (colour !== clear) rows[(row + oy - top) * width + column + ox - left] = colour;
      }
  };
  lay(picture.rows, picture.width, picture.height, picture.at[0], picture.at[1]);
  lay(layer.rows, layer.width, layer.height, x, y);
  return { width, height, at: [left, top], rows };
}

/** All pictures under layers, each with what lies over it. `rowsOf`: the pixels of a stored picture. */
export function flattened(
  head: DraftHead,
  layers: Layers,
  rowsOf: (key: PictureKey) => Uint8Array<ArrayBuffer>,
): ({ key: PictureKey } & Painted)[] {
  const made = new Map<string, { key: PictureKey } & Painted>();
  for (const [limb, layer] of [...layers].sort(([one], [other]) => one - other))
    for (const key of beneath(head, limb, layer)) {
      const name = `${key.limb}.${key.index}`;
      const { size, at } = head.limbs.find(one => one.limb === key.limb)!.pictures[key.index]!;
      const below = made.get(name) ?? { width: size[0], height: size[1], at, rows: rowsOf(key) };
      made.set(name, { key, ...flat({ ...below, index: key.index }, layer, head.transparent) });
    }
  return [...made.values()];
}
