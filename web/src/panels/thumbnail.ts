/** A cell's picture in the wardrobe: a frame of a costume's film, or a face that says that there is none. */
import type { Film } from "costumier";

/** Width and height of a cell's picture, in CSS pixels. */
export const PICTURE = 88;

/** Why a cell has no film: it has not come yet, the costume cannot be read, or it shows nothing. */
export type Face = "waiting" | "failed" | "empty";

/** Which frame is shown at a tick, for ever: what ends is held for a second and begins anew. */
export function frameAt(film: Film, tick: number): number {
  const total = film.frames.reduce((sum, one) => sum + one.ticks, 0);
  const intro = film.frames.slice(0, film.loops_to ?? 0).reduce((sum, one) => sum + one.ticks, 0);
  if (film.frames.length < 2 || total <= intro) return 0;
  let left =
    film.loops_to === null ? tick % (total + 10) : tick < total ? tick : intro + ((tick - intro) % (total - intro));
  for (const [i, frame] of film.frames.entries()) {
    if (left < frame.ticks) return i;
    left -= frame.ticks;
  }
  return film.frames.length - 1;
}

// Empties the canvas, at the screen's resolution.
function begin(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const side = PICTURE * Math.max(1, Math.round(devicePixelRatio));
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const pen = canvas.getContext("2d")!;
  pen.clearRect(0, 0, side, side);
  return pen;
}

const small = document.createElement("canvas");

/**
 * Draws a frame, standing at the bottom. `scale` is that of all cells, in CSS pixels to a pixel of the game, so that the
 * cells show who is taller. A figure that is too large for its cell is halved, as often as it takes.
 *
 * @returns How often it was halved.
 */
export function drawFrame(canvas: HTMLCanvasElement, film: Film, frame: number, scale: number): number {
  const pen = begin(canvas);
  const data = film.frames[frame]?.data;
  const inner = small.getContext("2d");
  if (!inner || !data) return 0;
  small.width = film.width;
  small.height = film.height;
  inner.putImageData(new ImageData(data, film.width, film.height), 0, 0);
  let zoom = (scale * canvas.width) / PICTURE;
  let halved = 0;
  for (; film.width * zoom > canvas.width || film.height * zoom > canvas.height; zoom /= 2) halved++;
  pen.imageSmoothingEnabled = zoom < 1;
  const [width, height] = [film.width * zoom, film.height * zoom];
  pen.drawImage(small, Math.floor((canvas.width - width) / 2), Math.floor(canvas.height - height), width, height);
  return halved;
}

/** Draws a face: nothing while a film is on its way, an empty frame, or one that is crossed out. */
export function drawFace(canvas: HTMLCanvasElement, face: Face): void {
  const pen = begin(canvas);
  if (face === "waiting") return;
  const unit = canvas.width / PICTURE;
  const [left, top, right, bottom] = [26, 20, 62, 80].map(one => one * unit) as [number, number, number, number];
  pen.strokeStyle = getComputedStyle(canvas).color;
  pen.lineWidth = 1.5 * unit;
  pen.setLineDash([4 * unit, 3 * unit]);
  pen.strokeRect(left, top, right - left, bottom - top);
  pen.setLineDash([]);
  if (face === "empty") return;
  pen.beginPath();
  pen.moveTo(left, top);
  pen.lineTo(right, bottom);
  pen.moveTo(right, top);
  pen.lineTo(left, bottom);
  pen.stroke();
}
