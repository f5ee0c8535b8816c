/** What a game is opened from. */
import type { Failure } from "./failures.js";

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

/** The screens that a game of 16 colours can be shown on; games of 256 colours up to v6 know `ega`. */
export type ScreenName = "ega" | "cga" | "cga-composite" | "cga-bw" | "hercules" | "hercules-amber" | "amiga" | "amiga-monkey" | "c64";

/**
 * Machines with editions of their own: the Amiga of v4 with 256 colours and v5, the FM-TOWNS of v3 with 256 and v5, the
 * PC-Engine of v3 and the C64 of v0 and v1 (which files tell: no other game takes them).
 */
export type PlatformName = "pc" | "amiga" | "fm-towns" | "pc-engine" | "c64" | "nes";

/**
 * By whose rules a game is played, where interpreters differ: `current` is the original programs as far as they are known,
 * `scummvm-2.7` is ScummVM 2.7. `docs/interpreters.md` lists the rules.
 */
export type InterpreterName = "current" | "scummvm-2.7";

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

/** A game among the files, opened or not. */
export interface FoundGame {
  /** Its index file: what `which` takes. */
  readonly index: string;
  /** What it is, for people. */
  readonly what: string;
  readonly title: string | null;
  /** Why it cannot be opened. */
  readonly error: Failure | null;
}

/** An archive or image that was met among the files. */
export interface ContainerInfo {
  readonly name: string;
  /** What it is: `zip`, `LPAK 1.5`. */
  readonly what: string;
  readonly files: number;
  /** Why it could not be opened. */
  readonly failed: string | null;
  /** What is odd about it. */
  readonly odd: readonly string[];
}
