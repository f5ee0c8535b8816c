/**
 * Time. Keeps the tick, asks the worker for one frame at a time, and calls listeners. The scene's tick only grows while it
 * plays; the page shows its place in the selected actor's clip. A loop is a ring: the tick after the last one is the first.
 */
import { Overtaken } from "./worker/client";
import type { Client } from "./worker/client";
import type { Shown, StageSaid } from "./worker/protocol";
import type { Rectangle, Timeline } from "costumier";
import type { State, Store } from "./state";

/** Number of ticks that the last picture of an ending chore stays before the chore starts again. */
const HOLD = 12;
/** Number of ticks after which a scene starts again, at the same place of the selected actor's clip. */
const MOST_TICKS = 50_000;

export class Playback {
  /** Tick of the scene, from its beginning. */
  scene = 0;
  clip: Timeline | null = null;
  frame: Shown | null = null;
  /** Whether the frame is the present choice, and not the one before. */
  isFresh = false;
  /** The part of the room on the stage, which the stage panel sets. */
  view: Rectangle = [-40, -80, 80, 100];
  private listeners: ((playback: Playback) => void)[] = [];
  private wanted = false;
  private asking = false;
  /** Whether time waits for the end of a stroke. */
  held = false;
  private owed = 0;
  private last = 0;
  private clipFor = "";
  /** The costume, chore and settings of `clip`. */
  private clipOf = "";
  /** Time of the first picture since the page started to load. */
  firstAt: number | null = null;
  private shown!: () => void;
  /** Kept when it has come. */
  readonly first = new Promise<void>(done => (this.shown = done));
  /** Times of frames, for measurements. */
  readonly times: number[] = [];

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly failed: (why: unknown) => void,
  ) {
    store.watch(
      s => [
        ...[s.phase, s.game, s.actors, s.room, s.background, s.objects, s.screen, s.onion, s.muted, s.solo, s.selected],
        ...[s.costume, s.unreadable, s.scenery, s.palette, s.mode, s.edited, s.compare],
      ],
      () => this.changed(),
    );
    requestAnimationFrame(now => this.pulse(now));
  }

  listen(act: (playback: Playback) => void): void {
    this.listeners.push(act);
  }

  /** The displayed tick: the place in the clip. */
  get tick(): number {
    return this.place(this.scene);
  }

  private place(tick: number): number {
    const clip = this.clip;
    if (!clip || tick < clip.ticks) return tick;
    if (clip.loops_to === null) return clip.ticks - 1;
    return clip.loops_to + ((tick - clip.loops_to) % (clip.ticks - clip.loops_to));
  }

  /** The stage of the present state. */
  said(state: State = this.store.state): StageSaid {
    const muted = (index: number) => {
      if (index !== state.selected) return [];
      const limbs = state.costume?.limbs ?? [];
      return state.solo === null ? state.muted : limbs.filter(limb => limb !== state.solo);
    };
    return {
      actors: state.actors.map((actor, i) => ({ ...actor, hidden: muted(i) })),
      room: state.room ?? state.costume?.room ?? null,
      background: state.background === "room",
      objects: state.objects,
      screen: state.screen,
      view: this.view,
      selected: state.selected,
      onion: state.onion,
      edits: state.mode === "edit",
      palette: state.palette,
      compare: state.compare,
    };
  }

  private changed(): void {
    const state = this.store.state;
    if (state.phase !== "ready" || !state.actors.length) return;
    const actor = this.store.chosen;
    const key = actor
      ? JSON.stringify([
          state.game?.info.key,
          actor.costume,
          actor.chore,
          actor.facing,
          actor.talking,
          actor.vars,
          actor.conditions,
          state.edited,
          state.compare === "before",
        ])
      : "";
    if (key !== this.clipFor) {
      this.clipFor = key;
      this.client.ask("clip", { said: this.said(state) }).then(
        clip => {
          if (this.clipFor !== key) return;
          this.clip = clip;
          this.clipOf = key;
          this.want();
        },
        why => {
          if (this.clipFor === key) this.lost(why);
        },
      );
    }
    this.want();
  }

  /**
   * Whether the costume, the clip and the room are read: they decide size and place of the figure. No frame is shown before,
   * or the figure would jump when the rest arrives.
   */
  get settled(): boolean {
    const { costume, unreadable, background, room, scenery } = this.store.state;
    if (unreadable) return true;
    if (!costume || costume.id !== this.store.chosen?.costume || this.clipOf !== this.clipFor) return false;
    return background !== "room" || scenery?.id === (room ?? costume.room);
  }

  /** Asks for the present tick again, after a change of the view. */
  want(): void {
    this.wanted = true;
    this.isFresh = false;
    // A change may cause others, such as places in a room. The frame is requested after all of them.
    queueMicrotask(() => void this.fetch());
  }

  private async fetch(): Promise<void> {
    if (this.asking || !this.wanted || this.store.state.phase !== "ready" || !this.store.state.actors.length) return;
    if (!this.settled) return;
    this.asking = true;
    this.wanted = false;
    try {
      const asked = this.said();
      const frame = await this.client.ask("stage", { said: asked, tick: this.scene });
      // The choice may have changed meanwhile; its frame follows.
      if (!this.settled || asked.actors[asked.selected]?.costume !== this.store.chosen?.costume) return;
      this.frame = frame;
      this.isFresh = !this.wanted;
      if (this.store.state.costume && this.firstAt === null) {
        this.firstAt = performance.now();
        this.shown();
      }
      this.tell();
    } catch (why) {
      this.lost(why);
    } finally {
      this.asking = false;
      if (this.wanted) void this.fetch();
    }
  }

  // Clears the picture of the choice before. A costume that cannot be read is reported next to its name.
  private lost(why: unknown): void {
    if (why instanceof Overtaken) return;
    this.frame = this.clip = null;
    this.clipFor = this.clipOf = "";
    this.store.set({ playing: false });
    if (this.store.state.costume?.id === this.store.chosen?.costume) this.failed(why);
    this.tell();
  }

  private tell(): void {
    for (const act of this.listeners) act(this);
  }

  private pulse(now: number): void {
    requestAnimationFrame(next => this.pulse(next));
    this.times.push(now - this.last);
    if (this.times.length > 600) this.times.shift();
    const passed = Math.min(250, now - this.last);
    this.last = now;
    const state = this.store.state;
    if (!state.playing || state.still || this.held || state.phase !== "ready" || document.hidden) return;
    this.owed += (passed / 1000) * (state.game?.info.ticks_per_second ?? 10) * state.speed;
    const ticks = Math.floor(this.owed);
    if (!ticks || this.asking) return;
    this.owed -= ticks;
    this.go(this.scene + ticks);
  }

  private go(tick: number): void {
    const clip = this.clip;
    const ends = clip && clip.loops_to === null && this.store.state.actors.length === 1;
    const next = ends && tick >= clip.ticks + HOLD ? 0 : Math.max(0, tick);
    this.scene = next > MOST_TICKS ? this.place(next) : next;
    this.want();
  }

  /** Starts from tick 0, for another costume or chore. */
  restart(): void {
    this.scene = 0;
    this.owed = 0;
    this.want();
  }

  /** Goes to a tick of the scene. */
  seek(tick: number): void {
    this.scene = Math.max(0, tick);
    this.owed = 0;
    this.want();
  }

  /** Steps one tick on or back, around the ring. With several actors, whose rings differ, it is a tick of the scene. */
  step(by: 1 | -1): void {
    const clip = this.clip;
    const here = this.tick;
    const last = (clip?.ticks ?? here + 2) - 1;
    this.store.set({ playing: false });
    if (this.store.state.actors.length > 1) this.seek(this.scene + by);
    else if (by > 0) this.seek(here >= last ? (clip?.loops_to ?? 0) : here + 1);
    else this.seek(here === 0 ? last : here - 1);
  }

  /** Goes to a place in the clip of the selected actor. With other actors, it goes to the nearest such tick. */
  seekPlace(place: number): void {
    const near = this.scene + place - this.tick;
    const alone = this.store.state.actors.length === 1;
    this.seek(!alone && near >= 0 && this.place(near) === place ? near : place);
  }

  /** Goes to the next or previous change of the selected limb, or of any. */
  jump(by: 1 | -1, limb: number | null): void {
    const clip = this.clip;
    if (!clip) return;
    const tracks = limb === null ? clip.limbs : clip.limbs.filter(track => track.limb === limb);
    const starts = [...new Set(tracks.flatMap(track => track.spans.map(span => span.from)))].sort((a, b) => a - b);
    if (!starts.length) return;
    const here = this.tick;
    const found =
      by > 0
        ? (starts.find(tick => tick > here) ?? starts[0])
        : (starts.findLast(tick => tick < here) ?? starts.at(-1));
    this.store.set({ playing: false });
    this.seekPlace(found ?? 0);
  }
}
