/** The stage before and after, next to each other, as a PNG. */
import type { App } from "../app";

export async function beforeAndAfter({ client, playback, stage }: App): Promise<Uint8Array<ArrayBuffer>> {
  const said = { ...playback.said(), edits: false, onion: 0, compare: "both" as const };
  const after = await client.ask("stage", { said, tick: playback.scene });
  const before = after.before!;
  const zoom = Math.max(1, Math.min(8, Math.round(stage.zoom / Math.max(1, Math.round(devicePixelRatio)))));
  const gap = 8;
  const canvas = document.createElement("canvas");
  canvas.width = (before.width + gap + after.width) * zoom;
  canvas.height = Math.max(before.height, after.height) * zoom;
  const pen = canvas.getContext("2d")!;
  pen.imageSmoothingEnabled = false;
  for (const [frame, x] of [
    [before, 0],
    [after, before.width + gap],
  ] as const) {
    const cell = new OffscreenCanvas(frame.width, frame.height);
    cell.getContext("2d")!.putImageData(new ImageData(frame.data, frame.width, frame.height), 0, 0);
    pen.drawImage(cell, x * zoom, 0, frame.width * zoom, frame.height * zoom);
  }
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the browser could not write the picture");
  return new Uint8Array(await blob.arrayBuffer());
}
