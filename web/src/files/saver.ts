/**
 * Makes files to be saved: films and pictures of what the stage shows, and exports of what the game stores. A worker of its
 * own makes them, so the stage keeps its frames, and ends with them. One file is made at a time.
 */
import type { Playback } from "../playback";
import type { Store } from "../state";
import { Overtaken, type Client } from "../worker/client";
import type { Progress } from "../worker/protocol";
import type { film, Made, stored } from "./made";
import { save } from "./save";

/** How far a file is, and what came of the last one. */
export interface SaverState {
  running: boolean;
  done: number | null;
  total: number | null;
  words: string;
  /** Whether the words stay until they are closed. */
  stays: boolean;
}

export class Saver {
  state: SaverState = { running: false, done: null, total: null, words: "", stays: false };
  private worker: Client | null = null;
  private readonly listeners: ((state: SaverState) => void)[] = [];

  constructor(
    readonly store: Store,
    private readonly client: Client,
    readonly playback: Playback,
    readonly picture: () => HTMLCanvasElement,
  ) {}

  listen(act: (state: SaverState) => void): void {
    this.listeners.push(act);
  }

  private set(state: Partial<SaverState>): void {
    this.state = { ...this.state, ...state };
    for (const act of this.listeners) act(this.state);
  }

  say(words: string, stays = false): void {
    this.set({ words, stays });
  }

  /** Stops what is being made. Nothing of it is saved. */
  stop(): void {
    this.worker?.end();
    this.worker = null;
  }

  /** Makes a file in a worker of its own, and saves it. */
  async run(label: string, make: (worker: Client) => Promise<Made>): Promise<void> {
    if (this.state.running) return;
    this.set({ running: true, done: null, total: null, words: `Making ${label} …`, stays: false });
    try {
      const worker = await this.client.aside(
        said => this.progress(label, said),
        other => (this.worker = other),
      );
      const { name, bytes, words } = await make(worker);
      save(name, bytes);
      this.say(`Saved: ${name}, ${words}`);
    } catch (why) {
      if (why instanceof Overtaken) this.say(`${label} was stopped: nothing is saved.`);
      else this.failed(label, why);
    } finally {
      this.stop();
      this.set({ running: false });
    }
  }

  private failed(label: string, why: unknown): void {
    this.say(`${label} could not be made: ${why instanceof Error ? why.message : why}`, true);
  }

  private progress(label: string, { progress, done, total }: Progress): void {
    if (!this.state.running) return;
    this.set({ words: `Making ${label}: ${progress}`, done: done ?? null, total: total ?? null });
  }

  /** What the stage shows, until the actors repeat together, as an animated file. */
  async film(...asked: After<Parameters<typeof film>>): Promise<Made> {
    return (await import("./made")).film(this, ...asked);
  }

  /** What the game stores, as `costumier export` writes it. */
  async stored(...asked: After<Parameters<typeof stored>>): Promise<Made> {
    return (await import("./made")).stored(this, ...asked);
  }

  /** The present picture, each pixel of the game as `scale` × `scale`. */
  async still(scale: number): Promise<void> {
    try {
      await (await import("./made")).still(this, scale);
    } catch (why) {
      this.failed("The picture", why);
    }
  }
}

type After<All extends unknown[]> = All extends [Saver, ...infer Rest] ? Rest : never;
