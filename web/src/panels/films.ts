/** The films of the wardrobe's thumbnails. The worker makes two at a time; the oldest are dropped. */
import type { Film } from "costumier";
import type { Store } from "../state";
import type { Client } from "../worker/client";

/** Most films that are kept. */
const MOST = 160;

export class Films {
  private readonly all = new Map<string, Film | "coming" | "failed">();
  private asking = 0;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
  ) {}

  clear(): void {
    this.all.clear();
  }

  /** Requests the films of a costume again, after a change. */
  renew(id: number): void {
    for (const moving of [true, false]) this.all.delete(`${id} ${moving}`);
  }

  /** Whether the costume, as it waits, cannot be shown. */
  hasFailed(id: number): boolean {
    return this.all.get(`${id} false`) === "failed";
  }

  /** The film of a costume, which is asked for if there is none. */
  of(id: number, moving: boolean): Film | null {
    const key = `${id} ${moving}`;
    const have = this.all.get(key);
    if (have === "failed" || have === "coming") return null;
    if (have) {
      this.all.delete(key);
      this.all.set(key, have);
      return have;
    }
    if (this.asking >= 2 || this.store.state.phase !== "ready") return null;
    this.asking++;
    this.all.set(key, "coming");
    const { game } = this.store.state;
    // Drops answers for a game that is closed.
    const came = (film: Film | "failed") => void (game === this.store.state.game && this.all.set(key, film));
    this.client
      .ask("film", { id, moving })
      .then(came, () => came("failed"))
      .finally(() => {
        this.asking--;
        for (const old of this.all.keys()) {
          if (this.all.size <= MOST) break;
          this.all.delete(old);
        }
      });
    return null;
  }
}
