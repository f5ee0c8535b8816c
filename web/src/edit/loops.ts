/**
 * The loop of each limb. The clip of a chore repeats when all limbs do, which a blink of 37 ticks and a wave of 4 do after
 * 148: rows show each limb until it repeats by itself.
 */
import type { Timeline } from "costumier";

type Row = Timeline["limbs"][number];

/** Where a limb's loop begins, and its length, in ticks. */
export interface Loop {
  from: number;
  length: number;
}

// What a limb shows at each tick, by numbers that are equal for equal commands.
function states({ spans }: Row, ticks: number): Int32Array {
  const names = new Map<string, number>();
  const out = new Int32Array(ticks).fill(-1);
  for (const { from, to, position, hidden, pictures } of spans) {
    const name = [position, hidden, ...pictures.map(one => `${one.limb}.${one.index}`)].join();
    const number = names.get(name) ?? names.size;
    names.set(name, number);
    out.fill(number, from, to);
  }
  return out;
}

/** The first tick from which on a limb is where it is `length` ticks later, up to the end of the clip. */
function begins(at: Int32Array, length: number): number {
  let from = at.length - length;
  while (from > 0 && at[from - 1] === at[from - 1 + length]) from--;
  return from;
}

export function loopOf(row: Row, { ticks, loops_to, cut_off }: Timeline): Loop {
  const at = states(row, ticks);
  if (loops_to === null && !cut_off) return { from: begins(at, 1), length: 1 };
  // A clip that is cut off has a loop where it was seen twice.
  const whole = loops_to === null ? null : ticks - loops_to;
  const most = whole ?? Math.floor(ticks / 2);
  for (let length = 1; length <= most; length++) {
    if (whole !== null && whole % length) continue;
    const from = begins(at, length);
    if (whole === null ? from <= ticks - 2 * length : from <= loops_to! || length === whole) return { from, length };
  }
  return { from: ticks, length: 0 };
}

/** Where a tick of the clip is in the limb's row. */
export function placeIn({ from, length }: Loop, tick: number): number {
  return tick < from + length || !length ? tick : from + ((tick - from) % length);
}

/** The clip with each limb until it repeats, as long as the longest of them. */
export function folded(clip: Timeline, loops: ReadonlyMap<number, Loop>): Timeline {
  const limbs = clip.limbs.map(row => {
    const { from, length } = loops.get(row.limb)!;
    const end = from + length;
    const spans = row.spans.filter(one => one.from < end);
    return { ...row, spans: spans.map(one => ({ ...one, to: Math.min(one.to, end) })) };
  });
  const ticks = Math.max(1, ...[...loops.values()].map(one => one.from + one.length));
  return { ...clip, limbs, ticks: clip.limbs.length ? ticks : clip.ticks };
}
