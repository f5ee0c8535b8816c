/** Scenes that go on, and their actors. */
import { CostumierError } from "./errors.js";
import type { RawScene } from "./glue.js";
import type { Core } from "./instance.js";
import type { ActorSettings, ActorSpec, Chore, Facing, Frame, SceneSpec, Step } from "./types.js";

/** A scene that goes on: actors in a room, or on nothing. */
export class Scene {
  readonly #core: Core;
  readonly #raw: RawScene;
  #spec: SceneSpec;
  #actors: Actor[];
  #now = 0;
  #freed = false;

  /** @internal */
  constructor(core: Core, make: (spec: string) => RawScene, spec: SceneSpec) {
    this.#core = core;
    this.#raw = core.call(() => make(JSON.stringify(spec)));
    this.#spec = structuredClone(spec);
    this.#actors = (spec.actors ?? []).map((_, index) => new Actor(core, this, index));
  }

  /** @internal */
  get raw(): RawScene {
    if (this.#freed) throw CostumierError.freed("scene");
    return this.#raw;
  }

  /** What is said of it now. Steps are those that actors began with. */
  get spec(): SceneSpec {
    return this.#spec;
  }

  get actors(): readonly Actor[] {
    return this.#actors;
  }

  /** Ticks since the mark. */
  get now(): number {
    return this.#now;
  }

  /** Draws it. Into `into` where that fits, else into a buffer of its own. */
  render(into?: Uint8ClampedArray<ArrayBuffer>): Frame {
    return this.#core.call(() => {
      this.raw.render();
      const [width = 0, height = 0, x = 0, y = 0, enlarged = 1] = this.raw.frame();
      const size = width * height * 4;
      const data = into?.length === size ? into : new Uint8ClampedArray(size);
      // The view is taken anew every time: it is lost whenever the memory grows.
      data.set(new Uint8Array(this.#core.glue.memory().buffer, this.raw.pixels, size));
      return { width, height, x, y, enlarged, data };
    });
  }

  /** Lets loops of the interpreter pass. */
  tick(times = 1): void {
    this.#core.call(() => this.raw.tick(times));
    this.#now += times;
  }

  /** This is tick 0 from now on. */
  mark(): void {
    this.#now = 0;
  }

  /** Changes what is said. Actors go on. */
  set(changes: SceneSpec): void {
    this.#say({ ...this.#spec, ...changes });
  }

  add(actor: ActorSpec): Actor {
    this.#say({ ...this.#spec, actors: [...(this.#spec.actors ?? []), structuredClone(actor)] });
    const added = new Actor(this.#core, this, this.#actors.length);
    this.#actors.push(added);
    return added;
  }

  /** @internal */
  setActor(index: number, changes: ActorSettings): void {
    const actors = (this.#spec.actors ?? []).map((it, i) => (i === index ? { ...it, ...changes } : it));
    this.#say({ ...this.#spec, actors });
  }

  #say(spec: SceneSpec): void {
    this.#core.call(() => this.raw.change(JSON.stringify(spec)));
    this.#spec = spec;
  }

  free(): void {
    if (!this.#freed) this.#core.free(this.#raw);
    this.#freed = true;
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

/** An actor of a scene. */
export class Actor {
  readonly #core: Core;
  readonly #scene: Scene;

  /** @internal */
  constructor(
    core: Core,
    scene: Scene,
    /** Its place in the scene, from 0. It moves up when one before it is removed. */
    readonly index: number,
  ) {
    this.#core = core;
    this.#scene = scene;
  }

  get settings(): ActorSettings {
    return this.#scene.spec.actors?.[this.index] ?? {};
  }

  /** Does something in the loop that is drawn next, as a script does it: other limbs go on. */
  do(step: Step): void {
    this.#core.call(() => this.#scene.raw.perform(this.index, JSON.stringify(step)));
  }

  /** Starts afresh: empty limbs, `init`, then this chore; marks tick 0. */
  perform(chore: Chore, facing: Facing): void {
    this.do({ face: facing });
    this.do({ chore: "init" });
    if (chore !== "init") this.do({ chore });
    this.#scene.mark();
  }

  /** Changes settings. It goes on with what it does. */
  set(changes: ActorSettings): void {
    this.#scene.setActor(this.index, changes);
  }
}
