/** A costume before and after, next to each other, as an animated file: two actors, one in each block. */
import type { Game } from "costumier";
import type { MovieAsked, StageSaid } from "./protocol";
import { placing, steps } from "./staged";

/** Pixels between the two. */
const GAP = 8;

export function beforeAndAfter(now: Game, before: Game, said: StageSaid, scale: number): Uint8Array<ArrayBuffer> {
  const actor = said.actors[said.selected]!;
  // The block before takes the number of another costume, because a game shows one block for each number.
  const other = now.costumes().find(one => one.id !== actor.costume);
  if (!other)
    throw new Error("A game with one costume has no place for a second actor. Save a GIF of Before and one of After.");
  const old = before.costume(actor.costume);
  const fresh = now.costume(actor.costume);
  const [block, wide] = [old.payload(), Math.max(old.outline().bounds[2], fresh.outline().bounds[2])];
  // Scripts may give the two costumes different chores for a role, so the number is used.
  const action = fresh.actions().find(one => one.role?.replace(" ", "-") === actor.chore || one.chore === actor.chore);
  for (const one of [old, fresh]) one.free();
  const both = now.withCostume(other.id, block);
  try {
    const chore = action?.chore ?? actor.chore;
    const row = (costume: number, x: number) => ({
      ...placing({ ...actor, x: x as typeof actor.x, scale: actor.scale === "box" ? 255 : actor.scale, zplane: 0 }),
      costume,
      facing: actor.facing,
      vars: actor.vars,
      conditions: actor.conditions,
      talking: actor.talking,
      steps: steps({ ...actor, chore }),
    });
    const scene = both.scene({
      room: said.room,
      background: false,
      actors: [row(other.id, actor.x - wide - GAP), row(actor.costume, actor.x)],
    });
    try {
      scene.mark();
      const ticks_per_second = now.info().ticks_per_second;
      const format: MovieAsked["format"] = "gif";
      return scene.movie({ format, lead: 1, scale_up: scale, ticks_per_second }).bytes;
    } finally {
      scene.free();
    }
  } finally {
    both.free();
  }
}
