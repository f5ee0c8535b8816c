/**
 * Time while one edits (COST): commands of a limb are held longer, taken out, moved, copied, or show another picture. What
 * buttons mean is the box under the playhead in the chosen limb's row; a click on a box chooses both.
 */
import { attr, h } from "../dom";
import type { DraftDirection, DraftRecord, Timeline } from "costumier";
import { added } from "./chores";
import type { Edit } from "./edit";
import { Facings } from "./facings";
import { TimeDrag } from "./time-drag";
import { Tray } from "./tray";

type Span = Timeline["limbs"][number]["spans"][number];

/** A limb's commands in a record, and which one is meant. */
export interface At {
  chore: number;
  direction: DraftDirection;
  record: Extract<DraftRecord, { limbs: unknown }>;
  limb: number;
  commands: number[];
  once: boolean;
  index: number;
}

export class Timing {
  readonly element: HTMLElement;
  private readonly tray: Tray;

  constructor(readonly edit: Edit) {
    const button = (words: string, title: string, act: () => void) =>
      h("button", { type: "button", title, onclick: act }, words);
    this.tray = new Tray(this);
    const facings = new Facings(edit);
    this.element = h(
      "span",
      { class: "edit-time", role: "group", "aria-label": "Edit time" },
      button(
        "Longer",
        "Holds this command one tick longer. Or drag the right edge of its box",
        () => void this.hold(1),
      ),
      button("Delete", "Takes this command out (Delete)", () => void this.remove()),
      button("Earlier", "Moves this command one place to the front. Or drag its box; Alt copies it", () =>
        this.step(-1),
      ),
      button("Later", "Moves this command one place to the end. Or drag its box; Alt copies it", () => this.step(1)),
      button(
        "Once, loop",
        "Whether the limb holds the last command or begins again",
        () => void this.change("Once, loop", at => void (at.once = !at.once)),
      ),
      this.tray.element,
      button("New drawing", "Copies this picture for this box only (Alt+N)", () => void this.newDrawing()),
      button("New chore", "Copies this facing of the chore as a chore of its own", () => void this.newChore()),
      facings.element,
    );
    const { body } = edit.app.time.panel;
    body.append(this.element);
    edit.app.playback.listen(() => this.tell());
    new TimeDrag(this);
    body.addEventListener("keydown", event => {
      if (event.key !== "Delete" || !this.isOn || !(event.target as HTMLElement).matches(".track")) return;
      event.preventDefault();
      void this.remove();
    });
  }

  /** Whether rows are edited. */
  get isOn(): boolean {
    const { edit } = this;
    return edit.isOn && edit.draft !== null && edit.app.store.state.costume?.kind === "cost";
  }

  /** The chosen limb, or the one whose row was clicked, or the first of the clip. */
  get limb(): number | null {
    const { clip } = this.edit.app.playback;
    return this.edit.limb ?? this.edit.app.time.limb ?? clip?.limbs[0]?.limb ?? null;
  }

  private tell(): void {
    attr(this.element, "data-off", this.isOn ? null : "true");
    if (this.isOn) this.tray.tell(this.limb, this.spanAt(this.limb, this.edit.app.playback.tick));
  }

  /** The box of a limb at a tick. */
  spanAt(limb: number | null, tick: number): Span | null {
    const row = this.edit.app.playback.clip?.limbs.find(one => one.limb === limb);
    return row?.spans.find(one => tick >= one.from && tick < one.to) ?? null;
  }

  /** The command of a box, or why there is none. */
  async at(limb: number | null, span: Span | null): Promise<At | string> {
    const { app, draft } = this.edit;
    const { clip } = app.playback;
    if (!draft || !clip || limb === null || !span) return "No limb does anything at this tick.";
    const { chore, facing } = clip;
    const found = await app.client.ask("record", { id: draft.id, chore, facing });
    if (!found || !("limbs" in found.record)) return "This chore has no record in this facing.";
    const action = found.record.limbs[limb];
    if (!action || action === "off") return `Limb ${limb} goes on from another chore here: change it there.`;
    const stored = app.store.state.costume?.records.find(one => one.chore === chore && one.facing === facing);
    const entry = stored?.limbs.find(one => one.limb === limb);
    const start = entry && "start" in entry ? entry.start : undefined;
    const index = span.position - (start ?? 0);
    const { commands, once } = action.play;
    if (start === undefined || index < 0 || index >= commands.length)
      return `Limb ${limb} is at a command of another chore here.`;
    return { chore, direction: found.direction, record: found.record, limb, commands: [...commands], once, index };
  }

  /** Changes the commands of a limb; the box under the playhead is meant unless another one is given. */
  async change(
    words: string,
    act: (at: At) => string | void,
    limb: number | null = this.limb,
    span: Span | null = this.spanAt(limb, this.edit.app.playback.tick),
  ): Promise<boolean> {
    const at = await this.at(limb, span);
    const why = typeof at === "string" ? at : act(at);
    if (typeof at === "string" || why) {
      this.edit.say(String(why));
      return false;
    }
    const { chore, direction, record, commands, once } = at;
    const limbs = { ...record.limbs, [at.limb]: { play: { commands, once } } };
    const done = await this.edit.make(words, [{ draft: { record: { chore, direction, record: { limbs } } } }]);
    if (done) this.edit.app.time.focus(at.limb);
    return done;
  }

  /** Holds a command some ticks longer, or shorter: its equal neighbours go first. */
  hold(by: number, limb?: number, span?: Span): Promise<boolean> {
    return this.change(
      by > 0 ? "Hold longer" : "Hold shorter",
      ({ commands, index }) => {
        const command = commands[index]!;
        if (by > 0) return void commands.splice(index, 0, ...Array<number>(by).fill(command));
        let left = -by;
        for (let at = index + 1; left && commands[at] === command; left--) commands.splice(at, 1);
        for (let at = index - 1; left && commands[at] === command; at--, left--) commands.splice(at, 1);
        return left === -by ? "A command is shown for one tick at least. Delete takes it out." : undefined;
      },
      limb,
      span,
    );
  }

  remove(): Promise<boolean> {
    return this.change("Delete command", ({ commands, index }) => {
      if (commands.length < 2)
        return "The limb plays only this command. Switch the limb off in a costume folder instead.";
      commands.splice(index, 1);
      return undefined;
    });
  }

  /** Moves a command to where another one is, before or after it; or copies it there. */
  async move(limb: number, span: Span, to: Span, isAfter: boolean, copies: boolean): Promise<void> {
    const other = await this.at(limb, to);
    if (typeof other === "string") return this.edit.say(other);
    const place = other.index + (isAfter ? 1 : 0);
    await this.change(
      copies ? "Copy command" : "Move command",
      ({ commands, index }) => {
        const [command] = copies ? [commands[index]!] : commands.splice(index, 1);
        commands.splice(!copies && place > index ? place - 1 : place, 0, command!);
      },
      limb,
      span,
    );
  }

  /** Puts a picture in before or after a box. */
  async insert(limb: number, picture: number, to: Span, isAfter: boolean): Promise<void> {
    await this.change(
      "Insert picture",
      ({ commands, index }) => void commands.splice(index + (isAfter ? 1 : 0), 0, picture),
      limb,
      to,
    );
  }

  /** Shows another picture in the box under the playhead. */
  show(picture: number): void {
    void this.change("Another picture", at => void (at.commands[at.index] = picture));
  }

  /** Gives the box under the playhead a copy of its picture. */
  async newDrawing(): Promise<void> {
    const { edit, limb } = this;
    const { draft, app } = edit;
    const at = await this.at(limb, this.spanAt(limb, app.playback.tick));
    if (!draft || typeof at === "string") return edit.say(String(at));
    const command = at.commands[at.index]!;
    const picture = { limb: at.limb, index: command & 0x7f };
    const { head } = draft.drafted;
    const [owner, of] = head.limbs.find(one => one.limb === at.limb)?.pictures[picture.index]?.owner ?? [];
    if (owner === undefined || of === undefined) return edit.say("This box shows no picture.");
    const rows = await app.client.ask("rowsOf", { id: draft.id, key: { limb: owner, index: of } });
    const copy = added(head, picture, rows);
    if (typeof copy === "string") return edit.say(copy);
    at.commands[at.index] = (command & 0x80) | copy.index;
    const { chore, direction, record, commands, once } = at;
    const limbs = { ...record.limbs, [at.limb]: { play: { commands, once } } };
    const edits = [copy.edit, { record: { chore, direction, record: { limbs } } }];
    const done = await edit.make(
      "New drawing",
      edits.map(draft => ({ draft })),
    );
    if (!done) return;
    edit.chooseLimb(at.limb);
    edit.say(`Picture ${copy.index} is a copy of picture ${picture.index}, for this box only.`);
  }

  private step(by: 1 | -1): void {
    void this.change(by < 0 ? "Move earlier" : "Move later", ({ commands, index }) => {
      const other = index + by;
      if (other < 0 || other >= commands.length) return "It is the last one on this side.";
      [commands[index], commands[other]] = [commands[other]!, commands[index]!];
      const { playback } = this.edit.app;
      playback.seek(Math.max(0, playback.scene + by));
      return undefined;
    });
  }

  private async newChore(): Promise<void> {
    const { app, draft } = this.edit;
    const { clip } = app.playback;
    if (!draft || !clip) return;
    const { chore, facing } = clip;
    const found = await app.client.ask("record", { id: draft.id, chore, facing });
    if (!found) return this.edit.say("This chore has no record in this facing.");
    const number = 1 + Math.max(...(app.store.state.costume?.actions.map(one => one.chore) ?? [0]));
    const done = await this.edit.make("New chore", [
      { draft: { record: { chore: number, direction: facing as DraftDirection, record: found.record } } },
    ]);
    if (!done) return;
    this.edit.say(`Chore ${number} is a copy of chore ${chore}, ${facing}. Scripts start it by its number.`);
    app.store.actor({ chore: number });
  }
}
