/**
 * The timeline: the pictures of each limb over the ticks of the chore, a row for each limb over one ruler. A stretch is a command
 * that the limb runs. The ruler can be dragged; it is a range for the keyboard.
 */
import type { PictureKey, Timeline } from "costumier";
import { attr, h, icon, put, text } from "../dom";
import type { Playback } from "../playback";
import { SPEEDS, type Store } from "../state";
import { remember, remembered } from "../storage";
import type { Client } from "../worker/client";
import type { CostumeKnown } from "../worker/protocol";
import { boxes, positions, type Box } from "./boxes";
import { limbColour } from "./limbs";
import { panel, type Panel } from "./panel";

export const PLAY = "M4 2.5v11l9-5.5Z";
export const PAUSE = "M4 2.5h3v11H4ZM9 2.5h3v11H9Z";
const BACK = "M12 2.5v11L5 8ZM3 2.5h1.6v11H3Z";
const ON = "M4 2.5v11L11 8ZM11.4 2.5H13v11h-1.6Z";
// More stretches than this are drawn as one.
const MOST = 400;
/** Maximum number of pictures in the rows. */
const MOST_PICTURES = 240;

function parts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

export class Time {
  readonly panel: Panel;
  /** The limb that keys act on. */
  limb: number | null = null;
  /** Takes a press on a row while editing; `false` moves the playhead. */
  ongrab: (event: PointerEvent, track: HTMLElement, limb: number) => boolean = () => false;
  /** What rows show of a clip, and where a tick is in a limb's row: where rows are edited, each limb's own loop. */
  fold = (clip: Timeline): Timeline => clip;
  place = (_limb: number, tick: number): number => tick;
  private folded: Timeline | null = null;
  private readonly range = h("input", {
    type: "range",
    class: "scrub",
    min: "0",
    max: "0",
    value: "0",
    step: "1",
    "aria-label": "Tick",
    oninput: () => this.scrub(),
  });
  private readonly limbs = h("span", { class: "count limb-count" });
  private readonly rows = h("div", { class: "rows" });
  private readonly head = h("div", { class: "playhead", "aria-hidden": "true" });
  private readonly now = h("output", { class: "tick", "aria-label": "Tick" });
  private readonly marks = h("div", { class: "marks" });
  private readonly said = h("p", { class: "events" });
  private drawn: Timeline | null = null;
  private drawnOf: CostumeKnown | null = null;
  /** Boxes that show a picture. */
  private boxes: { element: HTMLElement; keys: readonly PictureKey[]; words: string }[] = [];
  private isNumbered = remembered("numbers") === "true";
  private readonly numbers = h(
    "button",
    {
      type: "button",
      class: "toggle numbers-too",
      title: "Numbers of pictures in the rows",
      onclick: () => {
        this.isNumbered = !this.isNumbered;
        remember("numbers", String(this.isNumbered));
        this.number();
      },
    },
    "Numbers",
  );
  private spans: {
    limb: number;
    from: number;
    to: number;
    element: HTMLElement;
    command: HTMLElement;
    words: string;
  }[] = [];

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly playback: Playback,
  ) {
    this.panel = panel(
      "time",
      "Time",
      h("div", { class: "ruler" }, this.limbs, this.range, this.marks),
      h("div", { class: "tracks" }, this.rows, this.head),
      this.said,
    );
    this.panel.tools.append(this.transport());
    playback.listen(() => this.told());
    store.watch(
      s => [s.solo, s.muted, s.costume],
      () => this.pressed(),
    );
    this.rows.addEventListener("pointerdown", event => this.grab(event));
  }

  private transport(): HTMLElement {
    const play = h("button", {
      type: "button",
      class: "play",
      "aria-keyshortcuts": "Space",
      onclick: () => this.toggle(),
    });
    this.store.watch(
      s => [s.playing],
      s => {
        put(play, icon(s.playing ? PAUSE : PLAY));
        attr(play, "aria-label", s.playing ? "Pause" : "Play");
      },
    );
    const speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => this.store.set({ speed: Number(speed.value) }) },
      ...SPEEDS.map(one => h("option", { value: String(one) }, `${one}×`)),
    );
    this.store.watch(
      s => [s.speed],
      s => (speed.value = String(s.speed)),
    );
    return h(
      "div",
      { class: "transport", role: "group", "aria-label": "Playing" },
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "One tick back",
          title: "One tick back (,)",
          "aria-keyshortcuts": ",",
          onclick: () => this.playback.step(-1),
        },
        icon(BACK),
      ),
      play,
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "One tick on",
          title: "One tick on (.)",
          "aria-keyshortcuts": ".",
          onclick: () => this.playback.step(1),
        },
        icon(ON),
      ),
      speed,
      this.numbers,
      this.now,
    );
  }

  toggle(): void {
    const { playing, still } = this.store.state;
    const clip = this.playback.clip;
    if (!playing && clip && clip.loops_to === null && this.playback.tick >= clip.ticks - 1) this.playback.restart();
    this.store.set({ playing: still || !playing, still: false });
  }

  /** Slower or faster. */
  speed(by: number): void {
    const at = SPEEDS.indexOf(this.store.state.speed);
    this.store.set({ speed: by === 0 ? 1 : SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, (at < 0 ? 3 : at) + by))]! });
  }

  private scrub(): void {
    this.store.set({ playing: false });
    this.playback.seekPlace(Number(this.range.value));
  }

  private grab(event: PointerEvent): void {
    const track = (event.target as HTMLElement).closest<HTMLElement>(".track");
    if (!track || !this.drawn) return;
    const limb = Number(track.closest<HTMLElement>(".row")?.dataset["limb"]);
    if (this.ongrab(event, track, limb)) return;
    const box = track.getBoundingClientRect();
    const go = (x: number) => {
      this.store.set({ playing: false });
      this.playback.seekPlace(
        Math.max(0, Math.min(this.drawn!.ticks - 1, Math.floor(((x - box.left) / box.width) * this.drawn!.ticks))),
      );
    };
    go(event.clientX);
    const move = (more: PointerEvent) => go(more.clientX);
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  private told(): void {
    const clip = this.playback.clip;
    // Windows need the records of the costume, which may arrive later.
    if (clip && (clip !== this.drawn || this.store.state.costume !== this.drawnOf)) this.build(clip);
    if (!clip) return this.clear();
    const tick = this.playback.tick;
    const ends = clip.loops_to === null ? "ends" : clip.loops_to ? `repeats from ${clip.loops_to}` : "repeats";
    text(this.now, `tick ${tick} of ${clip.ticks} · ${clip.cut_off ? "goes on" : ends}`);
    this.range.value = String(tick);
    attr(this.range, "aria-valuetext", `tick ${tick} of ${clip.ticks}`);
    this.head.style.setProperty("--at", String((tick + 0.5) / clip.ticks));
    for (const span of this.spans) {
      const at = this.place(span.limb, tick);
      const on = at >= span.from && at < span.to;
      if (span.element.classList.toggle("now", on)) text(span.command, span.words);
    }
    const heard = clip.events.filter(event => event.tick === tick).map(event => `limb ${event.limb}: ${event.text}`);
    text(this.said, heard.join(" · "));
  }

  private clear(): void {
    if (!this.drawn) return;
    this.drawn = this.drawnOf = null;
    this.spans = [];
    this.range.max = this.range.value = "0";
    this.boxes = [];
    put(this.rows);
    put(this.marks);
    text(this.now, "");
    text(this.limbs, "");
    text(this.said, "");
  }

  /** How many ticks the rows show. */
  get ticks(): number {
    return this.folded?.ticks ?? 1;
  }

  /** Rows are made anew with the next frame. */
  again(): void {
    this.drawn = null;
  }

  /** The boxes of a limb's row. */
  boxesOf(limb: number | null): Box[] {
    const row = this.folded?.limbs.find(one => one.limb === limb);
    return boxes(row?.spans ?? [], this.store.state.costume?.kind === "akos" ? 2 : 1);
  }

  private build(clip: Timeline): void {
    this.drawn = clip;
    this.drawnOf = this.store.state.costume;
    const { limbs, ticks } = (this.folded = this.fold(clip));
    this.range.max = String(Math.max(0, clip.ticks - 1));
    this.spans = [];
    this.boxes = [];
    const records = this.store.state.costume?.records ?? [];
    const record = records.find(one => one.chore === clip.chore && one.facing === clip.facing);
    put(
      this.rows,
      ...limbs.map(row => {
        const track = h("div", { class: "track", tabindex: "-1" });
        const command = h("span", { class: "command" });
        for (const span of this.boxesOf(row.limb).slice(0, MOST)) {
          const pictures = span.pictures.map(one => one.index).join(" ");
          const place = positions(span);
          const wide = span.to - span.from;
          const element = h(
            "span",
            {
              class: span.hidden ? "span hidden" : span.pictures.length ? "span" : "span empty",
              title: `command ${place}${pictures ? `, picture ${pictures}` : ", nothing"}`,
            },
            span.pictures.length ? null : "–",
          );
          if (span.pictures.length) this.boxes.push({ element, keys: span.pictures, words: pictures });
          element.style.left = `${(span.from / ticks) * 100}%`;
          element.style.width = `${(wide / ticks) * 100}%`;
          track.append(element);
          this.spans.push({
            limb: row.limb,
            from: span.from,
            to: span.to,
            element,
            command,
            words: `at ${place}${pictures ? `: picture ${pictures}` : ": nothing"}`,
          });
        }
        const entry = record?.limbs.find(one => one.limb === row.limb);
        const window = !entry
          ? "from before"
          : "off" in entry
            ? "off"
            : "play_once" in entry
              ? `${entry.play_once ? "once" : "loop"}, commands ${entry.start}–${entry.start + entry.length - 1}`
              : `mode ${entry.mode}${entry.start === undefined ? "" : `, from ${entry.start}`}`;
        const element = h(
          "div",
          { class: "row", role: "group", "aria-label": `Limb ${row.limb}, ${window}`, "data-limb": row.limb },
          h(
            "span",
            { class: "limb", title: window },
            h("i", { class: "dot" }),
            h("b", {}, `Limb ${row.limb}`),
            h("small", {}, window.replace(", commands", "").replace(/(\d+)–\1$/, "$1")),
          ),
          h(
            "span",
            { class: "only" },
            this.button("only", `Show only limb ${row.limb}`, "solo", () => this.solo(row.limb)),
            this.button("hide", `Hide limb ${row.limb}`, "mute", () => this.mute(row.limb)),
          ),
          track,
          command,
        );
        element.style.setProperty("--limb", limbColour(row.limb));
        element.addEventListener("focusin", () => (this.limb = row.limb));
        element.addEventListener("pointerdown", () => (this.limb = row.limb));
        return element;
      }),
    );
    if (!clip.limbs.length)
      put(this.rows, h("p", { class: "quiet" }, "No limb does anything in this chore and facing."));
    put(
      this.marks,
      ...clip.events.slice(0, MOST).map(event => {
        const mark = h("span", {
          class: "mark",
          "data-kind": event.event,
          title: `tick ${event.tick}, limb ${event.limb}: ${event.text}`,
        });
        mark.style.left = `${((event.tick + 0.5) / clip.ticks) * 100}%`;
        return mark;
      }),
    );
    text(this.limbs, `Limbs: ${clip.limbs.length}`);
    this.pressed();
    this.number();
    void this.illustrate(clip);
  }

  // Numbers of pictures, if they are switched on.
  private number(): void {
    attr(this.numbers, "aria-pressed", String(this.isNumbered));
    for (const { element, words } of this.boxes) {
      element.querySelector("b")?.remove();
      if (this.isNumbered) element.append(h("b", {}, words));
    }
  }

  // Each box gets its picture. All of a limb are drawn in one scale, so they can be compared.
  private async illustrate(clip: Timeline): Promise<void> {
    const id = this.store.chosen?.costume;
    const name = (one: PictureKey) => `${one.limb}.${one.index}`;
    const wanted = new Map(this.boxes.flatMap(box => box.keys.map(key => [name(key), key] as const)));
    if (id === undefined) return;
    for (const keys of parts([...wanted.values()].slice(0, MOST_PICTURES), 24)) {
      const images = await this.client.ask("pictures", { id, keys, room: this.store.state.room }).catch(() => null);
      if (!images || this.drawn !== clip) return;
      const found = new Map(keys.map((key, i) => [name(key), images[i]] as const));
      for (const box of this.boxes) {
        const key = box.keys[0]!;
        const image = found.get(name(key));
        if (!image?.width || !image.height) continue;
        const canvas = h("canvas", { width: image.width, height: image.height, "aria-hidden": "true" });
        canvas.getContext("2d")!.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
        box.element.querySelector("canvas")?.remove();
        box.element.prepend(canvas);
      }
    }
  }

  /** Focuses the row of a limb. */
  focus(limb: number): void {
    this.rows.querySelector<HTMLElement>(`.row[data-limb="${limb}"] .track`)?.focus({ preventScroll: true });
  }

  /** Requests the pictures in the rows again, after a change. */
  renew(): void {
    if (this.drawn) void this.illustrate(this.drawn);
  }

  private button(letter: string, label: string, kind: string, act: () => void): HTMLButtonElement {
    return h(
      "button",
      {
        type: "button",
        class: `switch ${kind}`,
        "aria-label": label,
        title: label,
        "aria-pressed": "false",
        onclick: act,
      },
      letter,
    );
  }

  solo(limb: number | null): void {
    this.store.set({ solo: limb === this.store.state.solo ? null : limb });
  }

  mute(limb: number | null): void {
    if (limb === null) return;
    const { muted } = this.store.state;
    this.store.set({
      muted: muted.includes(limb) ? muted.filter(one => one !== limb) : [...muted, limb].sort((a, b) => a - b),
    });
  }

  private pressed(): void {
    const { solo, muted } = this.store.state;
    for (const row of this.rows.querySelectorAll<HTMLElement>(".row")) {
      const limb = Number(row.dataset["limb"]);
      attr(row.querySelector(".solo")!, "aria-pressed", String(solo === limb));
      attr(row.querySelector(".mute")!, "aria-pressed", String(muted.includes(limb)));
      row.classList.toggle("silent", solo === null ? muted.includes(limb) : solo !== limb);
    }
  }
}
