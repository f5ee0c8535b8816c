/** Kinds of errors. */
import type { GameErrorKind, GameFault } from "./rows/game.js";

/**
 * The kind of an error. The package adds these kinds to those of the library:
 * - `generation`: a block was given without its generation.
 * - `usage`: the arguments of a call are invalid.
 * - `panic`: the program has a mistake. The instance cannot be used any more.
 * - `freed`: the object of the call was freed.
 */
export type ErrorKind = GameErrorKind | "generation" | "usage" | "panic" | "freed";

/** Where the fault lies; `program` is a mistake of this program. */
export type Fault = GameFault | "program";
