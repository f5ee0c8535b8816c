/** How rows of time are shown while one edits: each limb at the length of its own loop, wider by Zoom; chores in a row. */
import type { Timeline } from "costumier";
import { attr, h, put, text } from "../dom";
import type { Edit } from "./edit";
import { folded, loopOf, placeIn, type Loop } from "./loops";

/** The most times that rows are wider than their panel. */
const MOST = 32;

export class TimeView {
  private zoom = 1;
  private loops: ReadonlyMap<number, Loop> = new Map();
  private readonly zoomNow = h("output", { "aria-label": "Zoom of time" }, "1×");
  private readonly tags = h("div", { class: "edit-tags", role: "group", "aria-label": "Chores in a row" });
  /** What `tags` were made for, and what the rows were scrolled for. */
  private tagged: unknown;
  private seen = "";

  constructor(private readonly edit: Edit) {
    const { time, playback, store } = edit.app;
    time.fold = clip => (edit.isOn ? this.fold(clip) : clip);
    time.place = (limb, tick) => {
      const loop = edit.isOn ? this.loops.get(limb) : undefined;
      return loop ? placeIn(loop, tick) : tick;
    };
    const button = (words: string, label: string, by: number) =>
      h(
        "button",
        { type: "button", class: "only-icon", "aria-label": label, title: label, onclick: () => this.widen(by) },
        words,
      );
    const zoom = h(
      "span",
      { class: "edit-zoom", role: "group", "aria-label": "Zoom of time" },
      button("−", "Narrower boxes", 0.5),
      this.zoomNow,
      button("+", "Wider boxes (or Ctrl and the wheel)", 2),
    );
    time.panel.tools.append(zoom, this.tags);
    time.panel.body.addEventListener(
      "wheel",
      event => {
        if (!event.ctrlKey || !edit.isOn || !(event.target as Element).closest(".tracks")) return;
        event.preventDefault();
        this.widen(event.deltaY < 0 ? 2 : 0.5);
      },
      { passive: false },
    );
    store.watch(
      s => [s.mode],
      () => time.again(),
    );
    playback.listen(() => this.tell());
  }

  private get tracks(): HTMLElement | null {
    return this.edit.app.time.panel.body.querySelector(".tracks");
  }

  private fold(clip: Timeline): Timeline {
    this.loops = new Map(clip.limbs.map(row => [row.limb, loopOf(row, clip)]));
    return folded(clip, this.loops);
  }

  private widen(by: number): void {
    this.zoom = Math.max(1, Math.min(MOST, this.zoom * by));
    text(this.zoomNow, `${this.zoom}×`);
    this.edit.app.time.panel.element.style.setProperty("--zoom", String(this.zoom));
    this.seen = "";
    this.follow();
  }

  private tell(): void {
    if (!this.edit.isOn) return;
    this.tag();
    this.follow();
  }

  // The row that is edited scrolls to where it is now; and each row says where it repeats.
  private follow(): void {
    const { tracks, edit } = this;
    const { time, playback } = edit.app;
    const { clip, tick } = playback;
    if (!clip || !tracks) return;
    for (const [limb, { from, length }] of this.loops) {
      const track = tracks.querySelector<HTMLElement>(`.row[data-limb="${limb}"] .track`);
      track?.style.setProperty("--own", String((from + length) / time.ticks));
    }
    const limb = edit.timing.limb;
    const track = tracks.querySelector<HTMLElement>(`.row[data-limb="${limb}"] .track`);
    const seen = `${limb} ${tick} ${this.zoom} ${time.ticks}`;
    if (!track || limb === null || seen === this.seen) return;
    this.seen = seen;
    const wide = track.offsetWidth / time.ticks;
    const left = time.place(limb, tick) * wide;
    // What stays at the left and at the right of the rows while they are scrolled.
    const room = tracks.clientWidth - (track.parentElement!.offsetWidth - track.offsetWidth);
    if (left < tracks.scrollLeft) tracks.scrollLeft = left;
    else if (left + wide > tracks.scrollLeft + room) tracks.scrollLeft = left + wide - room;
  }

  // Chores as tags: each is a button, in the order of the panel Actions.
  private tag(): void {
    const { actions, store } = this.edit.app;
    const { costume } = store.state;
    if (costume !== this.tagged) {
      this.tagged = costume;
      put(
        this.tags,
        ...actions.list().map(({ chore, role, name }) =>
          h(
            "button",
            {
              type: "button",
              title: `Chore ${chore}${role ? `, ${role}` : ""}`,
              "data-tag": chore,
              onclick: () => actions.perform(role ?? chore),
            },
            name.replace("-", " "),
          ),
        ),
      );
    }
    const now = this.edit.app.playback.clip?.chore;
    for (const button of this.tags.children as HTMLCollectionOf<HTMLElement>) {
      const isNow = button.dataset["tag"] === String(now);
      if (isNow && button.getAttribute("aria-pressed") !== "true")
        this.tags.scrollTop = button.offsetTop - this.tags.clientHeight / 2;
      attr(button, "aria-pressed", String(isNow));
    }
  }
}
