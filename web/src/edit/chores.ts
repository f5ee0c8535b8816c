/** Which chores show a picture, commands that show it, and a copy of it for one chore. */
import type { DraftDirection, DraftEdit, DraftHead, DraftLimbs, DraftRecord, PictureKey } from "costumier";

export interface ShownIn {
  chore: number;
  name: string;
  facings: string[];
  limbs: number[];
}

/** How many pictures commands can name. */
export const most = ({ kind }: DraftHead): number => (kind === "akos" ? 0x1000 : 0x71);

/** The picture table of a limb: an AKOS costume has one for all. */
export const tableOf = ({ kind, limbs }: DraftHead, limb: number | null) =>
  kind === "akos" ? limbs[0] : limbs.find(one => one.limb === limb);

/** The picture that a command shows; `null` for other commands. */
export function pictureOf(head: DraftHead, command: number): number | null {
  const index = command & (head.kind === "akos" && command > 0x7f ? 0x6fff : 0x7f);
  return index < most(head) ? index : null;
}

/** The command that shows a picture, in the place of another one. */
export function showing({ kind }: DraftHead, picture: number, was = 0): number {
  if (kind === "cost") return (was & 0x80) | picture;
  return picture < 0x80 ? picture : 0x8000 | picture;
}

/** `Picture 7 (init south 1)`. */
export function pictureName(index: number, name: string | undefined): string {
  const isPlain = !name || name === `picture-${index}`;
  return `Picture ${index}${isPlain ? "" : ` (${name.replaceAll("-", " ")})`}`;
}

/** `Shown in 6 chores`. */
export function inWords(chores: readonly ShownIn[]): string {
  if (!chores.length) return "Shown in no chore";
  return `Shown in ${chores.length} chore${chores.length === 1 ? "" : "s"}`;
}

/** Said of limbs that play more than a list of pictures. */
export const playsProgram = (limb: number): string =>
  `Limb ${limb} plays a program here, not a list of pictures: change it in the text of the program, under Time.`;

/** Modes of AKOS limbs without a window: kill, hide, show. */
const SWITCHES: readonly number[] = [1, 4, 5];

/** What a limb plays in a record; or why it cannot be changed there. */
export function playOf({ limbs }: { limbs: DraftLimbs }, limb: number) {
  const action = limbs[limb];
  if (!action || action === "off" || ("stored" in action && SWITCHES.includes(action.stored.mode)))
    return `Limb ${limb} goes on from another chore here: change it there.`;
  return "stored" in action ? action.stored : action.play;
}

/** A copy of a picture at the end of its limb's table; or why there is none. */
export function added(
  head: DraftHead,
  { limb, index }: PictureKey,
  pixels: Uint8Array,
): { index: number; edit: DraftEdit } | string {
  const own = tableOf(head, limb);
  const table = own?.pictures;
  const entry = table?.[index];
  if (!table || !entry) return "The picture is not there any more.";
  const [width, height] = entry.size;
  if (!pixels.length || pixels.length !== width * height) return `Picture ${index} has no pixels of its own.`;
  const last = table.length;
  if (last >= most(head)) return `Limb ${limb} has ${last} pictures, which is all that commands can show.`;
  const picture = { size: entry.size, at: entry.at, moves: entry.moves, pixels: { rows: [...pixels] } };
  return {
    index: last,
    edit: { picture: { key: { limb: own.limb, index: last }, name: `picture-${last}`, to: { picture } } },
  };
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
): { index: number; edits: DraftEdit[] } | string {
  const { chore, direction, limb, record } = at;
  if (!("limbs" in record)) return "This facing repeats the record of another one.";
  const play = playOf(record, limb);
  if (typeof play === "string") return play;
  if (!("commands" in play)) return playsProgram(limb);
  const copy = added(head, key, pixels);
  if (typeof copy === "string") return copy;
  const { index } = copy;
  const { commands, once } = play;
  const isShown = (one: number) => pictureOf(head, one) === key.index;
  const changed = commands.map(one => (isShown(one) ? showing(head, index, one) : one));
  if (!commands.some(isShown)) return "This chore does not show the picture.";
  const limbs = { ...record.limbs, [limb]: { play: { commands: changed, once } } };
  return { index, edits: [copy.edit, { record: { chore, direction, record: { limbs } } }] };
}
