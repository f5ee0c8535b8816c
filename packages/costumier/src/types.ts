/**
 * The data of the package's calls: plain JSON values and typed arrays, fit for `postMessage`.
 *
 * What the command line prints with `--json` has the same names here (`room_name`, `move_x`), so that both can be
 * read by the same code. A field that does not apply is `null`, or absent if its type has a `?`.
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
