/**
 * Time while one edits: boxes of a limb are held longer, taken out, moved, copied, or show another picture. A box is one
 * command, or equal ones in a row. What buttons mean is the box under the playhead in the chosen limb's row; a click on a
 * box chooses both.
 */
import { attr, h } from "../dom";
import type { DraftDirection, DraftEdit, Facing } from "costumier";
import type { Box } from "../panels/boxes";
import { added, pictureOf, playOf, playsProgram, showing, tableOf } from "./chores";
import type { Edit } from "./edit";
import { Facings } from "./facings";
import type { ProgramText } from "./program-text";
import { TimeDrag } from "./time-drag";
import { TimeView } from "./time-view";
import { Tray } from "./tray";

/** Modes in which a limb runs a program: run, delta. */
const RUNS: readonly number[] = [6, 8];

/**
 * A limb's commands, and which ones are meant: `count` equal ones from `index` on. They are all of a record, or pictures in
 * a row within a program.
 */
export interface At {
  limb: number;
  commands: number[];
  once: boolean;
  index: number;
  count: number;
  /** The offset of the first one in the program; `null` for those of a record. */
  start: number | null;
  /** Whether the limb shows one command for ever, and not the next ones. */
  isHeld: boolean;
  /** The edit that sets the commands as they are in here. */
  edit(): DraftEdit;
}

export class Timing {
  readonly element: HTMLElement;
  private readonly chores: HTMLElement;
  private readonly tray: Tray;
  private readonly name = h("input", {
    type: "text",
    size: "9",
    placeholder: "name",
    "aria-label": "Name of the new chore",
    title: "costume.toml of a costume folder keeps it",
    onkeydown: (event: Event) => {
      if ((event as KeyboardEvent).key === "Enter") void this.newChore();
    },
  });
  /** Loaded for AKOS costumes alone. */
  private program: Promise<ProgramText> | null = null;

  constructor(readonly edit: Edit) {
    const button = (words: string, title: string, act: () => void) =>
      h("button", { type: "button", title, onclick: act }, words);
    this.tray = new Tray(this);
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
      button("Later", "Moves this command one place to the end", () => this.step(1)),
      button(
        "Loop or once",
        "Holds the last command, or begins again",
        () =>
          void this.change("Loop or once", at => {
            if (at.start !== null) return playsProgram(at.limb);
            return void (at.once = !at.once);
          }),
      ),
      this.tray.box,
      this.tray.element,
      button("New drawing", "Copies this picture for this box only (Alt+N)", () => void this.newDrawing("here")),
      button(
        "Duplicate",
        "A new box after this one, with a copy of its picture (Alt+M)",
        () => void this.newDrawing("after"),
      ),
      button("Insert", "A new box after this one, with an empty picture (Alt+B)", () => void this.newDrawing("empty")),
    );
    this.chores = h(
      "span",
      { class: "edit-time", role: "group", "aria-label": "Edit chores" },
      this.name,
      button("New chore", "Copies this facing of the chore as a new chore", () => void this.newChore()),
      new Facings(edit).element,
    );
    const { body, tools } = edit.app.time.panel;
    body.append(this.element);
    edit.app.playback.listen(() => this.tell());
    new TimeDrag(this);
    new TimeView(edit);
    tools.append(this.chores);
    body.addEventListener("keydown", event => {
      if (event.key !== "Delete" || !this.isOn || !(event.target as HTMLElement).matches(".track")) return;
      event.preventDefault();
      void this.remove();
    });
  }

  /** Whether rows are edited. */
  get isOn(): boolean {
    const { edit } = this;
    return edit.isOn && edit.draft !== null;
  }

  /** The chosen limb, or the one whose row was clicked, or the first of the clip. */
  get limb(): number | null {
    const { clip } = this.edit.app.playback;
    return this.edit.limb ?? this.edit.app.time.limb ?? clip?.limbs[0]?.limb ?? null;
  }

  tell(): void {
    for (const one of [this.element, this.chores]) attr(one, "data-off", this.isOn ? null : "true");
    const { draft, app } = this.edit;
    const { opening } = this;
    if (opening && app.playback.settled) {
      this.opening = null;
      if (app.playback.clip?.chore === opening.chore) this.goTo(opening.limb, opening.index);
    }
    this.name.hidden = draft?.drafted.head.kind === "akos";
    if (this.isOn && this.name.hidden) this.program ??= this.loaded();
    void this.program?.then(
      it => it.tell(this.isOn ? this.limb : null),
      () => (this.program = null),
    );
    if (this.isOn) this.tray.tell(this.limb, this.spanAt(this.limb, this.edit.app.playback.tick));
  }

  private async loaded(): Promise<ProgramText> {
    const { ProgramText } = await import("./program-text");
    const text = new ProgramText(this);
    this.element.before(text.element);
    return text;
  }

  /** The box of a limb at a tick. */
  spanAt(limb: number | null, tick: number): Box | null {
    const { time } = this.edit.app;
    const at = limb === null ? tick : time.place(limb, tick);
    return time.boxesOf(limb).find(one => at >= one.from && at < one.to) ?? null;
  }

  /** The command of a box, or why there is none. */
  async at(limb: number | null, span: Box | null): Promise<At | string> {
    const { app, draft } = this.edit;
    const { clip } = app.playback;
    if (!draft || !clip || limb === null || !span) return "No limb does anything at this tick.";
    const { chore, facing } = clip;
    const found = await app.client.ask("record", { id: draft.id, chore, facing });
    if (!found || !("limbs" in found.record)) return "This chore has no record in this facing.";
    const play = playOf(found.record, limb);
    if (typeof play === "string") return play;
    if (!("commands" in play)) return this.inProgram(limb, span, !RUNS.includes(play.mode));
    const stored = app.store.state.costume?.records.find(one => one.chore === chore && one.facing === facing);
    const entry = stored?.limbs.find(one => one.limb === limb);
    // Where each command is: those of AKOS costumes have one byte or two.
    let place = entry && "start" in entry ? (entry.start ?? NaN) : NaN;
    const isAkos = draft.drafted.head.kind === "akos";
    const { commands, once } = play;
    const places = commands.map(one => (place += isAkos && one > 0x7f ? 2 : 1) - (isAkos && one > 0x7f ? 2 : 1));
    const index = places.indexOf(span.position);
    if (index < 0) return `Limb ${limb} is at a command of another chore here.`;
    const { direction, record } = found;
    const at: At = {
      limb,
      commands: [...commands],
      once,
      ...equal(commands, index),
      start: null,
      isHeld: false,
      edit: () => {
        const limbs = { ...record.limbs, [limb]: { play: { commands: at.commands, once: at.once } } };
        return { record: { chore, direction, record: { limbs } } };
      },
    };
    return at;
  }

  /** The command of a box within a program: one of pictures in a row. */
  private async inProgram(limb: number, span: Box, isHeld: boolean): Promise<At | string> {
    const { app, draft } = this.edit;
    const { stretch } = await app.client.ask("program", { id: draft!.id, at: span.position });
    if (!stretch) return playsProgram(limb);
    const { head } = draft!.drafted;
    const { start } = stretch;
    const commands = stretch.pictures.map(one => showing(head, one));
    let place = start;
    const places = commands.map(one => (place += one > 0x7f ? 2 : 1) - (one > 0x7f ? 2 : 1));
    const index = places.indexOf(span.position);
    if (index < 0) return playsProgram(limb);
    return {
      limb,
      commands,
      once: false,
      ...equal(commands, index),
      start,
      isHeld,
      edit: () => ({ stretch: { start, pictures: commands.map(one => pictureOf(head, one)!) } }),
    };
  }

  /** Changes the commands of a limb; the box under the playhead is meant unless another one is given. */
  async change(
    words: string,
    act: (at: At) => string | void,
    limb: number | null = this.limb,
    span: Box | null = this.spanAt(limb, this.edit.app.playback.tick),
  ): Promise<boolean> {
    const at = await this.at(limb, span);
    const before = typeof at === "string" ? 0 : at.commands.length;
    const why = typeof at === "string" ? at : (act(at) ?? held(at, before));
    if (typeof at === "string" || why) {
      this.edit.say(String(why));
      return false;
    }
    const done = await this.edit.make(words, [{ draft: at.edit() }]);
    if (done) this.edit.app.time.focus(at.limb);
    return done;
  }

  /** Holds a picture some ticks longer, or shorter. */
  hold(by: number, limb?: number, span?: Box): Promise<boolean> {
    return this.change(
      by > 0 ? "Hold longer" : "Hold shorter",
      ({ commands, index, count }) => {
        if (by > 0) return void commands.splice(index, 0, ...Array<number>(by).fill(commands[index]!));
        if (count < 2) return "A command is shown for one tick at least. Delete takes it out.";
        commands.splice(index, Math.min(-by, count - 1));
        return undefined;
      },
      limb,
      span,
    );
  }

  remove(): Promise<boolean> {
    return this.change("Delete command", ({ commands, index, count, start }) => {
      if (commands.length === count && start !== null)
        return "The program shows only this picture here: change its text, under Time.";
      if (commands.length === count)
        return "The limb plays only this picture. Switch the limb off in a costume folder instead.";
      commands.splice(index, count);
      return undefined;
    });
  }

  /** Moves a box to where another one is, before or after it; or copies it there. */
  async move(limb: number, span: Box, to: Box, isAfter: boolean, copies: boolean): Promise<void> {
    const other = await this.at(limb, to);
    if (typeof other === "string") return this.edit.say(other);
    const place = other.index + (isAfter ? other.count : 0);
    await this.change(
      copies ? "Copy command" : "Move command",
      ({ commands, index, count, start }) => {
        if (start !== other.start) return "This is another part of the program: change its text, under Time.";
        const moved = copies ? commands.slice(index, index + count) : commands.splice(index, count);
        commands.splice(!copies && place > index ? place - count : place, 0, ...moved);
        return undefined;
      },
      limb,
      span,
    );
  }

  /** Puts a picture in before or after a box. */
  async insert(limb: number, picture: number, to: Box, isAfter: boolean): Promise<void> {
    await this.change(
      "Insert picture",
      ({ commands, index, count }) =>
        void commands.splice(index + (isAfter ? count : 0), 0, showing(this.edit.draft!.drafted.head, picture)),
      limb,
      to,
    );
  }

  /** Shows another picture in the box under the playhead. */
  show(picture: number): void {
    const { head } = this.edit.draft!.drafted;
    this.edit.spare.close();
    void this.change("Another picture", ({ commands, index, count }) => {
      commands.fill(showing(head, picture), index, index + count);
    });
  }

  /** Opens a picture for painting: where this chore shows it next, or another chore does. */
  paint(limb: number, index: number): void {
    const { edit } = this;
    const { app, draft, facts } = edit;
    const owner = draft && tableOf(draft.drafted.head, limb)?.pictures[index]?.owner;
    edit.spare.close();
    if (!owner || this.goTo(limb, index)) return;
    const where = facts.shownIn({ limb: owner[0], index: owner[1] })[0];
    if (!where) return edit.spare.open(limb, index);
    const { chore } = where;
    this.opening = { limb, index, chore };
    app.store.set({ playing: false });
    app.store.actor({ chore, facing: where.facings[0] as Facing });
    app.playback.restart();
  }

  /** The picture that is painted when the chore that shows it has come. */
  private opening: { limb: number; index: number; chore: number } | null = null;

  // Goes to the picture in this chore and facing; `false` where they do not show it.
  private goTo(limb: number, index: number): boolean {
    const { app } = this.edit;
    const { playback } = app;
    const rows = playback.clip?.limbs ?? [];
    // Limbs of an AKOS costume share their pictures.
    const isAkos = this.edit.draft?.drafted.head.kind === "akos";
    const row = [limb, ...(isAkos ? rows.map(one => one.limb) : [])].find(one => this.showing(one, index).length);
    if (row === undefined) return false;
    const boxes = this.showing(row, index);
    const tick = app.time.place(row, playback.tick);
    const isHere = boxes.some(one => tick >= one.from && tick < one.to);
    app.store.set({ playing: false });
    if (!isHere) playback.seekPlace((boxes.find(one => one.from > tick) ?? boxes[0]!).from);
    this.edit.chooseLimb(row);
    return true;
  }

  private showing(limb: number, index: number): Box[] {
    return this.edit.app.time.boxesOf(limb).filter(one => one.pictures.some(it => it.index === index));
  }

  /**
   * A picture of its own for the box under the playhead, or for a new box after it that is as long. A limb that held one
   * picture shows both for four ticks each.
   */
  async newDrawing(where: "here" | "after" | "empty"): Promise<void> {
    const { edit, limb } = this;
    const { draft, app } = edit;
    const span = this.spanAt(limb, app.playback.tick);
    const at = await this.at(limb, span);
    if (!draft || typeof at === "string") return edit.say(String(at));
    const command = at.commands[at.index]!;
    const { head } = draft.drafted;
    const picture = { limb: at.limb, index: pictureOf(head, command) ?? -1 };
    const [owner, of] = tableOf(head, at.limb)?.pictures[picture.index]?.owner ?? [];
    if (owner === undefined || of === undefined) return edit.say("This box shows no picture.");
    const rows = await app.client.ask("rowsOf", { id: draft.id, key: { limb: owner, index: of } });
    const copy = added(head, picture, where === "empty" ? rows.fill(head.transparent) : rows);
    if (typeof copy === "string") return edit.say(copy);
    const shown = showing(head, copy.index, command);
    const { index, count, commands } = at;
    const before = commands.length;
    const long = before === 1 && at.start === null ? 4 : count;
    const fresh = Array<number>(long).fill(shown);
    if (where === "here") commands.fill(shown, index, index + count);
    else commands.splice(index, count, ...Array<number>(long).fill(command), ...fresh);
    const why = held(at, before);
    if (why) return edit.say(why);
    const words = { here: "New drawing", after: "Duplicate", empty: "Insert" }[where];
    const done = await edit.make(words, [
      { draft: copy.edit },
      { draft: at.edit() },
      ...edit.layering.follow({ limb: owner, index: of }, copy.index),
    ]);
    if (!done) return;
    edit.chooseLimb(at.limb);
    if (where !== "here" && span) app.playback.seekPlace(span.from + long);
    const kind = where === "empty" ? "empty" : `a copy of picture ${picture.index}`;
    edit.say(`Picture ${copy.index} is ${kind}, for this box only.`);
  }

  private step(by: 1 | -1): void {
    void this.change(by < 0 ? "Move earlier" : "Move later", ({ commands, index, count }) => {
      let other = by < 0 ? index - 1 : index + count;
      if (other < 0 || other >= commands.length) return "It is the last one on this side.";
      while (by < 0 && commands[other - 1] === commands[other]) other--;
      const passed = run(commands, other);
      const moved = commands.splice(index, count);
      commands.splice(by < 0 ? other : index + passed, 0, ...moved);
      const { playback } = this.edit.app;
      playback.seek(Math.max(0, playback.scene + by * passed));
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
    const name = this.name.value.trim();
    const direction = facing as DraftDirection;
    const done = await this.edit.make("New chore", [
      { draft: { record: { chore: number, direction, ...(name ? { name } : {}), record: found.record } } },
    ]);
    if (!done) return;
    this.name.value = "";
    this.name.blur();
    const kept = name ? " A costume folder keeps its name; games and patches have no names." : "";
    this.edit.say(`Chore ${number} is a copy of chore ${chore}, ${facing}. Scripts start it by its number.${kept}`);
    app.store.actor({ chore: number });
  }
}

/** Why a limb that holds one picture gets no more of them. */
const held = ({ isHeld, limb, commands }: At, before: number): string | undefined =>
  isHeld && commands.length !== before ? `Limb ${limb} holds one picture here: it can show another one.` : undefined;

/** The equal commands in a row around one. */
function equal(commands: readonly number[], index: number): Pick<At, "index" | "count"> {
  while (commands[index - 1] === commands[index]) index--;
  return { index, count: run(commands, index) };
}

/** How many equal commands follow from one on, with it. */
function run(commands: readonly number[], index: number): number {
  let end = index + 1;
  while (end < commands.length && commands[end] === commands[index]) end++;
  return end - index;
}
