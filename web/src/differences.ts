/** Differences between the stage and the stored animation of a costume. */
import type { State } from "./state";

/** Returns a few words for each difference; none if an export of the stored animation shows the same. */
export function differences(state: State): string[] {
  const actor = state.actors[state.selected];
  if (!actor) return [];
  const said: [boolean, string][] = [
    [Object.keys({ ...actor.palette, ...actor.pixels }).length > 0, "changed colours"],
    [actor.shadow !== 0, "the shadow"],
    [state.solo !== null || state.muted.length > 0, "hidden limbs"],
    [actor.scale !== 255, "the size on the stage"],
    [actor.flip, "mirroring"],
    [actor.talking, "talking"],
    [Object.values(actor.vars).some(value => value !== 0), "variables"],
    [actor.conditions.length > 0, "conditions"],
    [state.actors.length > 1, "other actors"],
    [state.background === "room", "the room"],
    [state.speed !== 1, "the speed"],
  ];
  return said.filter(([differs]) => differs).map(([, words]) => words);
}
