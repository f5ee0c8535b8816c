/** A cell's picture in the wardrobe: a frame of a costume's film, or a symbol if there is none. */
import type { Film } from "costumier";

/** Width and height of a cell's picture, in CSS pixels. */
export const PICTURE = 88;

/** The reason why a cell has no film: it is not loaded yet, the costume cannot be read, or it is empty. */
export type Face = "waiting" | "failed" | "empty";

/** The frame at a tick. A film that ends stays for a second and starts again. */
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
 * Draws a frame at the bottom of its cell. `scale`, in CSS pixels for a pixel of the game, is that of all cells, so that sizes
 * can be compared. A figure that is too large for its cell is halved until it fits.
 *
 * @returns The number of halvings.
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

/** Draws a symbol: nothing while a film is loading, an empty frame, or a crossed one. */
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
