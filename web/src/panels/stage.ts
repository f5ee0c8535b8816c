/**
 * The stage: the picture, pixel for pixel. Zoom counts device pixels, so that every pixel of the game is a square of the same
 * size; the canvas has exactly the device pixels of its place. Overlays are drawn over the picture: onion skin, the feet,
 * outlines of limbs, z-planes, the inspected pixel.
 */
import type { Image, PixelChain, Rectangle } from "costumier";
import { attr, h, put } from "../dom";
import type { Playback } from "../playback";
import type { State, Store } from "../state";
import type { Client } from "../worker/client";
import type { Shown } from "../worker/protocol";
import {
  drawAround,
  drawFeet,
  drawLit,
  drawOnion,
  drawOutlines,
  drawPixel,
  drawPlanes,
  lay,
  type Easel,
} from "./overlays";
import { MOST_ZOOM } from "../address";
import { panel, type Panel } from "./panel";
import { Pointing } from "./pointing";
import type { Comparison } from "./compare";
import { stageBar } from "./stage-bar";

const hundredths = (point: readonly [number, number]): [number, number] => [
  Math.round(point[0] * 100) / 100,
  Math.round(point[1] * 100) / 100,
];

/** Height of the timeline's rows in rem: the default, and the minimum if the room needs the place. */
const [USUAL_TRACKS, LEAST_TRACKS] = [7.9, 2.3];
/** The stage's part of a phone's window. */
const PHONE = 0.36;

export class Stage {
  readonly panel: Panel;
  /** Called when another pixel is inspected; `pinned` after a click. */
  onpixel: (chain: PixelChain | null, pinned: boolean) => void = () => {};
  readonly canvas = h("canvas", {
    class: "picture",
    role: "img",
    "aria-label": "The stage",
    tabindex: "0",
    "aria-describedby": "stage-keys",
  });
  private readonly pen = this.canvas.getContext("2d")!;
  /** The text on the stage without a figure: the game that is being opened, or the reason. */
  private readonly face = h("div", { class: "nothing", role: "status", hidden: true });
  onopen: () => void = () => {};
  onretry: () => void = () => {};
  private readonly keys = h(
    "p",
    { id: "stage-keys", class: "quiet" },
    "Arrows move the pixel that is looked at, Shift and arrows the figure. Enter pins the pixel.",
  );
  /** A line about the inspected pixel. */
  readonly facts = h("p", { class: "facts" });
  /** The comparison. It is loaded at its first use. */
  private comparison: Comparison | null = null;
  readonly pane = h("div", { class: "pane" }, this.canvas, this.keys, this.facts, this.face);
  private readonly held = document.createElement("canvas");
  /** The zoom that fits. It changes only with the costume, the chore, the room or the pane. */
  private fit = 1;
  /** The pane, in device pixels. */
  private room: [number, number] = [0, 0];
  /** Width of the panels over the stage at its left and its right, in device pixels. */
  private covered: [left: number, right: number] = [0, 0];
  /** The canvas, in device pixels. */
  size: [number, number] = [0, 0];
  frame: Shown | null = null;
  /** The frame of the picture `held`. */
  private drawn: Shown | null = null;
  /** Whether the page has shown a picture. */
  private hasDrawn = false;
  readonly pointing: Pointing;
  /** Draws over everything else, while editing. */
  over: ((easel: Easel) => void) | null = null;
  /** Whether the picture is faint beneath that. */
  isFaint = false;
  private planes: Image[] = [];
  /** Whether the next frame was requested because the one before showed another part. */
  private reframed = false;
  private lit: readonly (readonly [number, number])[] = [];

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly playback: Playback,
  ) {
    this.panel = panel("stage", "Stage", this.pane, stageBar(store, playback, this));
    this.panel.element.id = "stage";
    const resize = new ResizeObserver(entries => this.resized(entries[0]));
    try {
      resize.observe(this.pane, { box: "device-pixel-content-box" });
    } catch {
      resize.observe(this.pane);
    }
    this.pointing = new Pointing(this, store, client);
    store.watch(
      s => [s.zoom, s.background, s.look, s.scenery, s.costume, s.game, s.actors.length, s.compare],
      () => this.frameView(),
    );
    store.watch(
      s => [s.background, s.scenery, s.mode, s.tall, s.game, s.compare],
      () => this.shape(),
    );
    store.watch(
      s => [s.changed.length > 0],
      s => s.changed.length > 0 && void this.compare(),
    );
    store.watch(
      s => [s.tall, s.game],
      () => this.measure(),
    );
    store.watch(
      s => [s.outlines, s.feet, s.onion, s.tools],
      () => this.draw(),
    );
    store.watch(
      s => [s.planes, s.scenery, s.background],
      s => void this.fetchPlanes(s),
    );
    store.watch(
      s => [s.phase, s.trouble, s.opening, s.progress, s.unreadable],
      s => this.faced(s),
    );
    playback.listen(() => this.shown());
  }

  private async compare(): Promise<void> {
    const { Comparison } = await import("./compare");
    if (this.comparison) return;
    this.comparison = new Comparison(this.store);
    this.pane.append(this.comparison.element);
    this.draw();
  }

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
  private fitting(): number {
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
    const wide = 2 * Math.max(-left - Math.min(...places), left + width + Math.max(...places));
    return Math.max(
      1,
      Math.min(
        12 * dpr,
        Math.floor(Math.min((w * 0.86) / wide, (hgt * 0.78) / Math.max(1, -top + Math.max(0, height + top) / 4))),
      ),
    );
  }

  // The largest zoom at which the whole room is visible. Of a room that is larger than the game's screen, the size of a screen
  // is visible and the view follows the actor, unless the whole room fits at twice its size.
  private wholes(w: number, hgt: number): number {
    const { scenery, game } = this.store.state;
    const [screenW, screenH] = game?.info.screen_size ?? [320, 200];
    // A pane with a fraction of device pixels is one lower or higher.
    const fits = (across: number, down: number) => Math.floor(Math.min(w / across, (hgt + 1) / down));
    const { width, height } = scenery!;
    const whole = fits(width, height);
    if (whole >= 2 * Math.max(1, Math.round(devicePixelRatio))) return whole;
    return Math.max(1, fits(Math.min(width, screenW), Math.min(height, screenH)));
  }

  // With a room, the height of the pane is a whole multiple of the room's, and the timeline gets the rest of the window. On a
  // phone, which has one column, the stage has a part of the window.
  private shape(): void {
    const stage = this.panel.element;
    const [middle, time] = [stage.parentElement, stage.nextElementSibling];
    const tracks = time?.querySelector(".tracks");
    if (!middle || !time || !tracks || document.fullscreenElement) return;
    const { background, scenery, mode } = this.store.state;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [whole, ofStage, ofPane, ofTime, ofTracks] = [middle, stage, this.pane, time, tracks].map(
      one => one.getBoundingClientRect().height,
    ) as [number, number, number, number, number];
    const gap = parseFloat(getComputedStyle(middle).rowGap) || 0;
    const most = whole ? whole - (ofStage - ofPane) - (ofTime - ofTracks) - gap : PHONE * innerHeight;
    const [usual, least] = whole ? [most - USUAL_TRACKS * rem, most - LEAST_TRACKS * rem] : [most, most];
    let high = mode === "edit" ? Math.max(usual, 0.8 * most) : usual;
    if (background === "room" && scenery && mode === "look") {
      const tall = this.isTall ? 1.2 : 1;
      const zoom = this.wholes(this.room[0] / (this.isSplit ? 2 : 1), (least * devicePixelRatio) / tall);
      high = Math.min(least, Math.ceil(zoom * scenery.height * tall) / devicePixelRatio);
    }
    stage.style.setProperty("--high", `${Math.floor(high * 64) / 64}px`);
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

  /** Fits the figure between panels over the stage at its left and its right, in pixels of the page. */
  cover(left: number, right: number): void {
    this.covered = [Math.round(left * devicePixelRatio), Math.round(right * devicePixelRatio)];
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
  private wanted(): Rectangle {
    const { background, scenery } = this.store.state;
    let [left, top] = this.from(this.isSplit ? Math.floor(this.size[0] / 2) : 0, 0);
    let [right, bottom] = this.from(...this.size).map(one => one + 1) as [number, number];
    if (background === "room" && scenery) {
      [left, top] = [Math.max(0, left), Math.max(0, top)];
      [right, bottom] = [Math.min(scenery.width, right), Math.min(scenery.height, bottom)];
    }
    return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
  }

  private frameView(): void {
    if (!this.size[0]) return;
    // The stage still shows the choice before, which keeps its place until the next frame.
    if (!this.playback.settled) return this.playback.want();
    this.fit = this.fitting();
    this.playback.view = this.wanted();
    this.playback.want();
    this.draw();
  }

  /** Whether pixels are 1.2 times as high as wide: games of 320 × 200 filled a screen of 4 : 3. */
  private get isTall(): boolean {
    const { tall, game } = this.store.state;
    return tall && game?.info.screen_size[1] === 200;
  }

  // The browser stretches the canvas, so everything is drawn in square pixels.
  private measure(): void {
    const [w, whole] = this.room;
    const hgt = this.isTall ? Math.floor(whole / 1.2) : whole;
    if (w === this.size[0] && hgt === this.size[1]) return;
    this.size = [w, hgt];
    this.canvas.width = w;
    this.canvas.height = hgt;
    this.canvas.style.width = `${w / devicePixelRatio}px`;
    this.canvas.style.height = `${(this.isTall ? hgt * 1.2 : hgt) / devicePixelRatio}px`;
    this.frameView();
    this.draw();
  }

  private resized(entry: ResizeObserverEntry | undefined): void {
    if (!entry) return;
    const box = entry.devicePixelContentBoxSize?.[0];
    const { width, height } = entry.contentRect;
    const about = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)] as const;
    // A browser that emulates a phone counts device pixels of its own screen.
    const isExact = box && Math.abs(box.inlineSize - about[0]) <= 2;
    const [w, hgt] = isExact ? [box.inlineSize, box.blockSize] : about;
    this.room = [w, hgt];
    this.shape();
    this.measure();
  }

  private shown(): void {
    this.frame = this.playback.frame;
    // The zoom is unknown until the costume is read.
    if (!this.frame || !this.store.state.costume) {
      this.drawn = null;
      return this.draw();
    }
    this.fit = this.fitting();
    // The frame has the feet, and the clip its rectangle. The view follows them, and the frame of the new view is shown.
    if (this.wanted().join() !== this.playback.view.join() && !this.reframed) {
      this.reframed = true;
      this.playback.view = this.wanted();
      return this.playback.want();
    }
    this.reframed = false;
    this.drawn = this.frame;
    if (!this.hasDrawn) {
      this.hasDrawn = true;
      this.faced(this.store.state);
    }
    this.held.width = this.frame.width;
    this.held.height = this.frame.height;
    this.held.getContext("2d")!.putImageData(new ImageData(this.frame.data, this.frame.width, this.frame.height), 0, 0);
    this.draw();
    this.label();
    if (this.pointing.pointer || this.pointing.pinned) this.pointing.ask();
  }

  private faced(state: State): void {
    const { phase, unreadable, trouble, actors, selected, opening, progress } = state;
    const button = (words: string, act: () => void) => h("button", { type: "button", onclick: act }, words);
    const isComing = phase === "ready" && !this.hasDrawn && actors.length > 0 && !unreadable;
    this.face.hidden = phase === "ready" && !unreadable && !isComing;
    attr(this.face, "data-phase", isComing ? "loading" : phase);
    if (isComing) return;
    if (phase === "loading")
      return put(this.face, h("b", {}, `Opening ${opening} …`), h("span", {}, progress || "A moment, please."));
    if (phase === "failed") {
      return put(
        this.face,
        h("b", {}, "The sample game could not be loaded."),
        h("span", {}, "The connection may be down. Your own games open without one."),
        h("div", {}, button("Try again", this.onretry), " ", button("Open a game …", this.onopen)),
        h("small", {}, trouble?.text),
      );
    }
    if (!unreadable) return;
    const title = `Costume ${actors[selected]?.costume} cannot be read`;
    put(
      this.face,
      h("b", {}, title),
      h("span", {}, "The game's file is damaged here, or made in a way that this page does not know."),
      h("small", {}, unreadable.text),
    );
    attr(this.canvas, "aria-label", title);
    this.light([]);
    this.pointing.clear();
    this.draw();
  }

  private label(): void {
    const { costume, actors, selected } = this.store.state;
    const action = costume?.actions.find(one => one.chore === this.frame?.state.chore);
    const name = costume?.name ?? `costume ${actors[selected]?.costume}`;
    attr(this.canvas, "aria-label", `${name}: ${action?.name ?? actors[selected]?.chore}, ${actors[selected]?.facing}`);
  }

  /** Draws the present frame again. */
  draw(): void {
    const { pen, drawn: frame } = this;
    const [w, hgt] = this.size;
    const state = this.store.state;
    attr(this.pane, "data-behind", state.background);
    pen.clearRect(0, 0, w, hgt);
    if (!frame || !state.costume) return;
    pen.imageSmoothingEnabled = false;
    const easel = { pen, frame, state, zoom: this.zoom, to: (x: number, y: number) => this.to(x, y) };
    const isSplit = this.comparison !== null && frame.before !== null && this.isSplit;
    if (isSplit) this.comparison?.drawBefore(easel, this.size);
    const differs = frame.before !== null && state.compare === "difference";
    if (differs || this.isFaint) pen.globalAlpha = 0.3;
    lay(easel, this.held, frame.x, frame.y, frame.width, frame.height);
    pen.globalAlpha = 1;
    if (differs) this.comparison?.drawDifference(easel);
    this.drawOver(easel);
    if (isSplit) pen.restore();
  }

  private drawOver(easel: Easel): void {
    const { state } = easel;
    if (state.onion) drawOnion(easel);
    if (state.planes && state.background === "room") drawPlanes(easel, this.planes);
    if (state.outlines) drawOutlines(easel);
    if (this.pointing.offered !== null) drawAround(easel, this.pointing.offered);
    if (state.feet && state.tools) drawFeet(easel);
    drawLit(easel, this.lit);
    if (this.over) return this.over(easel);
    for (const pixel of [this.pointing.pinned, this.pointing.pointer]) if (pixel) drawPixel(easel, pixel);
  }

  /** Marks the pixels that the chosen byte makes. */
  light(pixels: readonly (readonly [number, number])[]): void {
    if (!pixels.length && !this.lit.length) return;
    this.lit = pixels;
    this.draw();
  }

  private async fetchPlanes(state: State): Promise<void> {
    const scenery = state.scenery;
    this.planes = [];
    if (!state.planes || !scenery || state.background !== "room") return this.draw();
    for (let plane = 1; plane <= scenery.planes; plane++) {
      try {
        const image = await this.client.ask("plane", { room: scenery.id, plane });
        if (this.store.state.scenery !== scenery) return;
        this.planes.push(image);
      } catch {
        /* a plane that cannot be read is named among the room's problems */
      }
    }
    this.draw();
  }

  /** Keeps the pane's shape when the window changes. Called once the stage lies in the page. */
  placed(): void {
    new ResizeObserver(() => this.shape()).observe(this.panel.element.parentElement!);
  }

  /** Puts the row of buttons for sharing under the stage. */
  share(bar: HTMLElement): void {
    this.panel.tools.append(bar);
  }

  /** The library's picture, without overlays. */
  picture(): HTMLCanvasElement {
    return this.held;
  }
}
