/** Explains a picture: what of the open game it shows. It is loaded with the first picture that is dropped. */
import type { RecognisedFigure, RecognisedMoment, WhatisReport } from "costumier";
import type { App } from "../app";
import { h } from "../dom";
import "./explain.css";

/** Maximum number of pixels of a picture. */
const MOST = 1 << 24;

/** Explains a picture in a dialog. Returns `false` if the browser cannot read the file. */
export async function explain(app: App, file: File): Promise<boolean> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" }).catch(
    () => null,
  );
  if (!bitmap) return false;
  const { width, height } = bitmap;
  const { notices } = app;
  if (width * height > MOST) {
    notices.show(`${file.name} is too large.`, {
      kind: "limit",
      text: `It has ${width} × ${height} pixels. At most 16 million are searched.`,
      hint: "Cut out the figure.",
    });
    return true;
  }
  const canvas = h("canvas", { width, height });
  const pen = canvas.getContext("2d", { willReadFrequently: true })!;
  pen.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = pen.getImageData(0, 0, width, height);
  notices.tell(`Looking for ${file.name} in the game …`, [], {
    kind: "whatis",
    text: "Each costume and room is compared.",
  });
  try {
    const report = await app.client.ask("whatis", {
      image: { width, height, data },
    });
    notices.clearKind("whatis");
    if (!report.figures.length && !report.room)
      notices.show(`Nothing of this game is in ${file.name}.`, {
        kind: "whatis",
        text: "No costume and no room has its pixels.",
        hint: "Open the game that it is from. Screenshots must be PNG files; a JPEG file must show one figure on a flat ground.",
      });
    else await show(file.name, canvas, report);
  } catch (why) {
    notices.clearKind("whatis");
    app.failed(`${file.name} cannot be explained.`, why);
  }
  return true;
}

async function show(name: string, canvas: HTMLCanvasElement, report: WhatisReport): Promise<void> {
  const { dialog } = await import("../panels/dialogs");
  const rows = report.figures.map((figure, i) => row(figure, i + 1, () => element.close()));
  const { room } = report;
  const shown = h("div", { class: "explained-picture" }, canvas);
  // A small picture is enlarged by whole pixels, as far as the window has space.
  const space = Math.min(720, innerWidth - 80);
  shown.style.width = `${canvas.width * Math.max(1, Math.floor(space / canvas.width))}px`;
  shown.append(...report.figures.map((one, i) => box(one, i + 1, canvas, report)));
  const element = dialog(
    "help explained",
    "explained-title",
    `What ${name} shows`,
    shown,
    h("p", {}, room ? `Room ${room.room}, from pixel ${room.corner.join(", ")} on, palette ${room.palette}.` : ""),
    rows.length ? h("ol", {}, ...rows) : "No figure is in it.",
  );
  document.body.append(element);
  element.addEventListener("close", () => element.remove());
  element.showModal();
}

/** The rectangle of a figure, in parts of the picture. */
function box({ area }: RecognisedFigure, number: number, { width, height }: HTMLCanvasElement, by: WhatisReport): Node {
  const [x, y] = [(100 * by.across) / width, (100 * by.down) / height];
  const [left, top, across, down] = area;
  const element = h("span", { class: "explained-box", "aria-hidden": "true" }, number);
  const sides = { left: left * x, top: top * y, width: across * x, height: down * y };
  for (const [side, part] of Object.entries(sides)) element.style.setProperty(side, `${part}%`);
  return element;
}

function row(figure: RecognisedFigure, number: number, close: () => void): HTMLElement {
  const { certainty, shown, equal, pixels, hidden, colours, others } = figure;
  const sure = { sure: "Sure", likely: "Likely", unsure: "Not sure" }[certainty];
  const coloured = { equal: "", near: " Its colours are nearly the game's.", other: " It has other colours." }[colours];
  const behind = hidden ? ` ${hidden} pixels are hidden.` : "";
  return h(
    "li",
    { value: number },
    h("a", { href: `#${figure.link}`, onclick: close }, moment(shown)),
    h("p", { class: "quiet" }, `${sure}: ${equal} of ${pixels} pixels are equal.${behind}${coloured}`),
    others.length > 0 && h("p", { class: "quiet" }, `Or: ${others.slice(0, 2).map(moment).join("; ")}.`),
  );
}

function moment({ costume, name, chore, chore_name, facing, tick, picture }: RecognisedMoment): string {
  const who = name ?? `Costume ${costume}`;
  if (picture) return `${who}: picture ${picture.index} of limb ${picture.limb}`;
  return `${who}: ${chore_name ?? `chore ${chore}`}, ${facing}, tick ${tick}`;
}
