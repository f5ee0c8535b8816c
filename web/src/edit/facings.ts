/** A new facing of a chore (COST): a copy of the present one, or its mirror image with pictures of its own. */
import type { DraftAction, DraftDirection, DraftHead, DraftRecord } from "costumier";
import { h } from "../dom";
import type { Edit as Change } from "../worker/protocol";
import type { Edit } from "./edit";

const DIRECTIONS: readonly DraftDirection[] = ["west", "east", "south", "north"];
/** Commands below this show the picture of their number. */
const FIRST_SPECIAL = 0x71;

export class Facings {
  readonly element: HTMLElement;

  constructor(private readonly edit: Edit) {
    const select = h(
      "select",
      {
        "aria-label": "New facing",
        title: "Gives this chore a record in another facing, as a copy of this one or mirrored",
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
    const record = flips ? await this.mirrored(draft.id, from.record, edits) : from.record;
    if (typeof record === "string") return this.edit.say(record);
    edits.push({ draft: { record: { chore, direction, record } } });
    if (!(await this.edit.make(`New facing ${direction}`, edits))) return;
    app.store.actor({ facing: direction });
    this.edit.say(`The chore faces ${direction}, too: ${mirrors ? "a mirror image" : "a copy"} of ${facing}.`);
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
    for (const [name, action] of Object.entries(limbs)) {
      const limb = Number(name);
      out[limb] = action;
      if (action === "off") continue;
      const table = head.limbs.find(one => one.limb === limb)?.pictures ?? [];
      const copies = new Map<number, number>();
      for (const command of action.play.commands) {
        const index = command & 0x7f;
        if (index >= FIRST_SPECIAL || copies.has(index) || !table[index] || table[index].kind === "empty") continue;
        const added = table.length + copies.size;
        if (added >= FIRST_SPECIAL) return `Limb ${limb} has no room for mirrored pictures: commands name 113 at most.`;
        const picture = await this.flipped(id, head, limb, index);
        if (!picture) return `Picture ${index} of limb ${limb} has no pixels of its own that could be mirrored.`;
        copies.set(index, added);
        edits.push({
          draft: { picture: { key: { limb, index: added }, name: `${table[index].name}-mirrored`, to: { picture } } },
        });
      }
      const commands = action.play.commands.map(one => {
        const index = one & 0x7f;
        return index < FIRST_SPECIAL && copies.has(index) ? (one & 0x80) | copies.get(index)! : one;
      });
      out[limb] = { play: { commands, once: action.play.once } };
    }
    return { limbs: out };
  }

  private async flipped(id: number, head: DraftHead, limb: number, index: number) {
    const entry = head.limbs.find(one => one.limb === limb)!.pictures[index]!;
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
