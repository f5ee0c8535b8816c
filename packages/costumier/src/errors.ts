/** The package's error class. */
import type { ErrorKind, Failure, Fault } from "./types.js";

/** The error that every call throws. */
export class CostumierError extends Error implements Failure {
  override readonly name = "CostumierError";
  declare readonly kind: ErrorKind;
  declare readonly fault: Fault;
  declare readonly text: string;
  declare readonly file: string | null;
  declare readonly block: string | null;
  declare readonly at: number | null;
  declare readonly costume: number | null;
  declare readonly hint: string | null;
  declare readonly games?: readonly string[];

  constructor(failure: Failure) {
    super(failure.hint === null ? failure.text : `${failure.text} (${failure.hint})`);
    Object.assign(this, failure);
  }

  /** Returns the error as data that can be posted to another thread. */
  toJSON(): Failure {
    const { kind, fault, text, file, block, at, costume, hint, games } = this;
    return { kind, fault, text, file, block, at, costume, hint, ...(games === undefined ? {} : { games }) };
  }

  /** A mistake in how the package is called. */
  static usage(text: string): CostumierError {
    return new CostumierError({ ...NOWHERE, kind: "usage", fault: "caller", text });
  }

  /** A call on something that was freed. */
  static freed(what: string): CostumierError {
    return new CostumierError({ ...NOWHERE, kind: "freed", fault: "caller", text: `this ${what} was freed` });
  }

  /** A mistake of the program: its instance is lost. */
  static panic(text: string): CostumierError {
    return new CostumierError({
      ...NOWHERE,
      kind: "panic",
      fault: "program",
      text: `Costumier has a mistake and stopped: ${text}`,
      hint: "start a fresh instance and open the game again; please report what you did",
    });
  }
}

const NOWHERE = { file: null, block: null, at: null, costume: null, hint: null } as const;
