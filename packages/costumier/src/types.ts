/**
 * The data that the package gives and takes: plain JSON values and typed arrays, fit for `postMessage`.
 *
 * What the command line prints with `--json` has the same names here (`room_name`, `move_x`), so that both can be
 * read by the same code. What does not apply is `null`, or left out where a `?` says so.
 */
export type * from "./types/opening.js";
export type * from "./types/failures.js";
export type * from "./types/game.js";
export type * from "./types/costume.js";
export type * from "./types/pixels.js";
export type * from "./types/scene.js";
export type * from "./types/origin.js";
export type * from "./types/export.js";
export type * from "./types/draft.js";
