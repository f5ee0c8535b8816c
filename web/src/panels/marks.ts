/** What is marked in a room: its z-planes, walk boxes or objects. It is loaded when something is marked first. */
import type { Image, RoomInfo } from "costumier";
import type { Marked } from "../state";
import type { Client } from "../worker/client";
import { limbColour } from "./limbs";
import { box, lay, outline, tinted, type Easel } from "./overlays";

/** Draws marks over the room. */
export type Marks = (easel: Easel) => void;

/** Returns what draws the marks of a room. */
export async function marksOf(marked: Marked, room: RoomInfo, client: Client): Promise<Marks> {
  if (marked === "boxes")
    return easel => (room.boxes.length ? drawBoxes(easel, room) : tell(easel, room, "No walk boxes"));
  if (marked === "objects") {
    // The light module, which may have answered about the room, knows none.
    const objects = await client.ask("objects", { room: room.id });
    return easel => (objects.length ? drawObjects(easel, objects) : tell(easel, room, "No objects"));
  }
  const planes: Image[] = [];
  for (let plane = 1; plane <= room.planes; plane++)
    // A plane that cannot be read is named among the room's problems.
    await client.ask("plane", { room: room.id, plane }).then(
      image => planes.push(image),
      () => {},
    );
  return easel => (planes.length ? drawPlanes(easel, planes) : tell(easel, room, "No z-planes"));
}

/** Says in the middle of the room that it has none. */
function tell(easel: Easel, { width, height }: RoomInfo, words: string): void {
  label(easel, words, ...easel.to(width / 2, height / 2), true);
}

function drawPlanes(easel: Easel, planes: readonly Image[]): void {
  const { pen, frame } = easel;
  pen.globalAlpha = 0.45;
  for (const [i, plane] of planes.entries()) {
    const image = tinted(plane, "source-in", limbColour(i * 3 + 1));
    lay(easel, image, 0, 0, plane.width * frame.enlarged, plane.height * frame.enlarged);
  }
  pen.globalAlpha = 1;
}

// Corners are pixels that belong to the box, so its edge goes through their middles.
function drawBoxes(easel: Easel, { boxes }: RoomInfo): void {
  const { pen, zoom } = easel;
  for (const { number, corners, plane, scale } of boxes) {
    const points = corners.map(([x, y]) => easel.to(x, y).map(one => one + zoom / 2) as [number, number]);
    const path = new Path2D();
    for (const point of points) path.lineTo(...point);
    path.closePath();
    pen.fillStyle = limbColour(number);
    pen.globalAlpha = 0.25;
    pen.fill(path);
    pen.globalAlpha = 1;
    outline(pen, path, "#0008", limbColour(number));
    const middle = [0, 1].map(axis => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);
    const scaled = scale === "255" ? "" : ` · scale ${scale}`;
    label(easel, `${number}${plane ? ` · plane ${plane}` : ""}${scaled}`, middle[0]!, middle[1]!, true);
  }
}

function drawObjects(easel: Easel, objects: RoomInfo["objects"]): void {
  const { pen, zoom } = easel;
  for (const [i, { number, name, area }] of objects.entries()) {
    const [x, y, width, height] = area;
    const [left, top] = easel.to(x, y);
    box(pen, [left + 0.5, top + 0.5], [width * zoom - 1, height * zoom - 1], "#0008", limbColour(i));
    label(easel, `${number}${name ? ` ${name}` : ""}`, left + 3, top + 3, false);
  }
}

function label({ pen }: Easel, text: string, x: number, y: number, isCentred: boolean): void {
  pen.font = `${Math.max(11, Math.round(11 * devicePixelRatio))}px system-ui, sans-serif`;
  pen.textAlign = isCentred ? "center" : "left";
  pen.textBaseline = isCentred ? "middle" : "top";
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  pen.strokeStyle = "#000c";
  pen.strokeText(text, x, y);
  pen.fillStyle = "#fff";
  pen.fillText(text, x, y);
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
}
