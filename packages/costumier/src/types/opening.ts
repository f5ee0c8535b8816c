/** What a game is opened from. */
import type { InterpreterName, PlatformName, ScreenName } from "./rows/game.js";

/** A file that can be read anywhere. Nothing is read but what is asked for. */
export interface GameFile {
  /** Its name; folders in front of it are written with `/`. Upper or lower case does not matter. */
  readonly name: string;
  /** Its size in bytes. */
  readonly size: number;
  /**
   * Exactly `length` bytes from `at` on, at once: in a worker `FileReaderSync`, in Node `fs.readSync`. Whatever it
   * throws becomes an error of kind `source`. The package asks for blocks and keeps some.
   */
  read(at: number, length: number): Uint8Array;
}

/** What the files of a game do not say about it. */
export interface GameOptions {
  /** Which one of several games: a part of its name or title is enough. */
  readonly which?: string;
  /** The screen that it is shown on. */
  readonly screen?: ScreenName;
  /** The machine that it is for, where that edition is like no other's. */
  readonly platform?: PlatformName;
  /** By whose rules it is played; `current`, unless it is said. */
  readonly interpreter?: InterpreterName;
  /** Whether scripts are read, for names and for the chores behind roles. Yes, unless it is said. */
  readonly scripts?: boolean;
  /** What the game and its costumes are called, where somebody knows. */
  readonly names?: GameNames;
}

/** Names that somebody gave. */
export interface GameNames {
  readonly title?: string;
  readonly costumes?: readonly { readonly costume: number; readonly chore?: number; readonly name: string }[];
}
