/**
 * A limb that the costume does not use yet, such as a hat: one empty picture for each facing, which all records of init,
 * walk and stand show. Painting makes the pictures larger.
 */
import type { Edit as Change } from "../worker/protocol";
import { most, showing, tableOf } from "./chores";
import type { Edit } from "./edit";

/** Limbs of a costume. A costume of v1 has fewer, which the engine says when one is added. */
const MOST = 16;
const DIRECTIONS = ["west", "east", "south", "north"] as const;

export async function addLimb(edit: Edit): Promise<void> {
  const { app, draft } = edit;
  const { costume } = app.store.state;
  if (!draft || !costume) return;
  const { head } = draft.drafted;
  const used = new Set([
    ...head.limbs.map(one => one.limb),
    ...costume.limbs,
    ...costume.records.flatMap(one => one.limbs.map(it => it.limb)),
  ]);
  // Higher limbs are drawn over lower ones.
  const after = Math.max(-1, ...used) + 1;
  const limb = after < MOST ? after : Array.from({ length: MOST }, (_, i) => i).find(one => !used.has(one));
  if (limb === undefined) return edit.say(`All ${MOST} limbs of the costume are used.`);
  const roles = new Set(["init", "walk", "stand"]);
  const wanted = costume.actions.filter(one => roles.has(one.role ?? ""));
  const actions = wanted.length ? wanted : costume.actions.filter(one => one.chore === app.playback.clip?.chore);
  const table = tableOf(head, limb);
  const owner = head.kind === "akos" ? 0 : limb;
  const first = table?.pictures.length ?? 0;
  if (first + DIRECTIONS.length > most(head)) return edit.say("The costume has no room for more pictures.");
  // Above what the stage shows now.
  const frame = app.playback.frame;
  const selected = app.store.state.selected;
  const tops = frame?.placed.filter(one => one.actor === selected).map(one => one.area[1]) ?? [];
  const top = tops.length ? Math.min(...tops) - (frame!.feet[selected]?.[1] ?? 0) : 0;
  const edits: Change[] = [];
  for (const [i, direction] of DIRECTIONS.entries()) {
    const picture = { size: [1, 1], at: [0, top], moves: [0, 0], pixels: { rows: [head.transparent] } } as const;
    const key = { limb: owner, index: first + i };
    edits.push({ draft: { picture: { key, name: `limb-${limb}-${direction}`, to: { picture } } } });
  }
  const done = new Set<string>();
  for (const { chore, facing } of actions) {
    const found = await app.client.ask("record", { id: draft.id, chore, facing });
    if (!found || !("limbs" in found.record) || done.has(`${chore} ${found.direction}`)) continue;
    done.add(`${chore} ${found.direction}`);
    const at = DIRECTIONS.indexOf(found.direction);
    const play = { commands: [showing(head, first + Math.max(0, at))], once: true };
    const record = { limbs: { ...found.record.limbs, [limb]: { play } } };
    edits.push({ draft: { record: { chore, direction: found.direction, record } } });
  }
  if (!done.size) return edit.say("No record of init, walk or stand can show the limb.");
  const before = draft.drafted.block?.bytes;
  if (!(await edit.make("Add limb", edits))) return;
  edit.chooseLimb(limb);
  const cost = (draft.drafted.block?.bytes ?? 0) - (before ?? 0);
  edit.say(
    `Limb ${limb} has one picture for each facing, in ${done.size} records${before === undefined ? "" : `: ${cost} bytes`}. Paint it.`,
  );
}
