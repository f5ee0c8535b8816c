/**
 * A picture while it is painted on: its pixels, which grow to where one paints, and where they lie on the stage. Columns
 * and rows count from the picture's upper left pixel as it was before; those that it gets on the left and above are
 * negative.
 */
import type { Painted, PictureKey } from "costumier";
import type { Canvassed } from "../worker/protocol";
import type { Pixel } from "./shapes";

/** Columns of the picture by their place on the stage, the one on top first; and rows. */
class Lines {
  private readonly at = new Map<number, number[]>();
  constructor(private readonly pairs: Int32Array) {
    for (let i = 0; i < pairs.length; i += 2) {
      const list = this.at.get(pairs[i + 1]!);
      if (list) list.unshift(pairs[i]!);
      else this.at.set(pairs[i + 1]!, [pairs[i]!]);
    }
  }
  of(place: number): readonly number[] {
    return this.at.get(place) ?? [];
  }
  /** Where a column is on the stage. */
  placesOf(column: number): number[] {
    return [...this.pairs].flatMap((one, i) => (i % 2 === 0 && one === column ? [this.pairs[i + 1]!] : []));
  }
}

export class Sheet {
  private readonly columns: Lines;
  private readonly rows: Lines;
  private left = 0;
  private top = 0;
  private right: number;
  private bottom: number;
  private pixels: Uint8Array<ArrayBuffer>;
  private readonly before: Uint8Array<ArrayBuffer>;
  /** Which pixels may be set: the selected ones, where some are. */
  allows: (place: Pixel) => boolean = () => true;

  constructor(
    readonly picture: Canvassed,
    /** The colour that is not drawn. */
    readonly clear: number,
  ) {
    this.columns = new Lines(picture.columns);
    this.rows = new Lines(picture.rows);
    [this.right, this.bottom] = [picture.width, picture.height];
    this.before = picture.pixels;
    this.pixels = picture.pixels.slice();
  }

  get key(): PictureKey {
    return this.picture.owner;
  }

  get limb(): number {
    return this.picture.limb;
  }

  /** The columns and the row at a pixel of the stage, the column on top first. */
  places([x, y]: Pixel): Pixel[] {
    const row = this.rows.of(y)[0];
    return row === undefined ? [] : this.columns.of(x).map(column => [column, row] as const);
  }

  /** The pixels of the stage that lie opposite to one, where an axis is the middle between columns 0 and `twice`. */
  opposite(at: Pixel, twice: number): Pixel[] {
    const place = this.places(at)[0];
    return place ? this.columns.placesOf(twice - place[0]).map(x => [x, at[1]] as const) : [];
  }

  /** The colour of a pixel of the picture; the clear one outside. */
  colour([column, row]: Pixel): number {
    if (!this.has([column, row])) return this.clear;
    return this.pixels[(row - this.top) * (this.right - this.left) + column - this.left]!;
  }

  /** What is seen of the picture at a pixel of the stage: the colour, and where it lies in the picture. */
  seen(at: Pixel): { colour: number; place: Pixel } | null {
    const places = this.places(at);
    const place = places.find(one => this.colour(one) !== this.clear) ?? places[0];
    return place ? { colour: this.colour(place), place } : null;
  }

  has([column, row]: Pixel): boolean {
    return column >= this.left && column < this.right && row >= this.top && row < this.bottom;
  }

  /** Whether a pixel belongs to the picture as it was. */
  hadPlace([column, row]: Pixel): boolean {
    return column >= 0 && column < this.picture.width && row >= 0 && row < this.picture.height;
  }

  /** Sets a pixel of the picture, which grows to have it. */
  set([column, row]: Pixel, colour: number): void {
    if (!this.allows([column, row])) return;
    if (!this.has([column, row])) {
      if (colour === this.clear) return;
      this.grow(column, row);
    }
    this.pixels[(row - this.top) * (this.right - this.left) + column - this.left] = colour;
  }

  private grow(column: number, row: number): void {
    const [left, top] = [Math.min(this.left, column), Math.min(this.top, row)];
    const [right, bottom] = [Math.max(this.right, column + 1), Math.max(this.bottom, row + 1)];
    const [was, width] = [this.right - this.left, right - left];
    const pixels = new Uint8Array(width * (bottom - top)).fill(this.clear);
    for (let y = this.top; y < this.bottom; y++)
      pixels.set(
        this.pixels.subarray((y - this.top) * was, (y - this.top + 1) * was),
        (y - top) * width + this.left - left,
      );
    [this.left, this.top, this.right, this.bottom, this.pixels] = [left, top, right, bottom, pixels];
  }

  /**
   * Paints a pixel of the stage: the pixel of the picture that is seen there. Where scaling lays columns over each other,
   * clearing takes all of them, or the ones beneath would come out.
   */
  paint(at: Pixel, colour: number): void {
    const places = this.places(at);
    if (colour === this.clear) for (const place of places) this.set(place, colour);
    else if (places[0]) this.set(places[0], colour);
  }

  /** The area of one colour around a pixel, inside the picture as it was and what may be set. */
  area(from: Pixel): Pixel[] {
    const { width, height } = this.picture;
    const old = this.colour(from);
    const seen = new Uint8Array(width * height);
    const found: Pixel[] = [];
    const waiting = [from];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const [x, y] = at;
      if (!this.hadPlace(at) || seen[y * width + x] || this.colour(at) !== old || !this.allows(at)) continue;
      seen[y * width + x] = 1;
      found.push(at);
      waiting.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
    }
    return found;
  }

  /** Fills the area of one colour around a pixel. */
  fill(from: Pixel, colour: number): void {
    for (const place of this.area(from)) this.set(place, colour);
  }

  /** Gives one colour to all pixels of another. */
  replace(old: number, colour: number): void {
    for (let row = this.top; row < this.bottom; row++)
      for (let column = this.left; column < this.right; column++)
        if (this.colour([column, row]) === old) this.set([column, row], colour);
  }

  /** All that changed, as an edit: what grew is no larger than what is painted. `null` where nothing did. */
  painted(): ({ key: PictureKey } & Painted) | null {
    const { picture } = this;
    let [left, top, right, bottom] = [0, 0, picture.width, picture.height];
    for (let row = this.top; row < this.bottom; row++)
      for (let column = this.left; column < this.right; column++) {
        if (this.colour([column, row]) === this.clear) continue;
        [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
        [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
      }
    const [width, height] = [right - left, bottom - top];
    const rows = new Uint8Array(width * height);
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++)
        rows[(row - top) * width + column - left] = this.colour([column, row]);
    const isSame =
      width === picture.width && height === picture.height && rows.every((one, i) => one === this.before[i]);
    if (isSame) return null;
    const at = [picture.at[0] + left, picture.at[1] + top] as const;
    return { key: this.key, width, height, at, rows };
  }
}
