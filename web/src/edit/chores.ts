/** Which chores show a picture, and a copy of it for one of them (COST). */
import type { DraftDirection, DraftEdit, DraftHead, DraftRecord, PictureKey } from "costumier";

export interface ShownIn {
  chore: number;
  name: string;
  facings: string[];
}

/** Commands below this show the picture of their number. */
const FIRST_SPECIAL = 0x71;

/** `Picture 7 (init south 1)`. */
export function pictureName(index: number, name: string | undefined): string {
  const isPlain = !name || name === `picture-${index}`;
  return `Picture ${index}${isPlain ? "" : ` (${name.replaceAll("-", " ")})`}`;
}

/** `shown by 6 chores`. */
export function inWords(chores: readonly ShownIn[]): string {
  if (!chores.length) return "shown by no chore";
  return `shown by ${chores.length} chore${chores.length === 1 ? "" : "s"}`;
}

/** A copy of a picture at the end of its limb's table; or why there is none. */
export function added(
  head: DraftHead,
  { limb, index }: PictureKey,
  pixels: Uint8Array,
): { index: number; edit: DraftEdit } | string {
  const table = head.limbs.find(one => one.limb === limb)?.pictures;
  const entry = table?.[index];
  if (!table || !entry) return "The picture is not there any more.";
  const [width, height] = entry.size;
  if (!pixels.length || pixels.length !== width * height) return `Picture ${index} has no pixels of its own.`;
  const last = table.length;
  if (last >= FIRST_SPECIAL) return `Limb ${limb} has ${last} pictures, which is all that commands can show.`;
  const picture = { size: entry.size, at: entry.at, moves: entry.moves, pixels: { rows: [...pixels] } };
  return { index: last, edit: { picture: { key: { limb, index: last }, name: `picture-${last}`, to: { picture } } } };
}

/**
 * The edits that give a record a picture of its own: the copy comes last in the limb's table, and the limb's commands in
 * this record show it. A string says why the record cannot have one.
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
  const copy = added(head, key, pixels);
  if (typeof copy === "string") return copy;
  const { index } = copy;
  const { commands, once } = action.play;
  const changed = commands.map(one => ((one & 0x7f) === key.index ? (one & 0x80) | index : one));
  if (!commands.some(one => (one & 0x7f) === key.index)) return "This chore does not show the picture.";
  const limbs = { ...record.limbs, [limb]: { play: { commands: changed, once } } };
  return [copy.edit, { record: { chore, direction, record: { limbs } } }];
}
