/**
 * The stage: the picture, pixel for pixel. Zoom counts device pixels, so that every pixel of the game is a square of the same
 * size; the canvas has exactly the device pixels of its place. Overlays are drawn over the picture: onion skin, the feet,
 * outlines of limbs, marks in the room, the inspected pixel.
 */
import type { PixelChain } from "costumier";
import { attr, h, put } from "../dom";
import type { Playback } from "../playback";
import type { State, Store } from "../state";
import type { Client } from "../worker/client";
import type { Shown } from "../worker/protocol";
import { drawAround, drawFeet, drawLit, drawOnion, drawOutlines, drawPixel, lay, type Easel } from "./overlays";
import { Camera } from "./camera";
import { panel, type Panel } from "./panel";
import { Pointing } from "./pointing";
import type { Comparison } from "./compare";
import type { Marks } from "./marks";
import { stageBar } from "./stage-bar";

/** Height of the timeline's rows in rem: the default, and the minimum if the room needs the place. */
const [USUAL_TRACKS, LEAST_TRACKS] = [7.9, 2.3];
/** The stage's part of a phone's window. */
const PHONE = 0.36;

export class Stage extends Camera {
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
  onwhole: () => void = () => {};
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
  /** The pane, in device pixels. */
  private room: [number, number] = [0, 0];
  /** The frame of the picture `held`. */
  private drawn: Shown | null = null;
  /** Whether the page has shown a picture. */
  private hasDrawn = false;
  readonly pointing: Pointing;
  /** Draws over everything else, while editing. */
  over: ((easel: Easel) => void) | null = null;
  /** Whether the picture is faint beneath that. */
  isFaint = false;
  private marks: Marks | null = null;
  /** Whether the next frame was requested because the one before showed another part. */
  private reframed = false;
  private lit: readonly (readonly [number, number])[] = [];

  constructor(
    store: Store,
    private readonly client: Client,
    playback: Playback,
  ) {
    super(store, playback);
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
      s => [s.marked, s.scenery, s.background],
      // Where they cannot be loaded, nothing is marked.
      s => void this.mark(s).catch(() => {}),
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
    // Where one edits, the canvas is the largest thing: larger than all of Time.
    const larger = 0.52 * (most + ofTime - ofTracks);
    let high = mode === "edit" ? Math.max(usual, 0.8 * most, Math.min(least, larger)) : usual;
    if (background === "room" && scenery && mode === "look") {
      const tall = this.isTall ? 1.2 : 1;
      const zoom = this.wholes(this.room[0] / (this.isSplit ? 2 : 1), (least * devicePixelRatio) / tall);
      high = Math.min(least, Math.ceil(zoom * scenery.height * tall) / devicePixelRatio);
    }
    stage.style.setProperty("--high", `${Math.floor(high * 64) / 64}px`);
  }

  protected override frameView(): void {
    if (!this.size[0]) return;
    // The stage still shows the choice before, which keeps its place until the next frame.
    if (!this.playback.settled) return this.playback.want();
    this.fit = this.fitting();
    this.playback.view = this.wanted();
    this.playback.want();
    this.draw();
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

  /** Takes the size that the pane has now, as on a phone, where Edit's is higher: the browser tells it only later. */
  remeasure(): void {
    this.shape();
    const { width, height } = this.pane.getBoundingClientRect();
    this.room = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
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
    this.marks?.(easel);
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

  private async mark(state: State): Promise<void> {
    const { marked, scenery, background } = state;
    this.marks = null;
    this.draw();
    if (marked === "none" || !scenery || background !== "room") return;
    const { marksOf } = await import("./marks");
    const marks = await marksOf(marked, scenery, this.client);
    const now = this.store.state;
    if (now.marked !== marked || now.scenery !== scenery || now.background !== background) return;
    this.marks = marks;
    this.draw();
  }

  /** Keeps the pane's shape when the window changes, or the height of what else is in it. Called once the stage lies in the page. */
  placed(): void {
    const stage = this.panel.element;
    new ResizeObserver(() => this.shape()).observe(stage.parentElement!);
    new ResizeObserver(() => requestAnimationFrame(() => this.shape())).observe(stage.nextElementSibling!);
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
