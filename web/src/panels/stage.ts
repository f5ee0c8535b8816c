/**
 * The stage: the picture, pixel for pixel. Zoom counts device pixels, so that every pixel of the game is a
 * square of the same size; the canvas has exactly as many pixels as the screen gives it. Over the picture lie
 * what helps to see: onion skin, the feet, limbs' outlines, z-planes, the pixel that is looked at.
 */
import type { Image, PixelChain } from "costumier";
import { attr, h, icon, text } from "../dom";
import type { Stagehand } from "../stagehand";
import type { Background, State, Store } from "../state";
import type { Client } from "../work/client";
import type { Shown } from "../work/protocol";
import { limbColour } from "./limbs";
import { panel, type Panel } from "./panel";

const LOUPE = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14M7 5v4M5 7h4";
const MINUS = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14M5 7h4";

export class Stage {
  readonly panel: Panel;
  /** Told when another pixel is looked at; pinned where it was clicked. */
  onpixel: (chain: PixelChain | null, pinned: boolean) => void = () => {};
  private readonly canvas = h("canvas", { class: "picture", role: "img", "aria-label": "The stage", tabindex: "0", "aria-describedby": "stage-keys" });
  private readonly pen = this.canvas.getContext("2d")!;
  private readonly pane = h("div", { class: "pane" }, this.canvas);
  private readonly facts = h("p", { class: "facts" });
  private readonly note = h("p", { class: "hello" });
  private readonly held = document.createElement("canvas");
  private size: [number, number] = [0, 0];
  private frame: Shown | null = null;
  private pointer: [number, number] | null = null;
  private pinned: [number, number] | null = null;
  private planes: Image[] = [];
  private asking = false;
  private askAgain = false;
  private drag: { at: [number, number]; actor: number | null; from: [number, number]; moved: boolean } | null = null;

  constructor(private readonly store: Store, private readonly client: Client, private readonly hand: Stagehand) {
    const about = [
      "The figure as the game would draw it at this moment: its limbs' pictures, one over the other, in the colours of a room. The small cross marks its feet, the point that the game moves. ",
      "Point at a pixel to see where its colour comes from; click it to find its bytes. Drag the figure to move it, the rest to move the view.",
    ];
    this.panel = panel("stage", "Stage", about, this.pane, this.note, this.bar(), h("p", { id: "stage-keys", class: "quiet" },
      "With the stage focused, arrows move the pixel that is looked at, Shift and arrows the figure, Enter pins the pixel."));
    this.panel.element.id = "stage";
    const resize = new ResizeObserver(entries => this.resized(entries[0]));
    try {
      resize.observe(this.pane, { box: "device-pixel-content-box" });
    } catch {
      resize.observe(this.pane);
    }
    this.listen();
    store.watch(s => [s.zoom, s.background, s.look, s.scenery, s.costume, s.game, s.actors.length], () => this.frameView());
    store.watch(s => [s.outlines, s.feet, s.onion], () => this.draw());
    store.watch(s => [s.planes, s.scenery, s.background], s => void this.fetchPlanes(s));
    hand.listen(() => this.shown());
  }

  /** Device pixels per pixel of the room. */
  get zoom(): number {
    const { zoom, costume, background, scenery } = this.store.state;
    const dpr = Math.max(1, Math.round(devicePixelRatio));
    if (zoom !== "fit") return zoom * dpr;
    const [w, hgt] = this.size;
    if (background === "room" && scenery) {
      return Math.max(1, Math.floor(Math.min(w / Math.min(scenery.width, 400), hgt / scenery.height)));
    }
    const [left, top, width, height] = this.bounds(costume?.bounds ?? [-20, -60, 40, 60]);
    const wide = 2 * Math.max(-left, left + width);
    return Math.max(1, Math.min(12 * dpr, Math.floor(Math.min((w * 0.86) / wide, (hgt * 0.78) / Math.max(1, -top + Math.max(0, height + top) / 4)))));
  }

  private bounds(known: readonly [number, number, number, number]): readonly [number, number, number, number] {
    const clip = this.hand.clip?.bounds;
    if (!clip || clip[2] <= 0) return known;
    const [l, t] = [Math.min(known[0], clip[0]), Math.min(known[1], clip[1])];
    return [l, t, Math.max(known[0] + known[2], clip[0] + clip[2]) - l, Math.max(known[1] + known[3], clip[1] + clip[3]) - t];
  }

  /** Changes the zoom by whole steps. */
  zoomBy(by: number): void {
    const dpr = Math.max(1, Math.round(devicePixelRatio));
    this.store.set({ zoom: Math.max(1, Math.min(32, Math.round(this.zoom / dpr) + by)) });
  }

  private get anchor(): [number, number] {
    const [w, hgt] = this.size;
    return this.store.state.background === "room" ? [w / 2, hgt / 2] : [w / 2, hgt * 0.86];
  }

  private get look(): readonly [number, number] {
    const { look, background, scenery, selected } = this.store.state;
    if (look) return look;
    const feet = this.frame?.feet[selected] ?? [0, 0];
    if (background !== "room" || !scenery) return this.store.state.actors.length > 1 ? this.frame?.feet[0] ?? [0, 0] : feet;
    const half = this.size[0] / this.zoom / 2;
    const x = scenery.width <= half * 2 ? scenery.width / 2 : Math.max(half, Math.min(scenery.width - half, feet[0]));
    return [x, scenery.height / 2];
  }

  // Device pixel of a room pixel's upper left corner.
  private to(x: number, y: number): [number, number] {
    const [ax, ay] = this.anchor;
    const [lx, ly] = this.look;
    const z = this.zoom;
    return [Math.round(ax - lx * z) + x * z, Math.round(ay - ly * z) + y * z];
  }

  private from(x: number, y: number): [number, number] {
    const [ox, oy] = this.to(0, 0);
    return [Math.floor((x - ox) / this.zoom), Math.floor((y - oy) / this.zoom)];
  }

  // Which part of the world is to be drawn: what the pane shows, and of a room no more than there is.
  private frameView(): void {
    const { background, scenery } = this.store.state;
    const [w, hgt] = this.size;
    if (!w) return;
    let [left, top] = this.from(0, 0);
    let [right, bottom] = this.from(w, hgt).map(one => one + 1) as [number, number];
    if (background === "room" && scenery) {
      [left, top] = [Math.max(0, left), Math.max(0, top)];
      [right, bottom] = [Math.min(scenery.width, right), Math.min(scenery.height, bottom)];
    }
    this.hand.view = [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
    this.hand.want();
    this.draw();
  }

  private resized(entry: ResizeObserverEntry | undefined): void {
    if (!entry) return;
    const box = entry.devicePixelContentBoxSize?.[0];
    const [w, hgt] = box ? [box.inlineSize, box.blockSize] : [Math.round(entry.contentRect.width * devicePixelRatio), Math.round(entry.contentRect.height * devicePixelRatio)];
    if (w === this.size[0] && hgt === this.size[1]) return;
    this.size = [w, hgt];
    this.canvas.width = w;
    this.canvas.height = hgt;
    this.canvas.style.width = `${w / devicePixelRatio}px`;
    this.canvas.style.height = `${hgt / devicePixelRatio}px`;
    this.frameView();
  }

  private shown(): void {
    const before = this.frame;
    this.frame = this.hand.frame;
    if (!this.frame) return;
    // The first frame tells where the feet are, and the clip how much room it takes: the view follows.
    const [x, y] = this.from(0, 0);
    if (!before || (this.store.state.background !== "room" && (this.hand.view[0] !== x || this.hand.view[1] !== y))) this.frameView();
    this.held.width = this.frame.width;
    this.held.height = this.frame.height;
    this.held.getContext("2d")!.putImageData(new ImageData(this.frame.data, this.frame.width, this.frame.height), 0, 0);
    this.draw();
    this.label();
    if (this.pointer || this.pinned) this.ask();
  }

  private label(): void {
    const { costume, actors, selected } = this.store.state;
    const action = costume?.actions.find(one => one.chore === this.frame?.state.chore);
    const name = costume?.name ?? `costume ${actors[selected]?.costume}`;
    attr(this.canvas, "aria-label", `${name}: ${action?.name ?? actors[selected]?.chore}, ${actors[selected]?.facing}`);
  }

  private draw(): void {
    const { pen, frame } = this;
    const [w, hgt] = this.size;
    const state = this.store.state;
    attr(this.pane, "data-behind", state.background);
    pen.clearRect(0, 0, w, hgt);
    if (!frame) return;
    pen.imageSmoothingEnabled = false;
    const z = this.zoom;
    const layer = (image: CanvasImageSource, x: number, y: number, width: number, height: number) => {
      const [dx, dy] = this.to(x, y);
      pen.drawImage(image, dx, dy, (width / frame.enlarged) * z, (height / frame.enlarged) * z);
    };
    layer(this.held, frame.x, frame.y, frame.width, frame.height);
    if (state.onion) this.drawOnion(layer, state);
    if (state.planes && state.background === "room") this.drawPlanes(layer);
    if (state.outlines) this.drawOutlines(z);
    if (state.feet) this.drawFeet(z);
    for (const pixel of [this.pinned, this.pointer]) {
      if (!pixel) continue;
      const [x, y] = this.to(...pixel);
      pen.strokeStyle = "#000";
      pen.lineWidth = 3;
      pen.strokeRect(x - 0.5, y - 0.5, z + 1, z + 1);
      pen.strokeStyle = "#fff";
      pen.lineWidth = 1;
      pen.strokeRect(x - 0.5, y - 0.5, z + 1, z + 1);
    }
  }

  // Earlier pictures are tinted warm, later ones cold; where the present one is opaque it stays as it is.
  private drawOnion(layer: (i: CanvasImageSource, x: number, y: number, w: number, h: number) => void, state: State): void {
    const { pen, frame } = this;
    if (!frame) return;
    for (const one of [...frame.onion].sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance))) {
      const ghost = new OffscreenCanvas(one.width, one.height);
      const inner = ghost.getContext("2d")!;
      inner.putImageData(new ImageData(one.data, one.width, one.height), 0, 0);
      inner.globalCompositeOperation = "source-atop";
      inner.fillStyle = one.distance < 0 ? "#e0405055" : "#3070ff55";
      if (state.background !== "room") inner.fillRect(0, 0, one.width, one.height);
      pen.globalAlpha = 0.5 / Math.abs(one.distance);
      pen.globalCompositeOperation = state.background === "room" ? "source-over" : "destination-over";
      layer(ghost, one.x, one.y, one.width, one.height);
    }
    pen.globalAlpha = 1;
    pen.globalCompositeOperation = "source-over";
  }

  private drawPlanes(layer: (i: CanvasImageSource, x: number, y: number, w: number, h: number) => void): void {
    for (const [i, plane] of this.planes.entries()) {
      const tinted = new OffscreenCanvas(plane.width, plane.height);
      const inner = tinted.getContext("2d")!;
      inner.putImageData(new ImageData(plane.data, plane.width, plane.height), 0, 0);
      inner.globalCompositeOperation = "source-in";
      inner.fillStyle = limbColour(i * 3 + 1);
      inner.fillRect(0, 0, plane.width, plane.height);
      this.pen.globalAlpha = 0.45;
      layer(tinted, 0, 0, plane.width * this.frame!.enlarged, plane.height * this.frame!.enlarged);
    }
    this.pen.globalAlpha = 1;
  }

  private drawOutlines(z: number): void {
    const { pen } = this;
    pen.font = `${Math.max(11, Math.round(11 * devicePixelRatio))}px system-ui, sans-serif`;
    for (const one of this.frame?.placed ?? []) {
      const [x, y, width, height] = one.area;
      const [dx, dy] = this.to(x, y);
      pen.strokeStyle = "#0008";
      pen.lineWidth = 3;
      pen.strokeRect(dx + 0.5, dy + 0.5, width * z - 1, height * z - 1);
      pen.strokeStyle = pen.fillStyle = limbColour(one.limb);
      pen.lineWidth = 1.5;
      pen.strokeRect(dx + 0.5, dy + 0.5, width * z - 1, height * z - 1);
      if (one.actor === this.store.state.selected) pen.fillText(String(one.limb), dx + 3, dy - 3);
    }
  }

  private drawFeet(z: number): void {
    const { pen } = this;
    for (const [i, feet] of (this.frame?.feet ?? []).entries()) {
      const [x, y] = this.to(feet[0], feet[1]);
      const [mx, my] = [x + z / 2, y + z / 2];
      const arm = 6 * devicePixelRatio;
      for (const [colour, wide] of [["#000a", 3], [i === this.store.state.selected ? "#ff5a7a" : "#fff", 1]] as const) {
        pen.strokeStyle = colour;
        pen.lineWidth = wide;
        pen.beginPath();
        pen.moveTo(mx - arm, my);
        pen.lineTo(mx + arm, my);
        pen.moveTo(mx, my - arm);
        pen.lineTo(mx, my + arm);
        pen.stroke();
      }
    }
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
      } catch { /* a plane that cannot be read is named among the room's problems */ }
    }
    this.draw();
  }

  /** The picture alone, as the library drew it. */
  picture(): HTMLCanvasElement {
    return this.held;
  }

  // ------------------------------------------------------------------------------------- pointing

  private place(event: PointerEvent | MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return this.from((event.clientX - box.left) * (this.size[0] / box.width), (event.clientY - box.top) * (this.size[1] / box.height));
  }

  private hit([x, y]: readonly [number, number]): number | null {
    for (const one of [...(this.frame?.placed ?? [])].reverse()) {
      const [left, top, width, height] = one.area;
      if (x >= left && x < left + width && y >= top && y < top + height) return one.actor;
    }
    return null;
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      const at = this.place(event);
      const actor = this.hit(at);
      const one = actor === null ? null : this.store.state.actors[actor];
      this.drag = { at: [event.clientX, event.clientY], actor, from: one ? [one.x, one.y] : [...this.look] as [number, number], moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      this.pointer = this.place(event);
      if (this.drag) this.dragged(event);
      else this.ask();
      this.draw();
    });
    canvas.addEventListener("pointerup", event => {
      const drag = this.drag;
      this.drag = null;
      if (!drag || drag.moved) return;
      this.pin(this.place(event));
      if (drag.actor !== null && drag.actor !== this.store.state.selected) this.store.set({ selected: drag.actor, solo: null, muted: [] });
    });
    canvas.addEventListener("pointercancel", () => (this.drag = null));
    canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.ask();
      this.draw();
    });
    canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1 : -1);
    }, { passive: false });
    canvas.addEventListener("keydown", event => this.key(event));
  }

  private dragged(event: PointerEvent): void {
    const drag = this.drag!;
    const scale = devicePixelRatio / this.zoom;
    const [dx, dy] = [(event.clientX - drag.at[0]) * scale, (event.clientY - drag.at[1]) * scale];
    if (!drag.moved && Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) < 4) return;
    drag.moved = true;
    const [ux, uy] = this.store.state.game?.info.position_unit ?? [1, 1];
    if (drag.actor === null) this.store.set({ look: [drag.from[0] - dx, drag.from[1] - dy] });
    else {
      if (!this.store.state.look) this.store.set({ look: [...this.look] as [number, number] });
      this.store.actor({ x: Math.round(drag.from[0] + dx / ux), y: Math.round(drag.from[1] + dy / uy) }, drag.actor);
    }
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (by) {
      const [dx, dy] = by as [number, number];
      const actor = this.store.chosen;
      if (event.shiftKey && actor) this.store.actor({ x: actor.x + dx, y: actor.y + dy });
      else {
        const [x, y] = this.pointer ?? this.pinned ?? this.frame?.feet[this.store.state.selected] ?? [0, 0];
        this.pointer = [x + dx, y + dy];
        this.ask();
        this.draw();
      }
    } else if (event.key === "Enter" && this.pointer) this.pin(this.pointer);
    else if (event.key === "Escape") this.pin(null);
    else return;
    event.preventDefault();
  }

  private pin(at: [number, number] | null): void {
    this.pinned = at;
    if (!at) this.pointer = null;
    this.ask();
    this.draw();
  }

  // Where a pixel comes from: one question at a time, the latest counts.
  private ask(): void {
    this.askAgain = true;
    if (this.asking) return;
    this.asking = true;
    void (async () => {
      while (this.askAgain) {
        this.askAgain = false;
        const at = this.pointer ?? this.pinned;
        const frame = this.frame;
        const inside = at && frame && at[0] >= frame.x && at[1] >= frame.y
          && at[0] < frame.x + frame.width / frame.enlarged && at[1] < frame.y + frame.height / frame.enlarged;
        if (!at || !frame || !inside) {
          this.onpixel(null, false);
          text(this.facts, "");
          continue;
        }
        try {
          const chain = await this.client.ask("chain", { x: (at[0] - frame.x) * frame.enlarged, y: (at[1] - frame.y) * frame.enlarged });
          this.onpixel(chain, this.pinned !== null && at[0] === this.pinned[0] && at[1] === this.pinned[1]);
          const touch = chain?.touches.at(-1);
          text(this.facts, `${at[0]}, ${at[1]}${touch ? ` · limb ${touch.limb}, picture ${touch.picture.index} · colour ${touch.value} → ${chain?.shown ?? "–"}` : chain?.shown != null ? ` · room colour ${chain.shown}` : ""}`);
        } catch { /* the stage is being changed */ }
      }
      this.asking = false;
    })();
  }

  // ----------------------------------------------------------------------------------------- tools

  /** A line for who comes for the first time; it goes when it is closed. */
  firstVisit(done: () => void): void {
    this.note.replaceChildren(h("span", {},
      "This is a costume: a character of an adventure game, taken apart into limbs. Pick another on the wardrobe, choose what it does, step through time; or drop a game's folder anywhere on this page. Nothing leaves your computer."),
      h("button", { type: "button", class: "plain", onclick: () => { this.note.replaceChildren(); done(); } }, "Got it"));
  }

  private toggle(key: "outlines" | "feet" | "planes", words: string, letter: string): HTMLButtonElement {
    const button = h("button", { type: "button", class: "toggle", "aria-keyshortcuts": letter, onclick: () => this.store.set({ [key]: !this.store.state[key] }) }, words);
    this.store.watch(s => [s[key]], s => attr(button, "aria-pressed", String(s[key])));
    return button;
  }

  private bar(): HTMLElement {
    const behind = h("select", { "aria-label": "Behind the figure", "aria-keyshortcuts": "B", onchange: () => this.store.set({ background: behind.value as Background, look: null }) },
      h("option", { value: "checks" }, "Checks"), h("option", { value: "flat" }, "Plain"), h("option", { value: "room" }, "Room"));
    const onion = h("button", { type: "button", class: "toggle", "aria-keyshortcuts": "O", title: "Earlier and later pictures, faintly", onclick: () => this.store.set({ onion: (this.store.state.onion + 1) % 4 }) });
    const zoom = h("output", { class: "zoom", "aria-label": "Zoom" });
    const planes = this.toggle("planes", "Z-planes", "P");
    this.store.watch(s => [s.background], s => { behind.value = s.background; planes.hidden = s.background !== "room"; });
    this.store.watch(s => [s.onion], s => { text(onion, s.onion ? `Onion skin ${s.onion}` : "Onion skin"); attr(onion, "aria-pressed", String(s.onion > 0)); });
    const tell = () => text(zoom, `${Math.round((this.zoom / Math.max(1, Math.round(devicePixelRatio))) * 10) / 10}×`);
    this.store.watch(s => [s.zoom, s.costume, s.background], tell);
    this.hand.listen(tell);
    return h("div", { class: "bar", role: "group", "aria-label": "How the stage is shown" },
      h("span", { class: "group" },
        h("button", { type: "button", class: "only-icon", "aria-label": "Zoom out", "aria-keyshortcuts": "-", onclick: () => this.zoomBy(-1) }, icon(MINUS)), zoom,
        h("button", { type: "button", class: "only-icon", "aria-label": "Zoom in", "aria-keyshortcuts": "+", onclick: () => this.zoomBy(1) }, icon(LOUPE)),
        h("button", { type: "button", "aria-keyshortcuts": "0", onclick: () => this.store.set({ zoom: "fit", look: null }) }, "Fit")),
      h("label", { class: "pick" }, h("span", {}, "Behind"), behind), planes, onion,
      this.toggle("outlines", "Outlines", "H"), this.toggle("feet", "Feet", "G"), this.facts);
  }
}
