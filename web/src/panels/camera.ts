/** The camera: which part of the room, or around the figures, the stage shows, and how large. Zoom counts device pixels. */
import type { Rectangle } from "costumier";
import { MOST_ZOOM } from "../address";
import type { Playback } from "../playback";
import type { Store } from "../state";
import type { Shown } from "../worker/protocol";

const hundredths = (point: readonly [number, number]): [number, number] => [
  Math.round(point[0] * 100) / 100,
  Math.round(point[1] * 100) / 100,
];

export abstract class Camera {
  /** The zoom that fits. It changes only with the costume, the chore, the room or the pane. */
  protected fit = 1;
  /** Size of the panels over the stage at its left, its right and its top, in device pixels. */
  private covered: readonly [left: number, right: number, top: number] = [0, 0, 0];
  /** The canvas, in device pixels. */
  size: [number, number] = [0, 0];
  frame: Shown | null = null;

  constructor(
    protected readonly store: Store,
    protected readonly playback: Playback,
  ) {}

  /** Shows the part that is wanted now. */
  protected abstract frameView(): void;

  /** Whether the stage is split: before on the left, now on the right. */
  get isSplit(): boolean {
    return this.store.state.compare === "both";
  }

  /** Device pixels per pixel of the room. */
  get zoom(): number {
    const { zoom } = this.store.state;
    const dpr = Math.max(1, Math.round(devicePixelRatio));
    return zoom === "fit" ? this.fit : zoom * dpr;
  }

  // The largest zoom at which the whole movement of the figure is visible.
  protected fitting(): number {
    const { costume, background, scenery } = this.store.state;
    const dpr = Math.max(1, Math.round(devicePixelRatio));
    const [w, hgt] = [this.isSplit ? this.size[0] / 2 : this.size[0] - this.covered[0] - this.covered[1], this.size[1]];
    if (background === "room" && scenery) {
      return this.wholes(w, hgt);
    }
    const [left, top, width, height] = this.bounds(costume?.bounds ?? [-20, -60, 40, 60]);
    // Several figures stand around the first.
    const { look, actors } = this.store.state;
    const [first] = actors;
    const places = look || !first ? [0] : actors.map(one => one.x - first.x);
    const high = Math.min(hgt * 0.78, hgt * 0.86 - this.covered[2]);
    const wide = 2 * Math.max(-left - Math.min(...places), left + width + Math.max(...places));
    return Math.max(
      1,
      Math.min(
        12 * dpr,
        Math.floor(Math.min((w * 0.86) / wide, high / Math.max(1, -top + Math.max(0, height + top) / 4))),
      ),
    );
  }

  // The largest zoom at which the whole room is visible. Of a room that is larger than the game's screen, the size of a screen
  // is visible and the view follows the actor, unless the whole room fits at twice its size.
  protected wholes(w: number, hgt: number): number {
    const { scenery, game } = this.store.state;
    const [screenW, screenH] = game?.info.screen_size ?? [320, 200];
    // A pane with a fraction of device pixels is one lower or higher.
    const fits = (across: number, down: number) => Math.floor(Math.min(w / across, (hgt + 1) / down));
    const { width, height } = scenery!;
    const whole = fits(width, height);
    if (whole >= 2 * Math.max(1, Math.round(devicePixelRatio))) return whole;
    return Math.max(1, fits(Math.min(width, screenW), Math.min(height, screenH)));
  }

  private bounds(known: readonly [number, number, number, number]): readonly [number, number, number, number] {
    const clip = this.playback.clip?.bounds;
    if (!clip || clip[2] <= 0) return known;
    const [l, t] = [Math.min(known[0], clip[0]), Math.min(known[1], clip[1])];
    return [
      l,
      t,
      Math.max(known[0] + known[2], clip[0] + clip[2]) - l,
      Math.max(known[1] + known[3], clip[1] + clip[3]) - t,
    ];
  }

  /** Changes the zoom by whole steps. The point under this device pixel stays there. */
  zoomBy(by: number, at: readonly [number, number] = this.anchor): void {
    const dpr = Math.max(1, Math.round(devicePixelRatio));
    this.zoomTo(Math.round(this.zoom / dpr) + by, this.under(at), at);
  }

  /** Zooms so that a point of the room lies under a device pixel. */
  zoomTo(zoom: number, point: readonly [number, number], at: readonly [number, number]): void {
    const dpr = Math.max(1, Math.round(devicePixelRatio));
    zoom = Math.max(1, Math.min(MOST_ZOOM, Math.round(zoom)));
    const [ax, ay] = this.anchor;
    const look = [point[0] - (at[0] - ax) / (zoom * dpr), point[1] - (at[1] - ay) / (zoom * dpr)] as const;
    // Without a chosen point, the view continues to follow the actor.
    const follows = !this.store.state.look && at[0] === ax && at[1] === ay;
    this.store.set({ zoom, ...(follows ? {} : { look: hundredths(this.within(look, zoom * dpr)) }) });
  }

  /** The point of the room under a device pixel. */
  under(at: readonly [number, number]): [number, number] {
    const [[ax, ay], [lx, ly]] = [this.anchor, this.look];
    return [lx + (at[0] - ax) / this.zoom, ly + (at[1] - ay) / this.zoom];
  }

  /** Moves the view to a point, as far as a part of the room or the figures stays visible. */
  pan(look: readonly [number, number]): void {
    this.store.set({ look: hundredths(this.within(look, this.zoom)) });
  }

  // The view stays inside the room, or over the figures without one.
  private within(look: readonly [number, number], zoom: number): [number, number] {
    const { background, scenery, costume } = this.store.state;
    const clamp = (at: number, from: number, to: number) => Math.max(from, Math.min(to, at));
    if (background === "room" && scenery) {
      const middle = (at: number, whole: number, seen: number) =>
        whole <= seen ? whole / 2 : clamp(at, seen / 2, whole - seen / 2);
      return [
        middle(look[0], scenery.width, (this.size[0] * (this.isSplit ? 0.5 : 1)) / zoom),
        middle(look[1], scenery.height, this.size[1] / zoom),
      ];
    }
    const feet = this.frame?.feet;
    if (!feet?.length || !costume) return [...look];
    const [left, top, width, height] = this.bounds(costume.bounds);
    const [xs, ys] = [feet.map(one => one[0]), feet.map(one => one[1])];
    return [
      clamp(look[0], Math.min(...xs) + left, Math.max(...xs) + left + width),
      clamp(look[1], Math.min(...ys) + top, Math.max(...ys) + top + height),
    ];
  }

  private get anchor(): [number, number] {
    const [w, hgt] = this.size;
    const middle = this.isSplit ? Math.round(w * 0.75) : w / 2;
    if (this.store.state.background === "room") return [middle, hgt / 2];
    const [left, right] = this.isSplit ? [0, 0] : this.covered;
    return [middle + Math.round((left - right) / 2), hgt * 0.86];
  }

  /** Fits the figure between panels over the stage at its left, its right and its top, in pixels of the page. */
  cover(left: number, right: number, top = 0): void {
    this.covered = [left, right, top].map(one => Math.round(one * devicePixelRatio)) as [number, number, number];
    this.fit = this.fitting();
    this.frameView();
  }

  /** The room pixel in the middle. */
  get look(): readonly [number, number] {
    const { look, background, scenery, selected } = this.store.state;
    if (look) return this.within(look, this.zoom);
    const feet = this.frame?.feet[selected] ?? [0, 0];
    if (background !== "room" || !scenery)
      return this.store.state.actors.length > 1 ? (this.frame?.feet[0] ?? [0, 0]) : feet;
    return this.within([feet[0], feet[1] - 20], this.zoom);
  }

  /** Device pixel of a room pixel's upper left corner. */
  to(x: number, y: number): [number, number] {
    const [ax, ay] = this.anchor;
    const [lx, ly] = this.look;
    const z = this.zoom;
    return [Math.round(ax - lx * z) + x * z, Math.round(ay - ly * z) + y * z];
  }

  /** The room pixel at a device pixel. */
  from(x: number, y: number): [number, number] {
    const [ox, oy] = this.to(0, 0);
    return [Math.floor((x - ox) / this.zoom), Math.floor((y - oy) / this.zoom)];
  }

  // The rectangle to draw: the part in the pane, limited to the room.
  protected wanted(): Rectangle {
    const { background, scenery } = this.store.state;
    let [left, top] = this.from(this.isSplit ? Math.floor(this.size[0] / 2) : 0, 0);
    let [right, bottom] = this.from(...this.size).map(one => one + 1) as [number, number];
    if (background === "room" && scenery) {
      [left, top] = [Math.max(0, left), Math.max(0, top)];
      [right, bottom] = [Math.min(scenery.width, right), Math.min(scenery.height, bottom)];
    }
    return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
  }

  /** Whether pixels are 1.2 times as high as wide: games of 320 × 200 filled a screen of 4 : 3. */
  protected get isTall(): boolean {
    const { tall, game } = this.store.state;
    return tall && game?.info.screen_size[1] === 200;
  }
}
