/** Makes a WebM video of the stage, on a plain colour without a room. */
import type { Rectangle } from "costumier";
import type { StageSaid } from "./protocol";
import type { Tell } from "./session";
import type { Staged } from "./staged";
import { encode } from "./webm";

/** Maximum number of ticks before the actors of a video repeat. */
const LONGEST = 600;

/** The ticks of a video: one loop of all actors, repeated for at least three seconds. */
export async function video(
  staged: Staged,
  said: StageSaid,
  speed: number,
  scale: number,
  colour: string,
  progress: Tell,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; seconds: number }> {
  const clips = staged.at(said, Infinity).map(one => one.timeline());
  const perSecond = staged.game.game.info().ticks_per_second * speed;
  const start = Math.max(...clips.map(one => one.loops_to ?? 0));
  const rings = clips.map(one => (one.loops_to === null ? one.ticks : one.ticks - one.loops_to));
  const together = rings.reduce(multiple, 1);
  const ring = together <= LONGEST ? together : rings[said.selected]!;
  const count = ring * Math.max(1, Math.ceil((3 * perSecond) / ring));
  const seconds = Math.round((count / perSecond) * 10) / 10;
  const scene = staged.scene!;
  const view = said.background ? said.view : around(ring, tick => areas(staged, said, start + tick));
  scene.set({ ...staged.spec(said), view });
  const cell = new OffscreenCanvas(1, 1);
  const inner = cell.getContext("2d")!;
  const bytes = await encode(
    [view[2] * scale, view[3] * scale],
    perSecond,
    count,
    (pen, picture) => {
      const tick = start + (picture % ring);
      if (scene.now > tick) scene.seek(tick);
      else if (scene.now < tick) scene.tick(tick - scene.now);
      const frame = scene.render();
      [cell.width, cell.height] = [frame.width, frame.height];
      inner.putImageData(new ImageData(frame.data, frame.width, frame.height), 0, 0);
      pen.fillStyle = colour || "#000";
      pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
      const part = scale / frame.enlarged;
      const [x, y] = [(frame.x - view[0]) * scale, (frame.y - view[1]) * scale];
      pen.drawImage(cell, x, y, frame.width * part, frame.height * part);
    },
    done => progress(`${(done / perSecond).toFixed(1)} of ${seconds} seconds`, done, count),
  );
  return { bytes, seconds };
}

function areas(staged: Staged, said: StageSaid, tick: number): Rectangle[] {
  const actors = staged.at(said, tick);
  const scene = staged.scene!;
  if (scene.now < tick) scene.tick(tick - scene.now);
  return actors.flatMap(actor => actor.placed().map(one => one.area));
}

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);
const multiple = (a: number, b: number) => (a * b) / divisor(a, b);

// The rectangle of all areas at these ticks.
function around(ticks: number, at: (tick: number) => Rectangle[]): Rectangle {
  const all = Array.from({ length: ticks }, (_, tick) => at(tick)).flat();
  if (!all.length) return [0, 0, 2, 2];
  const [left, top] = [Math.min(...all.map(one => one[0])), Math.min(...all.map(one => one[1]))];
  const [right, bottom] = [Math.max(...all.map(one => one[0] + one[2])), Math.max(...all.map(one => one[1] + one[3]))];
  return [left, top, right - left, bottom - top];
}
