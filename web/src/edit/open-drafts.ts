/** The drafts of a game's costumes: each is claimed for this tab, and they stay open until the game changes. */
import type { App } from "../app";
import { remember, remembered } from "../storage";
import { Draft } from "./draft";
import { heads } from "./log";
import { claim, release } from "./tabs";

/** A draft could not be opened because another tab has the costume. */
export class InAnotherTab extends Error {}

export class OpenDrafts {
  private readonly all = new Map<number, Draft>();
  /** Drafts that are being opened. */
  private readonly coming = new Map<number, Promise<Draft>>();

  constructor(
    private readonly app: App,
    private readonly onchange: () => void,
    /** Takes a costume back from another tab. */
    private readonly reclaim: (id: number) => void,
  ) {
    app.client.onafresh = () => void this.afresh();
    app.address.edited = () => [...this.changed()].sort((a, b) => a - b);
    addEventListener("beforeunload", event => {
      if ([...this.all.values()].some(one => !one.isSaved)) event.preventDefault();
    });
  }

  nameOf(id: number): string {
    return this.app.store.state.game?.costumes.find(one => one.id === id)?.name ?? `costume ${id}`;
  }

  /** The costumes that differ from the game's. */
  changed(): Set<number> {
    return new Set([...this.all.values()].filter(one => one.count).map(one => one.id));
  }

  /** Marks the costumes that differ from the game's. */
  mark(): void {
    const { store } = this.app;
    const changed = [...new Set([...(store.state.game?.patched ?? []), ...this.changed()])].sort((a, b) => a - b);
    if (changed.join() !== store.state.changed.join()) store.set({ changed });
  }

  /** Opens the draft of a costume, with what is kept of it. */
  async open(id: number, steal: boolean): Promise<Draft> {
    const have = this.all.get(id) ?? this.coming.get(id);
    if (have && !steal) return have;
    // A second claim of this tab would be refused while the first one goes on.
    const draft = this.claimed(id, steal).finally(() => this.coming.get(id) === draft && this.coming.delete(id));
    this.coming.set(id, draft);
    return draft;
  }

  private async claimed(id: number, steal: boolean): Promise<Draft> {
    const { store, client } = this.app;
    const { game, gameName } = store.state;
    const about = { game: game!.info.key, title: game!.info.title ?? gameName, id, name: this.nameOf(id) };
    if (!(await claim(`${about.game}/${id}`, steal, () => this.lost(id))))
      throw new InAnotherTab(`Another tab of this browser edits ${about.name}.`);
    client.wears = true;
    const draft = await Draft.open(client, about);
    draft.onchange = this.onchange;
    this.all.set(id, draft);
    if (draft.count) this.remember();
    this.mark();
    return draft;
  }

  private lost(id: number): void {
    const draft = this.all.get(id);
    if (!draft) return;
    draft.lose();
    const trouble = { kind: "tabs", text: "What you do here is not kept any more." };
    this.app.notices.show(`Another tab edits ${this.nameOf(id)} now.`, trouble, [
      ["Edit it here", () => this.reclaim(id)],
    ]);
  }

  /** Keeps the changes of this tab, and tells the other one, whose changes they replace. */
  async keepMine(draft: Draft): Promise<void> {
    await claim(draft.key, true, () => this.lost(draft.id));
    this.app.notices.clearKind("tabs");
    await draft.takeOver();
  }

  /** Opens all costumes of the game that were edited before. Returns the ids of those that were opened. */
  async resume(): Promise<number[]> {
    const kept = await heads(this.app.store.state.game!.info.key);
    const opened: number[] = [];
    for (const { id, applied } of kept) {
      if (!applied) continue;
      const draft = await this.open(id, false).catch(() => null);
      if (draft) opened.push(id);
      else
        this.app.notices.show(`${this.nameOf(id)} cannot be resumed here.`, {
          kind: "tabs",
          text: "Another tab may edit it.",
        });
    }
    return opened;
  }

  close(): void {
    for (const one of this.all.values()) release(one.key);
    this.all.clear();
    this.coming.clear();
    this.app.client.wears = false;
    this.mark();
  }

  // A worker that had to begin anew knows no drafts.
  private async afresh(): Promise<void> {
    for (const draft of this.all.values()) await draft.begin().catch(() => undefined);
    this.app.playback.want();
  }

  /** Remembers which games have edits, without the database, for the next visit. */
  remember(): void {
    const key = this.app.store.state.game?.info.key;
    const known = new Set((remembered("drafts") ?? "").split(" ").filter(Boolean));
    if (!key || known.has(key)) return;
    remember("drafts", [...known, key].join(" "));
    void navigator.storage?.persist?.();
  }
}
