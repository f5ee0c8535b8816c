/** Overlays of the stage: earlier and later pictures, outlines of limbs, feet, the frame of a pixel. */
import type { Image } from "costumier";
import type { State } from "../state";
import type { Shown } from "../worker/protocol";
import { limbColour } from "./limbs";

/** The stage's drawing context, with scale and place of the room. */
export interface Easel {
  pen: CanvasRenderingContext2D;
  frame: Shown;
  state: State;
  /** Device pixels per pixel of the room. */
  zoom: number;
  /** Device pixel of a room pixel's upper left corner. */
  to: (x: number, y: number) => [number, number];
}

/** Draws an image of room pixels at its place. As in a frame, each may be `enlarged`. */
export function lay(easel: Easel, image: CanvasImageSource, x: number, y: number, width: number, height: number): void {
  const [dx, dy] = easel.to(x, y);
  const scale = easel.zoom / easel.frame.enlarged;
  easel.pen.drawImage(image, dx, dy, width * scale, height * scale);
}

export function tinted(image: Image, mode: GlobalCompositeOperation, colour: string | null): OffscreenCanvas {
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

/** Colours of earlier and later pictures: orange and blue, which colour-blind people can tell apart. */
export const BEFORE = "#ff9a1f";
export const AFTER = "#2f7bff";

/**
 * Earlier and later pictures, each in one colour with a darker edge, fainter the further away. They lie behind the figure;
 * before a room the figure is drawn once more over them.
 */
export function drawOnion(easel: Easel): void {
  const { pen, frame } = easel;
  const far = [...frame.onion].sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance));
  const now = far.find(one => one.distance === 0);
  for (const one of far) {
    if (!one.distance) continue;
    pen.globalAlpha = [0, 0.75, 0.5, 0.35][Math.abs(one.distance)] ?? 0.3;
    pen.globalCompositeOperation = now ? "source-over" : "destination-over";
    lay(easel, silhouette(one, one.distance < 0 ? BEFORE : AFTER), one.x, one.y, one.width, one.height);
  }
  pen.globalAlpha = 1;
  pen.globalCompositeOperation = "source-over";
  if (now) lay(easel, tinted(now, "source-over", null), now.x, now.y, now.width, now.height);
}

// The figure in one translucent colour, with a solid edge.
function silhouette(image: Image, colour: string): OffscreenCanvas {
  const canvas = tinted(image, "source-atop", `${colour}b0`);
  const whole = tinted(image, "source-in", colour);
  const edge = new OffscreenCanvas(image.width, image.height);
  const pen = edge.getContext("2d")!;
  pen.drawImage(whole, 0, 0);
  pen.globalCompositeOperation = "destination-out";
  // A pixel with neighbours on all four sides is not at the edge.
  const inner = new OffscreenCanvas(image.width, image.height);
  const cut = inner.getContext("2d")!;
  cut.drawImage(whole, 0, 0);
  cut.globalCompositeOperation = "destination-in";
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const)
    cut.drawImage(whole, x, y);
  pen.drawImage(inner, 0, 0);
  canvas.getContext("2d")!.drawImage(edge, 0, 0);
  return canvas;
}

/** Draws a line that is visible on light and on dark. */
export function outline(pen: CanvasRenderingContext2D, path: Path2D, outer: string, inner: string): void {
  for (const [colour, wide] of [
    [outer, 3],
    [inner, 1.5],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.stroke(path);
  }
}

export function box(
  pen: CanvasRenderingContext2D,
  at: [number, number],
  size: [number, number],
  outer: string,
  inner: string,
): void {
  const path = new Path2D();
  path.rect(...at, ...size);
  outline(pen, path, outer, inner);
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

/** Draws a frame around an actor. */
export function drawAround({ pen, frame, zoom, to }: Easel, actor: number): void {
  const areas = frame.placed.filter(one => one.actor === actor).map(one => one.area);
  const [left, top] = to(Math.min(...areas.map(one => one[0])), Math.min(...areas.map(one => one[1])));
  const [right, bottom] = to(
    Math.max(...areas.map(one => one[0] + one[2])),
    Math.max(...areas.map(one => one[1] + one[3])),
  );
  if (areas.length)
    box(pen, [left - zoom, top - zoom], [right - left + 2 * zoom, bottom - top + 2 * zoom], "#000", "#fff");
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

/** Frames the inspected pixel. */
export function drawPixel(easel: Easel, pixel: readonly [number, number]): void {
  const [x, y] = easel.to(...pixel);
  box(easel.pen, [x - 0.5, y - 0.5], [easel.zoom + 1, easel.zoom + 1], "#000", "#fff");
}

/** Marks the pixels that the chosen byte makes. */
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
