/**
 * A PNG takes the place of a picture. Colours that the costume has are taken as they are; each other colour is shown, with
 * the nearest one, and the person decides.
 */
import { h, put, text } from "../dom";
import type { Edit } from "./edit";
import { troubleOf } from "./draft";
import { whyNot } from "./brush";
import type { Sheet } from "./sheet";

type Rgb = readonly [number, number, number];

interface Read {
  width: number;
  height: number;
  /** Costume colours, row by row; `null` where the pixel's colour is none. */
  pixels: (number | null)[];
  /** Colours that the costume does not have: where they are, and what they become. */
  strangers: Map<string, { count: number; to: number; rgb: Rgb }>;
  names: (string | null)[];
}

const rgbOf = (text: string): Rgb => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb;
const hex = (rgb: Rgb) => `#${rgb.map(one => one.toString(16).padStart(2, "0")).join("")}`;

// The eye sees green best and blue least.
const far = (one: Rgb, other: Rgb) =>
  3 * (one[0] - other[0]) ** 2 + 4 * (one[1] - other[1]) ** 2 + 2 * (one[2] - other[2]) ** 2;

/** Reads pixels in colours of a costume. `was` says which colour a pixel had: among equal ones it is kept. */
export function read(
  { width, height, data }: ImageData,
  colours: readonly (Rgb | null)[],
  clear: number,
  was: (x: number, y: number) => number,
): Read {
  const strangers: Read["strangers"] = new Map();
  const pixels: Read["pixels"] = [];
  const names: Read["names"] = [];
  for (let i = 0; i < width * height; i++) {
    const rgb: Rgb = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!];
    const isClear = data[4 * i + 3]! < 128;
    const same = isClear ? [clear] : colours.flatMap((one, colour) => (one && far(one, rgb) === 0 ? [colour] : []));
    const before = was(i % width, Math.floor(i / width));
    const found = same.includes(before) ? before : same[0];
    pixels.push(found ?? null);
    names.push(found === undefined ? hex(rgb) : null);
    if (found !== undefined) continue;
    const name = hex(rgb);
    const known = strangers.get(name);
    if (known) known.count++;
    else {
      let to = clear;
      let least = Infinity;
      for (const [colour, one] of colours.entries())
        if (one && far(one, rgb) < least) [to, least] = [colour, far(one, rgb)];
      strangers.set(name, { count: 1, to, rgb });
    }
  }
  return { width, height, pixels, strangers, names };
}

/** Most colours that are asked about one by one. */
const MOST = 24;

export class Bring {
  private readonly dialog = h("dialog", { class: "help bring", "aria-labelledby": "bring-title" });

  constructor(private readonly edit: Edit) {
    document.body.append(this.dialog);
    document.addEventListener("paste", event => {
      if (!edit.isOn) return;
      const files = event.clipboardData?.files;
      if (files?.length) void this.files(files);
      else if (!edit.region.paste()) return;
      event.preventDefault();
    });
    edit.app.ondrop = data => {
      const all = [...data.files];
      if (!edit.isOn || !all.length || !all.every(one => one.type === "image/png")) return false;
      void this.files(data.files);
      return true;
    };
  }

  async files(files: FileList): Promise<void> {
    const { edit } = this;
    const sheet = edit.sheet();
    if (!sheet) return edit.say("No picture is shown at this tick.");
    const why = whyNot(sheet.picture);
    if (why) return edit.say(why);
    try {
      const bitmap = await createImageBitmap(files[0]!, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
      if (bitmap.width * bitmap.height > 1 << 20)
        throw new Error(`${bitmap.width} × ${bitmap.height} pixels are too many`);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d", { willReadFrequently: true })!;
      pen.drawImage(bitmap, 0, 0);
      const image = pen.getImageData(0, 0, bitmap.width, bitmap.height);
      const count = edit.draft?.drafted.head.colours ?? 0;
      const colours = Array.from({ length: count }, (_, colour) => {
        const rgb = edit.rgb(colour);
        return rgb ? rgbOf(rgb) : null;
      });
      const found = read(image, colours, edit.clear, (x, y) => sheet.colour([x, y]));
      if (found.strangers.size) this.ask(sheet, found, colours);
      else this.take(sheet, found);
    } catch (why) {
      edit.app.notices.show("This picture cannot be read.", troubleOf(why));
    }
  }

  private take(sheet: Sheet, { width, height, pixels, strangers, names }: Read): void {
    const rows = Uint8Array.from(pixels, (value, i) => value ?? strangers.get(names[i]!)!.to);
    const { at } = sheet.picture;
    void this.edit.make("Bring in a PNG", [{ paint: { key: sheet.key, width, height, at, rows } }]).then(done => {
      if (done) this.edit.say(`A picture of ${width}×${height} pixels was brought in.`);
    });
  }

  // Every pixel that is no costume colour is shown, and what it would become.
  private ask(sheet: Sheet, found: Read, colours: readonly (Rgb | null)[]): void {
    const { width, height, strangers, names } = found;
    const count = [...strangers.values()].reduce((sum, one) => sum + one.count, 0);
    const zoom = Math.max(1, Math.min(8, Math.floor(280 / Math.max(width, height))));
    const canvas = h("canvas", {
      width: width * zoom,
      height: height * zoom,
      role: "img",
      "aria-label": "Pixels that are no costume colour, marked",
    });
    const pen = canvas.getContext("2d")!;
    for (const [i, value] of found.pixels.entries()) {
      const [x, y] = [(i % width) * zoom, Math.floor(i / width) * zoom];
      const rgb = value === null ? names[i]! : this.edit.rgb(value);
      if (rgb === null) continue;
      pen.fillStyle = rgb;
      pen.fillRect(x, y, zoom, zoom);
      if (value === null) {
        pen.strokeStyle = "#ff2d78";
        pen.strokeRect(x + 0.5, y + 0.5, Math.max(1, zoom - 1), Math.max(1, zoom - 1));
      }
    }
    const rows = [...strangers].slice(0, MOST).map(([name, one]) => {
      const chip = h("i", { class: "chip" });
      chip.style.backgroundColor = name;
      const to = h("i", { class: "chip" });
      const select = h(
        "select",
        {
          "aria-label": `Costume colour for ${name}`,
          onchange: () => {
            one.to = Number(select.value);
            to.style.backgroundColor = this.edit.rgb(one.to) ?? "transparent";
          },
        },
        ...colours.flatMap((rgb, colour) => {
          if (!rgb && colour !== this.edit.clear) return [];
          return [h("option", { value: String(colour) }, rgb ? `${colour} (${hex(rgb)})` : `${colour} (not drawn)`)];
        }),
      );
      select.value = String(one.to);
      to.style.backgroundColor = this.edit.rgb(one.to) ?? "transparent";
      return h("li", {}, chip, ` ${name}, ${one.count} pixel${one.count === 1 ? "" : "s"} → `, to, " ", select);
    });
    const more = strangers.size - rows.length;
    const title = h("h2", { id: "bring-title" });
    text(title, `${count} pixel${count === 1 ? " has a colour" : "s have colours"} that the costume does not have`);
    put(
      this.dialog,
      h("header", {}, title),
      h("p", {}, "They are framed. Each colour becomes the nearest costume colour, unless you pick another one."),
      canvas,
      h("ul", { class: "bring-list" }, ...rows),
      more > 0 && h("p", { class: "quiet" }, `And ${more} more colours, which become the nearest ones.`),
      h(
        "div",
        { class: "edit-row" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () => {
              this.dialog.close();
              this.take(sheet, found);
            },
          },
          "Take it so",
        ),
        h("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel"),
      ),
    );
    this.dialog.showModal();
  }
}
