/**
 * Time while one edits (COST): the command that a limb stands at is held longer, taken out, moved, or shows another picture.
 * What is meant is the box under the playhead in the chosen limb's row; a click on a box chooses both.
 */
import { attr, h, put } from "../dom";
import type { DraftDirection, DraftRecord } from "costumier";
import type { Edit } from "./edit";

/** A limb's commands in a record, and which one is meant. */
interface At {
  chore: number;
  direction: DraftDirection;
  record: Extract<DraftRecord, { limbs: unknown }>;
  limb: number;
  commands: number[];
  once: boolean;
  index: number;
}

/** Commands from here on show no picture. */
const FIRST_SPECIAL = 0x71;

export class Timing {
  readonly element: HTMLElement;
  private readonly picture = h("select", {
    "aria-label": "Picture of this command",
    title: "The picture that the limb shows here",
    onchange: () =>
      void this.change("Another picture", at => void (at.commands[at.index] = Number(this.picture.value))),
  });

  constructor(private readonly edit: Edit) {
    const button = (words: string, title: string, act: () => void) =>
      h("button", { type: "button", title, onclick: act }, words);
    this.element = h(
      "span",
      { class: "edit-time", role: "group", "aria-label": "Edit time" },
      button(
        "Longer",
        "Holds this command one tick longer: copies it",
        () =>
          void this.change("Hold longer", ({ commands, index }) => void commands.splice(index, 0, commands[index]!)),
      ),
      button(
        "Delete",
        "Takes this command out",
        () =>
          void this.change("Delete command", ({ commands, index }) => {
            if (commands.length < 2)
              return "The limb plays only this command. Switch the limb off in a costume folder instead.";
            commands.splice(index, 1);
            return undefined;
          }),
      ),
      button("Earlier", "Moves this command one place to the front", () => void this.swap(-1)),
      button("Later", "Moves this command one place to the end", () => void this.swap(1)),
      button(
        "Once, loop",
        "Whether the limb holds the last command or begins again",
        () => void this.change("Once, loop", at => void (at.once = !at.once)),
      ),
      this.picture,
      button("New chore", "Copies this facing of the chore as a chore of its own", () => void this.newChore()),
    );
    edit.app.time.panel.body.append(this.element);
    edit.app.playback.listen(() => this.tell());
  }

  // The chosen limb, or the one whose row was clicked, or the first of the clip.
  private get limb(): number | null {
    const { clip } = this.edit.app.playback;
    return this.edit.limb ?? this.edit.app.time.limb ?? clip?.limbs[0]?.limb ?? null;
  }

  private told = "";

  // The pictures that the limb can show, the present one chosen.
  private tell(): void {
    const { edit } = this;
    const isCost = edit.app.store.state.costume?.kind === "cost";
    attr(this.element, "data-off", edit.isOn && isCost && edit.draft ? null : "true");
    if (!edit.isOn || !isCost || !edit.draft) return;
    const { limb } = this;
    const pictures = edit.draft.drafted.head.limbs.find(one => one.limb === limb)?.pictures ?? [];
    const key = `${limb} ${pictures.map(one => one.name).join()}`;
    if (key !== this.told) {
      this.told = key;
      const shown = pictures.slice(0, FIRST_SPECIAL);
      put(this.picture, ...shown.map((one, index) => h("option", { value: String(index) }, one.name)));
    }
    const now = this.span();
    if (now && document.activeElement !== this.picture) this.picture.value = String(now.pictures[0]?.index ?? "");
  }

  private span() {
    const { clip, tick } = this.edit.app.playback;
    const row = clip?.limbs.find(one => one.limb === this.limb);
    return row?.spans.find(one => tick >= one.from && tick < one.to) ?? null;
  }

  // The command that is meant, or why there is none.
  private async at(): Promise<At | string> {
    const { app, draft } = this.edit;
    const { clip } = app.playback;
    const { limb } = this;
    const span = this.span();
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

  private async change(words: string, act: (at: At) => string | void): Promise<void> {
    const at = await this.at();
    const why = typeof at === "string" ? at : act(at);
    if (typeof at === "string" || why) return this.edit.say(String(why));
    const { chore, direction, record, limb, commands, once } = at;
    const limbs = { ...record.limbs, [limb]: { play: { commands, once } } };
    await this.edit.make(words, [{ draft: { record: { chore, direction, record: { limbs } } } }]);
  }

  private swap(by: 1 | -1): Promise<void> {
    return this.change(by < 0 ? "Move earlier" : "Move later", ({ commands, index }) => {
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
