/** Which chores show a picture, and a copy of it for one of them (COST). */
import type { DraftDirection, DraftEdit, DraftHead, DraftRecord, PictureKey } from "costumier";

export interface ShownIn {
  chore: number;
  name: string;
  facings: string[];
}

/** Commands below this show the picture of their number. */
const FIRST_SPECIAL = 0x71;

/** `shown by 6 chores`. */
export function inWords(chores: readonly ShownIn[]): string {
  if (!chores.length) return "shown by no chore";
  return `shown by ${chores.length} chore${chores.length === 1 ? "" : "s"}`;
}

/**
 * The edits that give a record a picture of its own: the copy comes last in the limb's table, and the limb's commands in
 * this record show it. `null` where the record does not show the picture by its own commands.
 */
export function copyFor(
  head: DraftHead,
  key: PictureKey,
  pixels: Uint8Array,
  at: { chore: number; direction: DraftDirection; limb: number; record: DraftRecord },
): DraftEdit[] | string {
  const { chore, direction, limb, record } = at;
  if (!("limbs" in record)) return "This facing repeats the record of another one.";
  const action = record.limbs[limb];
  if (!action || action === "off") return "This chore does not start the limb: it goes on from another chore.";
  const table = head.limbs.find(one => one.limb === key.limb)?.pictures;
  const entry = table?.[key.index];
  if (!table || !entry) return "The picture is not there any more.";
  const index = table.length;
  if (index >= FIRST_SPECIAL) return `Limb ${limb} has ${index} pictures, which is all that commands can show.`;
  const { commands, once } = action.play;
  const changed = commands.map(one => ((one & 0x7f) === key.index ? (one & 0x80) | index : one));
  if (!commands.some(one => (one & 0x7f) === key.index)) return "This chore does not show the picture.";
  const picture = { size: entry.size, at: entry.at, moves: entry.moves, pixels: { rows: [...pixels] } };
  return [
    { picture: { key: { limb: key.limb, index }, name: `picture-${index}`, to: { picture } } },
    {
      record: {
        chore,
        direction,
        record: { limbs: { ...record.limbs, [limb]: { play: { commands: changed, once } } } },
      },
    },
  ];
}
