/**
 * Files of art programs become pictures: a PNG one picture, a sheet or an .aseprite file those of a limb, an .aseprite file
 * of this page all that it names. Colours that the costume has are taken as they are; each other colour is shown with the
 * nearest one, and the person decides.
 */
import "../panels/dialog.css";
import "./brought.css";
import type { BringOptions, Brought, PictureKey } from "costumier";
import { h, put, text } from "../dom";
import { hex } from "../panels/rgb";
import { whyNotArt } from "./art";
import { pictureName } from "./chores";
import { troubleOf } from "../worker/client";
import type { Edit } from "./edit";
import { whyNot } from "./brush";

type Rgb = readonly [number, number, number];
type Read = Brought & { named: boolean };

const rgbOf = (text: string): Rgb => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb;

/** Most colours that are asked about one by one. */
const MOST = 24;
/** Most pictures that the dialog shows. */
const MOST_PICTURES = 60;

// Reasons come as a list.
const reason = (text: string) => text.replace(/^cannot be written, \d+ problems?:\s*/, "");

/** What a file is brought in as. */
type As = "picture" | "facing" | "limb" | "named";

const dialog = h("dialog", { class: "help bring", "aria-labelledby": "bring-title" });
document.body.append(dialog);

/** Brings a file in, if need be after a question. */
export async function bringIn(edit: Edit, file: File): Promise<void> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const wrong = whyNotArt(file.name, bytes);
    if (wrong) return edit.app.notices.tell(wrong);
    const sheet = edit.sheet();
    if (!sheet) return edit.say("No picture is shown at this tick.");
    const question = new Question(edit, file.name, bytes, sheet.key, sheet.limb);
    const read = await question.read();
    const why = whyNot(sheet.picture);
    const [only] = read.pictures;
    const { width, height } = sheet.picture;
    const fits = read.named || (!why && (!only || (only.width === width && only.height === height)));
    if (fits && !read.foreign.length) question.take();
    else question.show();
  } catch (why) {
    const trouble = troubleOf(why);
    edit.app.notices.show(`${file.name} cannot be read: ${reason(trouble.text)}`, trouble);
  }
}

/** What is asked about one file. */
class Question {
  private as: As = "picture";
  private limb: number;
  private grid: [number, number] | null = null;
  private found: Read | null = null;
  private trouble = "";
  /** The costume colour that each foreign colour becomes. */
  private to: number[] = [];
  private readonly title = h("h2", { id: "bring-title" });
  private readonly body = h("div", { class: "bring-body" });
  private turn = 0;
  /** Whether pixels with colours of their own are framed. */
  private frames = false;
  private readonly pictures = h("div", { class: "bring-pictures" });

  constructor(
    private readonly edit: Edit,
    private readonly name: string,
    private readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly key: PictureKey,
    private readonly shownLimb: number,
  ) {
    this.limb = key.limb;
  }

  private get target(): BringOptions {
    const count = this.edit.draft!.drafted.head.colours;
    const colours = Array.from({ length: count }, (_, colour) => rgbOf(this.edit.rgb(colour) ?? "#000000"));
    if (this.as === "named") return { colours };
    if (this.as === "picture") return { ...this.key, colours };
    const grid = this.grid ? { grid: this.grid } : {};
    if (this.as === "facing") return { limb: this.key.limb, pictures: this.facing(), colours, ...grid };
    return { limb: this.limb, colours, ...grid };
  }

  // The pictures that the limb shows in this chore and facing, each once.
  private facing(): number[] {
    const row = this.edit.app.playback.clip?.limbs.find(one => one.limb === this.shownLimb);
    return [...new Set(row?.spans.flatMap(one => one.pictures.map(it => it.index)))];
  }

  /** Reads the file as it is asked for; throws what is wrong with it. */
  async read(): Promise<Read> {
    const turn = ++this.turn;
    const { draft, app } = this.edit;
    const found = await app.client.ask("bring", { id: draft!.id, bytes: this.bytes, target: this.target });
    if (turn !== this.turn) return found;
    if (found.named && this.as === "picture") this.as = "named";
    this.found = found;
    this.to = found.foreign.map(one => one.nearest);
    return found;
  }

  private async again(): Promise<void> {
    this.trouble = "";
    try {
      await this.read();
    } catch (why) {
      this.found = null;
      this.trouble = reason(troubleOf(why).text);
    }
    this.fill();
  }

  take(): void {
    const { edit, found } = this;
    if (!found) return;
    const { pictures, notes } = found;
    if (!pictures.length) return edit.say(`Nothing in ${this.name} differs from the costume.`);
    const edits = pictures.map(({ key, width, height, at, rows, foreign }) => ({
      paint: { key, width, height, at, rows: rows.map((row, i) => (foreign[i] ? this.to[foreign[i]! - 1]! : row)) },
    }));
    const words = pictures.length === 1 ? "A picture was" : `${pictures.length} pictures were`;
    void edit.make(`Bring in ${this.name}`, edits).then(done => {
      if (done) edit.say([`${words} brought in.`, ...notes].join(" "));
    });
  }

  show(): void {
    const button = (words: string, act: () => void, props = {}) =>
      h("button", { type: "button", onclick: act, ...props }, words);
    const take = () => {
      dialog.close();
      this.take();
    };
    put(
      dialog,
      h("header", {}, this.title),
      this.choices(),
      this.body,
      h(
        "div",
        { class: "edit-row" },
        button("Take it so", take, { class: "primary" }),
        button("Cancel", () => dialog.close()),
      ),
    );
    this.fill();
    if (!dialog.open) dialog.showModal();
  }

  // One picture, or all of a limb.
  private choices(): HTMLElement {
    const { head } = this.edit.draft!.drafted;
    const name = head.limbs.find(one => one.limb === this.key.limb)?.pictures[this.key.index]?.name;
    const cells = h("span", { class: "edit-row bring-cells" });
    const redraw = () => void this.again();
    const choice = (as: As, ...words: (Node | string)[]) => {
      const radio = h("input", { type: "radio", name: "bring-as", checked: this.as === as });
      radio.addEventListener("change", () => {
        this.as = as;
        cells.hidden = !this.isMany || this.isSprite;
        redraw();
      });
      return h("label", { class: "edit-row" }, radio, ...words);
    };
    const limbs = h(
      "select",
      {
        "aria-label": "Limb that gets the pictures",
        onchange: () => {
          this.limb = Number(limbs.value);
          if (this.as === "limb") redraw();
        },
      },
      ...head.limbs.map(({ limb }) => h("option", { value: String(limb) }, `limb ${limb}`)),
    );
    limbs.value = String(this.limb);
    const size = (label: string) =>
      h("input", { type: "number", min: "1", max: "640", size: "4", "aria-label": label });
    const [width, height] = [size("Width of a cell"), size("Height of a cell")];
    for (const one of [width, height])
      one.addEventListener("change", () => {
        const [w, t] = [Number(width.value), Number(height.value)];
        this.grid = w > 0 && t > 0 ? [w, t] : null;
        redraw();
      });
    put(cells, "cells of ", width, " × ", height, h("span", { class: "quiet" }, "empty: between gaps"));
    cells.hidden = !this.isMany || this.isSprite;
    const facing = this.facing().length;
    return h(
      "fieldset",
      { class: "bring-as" },
      h("legend", {}, `${this.name} becomes`),
      this.found?.named ? choice("named", "the pictures that it names") : "",
      choice("picture", `this picture: limb ${this.key.limb} · ${pictureName(this.key.index, name)}`),
      facing > 1 ? choice("facing", `the ${facing} pictures of limb ${this.shownLimb} in this chore and facing`) : "",
      choice("limb", "the pictures of ", limbs),
      cells,
    );
  }

  private get isMany(): boolean {
    return this.as === "limb" || this.as === "facing";
  }

  private get isSprite(): boolean {
    return this.bytes[4] === 0xe0 && this.bytes[5] === 0xa5;
  }

  // What it becomes: the pictures, with every pixel that is no costume colour, and what that would be.
  private fill(): void {
    const { found, trouble } = this;
    if (!found) {
      text(this.title, `Bring in ${this.name}`);
      return put(this.body, h("p", { role: "alert" }, trouble));
    }
    const { pictures, foreign, notes } = found;
    const count = foreign.reduce((sum, one) => sum + one.pixels, 0);
    const have = count === 1 ? "has a colour" : "have colours";
    text(
      this.title,
      count
        ? `${count} pixel${count === 1 ? "" : "s"} ${have} that the costume does not have`
        : `Bring in ${this.name}`,
    );
    const words = pictures.length === 1 ? "One picture." : `${pictures.length || "No"} pictures that differ.`;
    const rows = foreign.slice(0, MOST).map((one, number) => this.colour(hex(one.colour), one.pixels, number));
    const more = foreign.length - rows.length;
    this.redraw();
    put(
      this.body,
      h("p", {}, words, ...notes.map(one => ` ${one}.`)),
      this.pictures,
      count > 0 && this.framing(),
      count > 0 && h("p", {}, "Each of these colours becomes the nearest costume colour, unless you pick another one."),
      h("ul", { class: "bring-list" }, ...rows),
      more > 0 && h("p", { class: "quiet" }, `And ${more} more colours, which become the nearest ones.`),
    );
  }

  private redraw(): void {
    put(this.pictures, ...this.found!.pictures.slice(0, MOST_PICTURES).map(one => this.picture(one)));
  }

  private framing(): HTMLElement {
    const box = h("input", { type: "checkbox", checked: this.frames });
    box.addEventListener("change", () => {
      this.frames = box.checked;
      this.redraw();
    });
    return h("label", { class: "check" }, box, "Frame the pixels that change");
  }

  // As it will be in the costume.
  private picture({ key, width, height, rows, foreign }: Brought["pictures"][number]): HTMLElement {
    const many = this.found!.pictures.length > 1;
    const zoom = Math.max(1, Math.min(many ? 3 : 8, Math.floor((many ? 96 : 280) / Math.max(width, height))));
    const canvas = h("canvas", {
      width: width * zoom,
      height: height * zoom,
      role: "img",
      "aria-label": `Limb ${key.limb}, picture ${key.index}, as it will be`,
    });
    const pen = canvas.getContext("2d")!;
    for (const [i, value] of rows.entries()) {
      const [x, y] = [(i % width) * zoom, Math.floor(i / width) * zoom];
      const rgb = this.edit.rgb(foreign[i] ? this.to[foreign[i]! - 1]! : value);
      if (rgb !== null) {
        pen.fillStyle = rgb;
        pen.fillRect(x, y, zoom, zoom);
      }
      if (!foreign[i] || !this.frames) continue;
      pen.strokeStyle = "#ff2d78";
      pen.strokeRect(x + 0.5, y + 0.5, Math.max(1, zoom - 1), Math.max(1, zoom - 1));
    }
    return canvas;
  }

  private colour(name: string, pixels: number, number: number): HTMLElement {
    const { edit } = this;
    const chip = h("i", { class: "chip" });
    chip.style.backgroundColor = name;
    const to = h("i", { class: "chip" });
    const show = () => (to.style.backgroundColor = edit.rgb(this.to[number]!) ?? "transparent");
    const select = h(
      "select",
      {
        "aria-label": `Costume colour for ${name}`,
        onchange: () => {
          this.to[number] = Number(select.value);
          show();
          this.redraw();
        },
      },
      ...Array.from({ length: edit.draft!.drafted.head.colours }, (_, colour) =>
        h(
          "option",
          { value: String(colour) },
          colour === edit.clear ? `${colour} (not drawn)` : `${colour} (${edit.rgb(colour)})`,
        ),
      ),
    );
    select.value = String(this.to[number]);
    show();
    return h("li", {}, chip, ` ${name}, ${pixels} pixel${pixels === 1 ? "" : "s"} → `, to, " ", select);
  }
}
