/** Copies films out of the instance. */
import type { RawFilm } from "./glue.js";
import type { Film, FilmHead } from "./types.js";

/** Copies the frames of a film, and frees it. */
export function film(raw: RawFilm): Film {
  const { ticks, ...head } = JSON.parse(raw.head()) as FilmHead;
  const frames = ticks.map((ticks, number) => ({ ticks, data: raw.frame(number) }));
  raw.free();
  return { ...head, frames };
}
