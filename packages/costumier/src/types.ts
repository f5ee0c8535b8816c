/**
 * The data that the package gives and takes: plain JSON values and typed arrays, fit for `postMessage`.
 *
 * What the command line prints with `--json` has the same names here (`room_name`, `move_x`), so that both can be
 * read by the same code. What does not apply is `null`, or left out where a `?` says so.
 */
export type * from "./types/opening.js";
export type * from "./types/failures.js";
export type * from "./types/pixels.js";
export type * from "./types/scene.js";
export type * from "./types/export.js";
export type * from "./types/draft.js";
// Generated from the structs of Rust whose JSON this is.
export type * from "./types/rows/game.js";
export type * from "./types/rows/costume.js";
export type * from "./types/rows/scene.js";
export type * from "./types/rows/origin.js";
export type * from "./types/rows/draft.js";
