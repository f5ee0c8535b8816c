/** Take away: files of what the stage shows, and files of what the game stores, which are the command line's. */
import type { Format } from "costumier";
import { h, text } from "../dom";
import { animationName, costumeName } from "../files/names";
import { save } from "../files/save";
import { differences } from "../shown";
import type { Stagehand } from "../stagehand";
import type { State, Store } from "../state";
import { Overtaken, type Client } from "../worker/client";
import type { MovieAsked, Progress } from "../worker/protocol";
import { doc, panel, type Panel } from "./panel";

const KINDS: [id: string, label: string, formats: Format[], hint: string][] = [
  ["gif", "GIF", ["gif"], "plays everywhere"],
  ["webp", "WebP", ["webp"], "small, lossless"],
  ["apng", "APNG", ["apng"], "for browsers"],
  ["frames", "PNG frames", ["frames"], "aligned, one file each"],
  ["png", "PNG pictures", ["png"], "each limb's pictures"],
  ["sheet", "Sheet + JSON", ["sheet", "aseprite-json", "texturepacker-json"], "for game engines"],
  ["aseprite", ".aseprite", ["aseprite"], "limbs are layers"],
  ["contact", "Contact sheet", ["contact"], "all on one picture"],
  ["pal", "Palettes", ["pal"], "GPL, JASC, ACT"],
  ["godot", "Godot", ["sheet", "godot"], "SpriteFrames"],
];

/** Formats that hold a whole costume, whatever the chore. */
const WHOLE = new Set<Format>(["aseprite", "contact", "png", "pal"]);
/** Formats that hold a film of the stage. */
const FILMS = new Set<Format>(["gif", "webp", "apng", "frames"]);

type Extent = "shown" | "chore" | "costume" | "all";

export class Take {
  readonly panel: Panel;
  private readonly said = h("p", { class: "quiet", role: "status" });
  private readonly lacks = h("p", { class: "quiet lacks" });
  private readonly meter = h("progress", { "aria-label": "Export" });
  private readonly cancel = h("button", { type: "button", onclick: () => this.stop() }, "Cancel");
  private readonly running = h("div", { class: "running", hidden: true }, this.meter, this.cancel);
  private readonly scale = h(
    "select",
    {},
    ...[1, 2, 3, 4, 6, 8].map(one => h("option", { value: String(one) }, `${one}×`)),
  );
  private readonly what = h(
    "select",
    { onchange: () => this.tell() },
    h("option", { value: "shown" }, "what the stage shows"),
    h("option", { value: "chore" }, "this chore, as stored"),
    h("option", { value: "costume" }, "this costume, as stored"),
    h("option", { value: "all" }, "all costumes, as stored"),
  );
  private readonly behind = h(
    "select",
    {},
    h("option", { value: "transparent" }, "nothing"),
    h("option", { value: "room" }, "the room"),
  );
  private readonly backdrop = h("label", { class: "field" }, h("span", { class: "title" }, "Behind"), this.behind);
  /** The worker that makes files, while one does. */
  private worker: Client | null = null;
  private busy = false;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly hand: Stagehand,
    private readonly picture: () => HTMLCanvasElement,
  ) {
    const about = [
      "Files for other programs, written by your browser. A film of the stage holds what you see: colours, size, hidden limbs, all actors; not what lies over them, as outlines and onion skin. Files of what is stored are the same, byte for byte, as those of the command ",
      h("code", {}, "costumier export"),
      ". ",
      doc("docs/viewer.md#take-away", "More about files"),
    ];
    const field = (words: string, select: HTMLSelectElement) =>
      h("label", { class: "field" }, h("span", { class: "title" }, words), select);
    this.panel = panel(
      "take",
      "Take away",
      about,
      h("div", { class: "picks" }, field("Of", this.what), field("Size", this.scale), this.backdrop),
      this.lacks,
      h(
        "div",
        { class: "formats" },
        h(
          "button",
          {
            type: "button",
            title: "What the stage shows, without what lies over it",
            onclick: () => void this.still(),
          },
          h("b", {}, "PNG"),
          h("small", {}, "as the stage is now"),
        ),
        ...KINDS.map(([id, label, formats, hint]) =>
          h(
            "button",
            { type: "button", "data-format": id, onclick: () => void this.run(id, label, formats) },
            h("b", {}, label),
            h("small", {}, hint),
          ),
        ),
      ),
      this.running,
      this.said,
    );
    store.watch(
      s => [s.actors, s.selected, s.muted, s.solo, s.background, s.costume],
      () => this.tell(),
    );
  }

  private get extent(): Extent {
    return this.what.value as Extent;
  }

  // Says what the stage shows and the files do not.
  private tell(): void {
    this.backdrop.hidden = this.extent === "shown";
    const lost = differences(this.store.state);
    const stored = `the costume as the game stores it, without: ${lost.join(", ")}.`;
    const words =
      this.extent === "shown"
        ? `GIF, WebP, APNG and PNG frames hold what the stage shows. The others hold ${stored}`
        : `These files hold ${stored}`;
    text(this.lacks, lost.length ? words : "");
  }

  private stop(): void {
    this.worker?.end();
    this.worker = null;
  }

  // The worker of the stage goes on; another one makes the files, and can be stopped at any moment.
  private async run(id: string, label: string, formats: Format[]): Promise<void> {
    const { state } = this.store;
    if (this.busy || !state.game) return;
    if (!state.costume && this.extent !== "all")
      return text(this.said, "This costume cannot be read, so there is nothing to save.");
    this.busy = true;
    this.running.hidden = false;
    this.meter.removeAttribute("value");
    text(this.said, `Making ${label} …`);
    try {
      const worker = await this.client.aside(
        said => this.progress(label, said),
        other => (this.worker = other),
      );
      const film = formats.length === 1 && FILMS.has(formats[0]!) && this.extent === "shown";
      const { name, bytes, words } =
        film && (differences(state).length || state.screen)
          ? await this.film(worker, formats[0]!, state)
          : await this.stored(worker, id, formats, state);
      save(name, bytes);
      text(this.said, `${name}: ${words}`);
    } catch (why) {
      if (why instanceof Overtaken) text(this.said, `${label} was cancelled: nothing is saved.`);
      else text(this.said, `${label} could not be made: ${why instanceof Error ? why.message : why}`);
    } finally {
      this.stop();
      this.busy = false;
      this.running.hidden = true;
    }
  }

  private progress(label: string, { progress, done, total }: Progress): void {
    if (this.running.hidden) return;
    if (total !== undefined) [this.meter.max, this.meter.value] = [total, done ?? 0];
    text(this.said, `Making ${label}: ${progress}`);
  }

  private async film(worker: Client, format: Format, state: State): Promise<File> {
    const made = await worker.ask("movie", {
      said: this.hand.said(state),
      format: format as MovieAsked["format"],
      scale: Number(this.scale.value),
    });
    const frames = format === "frames";
    const name = `${animationName(state)}${frames ? "-frames.zip" : `.${format}`}`;
    const cut = made.cut ? " The actors repeat at different times: one of them jumps where the film begins anew." : "";
    return { name, bytes: made.bytes, words: `as the stage shows it, ${size(made.bytes)}.${cut}` };
  }

  private async stored(worker: Client, id: string, formats: Format[], state: State): Promise<File> {
    const actor = state.actors[state.selected]!;
    const all = this.extent === "all";
    const whole = all || this.extent === "costume" || formats.some(one => WHOLE.has(one));
    const name = all ? state.game!.info.key : whole ? costumeName(state) : animationName(state);
    const zip = all || formats.length > 1 || formats[0] === "frames" || formats[0] === "png";
    const behind = this.extent !== "shown" && this.behind.value === "room";
    const done = await worker.ask("export", {
      screen: state.screen,
      ids: all ? null : [actor.costume],
      options: {
        formats,
        scale_up: Number(this.scale.value),
        ...(whole ? {} : { chore: [actor.chore], facing: [actor.facing] }),
        ...(state.room === null ? {} : { room: state.room }),
        ...(behind ? { background: "room" } : {}),
      },
      zip: zip ? `${name}.zip` : null,
    });
    const zipped = done.name.endsWith(".zip");
    const ending = zipped
      ? `-${id}.zip`
      : `${id === "contact" ? "-contact" : ""}${/\.[^.]*$/.exec(done.name)?.[0] ?? ""}`;
    const more = done.odd && done.odd.count > 1 ? ` And ${done.odd.count - 1} more like this.` : "";
    const odd = done.odd ? ` Not all could be made: ${done.odd.text}.${more}` : "";
    const files = done.files === 1 ? "one file" : `${done.files} files`;
    return { name: `${name}${ending}`, bytes: done.bytes, words: `${files}, ${size(done.bytes)}.${odd}` };
  }

  // The picture itself, as the library drew it.
  private async still(): Promise<void> {
    const { frame } = this.hand;
    if (!frame) return text(this.said, "The stage shows nothing that could be saved.");
    const canvas = this.picture();
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
    if (!blob) return text(this.said, "The browser could not write the picture.");
    const name = `${animationName(this.store.state)}-tick-${this.hand.tick}.png`;
    save(name, new Uint8Array(await blob.arrayBuffer()));
    text(this.said, `${name}: ${frame.width} × ${frame.height} pixels.`);
  }
}

/** A file that is made, and what is said of it. */
interface File {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  words: string;
}

const size = ({ length }: Uint8Array) => (length < 10_000 ? `${length} bytes` : `${Math.round(length / 1000)} kB`);
