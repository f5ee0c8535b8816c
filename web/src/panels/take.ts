/** Take away: files made by the same code as the command line's, byte for byte the same, without leaving the page. */
import type { ExportOptions, Format } from "costumier";
import { h, put, text } from "../dom";
import { save } from "../files/save";
import type { Stagehand } from "../stagehand";
import type { Store } from "../state";
import type { Client } from "../worker/client";
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

/** Formats that are of a whole costume, whatever the chore. */
const WHOLE = new Set(["aseprite", "contact", "png", "pal"]);

export class Take {
  readonly panel: Panel;
  private readonly said = h("p", { class: "quiet", role: "status" });
  private readonly scale = h(
    "select",
    {},
    ...[1, 2, 3, 4, 6, 8].map(one => h("option", { value: String(one) }, `${one}×`)),
  );
  private readonly what = h(
    "select",
    {},
    h("option", { value: "chore" }, "this chore, this way"),
    h("option", { value: "costume" }, "this costume"),
    h("option", { value: "all" }, "the whole wardrobe"),
  );
  private readonly behind = h(
    "select",
    {},
    h("option", { value: "transparent" }, "nothing"),
    h("option", { value: "room" }, "the room"),
  );
  private busy = false;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly hand: Stagehand,
    private readonly picture: () => HTMLCanvasElement,
  ) {
    const about = [
      "Files for other programs, written by your browser. They are the same, byte for byte, as those of the command ",
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
      h("div", { class: "picks" }, field("Of", this.what), field("Size", this.scale), field("Behind", this.behind)),
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
            { type: "button", "data-format": id, onclick: () => void this.run(label, formats) },
            h("b", {}, label),
            h("small", {}, hint),
          ),
        ),
      ),
      this.said,
    );
  }

  private async run(label: string, formats: Format[]): Promise<void> {
    const actor = this.store.chosen;
    const game = this.store.state.game;
    if (this.busy || !actor || !game) return;
    this.busy = true;
    const all = this.what.value === "all";
    const whole = all || this.what.value === "costume" || formats.some(one => WHOLE.has(one));
    const options: ExportOptions = {
      formats,
      scale_up: Number(this.scale.value),
      ...(whole ? {} : { chore: [actor.chore], facing: [actor.facing] }),
      ...(this.store.state.room === null ? {} : { room: this.store.state.room }),
      ...(this.behind.value === "room" ? { background: "room" } : {}),
    };
    text(this.said, `Making ${label} …`);
    const name = all
      ? game.info.key
      : `${game.info.key}-costume-${String(actor.costume).padStart(3, "0")}${whole ? "" : `-${actor.chore}-${actor.facing}`}`;
    try {
      const done = await this.client.ask("export", {
        ids: all ? null : [actor.costume],
        options,
        zip: all || formats.length > 1 || formats[0] === "frames" || formats[0] === "png" ? `${name}.zip` : null,
      });
      const ending = done.files === 1 && !done.name.endsWith(".zip") ? done.name : `${name}.zip`;
      save(ending, done.bytes);
      const size =
        done.bytes.length < 10_000 ? `${done.bytes.length} bytes` : `${Math.round(done.bytes.length / 1000)} kB`;
      const more = done.odd && done.odd.count > 1 ? ` And ${done.odd.count - 1} more like this.` : "";
      const odd = done.odd ? ` Not all could be made: ${done.odd.text}.${more}` : "";
      put(this.said, `${ending}: ${done.files === 1 ? "one file" : `${done.files} files`}, ${size}.${odd}`);
    } catch (why) {
      text(this.said, `That could not be made: ${why instanceof Error ? why.message : why}`);
    } finally {
      this.busy = false;
    }
  }

  // The picture itself, as the library drew it.
  private async still(): Promise<void> {
    const frame = this.hand.frame;
    if (!frame) return;
    const canvas = this.picture();
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
    if (!blob) return text(this.said, "The browser could not write the picture.");
    const name = `${this.store.state.game?.info.key}-costume-${this.store.chosen?.costume}-tick-${this.hand.tick}.png`;
    save(name, new Uint8Array(await blob.arrayBuffer()));
    text(this.said, `${name}: ${frame.width} × ${frame.height} pixels.`);
  }
}
