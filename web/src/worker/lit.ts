/** Finds the pixels on the stage that a run of bytes makes. */
import type { Costume, PictureKey, Run, Scene } from "costumier";

/** Maximum number of candidate pixels for one run. */
const MOST_LIT = 1500;

/**
 * Returns the room pixels that a run makes. The picture's place gives the candidates, scaled and mirrored; the library tells
 * for each which run made it.
 */
export function lit(
  scene: Scene,
  costume: Costume,
  actor: number,
  key: PictureKey,
  run: Run,
  pixels: readonly [number, number][],
): [number, number][] {
  const frame = scene.render();
  if (frame.enlarged !== 1) return [];
  const found = new Map<string, [number, number]>();
  const seen = new Set<string>();
  for (const placed of scene.actors[actor]!.placed()) {
    if (placed.picture.index !== key.index || (costume.kind !== "akos" && placed.picture.limb !== key.limb)) continue;
    const [left, top, width, height] = placed.area;
    const size = costume.picture(placed.picture);
    for (const [x, y] of pixels) {
      const across = (x * width) / size.width;
      const down = Math.floor((y * height) / size.height);
      for (const column of [Math.floor(across), Math.ceil(width - 1 - across)]) {
        const place: [number, number] = [left + column, top + down];
        const name = place.join();
        const [fx, fy] = [place[0] - frame.x, place[1] - frame.y];
        if (seen.has(name) || seen.size >= MOST_LIT || fx < 0 || fy < 0 || fx >= frame.width || fy >= frame.height)
          continue;
        seen.add(name);
        const touch = scene.explain(fx, fy)?.touches.at(-1);
        if (
          touch?.actor === actor &&
          touch.limb === placed.limb &&
          touch.run?.from === run.from &&
          touch.run.bits[0] === run.bits[0]
        )
          found.set(name, place);
      }
    }
  }
  return [...found.values()];
}
