/** What goes wrong, and what is odd. */

/**
 * What went wrong. `panic` is a mistake of this program: the instance is of no use any more.
 * `usage` is a call with arguments that mean nothing; `generation` a block that was given without its generation.
 */
export type ErrorKind =
  | "truncated" | "bad-value" | "unsupported" | "limit" | "source" | "not-a-game" | "other-form" | "several-games"
  | "missing-file" | "costume-zero" | "costume-out-of-range" | "costume-unused" | "room-missing" | "not-a-costume"
  | "no-such-room" | "no-such-item" | "cannot-write" | "generation" | "usage" | "panic" | "freed";

/** Who can do something about it. */
export type Fault = "file" | "caller" | "disk" | "limit" | "unsupported" | "program";

/** A failure as data: what a {@link CostumierError} says, to be posted. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly fault: Fault;
  /** The whole message, in a sentence. */
  readonly text: string;
  /** The file that it is about. */
  readonly file: string | null;
  /** The block in it: `COST`. */
  readonly block: string | null;
  /** Byte offset in the file where one is named, else in the block's payload. */
  readonly at: number | null;
  readonly costume: number | null;
  /** What a person can do next. */
  readonly hint: string | null;
  /** With `several-games`: their names; with `generation`: those that have such blocks. */
  readonly games?: readonly string[];
}

/** How something fared. */
export type Status = "ok" | "odd" | "broken" | "failed";

/** Something odd or broken that was noticed. */
export interface ProblemRow {
  readonly severity: "note" | "odd" | "broken";
  /** The thing: `limb 3 / picture 7`. */
  readonly path: string;
  /** Byte in the block's payload; in the file, for problems of a whole game. */
  readonly at: number | null;
  /** What was noticed, and what was assumed. */
  readonly text: string;
}
