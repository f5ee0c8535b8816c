/** Makes files of the stage and of stored animations. It is loaded at the first save. */
import type { ExportOptions, Format } from "costumier";
import type { State } from "../state";
import type { Client } from "../worker/client";
import type { Exported, MovieAsked } from "../worker/protocol";
import { animationName, fileName } from "./names";
import { save } from "./save";
import type { Saver } from "./saver";

/** A made file, and the message about it. */
export interface Made {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  words: string;
}

export const sizeInWords = ({ length }: Uint8Array): string =>
  length < 10_000
    ? `${length} bytes`
    : length < 1_000_000
      ? `${Math.round(length / 1000)} kB`
      : `${(length / 1_000_000).toFixed(1)} MB`;

/** Makes an animated file of the stage, until the actors repeat together. */
export async function film(
  saver: Saver,
  worker: Client,
  format: MovieAsked["format"] | "webm",
  scale: number,
  alone = false,
): Promise<Made> {
  const state = saver.store.state;
  const said = { ...saver.playback.said(state), onion: 0 };
  if (alone) {
    const one = said.actors[state.selected]!;
    // Without the room there is no scale and no z-plane.
    const [size, plane] = [one.scale === "box" ? 255 : one.scale, one.zplane === "box" ? 0 : one.zplane];
    Object.assign(said, { actors: [{ ...one, scale: size, zplane: plane }], selected: 0, background: false });
  }
  const name = fileName(state, animationName(state)) + times(scale);
  if (format === "webm") {
    const { bytes, seconds } = await worker.ask("webm", { said, speed: state.speed, scale, colour: plain(state) });
    return { name: `${name}.webm`, bytes, words: `${seconds} seconds, ${sizeInWords(bytes)}.` };
  }
  const made = await worker.ask("movie", { said, speed: state.speed, format, scale });
  const cut = made.cut ? " The actors repeat at different times: one of them jumps where the film begins anew." : "";
  const ending = format === "frames" ? "-frames.zip" : `.${format}`;
  return {
    name: name + ending,
    bytes: made.bytes,
    words: `${sizeOf(made.bytes, format)}${sizeInWords(made.bytes)}${said.background ? "" : ", background: transparent"}.${cut}`,
  };
}

/** Makes the files of `costumier export`. `name` has no ending. */
export async function stored(
  saver: Saver,
  worker: Client,
  asked: { ids: number[] | null; formats: Format[]; options: ExportOptions; name: string; kind: string },
): Promise<Made> {
  const { ids, formats, options, kind } = asked;
  const name = fileName(saver.store.state, asked.name) + times(options.scale_up ?? 1);
  const zip = ids === null || formats.length > 1 || formats[0] === "frames" || formats[0] === "png";
  const { screen } = saver.store.state;
  const all = { ...options, formats };
  const done = await worker.ask("export", { screen, ids, options: all, zip: zip ? `${name}.zip` : null });
  const ending = done.name.endsWith(".zip")
    ? `-${kind}.zip`
    : `${kind === "contact" ? "-contact" : ""}${/\.[^.]*$/.exec(done.name)?.[0] ?? ""}`;
  const files = done.files === 1 ? "one file" : `${done.files} files`;
  return {
    name: name + ending,
    bytes: done.bytes,
    words: `${files}, ${sizeInWords(done.bytes)}.${oddInWords(done)}`,
  };
}

/** Makes a file of the present picture, with each pixel of the game as `scale` × `scale`. */
export async function still(saver: Saver, scale: number): Promise<void> {
  const { frame } = saver.playback;
  if (!frame) return saver.say("The stage shows nothing that could be saved.");
  const from = saver.picture();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [from.width * scale, from.height * scale];
  const pen = canvas.getContext("2d")!;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(from, 0, 0, canvas.width, canvas.height);
  const { state } = saver.store;
  const isPlain = state.background === "flat";
  if (isPlain) {
    pen.globalCompositeOperation = "destination-over";
    pen.fillStyle = plain(state);
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
  if (!blob) return saver.say("The browser could not write the picture.");
  const name = `${fileName(state, animationName(state))}-tick-${saver.playback.tick}${times(scale)}.png`;
  save(name, new Uint8Array(await blob.arrayBuffer()));
  const clear = isPlain || state.background === "room" ? "" : ", background: transparent";
  saver.say(`Saved: ${name}, ${canvas.width} × ${canvas.height} pixels${clear}.`);
}

// The background colour without a room: that of the stage, or a dark one in place of checks.
const plain = ({ background }: State) =>
  background === "flat" ? getComputedStyle(document.querySelector(".pane")!).backgroundColor : "#2d2534";

// The part of a file's name with the scale.
const times = (scale: number) => (scale === 1 ? "" : `-${scale}x`);

// The size of a GIF, from its header.
const sizeOf = (bytes: Uint8Array<ArrayBuffer>, format: string) => {
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  return format === "gif" ? `${head.getUint16(6, true)} × ${head.getUint16(8, true)} pixels, ` : "";
};

function oddInWords({ odd }: Exported): string {
  if (!odd) return "";
  const more = odd.count > 1 ? ` And ${odd.count - 1} more like this.` : "";
  return ` Not all could be made: ${odd.text}.${more}`;
}
