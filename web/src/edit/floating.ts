/**
 * Pasted pixels while they float over a picture: dragged and nudged until Enter, another tool or a press elsewhere lays
 * them down. The stage shows them as they will be.
 */
import type { Easel as Pen } from "../panels/overlays";
import { remember, remembered } from "../storage";
import type { Draft } from "./draft";
import type { Edit } from "./edit";
import { drawPart, paste, type Clip, type Part } from "./selection";
import { Sheet } from "./sheet";
import type { Pixel } from "./shapes";

interface Float {
  /** The picture without the pixels. */
  sheet: Sheet;
  clip: Clip;
  /** Column and row of the picture where the pixels' upper left one is. */
  at: Pixel;
  /** The frame over which the pixels float. */
  frame: string;
}

export class Floating {
  private now: Float | null = null;
  private drag: { from: Pixel; at: Pixel } | null = null;
  private isTrying = false;

  constructor(private readonly edit: Edit) {
    // Another frame may show another picture: what floats belongs to the one where it was pasted.
    edit.app.playback.listen(() => {
      if (this.now && this.now.frame !== this.frame()) void this.commit();
    });
    addEventListener("pagehide", () => void this.leave());
    addEventListener("beforeunload", event => {
      if (!this.now) return;
      void this.leave();
      event.preventDefault();
    });
  }

  /** The costume, chore, facing and tick on the stage. */
  frame(): string {
    const { playback, store } = this.edit.app;
    const { costume, chore, facing } = store.chosen ?? {};
    return [costume, chore, facing, playback.scene].join();
  }

  get isSet(): boolean {
    return this.now !== null;
  }

  begin(sheet: Sheet, clip: Clip, at: Pixel): void {
    this.now = { sheet, clip, at, frame: this.frame() };
    // The button that had the focus does not take Enter and the arrows.
    this.edit.app.stage.canvas.focus({ preventScroll: true });
    this.edit.say(`${clip.width}×${clip.height} pixels float. Drag or arrows move them, Enter lays them down.`);
    void this.try();
  }

  // One trial at a time, each of the latest place.
  private async try(): Promise<void> {
    const tried = this.now;
    if (!tried || this.isTrying) return;
    this.isTrying = true;
    await this.edit.trial(this.painted(tried));
    this.isTrying = false;
    if (this.now && this.now !== tried) await this.try();
  }

  private painted({ sheet, clip, at }: Float): ReturnType<Sheet["painted"]> {
    const work = new Sheet(sheet.picture, sheet.clear);
    paste(work, clip, at);
    return work.painted();
  }

  /** Lays the pixels down. */
  async commit(): Promise<void> {
    const { now } = this;
    this.now = this.drag = null;
    if (now) this.edit.say("");
    const painted = now && this.painted(now);
    if (painted) await this.edit.make("Paste", [{ paint: painted }]);
    else if (now) await this.edit.trial(null);
  }

  // The page may be gone before the database has the change: until then, the browser's settings hold it.
  private async leave(): Promise<void> {
    const { draft } = this.edit;
    const painted = this.now && this.painted(this.now);
    if (draft && painted) {
      const plain = { ...painted, rows: [...painted.rows] };
      remember("floating", JSON.stringify({ key: draft.key, count: draft.count, painted: plain }));
    }
    await this.commit();
    await draft?.save();
    if (painted && draft?.isSaved) remember("floating", "");
  }

  /** Lays down what floated when the page was left, unless the database has it. */
  async resume(draft: Draft): Promise<void> {
    try {
      const { key, count, painted } = JSON.parse(remembered("floating") || "{}");
      if (key !== draft.key) return;
      remember("floating", "");
      if (count !== draft.count) return;
      await this.edit.make("Paste", [{ paint: { ...painted, rows: Uint8Array.from(painted.rows) } }]);
    } catch {
      // Another program may have written there; it must not keep the costume closed.
      remember("floating", "");
    }
  }

  /** Gives the pixels up. */
  drop(): void {
    if (!this.now) return;
    this.now = this.drag = null;
    this.edit.say("");
    void this.edit.trial(null);
  }

  nudge(by: Pixel): void {
    const { now } = this;
    if (!now) return;
    const [dx, dy] = this.edit.region.steps(now.sheet, by);
    this.now = { ...now, at: [now.at[0] + dx, now.at[1] + dy] };
    void this.try();
    this.edit.app.stage.draw();
  }

  // The picture as the present frame has it, and where the pixels are in it.
  private seen(): { sheet: Sheet; part: Part } | null {
    const { now } = this;
    const { limb, index } = now?.sheet.key ?? {};
    const sheet = this.edit.brush.sheets().find(one => one.key.limb === limb && one.key.index === index);
    if (!now || !sheet) return null;
    const [left, top] = [0, 1].map(i => now.at[i]! + now.sheet.picture.at[i]! - sheet.picture.at[i]!) as [
      number,
      number,
    ];
    return { sheet, part: { left, top, right: left + now.clip.width, bottom: top + now.clip.height } };
  }

  /** Takes a press: on the pixels it drags them, elsewhere it lays them down. */
  down(event: PointerEvent, at: Pixel): boolean {
    if (!this.now || this.edit.tool === "hand" || event.altKey) return false;
    const seen = this.seen();
    const place = seen?.sheet.places(at)[0];
    const { left, top, right, bottom } = seen?.part ?? { left: 0, top: 0, right: 0, bottom: 0 };
    const isOn = place && place[0] >= left && place[0] < right && place[1] >= top && place[1] < bottom;
    if (isOn) this.drag = { from: at, at: this.now.at };
    else void this.commit();
    return true;
  }

  move(at: Pixel): boolean {
    const { drag, now } = this;
    if (!drag || !now) return false;
    const [dx, dy] = this.edit.region.steps(now.sheet, [at[0] - drag.from[0], at[1] - drag.from[1]]);
    const to = [drag.at[0] + dx, drag.at[1] + dy] as const;
    if (to[0] === now.at[0] && to[1] === now.at[1]) return true;
    this.now = { ...now, at: to };
    void this.try();
    this.edit.app.stage.draw();
    return true;
  }

  up(): boolean {
    const was = this.drag;
    this.drag = null;
    return was !== null;
  }

  draw(easel: Pen): void {
    const seen = this.seen();
    if (seen) drawPart(easel, seen.sheet.picture, seen.part);
  }
}
