/** The edit mode. One costume at a time is edited; edited costumes stay open until another game is opened. */
import "./edit.css";
import { attr, h } from "../dom";
import type { App } from "../app";
import type { Painted, PictureKey } from "costumier";
import { Bring } from "./bring";
import { Brush, type Studio } from "./brush";
import { Disk } from "./disk";
import { troubleOf } from "../worker/client";
import { Draft } from "./draft";
import { editKeys } from "./edit-keys";
import { Floating } from "./floating";
import { FullSize } from "./full-size";
import { Facts } from "./facts";
import { Guide } from "./guide";
import { Keep } from "./keep";
import { BottomLine } from "./line";
import { OpenDrafts } from "./open-drafts";
import { Opening } from "./opening";
import { Layering } from "./layering";
import { Palette } from "./palette";
import { Placing } from "./placing";
import { Recolour } from "./recolour";
import { Region } from "./region";
import { pointerOf } from "./pointer";
import { Preview } from "./preview";
import type { Part } from "./selection";
import type { BrushShape } from "./shapes";
import type { Sheet } from "./sheet";
import { Spare } from "./spare";
import { Side } from "./side";
import { sideActs } from "./side-acts";
import { Symmetry } from "./symmetry";
import { Timing } from "./timing";
import { Toolbox } from "./toolbox";
import { type Tool } from "./tools";
import type { Canvassed } from "../worker/protocol";

type Paint = { key: PictureKey } & Painted;

export class Edit implements Studio {
  private chosen: Tool = "pencil";
  size = 1;
  brushShape: BrushShape = "round";
  /** Whether Space is held: the pointer moves the view. */
  isPanning = false;
  limb: number | null = null;
  readonly brush: Brush;
  readonly palette: Palette;
  readonly recolour: Recolour;
  readonly line = new BottomLine();
  readonly side: Side;
  readonly toolbox: Toolbox;
  readonly region: Region;
  readonly placing: Placing;
  readonly bring: Bring;
  draft: Draft | null = null;
  readonly facts: Facts;
  readonly drafts: OpenDrafts;
  readonly disk: Disk;
  readonly timing: Timing;
  readonly keep: Keep;
  readonly floating: Floating;
  readonly layering = new Layering(this);
  readonly spare: Spare;
  readonly fullSize = new FullSize(this);
  readonly preview: Preview;
  readonly guide: Guide;
  readonly symmetry = new Symmetry(() => this.app.stage.draw());
  private readonly left = h("div", { class: "edit-left" });
  private readonly right = h("div", { class: "edit-right" });
  private game: unknown;
  readonly opening = new Opening(this);
  private pointer: ReturnType<typeof pointerOf> | null = null;
  private wasFit = false;

  constructor(readonly app: App) {
    const { store, stage, playback } = app;
    this.game = store.state.game;
    this.floating = new Floating(this);
    this.spare = new Spare(this);
    this.facts = new Facts(this);
    this.drafts = new OpenDrafts(
      app,
      () => this.tell(),
      id => void this.opening.open(id, true),
    );
    this.disk = new Disk(app, () => this.tell());
    this.brush = new Brush(stage, this);
    this.palette = new Palette(
      () => this.tell(),
      (colour, byKey) => this.recolour.show(colour !== null || !this.recolour.isShown, byKey),
    );
    this.recolour = new Recolour(this);
    this.toolbox = new Toolbox(
      tool => this.choose(tool),
      () => this.palette.swap(),
    );
    this.region = new Region(this);
    this.placing = new Placing(this);
    this.bring = new Bring(this);
    this.side = new Side(sideActs(this));
    stage.pane.after(this.left);
    app.time.panel.element.after(this.right);
    this.guide = new Guide(this);
    stage.pane.append(this.guide.element, this.line.element);
    this.preview = new Preview(this);
    this.left.append(this.toolbox.element, this.preview.element);
    store.watch(
      s => [s.mode, s.phase, s.game, s.actors[s.selected]?.costume, s.costume],
      () => this.changed(),
    );
    store.watch(
      s => [s.actors, s.room, s.screen, s.selected],
      () => void this.facts.colour(),
    );
    playback.listen(() => {
      if (this.isOn && !this.stays && playback.isFresh) this.stay();
      this.brush.shown();
      if (store.state.mode === "edit") this.tell();
    });
    // From now on the editor is kept for working without a network, too.
    void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("edit"));
    this.timing = new Timing(this);
    this.keep = new Keep(this);
    this.right.append(this.palette.element, this.keep.element, this.recolour.element, this.side.element);
    editKeys(this);
  }

  get tool(): Tool {
    return this.isPanning ? "hand" : this.chosen;
  }

  get isOn(): boolean {
    return this.app.store.state.mode === "edit";
  }

  get colours(): [number, number] {
    return this.palette.colours;
  }

  get clear(): number {
    return this.draft?.drafted.head.transparent ?? 0;
  }

  rgb(colour: number): string | null {
    return this.palette.rgb(colour);
  }

  private changed(): void {
    const { store, stage } = this.app;
    const { mode, game, phase } = store.state;
    if (game !== this.game) this.closeAll(game);
    const on = mode === "edit" && phase === "ready";
    stage.pointing.brush = on ? (this.pointer ??= pointerOf(this)) : null;
    stage.over = on ? easel => this.draw(easel) : null;
    stage.isFaint = on && this.isFaint;
    attr(document.documentElement, "data-mode", mode);
    if (on && !this.wasOn) this.enter();
    if (!on && this.wasOn) this.leave();
    this.wasOn = on;
    const id = store.chosen?.costume;
    if (on && id !== undefined && store.state.costume?.id === id && this.draft?.id !== id) void this.opening.open(id);
    stage.draw();
  }

  private wasOn = false;

  // The figure fits between tools and colours, below the comparison; then the view stays where it is while one paints.
  private enter(): void {
    const { store } = this.app;
    this.wasFit = store.state.zoom === "fit" && store.state.look === null;
    this.opening.wasOpen = false;
    // In a small window, an earlier message would lie over the figure.
    this.app.notices.clear("status");
    store.set({ playing: false, solo: null });
    const isOther = this.fullSize.show();
    if (isOther) store.set({ zoom: "fit", look: null });
    else this.stay();
    this.stays = !isOther;
  }

  private stays = true;

  private stay(): void {
    const { store, stage } = this.app;
    this.stays = true;
    const [pane, left] = [stage.pane, this.left].map(one => one.getBoundingClientRect());
    const lies = left!.top < pane!.bottom && left!.left < pane!.right;
    if (!lies) stage.remeasure();
    if (this.wasFit) stage.cover(lies ? left!.right - pane!.left : 0, 0, lies ? 47 : 58);
    const zoom = Math.max(1, Math.round(stage.zoom / Math.max(1, Math.round(devicePixelRatio))));
    const look = [...stage.look] as [number, number];
    store.set({ zoom, look });
    this.stayed = [zoom, look];
  }

  private stayed: readonly unknown[] = [];

  /** Fits the figure once more: what an open costume brings changes the height of Time. */
  refit(): void {
    const { store, stage } = this.app;
    const { zoom, look } = store.state;
    if (!this.wasFit || !this.stays || zoom !== this.stayed[0] || look !== this.stayed[1]) return;
    store.set({ zoom: "fit", look: null });
    stage.remeasure();
    this.stay();
  }

  private leave(): void {
    void this.floating.commit();
    this.spare.close();
    this.fullSize.leave();
    this.recolour.show(false);
    this.brush.forget();
    this.app.stage.cover(0, 0);
    if (this.wasFit) this.app.store.set({ zoom: "fit", look: null });
  }

  private closeAll(game: unknown): void {
    this.drafts.close();
    this.disk.close();
    this.draft = null;
    this.game = game;
    this.brush?.forget();
    if (game !== null && this.isOn) this.app.store.set({ mode: "look" });
  }

  // ------------------------------------------------------------------------------------------ changes

  canvas(picture: Canvassed): Canvassed {
    return this.layering.canvas(picture);
  }

  isReady(version: number): boolean {
    return this.draft !== null && version >= this.base;
  }

  // Frames before this version show what other changes than strokes have overtaken.
  base = 0;

  async paint(words: string, painted: Paint): Promise<number | null> {
    const { draft } = this;
    if (!draft) return null;
    try {
      await draft.make(words, this.layering.edits([{ paint: painted }]));
      this.changedPixels();
      return draft.drafted.version;
    } catch (why) {
      this.app.notices.show("This cannot be painted.", troubleOf(why));
      return null;
    }
  }

  async trial(painted: Paint | null): Promise<void> {
    const version = await this.draft?.trial(painted ? this.layering.edits([{ paint: painted }]) : []);
    if (!painted) this.base = version ?? 0;
    this.app.playback.want();
  }

  private changedPixels(): void {
    this.app.playback.want();
    this.drafts.mark();
    if (this.draft) this.disk.changed(this.draft);
    this.preview.later();
    this.guide.later();
    this.drafts.remember();
    this.facts.later();
    this.tell();
  }

  /** After a change of more than pixels: what the actor does is asked anew. */
  renew(): void {
    const { store } = this.app;
    this.brush.forget();
    this.base = this.draft?.drafted.version ?? 0;
    store.set({ edited: store.state.edited + 1 });
    void this.facts.chores();
    this.changedPixels();
    void this.facts.colour();
  }

  /** Makes a change that is more than pixels. */
  async make(words: string, edits: Parameters<Draft["make"]>[1]): Promise<boolean> {
    if (this.floating.isSet) await this.floating.commit();
    if (!this.draft) return false;
    this.base = Infinity;
    try {
      await this.draft.make(words, this.layering.edits(edits));
    } catch (why) {
      this.app.notices.show("This change is not possible.", troubleOf(why));
      this.base = 0;
      return false;
    }
    this.renew();
    return true;
  }

  async undo(): Promise<void> {
    if (this.floating.isSet) return this.floating.drop();
    const words = this.draft?.canUndo;
    if (!this.draft || !words) return;
    this.base = Infinity;
    await this.draft.undo();
    this.renew();
    this.say(`Undone: ${words}`);
  }

  /** Undoes a number of changes. What floats is given up. */
  async undoAll(count: number): Promise<void> {
    this.floating.drop();
    while (count-- > 0) await this.undo();
  }

  async redo(): Promise<void> {
    const words = this.draft?.canRedo;
    if (!this.draft || !words) return;
    this.base = Infinity;
    await this.draft.redo();
    this.renew();
    this.say(`Done again: ${words}`);
  }

  // ------------------------------------------------------------------------------------------ facts

  /** The picture under the pointer, or the chosen limb's. */
  sheet(): Sheet | null {
    const at = this.brush.hover;
    if (at) return this.brush.target(at);
    const all = this.brush.sheets();
    return all.find(one => one.limb === this.limb) ?? all.at(-1) ?? null;
  }

  tell(): void {
    this.facts.tell();
  }

  say(words: string): void {
    this.facts.say(words);
  }

  picked(colour: number, second: boolean): void {
    this.palette.choose(colour, second);
  }

  hold(on: boolean): void {
    this.app.playback.held = on;
  }

  selected(...args: Parameters<Region["selected"]>): void {
    this.region.selected(...args);
  }

  within(sheet: Sheet): Part | null {
    return this.region.within(sheet);
  }

  axis(sheet: Sheet): number | null {
    return this.symmetry.axis(sheet);
  }

  moved(...args: Parameters<Region["moved"]>): void {
    this.region.moved(...args);
  }

  // Another actor than the one that is painted on: said, and nothing is painted.
  isOfAnother(at: [number, number]): boolean {
    const { store, stage } = this.app;
    const { actors, selected } = store.state;
    const hit = stage.pointing.hits(at);
    const other = hit[0] !== undefined && !hit.includes(selected) ? actors[hit[0]] : undefined;
    if (!other || this.tool === "hand") return false;
    const name = (costume: number) => this.drafts.nameOf(costume);
    this.say(`You paint ${name(actors[selected]!.costume)}. Choose ${name(other.costume)} first.`);
    return true;
  }

  private draw(easel: Parameters<Brush["draw"]>[0]): void {
    if (this.isFaint) this.brush.drawLimb(easel, !!this.draft?.drafted.refusal);
    this.brush.draw(easel);
    this.region.draw(easel);
    this.placing.draw(easel);
    this.floating.draw(easel);
    this.guide.draw(easel);
    this.symmetry.draw(easel, this.sheet());
  }

  /** Whether all limbs but the one that is painted on are faint. */
  dims = false;

  get isFaint(): boolean {
    return this.dims || this.spare.index !== undefined || !!this.draft?.drafted.refusal;
  }

  choose(tool: Tool): void {
    if (tool !== "move" && tool !== "hand") void this.floating.commit();
    this.chosen = tool;
    this.toolbox.show(tool);
    this.app.stage.draw();
  }

  chooseLimb(limb: number | null): void {
    const isOther = limb !== this.limb;
    this.limb = limb;
    if (isOther) {
      this.spare.close();
      this.layering.limb();
      this.guide.later();
    }
    this.side.limbs(this.facts.limbs(), limb);
    this.timing.tell();
    this.tell();
  }

  resize(by: 1 | -1): void {
    this.size = Math.max(1, Math.min(32, this.size + by));
    this.tell();
    this.app.stage.draw();
  }
}
