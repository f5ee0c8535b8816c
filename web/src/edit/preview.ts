/**
 * The actor that is edited, small: in its room, as large as the game shows it, at the game's speed. It is made anew when
 * nothing was changed for a moment.
 */
import type { Edit } from "./edit";
import { attr, h } from "../dom";

/** Milliseconds without a change. */
const PAUSE = 400;
/** Room pixels around the actor's pictures. */
const MARGIN = 6;
/** The most room pixels that are shown. */
const MOST = [104, 112] as const;

export class Preview {
  private readonly picture = h("img", { alt: "The actor as the game plays it", draggable: "false" });
  readonly element = h("div", { class: "edit-preview", hidden: true }, this.picture);
  private isOn = true;
  private waiting: ReturnType<typeof setTimeout> | null = null;
  private shown = "";
  /** The GIF that is shown. */
  bytes: Uint8Array<ArrayBuffer> | null = null;
  private turn = 0;

  constructor(private readonly edit: Edit) {
    const { store } = edit.app;
    store.watch(
      s => [s.mode, s.actors, s.room, s.screen, s.selected, s.edited],
      () => this.later(),
    );
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.edit.side.pressed("preview", this.isOn);
    this.element.hidden = true;
    this.later();
  }

  later(): void {
    if (this.waiting) clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.make(), PAUSE);
  }

  private async make(): Promise<void> {
    const { edit } = this;
    const { app, draft } = edit;
    const { playback, store, client } = app;
    // In the middle of a stroke, the stage is what somebody looks at.
    if (edit.brush.isStroking || edit.floating.isSet) return this.later();
    if (!this.isOn || !edit.isOn || !draft || draft.drafted.refusal) return void (this.element.hidden = true);
    const turn = ++this.turn;
    const before = edit.fullSize.before;
    const state = before ? { ...store.state, background: before.background } : store.state;
    const { selected } = state;
    const was = before?.actors[selected];
    const said = playback.said(state);
    const actor = said.actors[selected];
    const placed = playback.frame?.placed.filter(one => one.actor === selected) ?? [];
    const feet = playback.frame?.feet[selected];
    if (!actor || !placed.length || !feet) return;
    // Its pictures as they are on the stage now, around the feet; where the room has it.
    const [dx, dy] = was ? [Number(was.x) - feet[0]!, Number(was.y) - feet[1]!] : [0, 0];
    const areas = placed.map(one => one.area);
    const left = Math.min(...areas.map(([x]) => x)) - MARGIN + dx;
    const top = Math.min(...areas.map(([, y]) => y)) - MARGIN + dy;
    const right = Math.max(...areas.map(([x, , width]) => x + width)) + MARGIN + dx;
    const bottom = Math.max(...areas.map(([, y, , height]) => y + height)) + MARGIN + dy;
    const [width, height] = [Math.min(MOST[0], right - left), Math.min(MOST[1], bottom - top)];
    const alone = was ? { ...actor, x: was.x, y: was.y, scale: was.scale, zplane: was.zplane } : actor;
    const asked = { ...said, actors: [alone], selected: 0, onion: 0, edits: false, compare: "after" as const };
    const made = await client
      .ask("movie", {
        said: { ...asked, view: [left, top, width, height] },
        speed: 1,
        format: "gif",
        scale: 1,
        aside: true,
      })
      .catch(() => null);
    if (turn !== this.turn) return;
    this.element.hidden = !made;
    if (!made) return;
    URL.revokeObjectURL(this.shown);
    this.bytes = made.bytes;
    this.shown = URL.createObjectURL(new Blob([made.bytes], { type: "image/gif" }));
    attr(this.picture, "src", this.shown);
  }
}
