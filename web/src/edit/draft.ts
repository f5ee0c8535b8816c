/**
 * One costume while it is edited: its changes in order, the worker's draft of it, and where they are kept. A change is
 * made in the worker and kept in the browser at once; none waits for the other.
 */
import type { Client } from "../worker/client";
import { Failure } from "../worker/client";
import { beneath } from "../worker/layers";
import type { Drafted, Edit, Ops } from "../worker/protocol";
import { forget, keep, keyOf, kept, Overwritten, WRITER, type Change, type Head } from "./log";

/** Where the changes are: on the disk, on the way there, or in this tab alone. */
export type Place = "nothing" | "saving" | "saved" | "tab" | "elsewhere";

export class Draft {
  private changes: Change[] = [];
  private applied = 0;
  private total = 0;
  /** Changes from here on are not kept yet. */
  private unsaved: number;
  private headSaved = true;
  /** Who wrote the head that is in the database. */
  private writer: string | null = null;
  private counted: { version: number; names: ReadonlySet<string> } | null = null;
  private saving: Promise<void> | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private now!: Drafted;
  /** How many changes counted when the costume could be packed last. */
  private packed = Infinity;
  place: Place = "nothing";
  /** Why changes are in this tab alone. */
  why = "";
  /** Whether it continues what was kept on another block than the game's. */
  isOnOther = false;
  /** Called after every change of this state. */
  onchange: () => void = () => {};

  private constructor(
    private readonly client: Client,
    private readonly about: Pick<Head, "game" | "title" | "id" | "name">,
    private origin: Uint8Array<ArrayBuffer> | null,
  ) {
    this.unsaved = 0;
  }

  get id(): number {
    return this.about.id;
  }

  get drafted(): Drafted {
    return this.now;
  }

  set drafted(now: Drafted) {
    this.now = now;
    if (!now.refusal) this.packed = this.applied;
  }

  get key(): string {
    return keyOf(this.about.game, this.about.id);
  }

  /** Opens a costume with what is kept of it. */
  static async open(client: Client, about: Pick<Head, "game" | "title" | "id" | "name">): Promise<Draft> {
    const old = await kept(keyOf(about.game, about.id)).catch(() => null);
    const draft = new Draft(client, about, old?.head.origin ?? null);
    if (old) {
      draft.changes = old.changes;
      draft.applied = Math.min(old.head.applied, old.changes.length);
      draft.total = draft.unsaved = old.changes.length;
      draft.writer = old.head.writer;
      draft.packed = old.head.packed ?? Infinity;
      draft.place = old.changes.length ? "saved" : "nothing";
    }
    await draft.begin();
    return draft;
  }

  /** Creates the worker's draft: at first, and after each restart of the worker. */
  async begin(): Promise<void> {
    const edits = () => this.changes.slice(0, this.applied).flatMap(one => one.edits);
    try {
      this.drafted = await this.client.ask("draft", { id: this.id, edits: edits(), origin: this.origin });
    } catch (why) {
      // A page that was killed may have kept a change that the worker was about to refuse.
      if (!this.applied || (why instanceof Failure && why.trouble.kind === "panic")) throw why;
      this.applied--;
      this.drafted = await this.client.ask("draft", { id: this.id, edits: edits(), origin: this.origin });
    }
    this.isOnOther = this.origin !== null && !equal(this.origin, this.drafted.origin);
    this.origin ??= this.drafted.origin;
    this.onchange();
  }

  get canUndo(): string | null {
    return this.applied ? this.changes[this.applied - 1]!.words : null;
  }

  get canRedo(): string | null {
    return this.applied < this.total ? this.changes[this.applied]!.words : null;
  }

  /** The change since which the costume cannot be packed, and how many were made after it. */
  get cause(): { words: string; later: number } | null {
    if (!this.drafted.refusal || !this.applied) return null;
    const first = Math.min(this.packed, this.applied - 1);
    return { words: this.changes[first]!.words, later: this.applied - first - 1 };
  }

  /** How many pictures of a limb the changes have changed or added. */
  changedIn(limb: number): number {
    const { version } = this.drafted;
    if (this.counted?.version !== version) {
      const names = new Set<string>();
      for (const { edits } of this.changes.slice(0, this.applied))
        for (const edit of edits) {
          if ("layer" in edit) {
            const { limb, to } = edit.layer;
            for (const key of to ? beneath(this.drafted.head, limb, to) : []) names.add(`${key.limb}.${key.index}`);
            continue;
          }
          const key = "paint" in edit ? edit.paint.key : "picture" in edit.draft ? edit.draft.picture.key : null;
          if (key) names.add(`${key.limb}.${key.index}`);
        }
      this.counted = { version, names };
    }
    return [...this.counted.names].filter(one => one.startsWith(`${limb}.`)).length;
  }

  get count(): number {
    return this.applied;
  }

  /** Whether all that was done is on the disk. */
  get isSaved(): boolean {
    return this.saving === null && !this.hasUnsaved;
  }

  private get hasUnsaved(): boolean {
    return !this.headSaved || this.unsaved < this.total;
  }

  /** Makes a change. What is impossible throws, and changes nothing. */
  make(words: string, edits: Edit[]): Promise<void> {
    return this.inOrder(async () => {
      // It is kept while the worker makes it: a page that is killed in between has it.
      const before = [this.changes.slice(this.applied), this.applied, this.total] as const;
      this.changes.splice(this.applied, Infinity, { words, edits });
      this.applied++;
      this.total = this.applied;
      this.unsaved = Math.min(this.unsaved, this.applied - 1);
      void this.save();
      try {
        this.drafted = await this.asked("edit", { id: this.id, edits });
      } catch (why) {
        this.changes.splice(before[1], Infinity, ...before[0]);
        [this.applied, this.total] = [before[1], before[2]];
        this.unsaved = Math.min(this.unsaved, before[1]);
        // The head may be on the disk with the change that is refused.
        this.headSaved = false;
        void this.save();
        throw why;
      } finally {
        this.onchange();
      }
    });
  }

  /** Shows edits on the stage without making them. */
  trial(edits: Edit[]): Promise<number> {
    return this.inOrder(async () => {
      const tried = await this.client.ask("edit", { id: this.id, edits, trial: true }).catch(() => null);
      return tried?.version ?? 0;
    });
  }

  undo(): Promise<void> {
    return this.inOrder(async () => {
      if (!this.applied) return;
      const { edits } = this.changes[this.applied - 1]!;
      this.applied--;
      this.headSaved = false;
      void this.save();
      this.drafted = await this.asked("undo", { id: this.id, count: edits.length });
      this.onchange();
    });
  }

  redo(): Promise<void> {
    return this.inOrder(async () => {
      if (this.applied >= this.total) return;
      const { edits } = this.changes[this.applied]!;
      this.applied++;
      this.headSaved = false;
      void this.save();
      this.drafted = await this.asked("edit", { id: this.id, edits });
      this.onchange();
    });
  }

  /** Back to the game's costume; nothing is kept. */
  async discard(): Promise<void> {
    await this.inOrder(async () => {
      await this.saving;
      await forget(this.key);
      this.changes = [];
      this.applied = this.total = this.unsaved = 0;
      this.origin = this.writer = null;
      this.place = "nothing";
      this.headSaved = true;
      await this.begin();
    });
  }

  // One after the other: the worker's draft and the list of changes stay the same.
  private inOrder<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(act, act);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  // A worker that had to start afresh, or opened another game meanwhile, has no draft: it begins with all changes.
  private async asked<O extends "edit" | "undo">(op: O, asked: Ops[O]["asked"]): Promise<Drafted> {
    try {
      return (await this.client.ask(op, asked)) as Drafted;
    } catch (why) {
      if (!(why instanceof Failure) || (why.trouble.kind !== "no-draft" && why.trouble.kind !== "panic")) throw why;
      await this.begin();
      return this.drafted;
    }
  }

  /** Keeps what is not kept yet: one write at a time, each with all that has come meanwhile. */
  save(): Promise<void> {
    this.saving ??= this.write().finally(() => {
      this.saving = null;
      this.onchange();
    });
    return this.saving;
  }

  private async write(): Promise<void> {
    try {
      while (this.hasUnsaved && this.place !== "elsewhere") {
        this.place = "saving";
        this.onchange();
        const [from, total] = [this.unsaved, this.total];
        const head: Head = {
          ...this.about,
          key: this.key,
          origin: this.origin!,
          applied: this.applied,
          total,
          packed: this.packed,
          writer: WRITER,
          time: Date.now(),
        };
        this.headSaved = true;
        this.unsaved = total;
        try {
          await keep(head, from, this.changes.slice(0, total), this.writer);
          this.writer = WRITER;
        } catch (why) {
          this.unsaved = Math.min(this.unsaved, from);
          this.headSaved = false;
          throw why;
        }
      }
      if (this.place !== "elsewhere") this.place = this.total ? "saved" : "nothing";
    } catch (why) {
      this.place = why instanceof Overwritten ? "elsewhere" : "tab";
      this.why = inWords(why);
    }
  }

  /** Another tab edits it from now on: nothing is kept any more. */
  lose(): void {
    this.place = "elsewhere";
    this.why = "Another tab edits this costume now.";
    this.onchange();
  }

  /** Takes the costume over, even if another page has written changes. */
  async takeOver(): Promise<void> {
    const old = await kept(this.key);
    this.writer = old?.head.writer ?? null;
    this.unsaved = 0;
    this.headSaved = false;
    this.place = "saving";
    await this.save();
  }
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

function inWords(why: unknown): string {
  if (why instanceof Overwritten) return "Another tab has edited this costume since.";
  const name = why instanceof DOMException ? why.name : "";
  if (name === "QuotaExceededError") return "The browser has no room left for this page.";
  return `The browser cannot keep it: ${why instanceof Error ? why.message : String(why)}`;
}
