/**
 * Makes files: films and pictures of the stage, and exports. Each file is made in a new worker, so that the stage keeps its
 * frame rate. One file is made at a time.
 */
import type { Playback } from "../playback";
import type { Store } from "../state";
import { Overtaken, type Client } from "../worker/client";
import type { Progress } from "../worker/protocol";
import type { film, Made, stored } from "./made";
import { save } from "./save";

/** The progress of a file, and the result of the last one. */
export interface SaverState {
  running: boolean;
  done: number | null;
  total: number | null;
  words: string;
  /** Whether the message stays until it is closed. */
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

  /** Stops the file that is being made. Nothing is saved. */
  stop(): void {
    this.worker?.end();
    this.worker = null;
  }

  /** Makes a file in a new worker, and saves it. */
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

  /** Saves an animated file of the stage, until the actors repeat together. */
  async film(...asked: After<Parameters<typeof film>>): Promise<Made> {
    return (await import("./made")).film(this, ...asked);
  }

  /** Saves the files of `costumier export`. */
  async stored(...asked: After<Parameters<typeof stored>>): Promise<Made> {
    return (await import("./made")).stored(this, ...asked);
  }

  /** Saves the present picture, with each pixel of the game as `scale` × `scale`. */
  async still(scale: number): Promise<void> {
    try {
      await (await import("./made")).still(this, scale);
    } catch (why) {
      this.failed("The picture", why);
    }
  }
}

type After<All extends unknown[]> = All extends [Saver, ...infer Rest] ? Rest : never;
