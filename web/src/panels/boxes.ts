/** Boxes of the timeline's rows: a picture that several commands hold is one box. */
import type { Timeline } from "costumier";

type Span = Timeline["limbs"][number]["spans"][number];

/** Successive stretches of a row with the same picture. */
export interface Box extends Span {
  /** Its commands. */
  readonly parts: readonly Span[];
}

const shown = ({ hidden, pictures }: Span) => `${hidden} ${pictures.map(one => `${one.limb}.${one.index}`)}`;

/** Joins equal neighbours. `wide` is the maximum number of bytes of a command. */
export function boxes(spans: readonly Span[], wide: number): Box[] {
  const all: { from: number; to: number; parts: Span[] }[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    const before = last?.parts.at(-1);
    const by = before ? span.position - before.position : 0;
    if (last && before && by > 0 && by <= wide && span.from === last.to && shown(span) === shown(before)) {
      last.parts.push(span);
      last.to = span.to;
    } else all.push({ from: span.from, to: span.to, parts: [span] });
  }
  return all.map(one => ({ ...one.parts[0]!, ...one }));
}

/** `3`, or `3–5`. */
export function positions({ parts }: Box): string {
  const [first, last] = [parts[0]!.position, parts.at(-1)!.position];
  return first === last ? `${first}` : `${first}–${last}`;
}
