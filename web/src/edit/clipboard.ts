/** The system's clipboard: what is copied goes out as a PNG, for art programs. A browser may not allow it. */
import type { Clip } from "./selection";

/** Pixels with the colours of the screen; those that are not drawn are transparent. */
export function rgba(
  { width, height, pixels }: Clip,
  rgb: (colour: number) => string | null,
): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(width * height * 4);
  for (const [i, colour] of pixels.entries()) {
    const text = rgb(colour);
    if (text !== null) out.set([1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)).concat(255), 4 * i);
  }
  return out;
}

/** Puts pixels into the system's clipboard; `false` where the browser does not take them. */
export async function toClipboard(clip: Clip, rgb: (colour: number) => string | null): Promise<boolean> {
  const canvas = new OffscreenCanvas(clip.width, clip.height);
  canvas.getContext("2d")!.putImageData(new ImageData(rgba(clip, rgb), clip.width, clip.height), 0, 0);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": canvas.convertToBlob({ type: "image/png" }) })]);
    return true;
  } catch {
    return false;
  }
}

/** Pixels of a picture in the clipboard; `null` where it cannot be read. */
export async function pixelsOf(file: Blob): Promise<ImageData | null> {
  try {
    const picture = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!;
    pen.drawImage(picture, 0, 0);
    return pen.getImageData(0, 0, picture.width, picture.height);
  } catch {
    return null;
  }
}
