/** A new facing of a chore: a copy of the present one, or its mirror image with pictures of its own. */
import type { DraftAction, DraftDirection, DraftPicture, DraftRecord } from "costumier";
import { h } from "../dom";
import { most, pictureOf, playOf, playsProgram, showing, tableOf } from "./chores";
import type { Edit as Change } from "../worker/protocol";
import type { Edit } from "./edit";

const DIRECTIONS: readonly DraftDirection[] = ["west", "east", "south", "north"];

export class Facings {
  readonly element: HTMLElement;

  constructor(private readonly edit: Edit) {
    const select = h(
      "select",
      {
        "aria-label": "New facing",
        title: "Gives this chore a record in another facing, as a copy of this one or mirrored",
        onfocus: () => {
          const facing = edit.app.playback.clip?.facing;
          for (const one of select.options) one.disabled = one.value.split(" ")[0] === facing;
        },
        onchange: () => {
          const [direction, how] = select.value.split(" ");
          select.value = "";
          if (direction) void this.add(direction as DraftDirection, how === "mirrored");
        },
      },
      h("option", { value: "" }, "New facing …"),
      ...DIRECTIONS.flatMap(one => [
        h("option", { value: `${one} copied` }, `${one}, copied`),
        h("option", { value: `${one} mirrored` }, `${one}, mirrored`),
      ]),
    );
    this.element = select;
  }

  private async add(direction: DraftDirection, mirrors: boolean): Promise<void> {
    const { app, draft } = this.edit;
    const { clip } = app.playback;
    if (!draft || !clip) return;
    const { chore, facing } = clip;
    const ask = (facing: string) => app.client.ask("record", { id: draft.id, chore, facing });
    const [from, there] = [await ask(facing), await ask(direction)];
    if (!from || !("limbs" in from.record)) return this.edit.say("This chore has no record in this facing.");
    if (from.direction === direction || facing === direction)
      return this.edit.say(`The chore faces ${direction} already.`);
    if (there) return this.edit.say(`This chore has a record facing ${direction}: undo or change that one.`);
    const edits: Change[] = [];
    // Pictures that the game itself mirrors in one of the two facings need no other ones.
    const flips = mirrors !== (this.isMirrored(direction) !== this.isMirrored(facing));
    // One layer cannot lie over pictures and over their mirror images.
    const isFlattened = flips && draft.drafted.layers.length > 0;
    if (isFlattened) await this.edit.layering.flatten();
    const record = flips ? await this.mirrored(draft.id, from.record, edits) : from.record;
    if (typeof record === "string") return this.edit.say(record);
    edits.push({ draft: { record: { chore, direction, record } } });
    if (!(await this.edit.make(`New facing ${direction}`, edits))) return;
    app.store.actor({ facing: direction });
    const also = isFlattened ? " The layer was painted into the pictures first." : "";
    this.edit.say(`The chore faces ${direction}, too: ${mirrors ? "a mirror image" : "a copy"} of ${facing}.${also}`);
  }

  // Whether the game draws this facing as the mirror image of what is stored. Costumes that have none yet follow the rule.
  private isMirrored(facing: string): boolean {
    const actions = this.edit.app.store.state.costume?.actions.filter(one => one.facing === facing) ?? [];
    return actions.length ? actions.some(one => one.mirrored) : facing === "west";
  }

  // The record with mirrored copies of its pictures, which are added to the tables of its limbs.
  private async mirrored(
    id: number,
    { limbs }: Extract<DraftRecord, { limbs: unknown }>,
    edits: Change[],
  ): Promise<DraftRecord | string> {
    const { head } = this.edit.draft!.drafted;
    const out: Record<number, DraftAction> = {};
    // By table: limbs of AKOS costumes have one.
    const copied = new Map<number, Map<number, number>>();
    for (const [name, action] of Object.entries(limbs)) {
      const limb = Number(name);
      out[limb] = action;
      const play = playOf({ limbs }, limb);
      if (typeof play === "string") continue;
      if (!("commands" in play)) return playsProgram(limb);
      const { limb: owner, pictures: table } = tableOf(head, limb) ?? { limb, pictures: [] };
      const copies = copied.get(owner) ?? new Map<number, number>();
      copied.set(owner, copies);
      for (const command of play.commands) {
        const index = pictureOf(head, command);
        if (index === null || copies.has(index) || !table[index] || table[index].kind === "empty") continue;
        const added = table.length + copies.size;
        if (added >= most(head))
          return `Limb ${limb} has no room for mirrored pictures: commands name ${most(head)} at most.`;
        const picture = await this.flipped(id, table[index]);
        if (!picture) return `Picture ${index} of limb ${limb} has no pixels of its own that could be mirrored.`;
        copies.set(index, added);
        const key = { limb: owner, index: added };
        edits.push({ draft: { picture: { key, name: `${table[index].name}-mirrored`, to: { picture } } } });
      }
      const commands = play.commands.map(one => {
        const copy = copies.get(pictureOf(head, one) ?? -1);
        return copy === undefined ? one : showing(head, copy, one);
      });
      out[limb] = { play: { commands, once: play.once } };
    }
    return { limbs: out };
  }

  private async flipped(id: number, entry: DraftPicture) {
    const [owner, of] = entry.owner;
    const rows = await this.edit.app.client.ask("rowsOf", { id, key: { limb: owner, index: of } });
    const [width, height] = entry.size;
    if (rows.length !== width * height) return null;
    const pixels = Array.from(rows, (_, i) => rows[i - (i % width) + width - 1 - (i % width)]!);
    const { size, at, moves } = entry;
    return {
      size,
      at: [1 - at[0] - width, at[1]] as const,
      moves: [-moves[0], moves[1]] as const,
      pixels: { rows: pixels },
    };
  }
}
