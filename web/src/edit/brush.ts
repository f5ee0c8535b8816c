/**
 * Strokes: the pointer on the canvas becomes pixels of a picture. The picture is the one of the chosen limb, or the one
 * that is seen under the pointer. What is painted is seen at once, before the block is packed again.
 */
import type { Stage } from "../panels/stage";
import type { Easel as Pen } from "../panels/overlays";
import type { Canvassed, Easel } from "../worker/protocol";
import { dab, ellipse, line, rectangle, thin, type BrushShape, type Pixel } from "./shapes";
import { holds, type Joining, type Part } from "./selection";
import { Sheet } from "./sheet";
import type { Painted, PictureKey } from "costumier";
import { SELECTING, type Tool } from "./tools";

/** What a selecting tool was dragged over. */
export interface Dragged {
  tool: Tool;
  from: Pixel;
  to: Pixel;
  path: readonly Pixel[];
  how: Joining;
  /** With Ctrl: the wand takes all pixels of the colour. */
  everywhere: boolean;
}

/** What strokes need to know, and what they do. */
export interface Studio {
  readonly tool: Tool;
  size: number;
  brushShape: BrushShape;
  /** The first and the second colour. */
  colours: [number, number];
  /** The limb that is painted on; `null`: the one under the pointer. */
  limb: number | null;
  readonly clear: number;
  /** What is painted on where a picture is: the picture, or the layer over it. */
  canvas(picture: Canvassed): Canvassed;
  readonly rgb: (colour: number) => string | null;
  /** Whether a stroke can begin: the frame shows all that was done. */
  readonly isReady: (version: number) => boolean;
  paint(words: string, painted: { key: PictureKey } & Painted): Promise<number | null>;
  /** Shows what a stroke would do; without an argument, the stage as it is. */
  trial(painted: ({ key: PictureKey } & Painted) | null): Promise<void>;
  picked(colour: number, second: boolean): void;
  /** Says why nothing happens. */
  say(words: string): void;
  selected(sheet: Sheet, dragged: Dragged): void;
  /** What is selected of a picture: nothing else is painted on. */
  within(sheet: Sheet): Part | null;
  /** Twice the column of a picture's axis, where strokes are drawn on both sides of it. */
  axis(sheet: Sheet): number | null;
  moved(sheet: Sheet, by: Pixel, done: boolean, isAlone: boolean): void;
  hold(on: boolean): void;
}

interface Stroke {
  sheet: Sheet;
  tool: Tool;
  colour: number;
  from: Pixel;
  last: Pixel;
  path: Pixel[];
  filled: boolean;
  how: Joining;
  /** Pixels of the stage that are painted. */
  pixels: Pixel[];
  isTrying: boolean;
  wasTried: boolean;
}

const nameOf = ({ limb, index }: PictureKey) => `${limb}.${index}`;

export class Brush {
  /** The pixel under the pointer. */
  hover: Pixel | null = null;
  private stroke: Stroke | null = null;
  private end: Pixel | null = null;
  /** Pictures as they were painted last, until a frame shows them. */
  private readonly latest = new Map<string, { painted: Painted; version: number }>();
  /** Measured by tests: milliseconds from a movement of the pointer to its pixels, and the part that the page takes. */
  readonly times: (readonly [sinceEvent: number, ours: number])[] = [];
  /** Pixels of `latest` that the frame does not show, and the frame and pictures that they were found for. */
  private pending: { easel: Easel | null; painted: Painted[]; dots: (readonly [Pixel, number])[] } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly studio: Studio,
  ) {}

  get easel(): Easel | null {
    return this.stage.frame?.easel ?? null;
  }

  /** Drops the previews of what a new frame shows. */
  shown(): void {
    const version = this.easel?.version ?? -1;
    for (const [key, one] of this.latest) if (version >= one.version) this.latest.delete(key);
  }

  forget(): void {
    this.latest.clear();
    this.stroke = this.end = null;
  }

  // The picture as it was painted last: the frame may still show it as it was before.
  private sheet(picture: Canvassed): Sheet {
    const latest = this.latest.get(nameOf(picture.owner))?.painted;
    if (!latest) return new Sheet(picture, this.studio.clear);
    const [dx, dy] = [latest.at[0] - picture.at[0], latest.at[1] - picture.at[1]];
    const moved = (pairs: Int32Array<ArrayBuffer>, by: number) => pairs.map((value, i) => (i % 2 ? value : value - by));
    const pixels = Uint8Array.from(latest.rows);
    const { width, height, at } = latest;
    const [columns, rows] = [moved(picture.columns, dx), moved(picture.rows, dy)];
    return new Sheet({ ...picture, width, height, at, pixels, columns, rows }, this.studio.clear);
  }

  // Pictures on the stage, and layers in the place of those that they lie over, where these are painted on.
  private get canvases(): Canvassed[] {
    return (this.easel?.pictures ?? []).map(one => this.studio.canvas(one));
  }

  /** The sheets of the pictures on the stage, in drawing order. */
  sheets(): Sheet[] {
    return this.canvases.map(one => this.sheet(one));
  }

  /** The picture that a stroke at a pixel goes to. */
  target(at: Pixel): Sheet | null {
    const { limb, clear } = this.studio;
    const all = this.sheets()
      .filter(one => limb === null || one.limb === limb)
      .reverse();
    const seen = all.find(one => {
      const found = one.seen(at);
      return found !== null && found.colour !== clear;
    });
    if (seen) return seen;
    const inside = all.find(one => one.places(at).some(place => one.hadPlace(place)));
    if (inside) return inside;
    // None is here: the nearest one grows.
    const distance = (one: Sheet) => {
      const place = one.places(at)[0];
      if (!place) return Infinity;
      const off = (value: number, size: number) => Math.max(0, -value, value - size + 1);
      return off(place[0], one.picture.width) + off(place[1], one.picture.height);
    };
    const near = all.map(one => ({ one, far: distance(one) })).filter(it => it.far < Infinity);
    return near.sort((a, b) => a.far - b.far)[0]?.one ?? null;
  }

  private pick(at: Pixel, second: boolean): void {
    const { limb, clear } = this.studio;
    // A layer covers its picture, whose colours are there to be picked, too.
    const below = (this.easel?.pictures ?? []).map(one => new Sheet(one, clear));
    const sheets = [...below, ...this.sheets()].filter(one => limb === null || one.limb === limb);
    const found = sheets.reverse().map(one => one.seen(at)?.colour);
    this.studio.picked(found.find(one => one !== undefined && one !== clear) ?? clear, second);
  }

  /** A button or a finger goes down. `false`: the view is moved instead. */
  down(event: PointerEvent, at: Pixel): boolean {
    const { studio } = this;
    if (studio.tool === "hand") return false;
    if (event.altKey || studio.tool === "pick") {
      this.pick(at, event.button === 2);
      return true;
    }
    const { easel } = this;
    if (!easel || !studio.isReady(easel.version)) return true;
    const sheet = this.target(at);
    if (!sheet) {
      studio.say(
        studio.limb === null
          ? "No picture is shown at this tick."
          : `Limb ${studio.limb} shows no picture at this tick.`,
      );
      return true;
    }
    const why = whyNot(sheet.picture);
    if (why) {
      studio.say(why);
      return true;
    }
    studio.hold(true);
    const colour = studio.tool === "eraser" ? studio.clear : studio.colours[event.button === 2 ? 1 : 0];
    const isLine = event.shiftKey && this.end !== null && (studio.tool === "pencil" || studio.tool === "eraser");
    const from = isLine ? this.end! : at;
    this.stroke = {
      ...{ sheet, tool: studio.tool, colour, from, last: from, path: [from], pixels: [] },
      ...{ filled: event.ctrlKey || event.metaKey, isTrying: false, wasTried: false },
      how: !event.shiftKey ? "instead" : event.button === 2 ? "without" : "and",
    };
    this.go(at);
    this.stage.draw();
    return true;
  }

  /** The pointer moves: over all the places in between, too. */
  move(event: PointerEvent, place: (event: PointerEvent) => Pixel): void {
    if (this.stroke) {
      const began = performance.now();
      const passed = event.getCoalescedEvents?.() ?? [];
      this.stroke.filled = event.ctrlKey || event.metaKey;
      for (const one of passed.length ? passed : [event]) this.go(place(one));
      this.stage.draw();
      const now = performance.now();
      this.times.push([now - event.timeStamp, now - began]);
      if (this.times.length > 5000) this.times.shift();
    }
    this.hover = place(event);
  }

  private go(at: Pixel): void {
    const stroke = this.stroke!;
    const { tool } = stroke;
    if (tool === "pencil" || tool === "eraser") {
      stroke.path.push(...line(stroke.last, at).slice(1));
      if (this.studio.size === 1) stroke.path = thin(stroke.path);
      stroke.pixels = stroke.path;
    } else if (tool === "line") stroke.pixels = line(stroke.from, at);
    else if (tool === "rectangle") stroke.pixels = rectangle(stroke.from, at, stroke.filled);
    else if (tool === "ellipse") stroke.pixels = ellipse(stroke.from, at, stroke.filled);
    else if (SELECTING.has(tool)) {
      stroke.path.push(...line(stroke.last, at).slice(1));
      this.studio.selected(stroke.sheet, { ...stroke, to: at, everywhere: stroke.filled });
    }
    stroke.last = at;
    if (tool === "move") this.drag(stroke, false);
    if (stroke.colour === this.studio.clear) void this.try();
  }

  // Only the library knows what clearing brings out: the stage shows it during the stroke.
  private async try(): Promise<void> {
    const stroke = this.stroke;
    if (!stroke || stroke.isTrying) return;
    const painted = this.painted(stroke);
    if (!painted) return;
    stroke.isTrying = stroke.wasTried = true;
    await this.studio.trial(painted);
    stroke.isTrying = false;
  }

  private painted(stroke: Stroke): ({ key: PictureKey } & Painted) | null {
    const work = new Sheet(stroke.sheet.picture, this.studio.clear);
    const within = this.studio.within(work);
    if (within) work.allows = place => holds(within, place);
    const { tool, colour, from } = stroke;
    const seen = work.seen(from);
    if (tool === "bucket") seen && work.fill(seen.place, colour);
    else if (tool === "replace") seen && work.replace(seen.colour, colour);
    else for (const pixel of this.covered(stroke)) work.paint(pixel, colour);
    return work.painted();
  }

  // The pixels of the stage, as wide as the brush, on both sides of the axis, inside what is selected.
  private covered({ sheet, pixels, filled }: Stroke): Pixel[] {
    const { size, brushShape } = this.studio;
    const one = size === 1 || filled ? pixels : pixels.flatMap(pixel => dab(pixel, size, brushShape));
    const [axis, within] = [this.studio.axis(sheet), this.studio.within(sheet)];
    const both = axis === null ? one : [...one, ...one.flatMap(pixel => sheet.opposite(pixel, axis))];
    return within ? both.filter(pixel => sheet.places(pixel).some(place => holds(within, place))) : both;
  }

  private drag({ sheet, from, last, how }: Stroke, done: boolean): void {
    this.studio.moved(sheet, [last[0] - from[0], last[1] - from[1]], done, how !== "instead");
  }

  up(): void {
    const stroke = this.stroke;
    if (!stroke) return;
    this.stroke = null;
    this.studio.hold(false);
    this.end = stroke.last;
    if (SELECTING.has(stroke.tool)) return;
    if (stroke.tool === "move") return this.drag(stroke, true);
    const painted = this.painted(stroke);
    if (!painted) return this.undone(stroke);
    const key = nameOf(painted.key);
    const waiting = { painted, version: Infinity };
    this.latest.set(key, waiting);
    void this.studio.paint(WORDS[stroke.tool] ?? "Paint", painted).then(version => {
      if (version === null) this.latest.delete(key);
      else waiting.version = version;
      this.shown();
      this.stage.draw();
    });
    this.stage.draw();
  }

  /** Whether a stroke goes on. */
  get isStroking(): boolean {
    return this.stroke !== null;
  }

  /** Gives the stroke up. */
  cancel(): void {
    if (!this.stroke) return;
    const stroke = this.stroke;
    this.stroke = null;
    this.studio.hold(false);
    this.undone(stroke);
  }

  // The stage shows the picture without the stroke again.
  private undone({ wasTried }: Stroke): void {
    if (wasTried) void this.studio.trial(null);
    this.stage.draw();
  }

  // Pixels that were painted and that the frame does not show yet.
  private unseen(): (readonly [Pixel, number])[] {
    const { easel } = this;
    const painted = [...this.latest.values()].map(one => one.painted);
    const known = this.pending;
    if (
      known?.easel === easel &&
      known.painted.length === painted.length &&
      painted.every((one, i) => one === known.painted[i])
    )
      return known.dots;
    const dots: (readonly [Pixel, number])[] = [];
    for (const { owner, columns, rows, at, width, height, pixels } of this.canvases) {
      const latest = this.latest.get(nameOf(owner))?.painted;
      if (!latest) continue;
      const [dx, dy] = [latest.at[0] - at[0], latest.at[1] - at[1]];
      for (let i = 0; i < rows.length; i += 2)
        for (let j = 0; j < columns.length; j += 2) {
          const [column, row] = [columns[j]! - dx, rows[i]! - dy];
          if (column < 0 || row < 0 || column >= latest.width || row >= latest.height) continue;
          const [was, were] = [columns[j]!, rows[i]!];
          const isInside = was >= 0 && were >= 0 && was < width && were < height;
          const before = isInside ? pixels[were * width + was] : this.studio.clear;
          const now = latest.rows[row * latest.width + column]!;
          if (now !== before) dots.push([[columns[j + 1]!, rows[i + 1]!], now]);
        }
    }
    this.pending = { easel, painted, dots };
    return dots;
  }

  /** Draws the limb that is painted on, or all limbs, over a faint stage. */
  drawLimb({ pen, to, zoom }: Pen, all: boolean): void {
    const { limb } = this.studio;
    const shown = limb ?? (this.hover && this.target(this.hover)?.limb);
    for (const sheet of this.sheets().filter(one => all || one.limb === shown)) {
      const { columns, rows, width, height, pixels } = sheet.picture;
      for (let i = 0; i < rows.length; i += 2)
        for (let j = 0; j < columns.length; j += 2) {
          const [column, row] = [columns[j]!, rows[i]!];
          if (column < 0 || row < 0 || column >= width || row >= height) continue;
          const colour = pixels[row * width + column]!;
          const rgb = colour === this.studio.clear ? null : this.studio.rgb(colour);
          if (rgb === null) continue;
          pen.fillStyle = rgb;
          pen.fillRect(...to(columns[j + 1]!, rows[i + 1]!), zoom, zoom);
        }
    }
  }

  /** Draws what no frame shows yet, and the brush. */
  draw({ pen, to, zoom }: Pen): void {
    const dot = (pixel: Pixel, colour: number) => {
      const [x, y] = to(...pixel);
      const rgb = this.studio.rgb(colour);
      if (rgb === null) return;
      pen.fillStyle = rgb;
      pen.fillRect(x, y, zoom, zoom);
    };
    for (const [pixel, colour] of this.unseen()) dot(pixel, colour);
    const { stroke } = this;
    if (stroke && !SELECTING.has(stroke.tool) && !["bucket", "replace", "move"].includes(stroke.tool))
      for (const pixel of this.covered(stroke)) dot(pixel, stroke.colour);
    if (this.hover && !stroke && ["pencil", "eraser", "line"].includes(this.studio.tool))
      for (const pixel of dab(this.hover, this.studio.size, this.studio.brushShape)) {
        const [x, y] = to(...pixel);
        for (const [colour, by] of [
          ["#000a", 0.5],
          ["#fffa", 1.5],
        ] as const) {
          pen.strokeStyle = colour;
          pen.lineWidth = 1;
          pen.strokeRect(x + by, y + by, Math.max(1, zoom - 2 * by), Math.max(1, zoom - 2 * by));
        }
      }
  }
}

const WORDS: Partial<Record<Tool, string>> = {
  pencil: "Pencil",
  eraser: "Eraser",
  line: "Line",
  rectangle: "Rectangle",
  ellipse: "Ellipse",
  bucket: "Bucket",
  replace: "Replace colour",
};

/** Why a picture cannot be painted on; `null` where it can. */
export function whyNot({ kind, picture }: Canvassed): string | null {
  const name = `Picture ${picture.index}`;
  if (kind === "borrowed") return `${name} shows the pixels of another picture. Paint on that one.`;
  if (kind === "packed")
    return `${name} is kept as the game packs it: it is too large, or of a kind that cannot be packed again.`;
  if (kind === "empty") return `${name} is empty.`;
  return null;
}
