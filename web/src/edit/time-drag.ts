/**
 * The pointer in the rows of time: the right edge of a box is dragged to hold its command longer or shorter, a box to
 * another place, with Alt to copy it.
 */
import { h } from "../dom";
import type { Box } from "../panels/boxes";
import type { Timing } from "./timing";

/** CSS pixels on both sides of an edge that count as the edge, and that a box is moved at least. */
const EDGE = 6;
const LEAST = 5;

export class TimeDrag {
  constructor(private readonly timing: Timing) {
    timing.edit.app.time.ongrab = (event, track, limb) => this.grab(event, track, limb);
  }

  private grab(event: PointerEvent, track: HTMLElement, limb: number): boolean {
    const { timing } = this;
    const { store, playback } = timing.edit.app;
    const { ticks } = timing.edit.app.time;
    const row = timing.edit.app.time.boxesOf(limb);
    if (!timing.isOn || !row.length) return false;
    const box = track.getBoundingClientRect();
    const wide = box.width / ticks;
    const tickAt = (x: number) => Math.max(0, Math.min(ticks - 1, Math.floor((x - box.left) / wide)));
    const near = row.find(one => Math.abs(box.left + one.to * wide - event.clientX) <= Math.min(EDGE, wide / 3));
    const tick = near ? near.to - 1 : tickAt(event.clientX);
    const span = near ?? timing.spanAt(limb, tick);
    if (!span) return false;
    event.preventDefault();
    track.focus({ preventScroll: true });
    store.set({ playing: false });
    playback.seekPlace(tick);
    timing.edit.chooseLimb(limb);
    const mark = h("i", { class: near ? "stretch" : "drop", hidden: true, "aria-hidden": "true" });
    track.append(mark);
    const place = (from: number, to: number) => {
      mark.hidden = false;
      mark.style.left = `${from * wide}px`;
      mark.style.width = `${Math.max(2, (to - from) * wide)}px`;
    };
    let act: (() => void) | null = null;
    const move = (more: PointerEvent) => {
      const way = more.clientX - event.clientX;
      if (near) {
        const by = Math.round(way / wide);
        act = by ? () => void timing.hold(by, limb, span) : null;
        return place(span.from, Math.max(span.from, span.to + by));
      }
      const over = boxAt(timing, limb, (more.clientX - box.left) / wide);
      if (Math.abs(way) < LEAST || !over) return void (act = null);
      const { to, isAfter } = over;
      const edge = isAfter ? to.to : to.from;
      place(edge, edge);
      mark.classList.toggle("copies", more.altKey);
      const isSame = edge === span.from || edge === span.to;
      act = isSame && !more.altKey ? null : () => void timing.move(limb, span, to, isAfter, more.altKey);
    };
    this.until(event, move, kept => {
      mark.remove();
      if (kept) act?.();
    });
    return true;
  }

  // Follows the pointer until it is lifted; Escape gives up.
  private until(event: PointerEvent, move: (event: PointerEvent) => void, done: (kept: boolean) => void): void {
    const end = (kept: boolean) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", key, true);
      done(kept);
    };
    const mine = (one: PointerEvent) => one.pointerId === event.pointerId;
    const moved = (one: PointerEvent) => mine(one) && move(one);
    const up = (one: PointerEvent) => mine(one) && end(true);
    const cancel = (one: PointerEvent) => mine(one) && end(false);
    const key = (one: KeyboardEvent) => one.key === "Escape" && end(false);
    addEventListener("pointermove", moved);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", key, true);
  }
}

/** The box at a place of a row, in ticks, and its side: the end of the last one, if what follows only repeats. */
function boxAt(timing: Timing, limb: number, at: number): { to: Box; isAfter: boolean } | null {
  const { ticks } = timing.edit.app.time;
  const last = timing.edit.app.time.boxesOf(limb).at(-1);
  if (last && at >= last.to) return { to: last, isAfter: true };
  const to = timing.spanAt(limb, Math.max(0, Math.min(ticks - 1, Math.floor(at))));
  return to && { to, isAfter: at > (to.from + to.to) / 2 };
}

/** Where a drop at a place of the window goes: the row and its limb, the box there, its side, and that edge in pixels. */
export function dropAt(timing: Timing, x: number, y: number) {
  const track = document.elementFromPoint(x, y)?.closest<HTMLElement>(".track");
  const limb = Number(track?.closest<HTMLElement>(".row")?.dataset["limb"]);
  const { ticks } = timing.edit.app.time;
  if (!track || Number.isNaN(limb)) return null;
  const box = track.getBoundingClientRect();
  const wide = box.width / ticks;
  const over = boxAt(timing, limb, (x - box.left) / wide);
  return over && { limb, track, ...over, edge: wide * (over.isAfter ? over.to.to : over.to.from) };
}
