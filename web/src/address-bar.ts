/** The page's address: written as the state changes, and as a link that holds small costumes and patches. */
import { writeAddress } from "./address";
import type { Playback } from "./playback";
import type { Store } from "./state";
import type { Client } from "./worker/client";

/** Some browsers throw if the address changes more than 100 times in half a minute. So many writes are made at once; */
const AT_ONCE = 30;
/** those that follow are so many milliseconds apart. */
const PAUSE = 600;
/** Two choices of costumes within so many milliseconds make one entry of the browser's history. */
const PASSING = 1500;

export class AddressBar {
  /** The part of the address that holds a costume folder or a patch; empty without one. */
  carried = "";
  /** Whether the address must not change. */
  isHeld = () => false;
  /** Costumes with edits. */
  edited: () => readonly number[] = () => [];
  last = "";
  private writing: ReturnType<typeof setTimeout> | null = null;
  private wroteAt = -Infinity;
  /** Number of writes that may be made at once. */
  private left = AT_ONCE;
  private chosenAt = -Infinity;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly playback: Playback,
  ) {
    store.watch(
      s => [s],
      () => this.note(),
    );
    playback.listen(() => {
      if (!store.state.playing) this.note();
    });
  }

  // At once, if not too many were near: a reload opens what is on the stage.
  private note(): void {
    const pause = this.left < 1 ? this.wroteAt + PAUSE - performance.now() : 0;
    this.writing ??= setTimeout(() => this.write(), pause);
  }

  private hash(carried: string): string {
    return [carried, writeAddress(this.store.state, this.playback.scene)].filter(Boolean).join("&");
  }

  /** A link to the present view, and its contents: a small costume folder or patch with all edits. */
  async link(): Promise<{ link: string; words: string }> {
    const { contents } = await import("./files/carry");
    const { carried, words } = await contents(this.store, this.client, this.carried, this.edited());
    const { origin, pathname, search } = location;
    // On a phone the button is in the panel *Save*; the link must open the other panels.
    const hash = this.hash(carried).replace("&panel=take", "");
    return { link: `${origin}${pathname}${search}#${hash}`, words };
  }

  write(): void {
    if (this.writing) clearTimeout(this.writing);
    this.writing = null;
    // The address of a first visit stays until a tool is used.
    if (this.store.state.phase !== "ready" || this.isHeld() || !this.store.state.tools) return;
    const hash = this.hash(this.carried);
    if (hash === this.last) return;
    const now = performance.now();
    this.left = Math.min(AT_ONCE, this.left + (now - this.wroteAt) / PAUSE) - 1;
    this.wroteAt = now;
    try {
      history.replaceState(null, "", `#${hash}`);
      this.last = hash;
    } catch {
      /* the browser has had enough of it; the next change is written */
    }
  }

  /** Adds a costume to the browser's history, unless another one is chosen at once. */
  push(): void {
    const now = performance.now();
    const passing = now - this.chosenAt < PASSING;
    this.chosenAt = now;
    if (passing) return;
    try {
      this.write();
      history.pushState(null, "", location.href);
    } catch {
      /* as above */
    }
  }
}
