/** The files and options that a game is opened with. */
import type { InterpreterName, PlatformName, ScreenName } from "./rows/game.js";

/** A file that can be read at any offset. Only the requested bytes are read. */
export interface GameFile {
  /** Its name, after its folders with `/` between them. Case is ignored. */
  readonly name: string;
  /** Its size in bytes. */
  readonly size: number;
  /**
   * Returns exactly `length` bytes from `at` on, synchronously: with `FileReaderSync` in a worker, `fs.readSync` in Node. What
   * it throws becomes an error of kind `source`. The package reads blocks and caches some.
   */
  read(at: number, length: number): Uint8Array;
}

/** Facts that the files of a game do not hold. */
export interface GameOptions {
  /** Picks one of several games, by any part of its name or title. */
  readonly which?: string;
  /** The screen that the game is shown on. */
  readonly screen?: ScreenName;
  /** The machine that the game is for, if its edition differs from all others. */
  readonly platform?: PlatformName;
  /** The interpreter whose rules apply. Default: `current`. */
  readonly interpreter?: InterpreterName;
  /** The encoding of names and texts, if it is another one than the one that they look like. */
  readonly encoding?: string;
  /** Whether scripts are read, for names and for the chores behind roles. Default: true. */
  readonly scripts?: boolean;
  /** Names of the game and its costumes, if they are known. */
  readonly names?: GameNames;
}

/** Names of a game and its costumes. */
export interface GameNames {
  readonly title?: string;
  readonly costumes?: readonly { readonly costume: number; readonly chore?: number; readonly name: string }[];
}
