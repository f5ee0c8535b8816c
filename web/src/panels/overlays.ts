/** What lies over the picture on the stage: earlier and later pictures, z-planes, limbs' outlines, feet, a pixel's frame. */
import type { Image } from "costumier";
import type { State } from "../state";
import type { Shown } from "../worker/protocol";
import { limbColour } from "./limbs";

/** The stage's pen, and where things go on it. */
export interface Easel {
  pen: CanvasRenderingContext2D;
  frame: Shown;
  state: State;
  /** Device pixels per pixel of the room. */
  zoom: number;
  /** Device pixel of a room pixel's upper left corner. */
  to: (x: number, y: number) => [number, number];
}

/** Draws an image of room pixels (of `enlarged` ones, as a frame is) where it belongs. */
export function lay(easel: Easel, image: CanvasImageSource, x: number, y: number, width: number, height: number): void {
  const [dx, dy] = easel.to(x, y);
  const scale = easel.zoom / easel.frame.enlarged;
  easel.pen.drawImage(image, dx, dy, width * scale, height * scale);
}

function tinted(image: Image, mode: GlobalCompositeOperation, colour: string | null): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d")!;
  pen.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
  pen.globalCompositeOperation = mode;
  if (colour) {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, image.width, image.height);
  }
  return canvas;
}

/** Earlier pictures are tinted warm, later ones cold, and lie behind; before a room, where nothing is behind, over it. */
export function drawOnion(easel: Easel): void {
  const { pen, frame, state } = easel;
  const room = state.background === "room";
  for (const one of [...frame.onion].sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance))) {
    pen.globalAlpha = 0.5 / Math.abs(one.distance);
    pen.globalCompositeOperation = room ? "source-over" : "destination-over";
    const colour = room ? null : one.distance < 0 ? "#e0405055" : "#3070ff55";
    lay(easel, tinted(one, "source-atop", colour), one.x, one.y, one.width, one.height);
  }
  pen.globalAlpha = 1;
  pen.globalCompositeOperation = "source-over";
}

export function drawPlanes(easel: Easel, planes: readonly Image[]): void {
  const { pen, frame } = easel;
  pen.globalAlpha = 0.45;
  for (const [i, plane] of planes.entries()) {
    const image = tinted(plane, "source-in", limbColour(i * 3 + 1));
    lay(easel, image, 0, 0, plane.width * frame.enlarged, plane.height * frame.enlarged);
  }
  pen.globalAlpha = 1;
}

// A line that is seen on light and on dark.
function box(
  pen: CanvasRenderingContext2D,
  at: [number, number],
  size: [number, number],
  outer: string,
  inner: string,
): void {
  for (const [colour, wide] of [
    [outer, 3],
    [inner, 1.5],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.strokeRect(at[0], at[1], size[0], size[1]);
  }
}

export function drawOutlines(easel: Easel): void {
  const { pen, frame, state, zoom } = easel;
  pen.font = `${Math.max(11, Math.round(11 * devicePixelRatio))}px system-ui, sans-serif`;
  for (const one of frame.placed) {
    const [x, y, width, height] = one.area;
    const [left, top] = easel.to(x, y);
    box(pen, [left + 0.5, top + 0.5], [width * zoom - 1, height * zoom - 1], "#0008", limbColour(one.limb));
    pen.fillStyle = limbColour(one.limb);
    if (one.actor === state.selected) pen.fillText(String(one.limb), left + 3, top - 3);
  }
}

export function drawFeet(easel: Easel): void {
  const { pen, frame, state, zoom } = easel;
  const arm = 6 * devicePixelRatio;
  for (const [i, feet] of frame.feet.entries()) {
    const [x, y] = easel.to(feet[0], feet[1]).map(one => one + zoom / 2) as [number, number];
    for (const [colour, wide] of [
      ["#000a", 3],
      [i === state.selected ? "#ff5a7a" : "#fff", 1],
    ] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.beginPath();
      pen.moveTo(x - arm, y);
      pen.lineTo(x + arm, y);
      pen.moveTo(x, y - arm);
      pen.lineTo(x, y + arm);
      pen.stroke();
    }
  }
}

/** The pixel that is looked at. */
export function drawPixel(easel: Easel, pixel: readonly [number, number]): void {
  const [x, y] = easel.to(...pixel);
  box(easel.pen, [x - 0.5, y - 0.5], [easel.zoom + 1, easel.zoom + 1], "#000", "#fff");
}

/** The pixels that a chosen byte makes. */
export function drawLit(easel: Easel, pixels: readonly (readonly [number, number])[]): void {
  const { pen, zoom } = easel;
  pen.fillStyle = "#ff2d78";
  for (const [x, y] of pixels) {
    const [left, top] = easel.to(x, y);
    pen.globalAlpha = 0.6;
    pen.fillRect(left, top, zoom, zoom);
    pen.globalAlpha = 1;
    if (zoom > 3) pen.fillRect(left, top, zoom, Math.max(1, Math.floor(zoom / 6)));
  }
  pen.globalAlpha = 1;
}
