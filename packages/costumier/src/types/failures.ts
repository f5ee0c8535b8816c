/** Words for what goes wrong. */
import type { GameErrorKind, GameFault } from "./rows/game.js";

/**
 * What went wrong. The package adds these kinds to those of the library:
 * - `generation`: a block was given without its generation.
 * - `usage`: the arguments of a call are invalid.
 * - `panic`: the program has a mistake. The instance cannot be used any more.
 * - `freed`: the object of the call was freed.
 */
export type ErrorKind = GameErrorKind | "generation" | "usage" | "panic" | "freed";

/** Who can do something about it; `program` is a mistake of this program. */
export type Fault = GameFault | "program";
