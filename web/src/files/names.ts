/** Names of saved files: `monkey2-guybrush-walk-east.gif`. */
import type { State } from "../state";

/** A name in small letters, digits and hyphens. */
export function slug(words: string): string {
  const plain = words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

/** The name of a file: the game, then the words of `of`. */
export function fileName({ game, gameName }: State, of: string): string {
  const title = slug(game?.info.title ?? "") || slug(gameName) || "game";
  return `${title}-${of}`;
}

/** The selected actor's costume: its name, or its number if it has none. */
export function costumeName({ costume, actors, selected }: State): string {
  const id = actors[selected]?.costume ?? 0;
  return slug(costume?.name ?? "") || `costume-${String(id).padStart(3, "0")}`;
}

/** The costume, its chore and its facing. */
export function animationName(state: State): string {
  const actor = state.actors[state.selected];
  const action = state.costume?.actions.find(one => one.role === actor?.chore || one.chore === actor?.chore);
  const chore = slug(action?.name ?? "") || `chore-${actor?.chore}`;
  return `${costumeName(state)}-${chore}-${actor?.facing}`;
}
