/**
 * A guide for what is drawn in all facings, such as a hat: the actor in each of them, and whether the chosen limb has a
 * picture there. Lines on the stage show how high the limb reaches in the other facings.
 */
import type { Facing, Image } from "costumier";
import { attr, h, put } from "../dom";
import type { Easel as Pen } from "../panels/overlays";
import { tableOf } from "./chores";
import type { Edit } from "./edit";

/** Milliseconds without a change before it is made anew. */
const PAUSE = 400;
/** Room pixels that are shown of an actor at most. */
const MOST = [96, 112] as const;

interface Seen {
  facing: string;
  image: Image;
  /** What the chosen limb shows there. */
  limb: "painted" | "empty" | "not shown" | null;
  /** Rows of the limb's picture, from the feet. */
  rows: readonly [top: number, bottom: number] | null;
}

export class Guide {
  readonly element = h("div", { class: "edit-guide", role: "group", "aria-label": "All facings", hidden: true });
  private isOn = false;
  private waiting: ReturnType<typeof setTimeout> | null = null;
  private turn = 0;
  private seen: readonly Seen[] = [];

  constructor(private readonly edit: Edit) {
    edit.app.store.watch(
      s => [s.mode, s.actors, s.selected, s.edited, s.costume],
      () => {
        this.mark();
        this.later();
      },
    );
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.edit.side.pressed("guide", this.isOn);
    this.element.hidden = true;
    if (this.isOn) void this.make();
    this.edit.app.stage.draw();
  }

  later(): void {
    if (this.waiting) clearTimeout(this.waiting);
    if (this.isOn && this.edit.isOn) this.waiting = setTimeout(() => void this.make(), PAUSE);
  }

  private async make(): Promise<void> {
    const { edit } = this;
    const { app, draft, limb } = edit;
    const { playback, store, client, actions } = app;
    if (edit.brush.isStroking || edit.floating.isSet) return this.later();
    const { costume, selected } = store.state;
    const said = playback.said();
    const actor = said.actors[selected];
    if (!this.isOn || !edit.isOn || !draft || !costume || !actor || costume.id !== draft.id) return;
    const turn = ++this.turn;
    const [left, top, width, height] = costume.bounds;
    const wide = Math.min(MOST[0], width);
    const view = [actor.x + left + ((width - wide) >> 1), actor.y + top, wide, Math.min(MOST[1], height)] as const;
    const seen: Seen[] = [];
    for (const facing of actions.facings(actor.chore)) {
      const actors = [{ ...actor, facing: facing as Facing }];
      const asked = { ...said, ...{ actors, view, selected: 0, onion: 0, edits: false, background: false } };
      const shown = await client.ask("stage", { said: { ...asked, compare: "after" }, tick: 0 }).catch(() => null);
      if (turn !== this.turn) return;
      if (!shown) continue;
      const placed = shown.placed.find(one => one.limb === limb);
      const [, y, , high] = placed?.area ?? [0, 0, 0, 0];
      const at = y - (shown.feet[0]?.[1] ?? 0);
      const isPainted = placed !== undefined && (await this.isPainted(placed.picture.index));
      const words = limb === null ? null : isPainted ? "painted" : placed ? "empty" : "not shown";
      seen.push({ facing, image: shown, limb: words, rows: isPainted ? [at, at + high] : null });
    }
    if (turn !== this.turn) return;
    // The stage's own scene again, which clicks and colours are asked of.
    playback.want();
    this.seen = seen;
    this.fill();
  }

  private async isPainted(index: number): Promise<boolean> {
    const { draft, limb, app, layering, clear } = this.edit;
    const [owner, of] = (draft && tableOf(draft.drafted.head, limb)?.pictures[index]?.owner) ?? [];
    if (!draft || owner === undefined || of === undefined) return false;
    if (layering.of(limb)) return true;
    const rows = await app.client.ask("rowsOf", { id: draft.id, key: { limb: owner, index: of } }).catch(() => []);
    return rows.some(one => one !== clear);
  }

  private fill(): void {
    const { actions, stage } = this.edit.app;
    const focused = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset["facing"]
      : undefined;
    put(
      this.element,
      ...this.seen.map(({ facing, image, limb }) => {
        const canvas = h("canvas", { width: image.width, height: image.height, "aria-hidden": "true" });
        if (image.width && image.height)
          canvas.getContext("2d")!.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
        return h(
          "button",
          {
            type: "button",
            "data-facing": facing,
            "data-limb": limb,
            title: limb ? `Limb ${this.edit.limb}, facing ${facing}: ${limb}` : `Facing ${facing}`,
            onclick: () => actions.face(facing as Facing),
          },
          canvas,
          h("span", {}, facing),
          limb && h("small", {}, limb),
        );
      }),
    );
    this.element.hidden = !this.seen.length;
    if (focused) this.element.querySelector<HTMLElement>(`[data-facing="${focused}"]`)?.focus();
    this.mark();
    stage.draw();
  }

  private mark(): void {
    const facing = String(this.edit.app.store.chosen?.facing);
    for (const button of this.element.children as HTMLCollectionOf<HTMLElement>)
      attr(button, "aria-pressed", String(button.dataset["facing"] === facing));
  }

  /** Draws how high the limb reaches in the other facings. */
  draw({ pen, to, zoom }: Pen): void {
    const { stage, store } = this.edit.app;
    const feet = stage.frame?.feet[store.state.selected];
    const facing = String(store.chosen?.facing);
    const others = this.seen.flatMap(one => (one.facing !== facing && one.rows ? [one.rows] : []));
    if (!this.isOn || !feet || !others.length) return;
    const rows = [Math.min(...others.map(one => one[0])), Math.max(...others.map(one => one[1]))];
    pen.save();
    pen.setLineDash([zoom, zoom]);
    for (const row of rows) {
      const y = to(feet[0]!, feet[1]! + row)[1];
      for (const [colour, by] of [
        ["#000c", 0],
        ["#4cf", 1],
      ] as const) {
        pen.strokeStyle = colour;
        pen.beginPath();
        pen.moveTo(0, y + 0.5 + by);
        pen.lineTo(pen.canvas.width, y + 0.5 + by);
        pen.stroke();
      }
    }
    pen.restore();
  }
}
