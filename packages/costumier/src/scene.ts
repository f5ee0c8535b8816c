/** Scenes that play, and their actors. */
import { CostumierError } from "./errors.js";
import type { RawScene } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import { MOST_TICKS, U16, bytes, checkedChore, coordinate, fields, json, object, truth, whole } from "./numbers.js";
import type {
  ActorSettings, ActorSpec, ActorState, Chore, Facing, Frame, IndexedFrame, Movie, MovieOptions, Peek, Pixel, PixelChain,
  PictureSpread, PlacedPicture, SceneSpec, Step, TickEvent, Timeline,
} from "./types.js";

/** The formats of a movie. */
const FORMATS: readonly MovieOptions["format"][] = ["gif", "webp", "apng", "frames"];

/** A scene that plays: actors in a room, or without one. */
export class Scene {
  readonly #core: Core;
  readonly #scene: Handle<RawScene>;
  readonly #actors: Actor[];

  /** @internal */
  constructor(core: Core, make: (spec: string) => RawScene, spec: SceneSpec) {
    this.#core = core;
    if (typeof spec !== "object" || spec === null)
      throw CostumierError.usage("scene wants a description: scene({ actors: [{ costume: 1 }] })");
    this.#scene = new Handle(core, "scene", make(json("scene", spec)));
    this.#actors = (spec.actors ?? []).map((_, index) => new Actor(this, index));
  }

  /** @internal */
  call<R>(act: (raw: RawScene) => R): R {
    return this.#scene.call(act);
  }

  /** The scene's description now, without default values. `steps` are those that the actors began with. */
  get spec(): SceneSpec {
    return this.#scene.json((raw) => raw.spec());
  }

  get actors(): readonly Actor[] {
    return this.#actors;
  }

  /** Ticks since the mark. */
  get now(): number {
    return this.call((raw) => raw.now);
  }

  /** Draws the scene into `into`, if that has the right length, or else into a new buffer. */
  render(into?: Uint8ClampedArray<ArrayBuffer>): Frame {
    return this.call((raw) => {
      raw.render();
      return this.#frame(raw, into);
    });
  }

  /** Draws the scene as room colours. Throws in games whose pixels have 16 bits: they have no room colours. */
  renderIndexed(): IndexedFrame {
    return this.call((raw) => {
      raw.render_indexed();
      const head = frameHead(raw);
      const pixels = this.#pixels(raw, head.width * head.height).slice();
      return { ...head, pixels, transparent: raw.transparent ?? null, palette: raw.palette() };
    });
  }

  /** Draws another tick since the mark, for onion skins. The scene stays at its tick. */
  peek(tick: number): Frame {
    return this.call((raw) => {
      raw.peek_at(whole("tick", tick, MOST_TICKS));
      return this.#frame(raw);
    });
  }

  #frame(raw: RawScene, into?: Uint8ClampedArray<ArrayBuffer>): Frame {
    const head = frameHead(raw);
    const size = head.width * head.height * 4;
    const data = into?.length === size ? into : new Uint8ClampedArray(size);
    data.set(this.#pixels(raw, size));
    return { ...head, data };
  }

  /** A view of the drawn pixels. Growing memory invalidates it, so each call takes a new one. */
  #pixels(raw: RawScene, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#core.glue.memory().buffer as ArrayBuffer, raw.pixels, size);
  }

  /** Plays ticks, loops of the interpreter. Returns what happened in them. */
  tick(times = 1): TickEvent[] {
    const events = this.call((raw) => raw.tick(whole("times", times, MOST_TICKS)));
    return events === undefined ? [] : (JSON.parse(events) as TickEvent[]);
  }

  /**
   * Goes to a tick since the mark, forwards or back, and repeats each step at its tick. A step after going back replaces
   * the steps of later ticks.
   */
  seek(tick: number): void {
    this.call((raw) => raw.seek(whole("tick", tick, MOST_TICKS)));
  }

  /** Makes the present tick 0. Steps of later ticks are dropped. */
  mark(): void {
    this.call((raw) => raw.mark());
  }

  /**
   * Changes the scene: room, view, background, lights, shadows. Actors continue what they do. The change holds at all
   * ticks, earlier ones included.
   */
  set(changes: Omit<SceneSpec, "actors" | "steps">): void {
    this.call((raw) => raw.set(json("set", changes)));
  }

  /**
   * Shows this block instead of a costume of the game, such as an edited one (`costumier/edit`). Actors that wear it
   * continue what they do.
   */
  putCostume(id: number, payload: Uint8Array): void {
    this.call((raw) => raw.put_costume(whole("costume", id), bytes("payload", payload)));
  }

  /** Adds an actor, in front of the others, and marks tick 0. */
  add(actor: ActorSpec): Actor {
    this.call((raw) => raw.add(json("add", actor)));
    const added = new Actor(this, this.#actors.length);
    this.#actors.push(added);
    return added;
  }

  /** Removes an actor, and marks tick 0. The numbers of those after it fall by one. */
  remove(actor: number): void {
    this.call((raw) => raw.remove(whole("actor", actor)));
    // What was removed must not move the actor that gets its number.
    this.#actors.splice(actor, 1)[0]?.moveTo(-1);
    for (const [index, it] of this.#actors.entries()) it.moveTo(index);
  }

  /** The actor that is visible in a pixel of the picture; `null` if there is none, or outside the picture. */
  actorAt(x: number, y: number): number | null {
    if (coordinate("x", x) < 0 || coordinate("y", y) < 0) return null;
    return this.call((raw) => raw.actor_at(x, y)) ?? null;
  }

  /** Where a pixel of the picture comes from, down to the bytes; `null` outside the picture. */
  explain(x: number, y: number): PixelChain | null {
    if (coordinate("x", x) < 0 || coordinate("y", y) < 0) return null;
    return this.#scene.json((raw) => raw.explain(x, y));
  }

  /**
   * Returns the scene as a file for `costumier render`, with everything since its beginning as steps: the file draws the
   * present picture. {@link Actor.look} is not stored. Throws for a name that no file may have, and after more than 65,536
   * steps.
   */
  toFile(name = "scene"): string {
    const scene = this.#scene.json((raw) => raw.to_scene(name));
    return `${JSON.stringify({ scenes: [scene] }, null, 2)}\n`;
  }

  /**
   * Films the scene from the mark on until all actors repeat together, with their settings and {@link Actor.look}. The
   * scene stays at its tick. Without a background the picture is as large as the drawn pixels, otherwise it is the scene's
   * view. Throws for more than 256 colours, which these formats cannot hold.
   */
  movie(options: MovieOptions): Movie {
    const [format, lead = 0, scale_up = 1, ticks_per_second = 10, longest_loop = 600] = fields(
      "movie", options ?? ({} as MovieOptions), "format", "lead", "scale_up", "ticks_per_second", "longest_loop",
    );
    if (!FORMATS.includes(format)) throw CostumierError.usage(`movie wants a format, not ${format}: ${FORMATS.join(", ")}`);
    return this.call((raw) => {
      const made = raw.movie(lead, format, scale_up, ticks_per_second, longest_loop);
      const movie = { bytes: made.bytes(), is_cut: made.is_cut };
      made.free();
      return movie;
    });
  }

  free(): void {
    this.#scene.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

/** The facts of a picture, without its pixels. */
function frameHead(raw: RawScene): Omit<Frame, "data"> {
  const [width = 0, height = 0, x = 0, y = 0, enlarged = 1, count = 0, ...actors] = raw.frame();
  const unseen = Array.from({ length: count }, (_, i) => ({ actor: actors[2 * i]!, outside: actors[2 * i + 1] === 1 }));
  return { width, height, x, y, enlarged, unseen, unboxed: actors.slice(2 * count) };
}

/** An actor of a scene. */
export class Actor {
  readonly #scene: Scene;
  #index: number;

  /** @internal */
  constructor(scene: Scene, index: number) {
    this.#scene = scene;
    this.#index = index;
  }

  /** Its number in the scene, from 0. It falls by one when an actor before it is removed; −1 after its own removal. */
  get index(): number {
    return this.#index;
  }

  /** @internal */
  moveTo(index: number): void {
    this.#index = index;
  }

  /** Its settings. */
  get settings(): ActorSettings {
    return this.#scene.spec.actors?.[this.#index] ?? {};
  }

  /** Carries out a step in the next drawn loop, as a script does. Other limbs continue. */
  do(step: Step): void {
    this.#scene.call((raw) => raw.perform(this.#index, json("do", step)));
  }

  /** Starts the actor again: what a game starts when the actor appears, then this chore. Marks tick 0. */
  perform(chore: Chore, facing: Facing): void {
    // An invalid chore must not turn the actor.
    const step = { perform: checkedChore(chore) };
    if (facing === undefined) throw CostumierError.usage('perform wants a facing: perform("walk", "east")');
    this.do({ face: facing });
    this.do(step);
    this.#scene.mark();
  }

  /**
   * Changes settings; the actor continues what it does. Facing, number, variables, conditions, talking, mouth, sounds and
   * seed change at this tick, as if a script set them. All others hold at all ticks, earlier ones included. Another costume
   * starts the actor again and marks tick 0.
   */
  set(changes: ActorSettings): void {
    const { position, ...others } = object("set", changes);
    this.#scene.call((raw) => {
      // Dragging calls this often, and a place needs no new description.
      if (Array.isArray(position) && Object.keys(others).length === 0)
        raw.place(this.#index, coordinate("x", position[0]), coordinate("y", position[1]));
      else raw.set_actor(this.#index, json("set", changes));
    });
  }

  /** Hides limbs (solo, mute) and flips the actor, for viewers. Games have no such setting. */
  look(peek: Peek): void {
    const [hidden = [], flip] = fields("look", peek, "hidden", "flip");
    if (!Array.isArray(hidden)) throw CostumierError.usage("`hidden` is a list of limbs: [3]");
    const limbs = (hidden as number[]).reduce((bits, limb) => bits | (1 << whole("limb", limb, 15)), 0);
    this.#scene.call((raw) => raw.look(this.#index, limbs, truth("flip", flip)));
  }

  /** The present state of each limb. */
  state(): ActorState {
    return JSON.parse(this.#scene.call((raw) => raw.state(this.#index))) as ActorState;
  }

  /** The pictures that it shows now, with their rectangles, for outlines of limbs. */
  placed(): PlacedPicture[] {
    const flat = this.#scene.call((raw) => raw.placed(this.#index));
    return Array.from({ length: flat.length / 7 }, (_, i) => {
      const [limb, of, index, x, y, width, height] = flat.subarray(7 * i) as unknown as number[];
      return { limb: limb!, picture: { limb: of!, index: index! }, area: [x!, y!, width!, height!] };
    });
  }

  /**
   * The pictures that it shows now, with the room pixels of all columns and rows, for painting under a pointer. `margin` is
   * the number of columns and rows that are added on every side of the picture.
   */
  spreads(margin = 0): PictureSpread[] {
    const flat = this.#scene.call((raw) => raw.spreads(this.#index, whole("margin", margin, U16)));
    const all: PictureSpread[] = [];
    for (let at = 0; at < flat.length; ) {
      const [limb, of, index, width, height, columns, rows] = flat.subarray(at, at + 7) as unknown as number[];
      const middle = at + 7 + 2 * columns!;
      const end = middle + 2 * rows!;
      all.push({
        limb: limb!, picture: { limb: of!, index: index! }, width: width!, height: height!,
        columns: flat.slice(at + 7, middle), rows: flat.slice(middle, end),
      });
      at = end;
    }
    return all;
  }

  /** The room pixel between its feet: its position, raised, and moved by its programs. */
  feet(): Pixel {
    const [x = 0, y = 0] = this.#scene.call((raw) => raw.feet(this.#index));
    return [x, y];
  }

  /**
   * The room pixel where the costume's coordinates begin. In v0, v1, v2 and on the NES it lies some pixels left or right of
   * the feet, depending on the facing; elsewhere it lies between them.
   */
  anchor(): Pixel {
    const [x = 0, y = 0] = this.#scene.call((raw) => raw.anchor(this.#index));
    return [x, y];
  }

  /** What it does from the mark on until it repeats. The scene does not change. */
  timeline(): Timeline {
    return JSON.parse(this.#scene.call((raw) => raw.timeline(this.#index))) as Timeline;
  }
}
