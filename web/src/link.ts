/** Checks a link against the open game: the parts that can be shown, and a message for each other part. */
import type { Link } from "./address";
import type { State } from "./state";
import type { Opened } from "./worker/protocol";

export interface Fitted {
  patch: Partial<State>;
  /** A sentence for each part that this game does not have. */
  words: string[];
}

/** Replaces parts that this game does not have (costumes, a room, a screen) by their defaults. */
export function fit(link: Link, game: Opened): Fitted {
  const { actors = [], selected = 0, room, screen, ...rest } = link.patch;
  const patch: Partial<State> = rest;
  const words: string[] = [];
  const known = actors.filter(one => game.costumes.some(entry => entry.id === one.costume));
  const gone = [...new Set(actors.filter(one => !known.includes(one)).map(one => one.costume))];
  if (gone.length) words.push(`This game has no costume ${gone.join(", ")}.`);
  if (known.length) {
    const chosen = actors[selected];
    Object.assign(patch, { actors: known, selected: Math.max(0, chosen ? known.indexOf(chosen) : 0) });
  }
  if (room != null) {
    if (game.info.rooms.some(one => one.id === room && one.present)) patch.room = room;
    else words.push(`This game has no room ${room}: the colours are those of the costume's own room.`);
  }
  if (screen) {
    if (game.info.screens.includes(screen)) patch.screen = screen;
    else words.push(`This game was never shown on the screen ${screen}: it is shown as it is.`);
  }
  if (link.unread.length) words.push(`These parts mean nothing: ${link.unread.slice(0, 6).join(", ")}.`);
  return { patch, words };
}
