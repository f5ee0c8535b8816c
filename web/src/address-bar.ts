/** The address of what is seen: written as it changes, and as a link that carries small costumes and patches whole. */
import { writeAddress } from "./address";
import type { Playback } from "./playback";
import type { Store } from "./state";
import type { Client } from "./worker/client";

/** Milliseconds between two choices of costumes, of which the first is then only passed. */
const PASSING = 1500;

export class AddressBar {
  /** What the address says of a costume folder or a patch that it carries; empty where it carries none. */
  carried = "";
  /** Whether the address is to stay as it is. */
  isHeld = () => false;
  /** Costumes that were edited since. */
  edited: () => readonly number[] = () => [];
  last = "";
  private writing: ReturnType<typeof setTimeout> | null = null;
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

  // A moment after the last change, and never often: some browsers throw when it is changed a lot.
  private note(): void {
    this.writing ??= setTimeout(() => this.write(), 600);
  }

  private hash(carried: string): string {
    return [carried, writeAddress(this.store.state, this.playback.scene)].filter(Boolean).join("&");
  }

  /** A link to what is seen now, and what is in it: a small costume folder or patch whole, with all edits. */
  async link(): Promise<{ link: string; words: string }> {
    const { contents } = await import("./files/carry");
    const { carried, words } = await contents(this.store, this.client, this.carried, this.edited());
    const { origin, pathname, search } = location;
    // On a phone the button is in the panel *Save*: who gets the link wants the others.
    const hash = this.hash(carried).replace("&panel=take", "");
    return { link: `${origin}${pathname}${search}#${hash}`, words };
  }

  write(): void {
    if (this.writing) clearTimeout(this.writing);
    this.writing = null;
    // The address stays the page's own until a tool is used.
    if (this.store.state.phase !== "ready" || this.isHeld() || !this.store.state.tools) return;
    const hash = this.hash(this.carried);
    if (hash === this.last) return;
    this.last = hash;
    try {
      history.replaceState(null, "", `#${hash}`);
    } catch {
      /* the browser has had enough of it */
    }
  }

  /** A costume that was looked at is a place to come back from; those that were passed on the way to it are none. */
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
