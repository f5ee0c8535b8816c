/** Writes WebM: pictures encoded by the browser, in the few elements of Matroska that one silent video needs. */

const text = (words: string) => new TextEncoder().encode(words);

// An unsigned number in the fewest bytes.
function number(value: number): Uint8Array {
  const bytes = [];
  for (let rest = value; rest > 0 || !bytes.length; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function float(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  parts.reduce((at, one) => (all.set(one, at), at + one.length), 0);
  return all;
}

/** An element: its identifier, its size in eight bytes, its content. */
function element(id: number, ...content: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = joined(content);
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(body.length) | (1n << 56n));
  return joined([number(id), new Uint8Array(size.buffer), body]);
}

/** A picture: milliseconds from the start, whether it is a key frame, and its bytes. */
export interface Encoded {
  at: number;
  isKey: boolean;
  bytes: Uint8Array;
}

/** Returns the file. `codec` is `V_VP8` or `V_VP9`. A cluster begins at each key frame. */
export function webm(codec: string, size: readonly [number, number], duration: number, all: readonly Encoded[]) {
  const clusters: Encoded[][] = [];
  for (const one of all) {
    if (one.isKey || !clusters.length) clusters.push([]);
    clusters.at(-1)!.push(one);
  }
  const cluster = (pictures: readonly Encoded[]) => {
    const start = pictures[0]!.at;
    const block = ({ at, isKey, bytes }: Encoded) => {
      const offset = at - start;
      // Track 1, 16 bits of time from the cluster's, flags.
      return element(0xa3, Uint8Array.of(0x81, (offset >> 8) & 255, offset & 255, isKey ? 0x80 : 0), bytes);
    };
    return element(0x1f43b675, element(0xe7, number(start)), ...pictures.map(block));
  };
  const head = element(
    0x1a45dfa3,
    element(0x4286, number(1)),
    element(0x42f7, number(1)),
    element(0x42f2, number(4)),
    element(0x42f3, number(8)),
    element(0x4282, text("webm")),
    element(0x4287, number(2)),
    element(0x4285, number(2)),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, number(1_000_000)),
    element(0x4489, float(duration)),
    element(0x4d80, text("Costumier")),
    element(0x5741, text("Costumier")),
  );
  const video = element(0xe0, element(0xb0, number(size[0])), element(0xba, number(size[1])));
  const track = element(
    0xae,
    element(0xd7, number(1)),
    element(0x73c5, number(1)),
    element(0x9c, number(0)),
    element(0x83, number(1)),
    element(0x86, text(codec)),
    video,
  );
  return joined([head, element(0x18538067, info, element(0x1654ae6b, track), ...clusters.map(cluster))]);
}

const CODECS = [
  ["vp09.00.41.08", "V_VP9"],
  ["vp8", "V_VP8"],
] as const;

/** Encodes pictures one by one. Each is shown until the next one; `draw` paints one of them. */
export async function encode(
  size: readonly [number, number],
  perSecond: number,
  count: number,
  draw: (pen: OffscreenCanvasRenderingContext2D, picture: number) => void,
  progress: (done: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof VideoEncoder === "undefined") throw new Error("this browser writes no videos; a GIF shows the same");
  // Encoders need an even width and height.
  const [width, height] = size.map(one => one + (one % 2)) as [number, number];
  const made: Encoded[] = [];
  let failed: Error | null = null;
  const base = { width, height, framerate: perSecond, bitrate: 12_000_000 };
  const found = [];
  for (const [codec, name] of CODECS)
    if ((await VideoEncoder.isConfigSupported({ ...base, codec })).supported) found.push([codec, name] as const);
  const [codec, name] = found[0] ?? [];
  if (!codec || !name) throw new Error("this browser writes no videos of this size; a GIF shows the same");
  const encoder = new VideoEncoder({
    output: chunk => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      made.push({ at: Math.round(chunk.timestamp / 1000), isKey: chunk.type === "key", bytes });
    },
    error: why => (failed = why),
  });
  encoder.configure({ ...base, codec });
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d")!;
  pen.imageSmoothingEnabled = false;
  for (let picture = 0; picture < count && !failed; picture++) {
    draw(pen, picture);
    const frame = new VideoFrame(canvas, { timestamp: (picture / perSecond) * 1e6, duration: 1e6 / perSecond });
    encoder.encode(frame, { keyFrame: picture % 100 === 0 });
    frame.close();
    if (encoder.encodeQueueSize > 4) await new Promise(done => setTimeout(done, 5));
    if (picture % 10 === 0) {
      progress(picture);
      await new Promise(done => setTimeout(done));
    }
  }
  await encoder.flush();
  encoder.close();
  if (failed) throw failed as Error;
  return webm(name, [width, height], (count / perSecond) * 1000, made);
}
