/** A cell of the wardrobe: the picture of a costume, its name, what it can do, and a badge for what is wrong with it. */
import type { CostumeEntry } from "costumier";
import { attr, h, text } from "../dom";
import type { RowKnown } from "../worker/protocol";
import { drawFace, PICTURE, type Face } from "./thumbnail";

export interface Cell {
  element: HTMLElement;
  canvas: HTMLCanvasElement;
  half: HTMLElement;
  name: HTMLElement;
  meta: HTMLElement;
  badge: HTMLElement;
  /** What the game never shows of it. */
  never: HTMLElement;
  more: HTMLElement;
  changed: HTMLElement;
  /** Place in the list; -1 for an unused cell. */
  at: number;
  /** Its costume; -1 before the first. */
  id: number;
  /** The content of its canvas: costume, film and frame. */
  shown: string;
}

export function newCell(): Cell {
  const canvas = h("canvas", { width: PICTURE, height: PICTURE, "aria-hidden": "true" });
  const half = h("span", { class: "half", hidden: true });
  const name = h("span", { class: "name" });
  const meta = h("span", { class: "meta" });
  const badge = h("span", { class: "badge" });
  const never = h("span", { class: "never" });
  const more = h("span", { class: "visually-hidden" });
  const changed = h("span", { class: "visually-hidden" });
  const element = h("div", { class: "cell", role: "option" }, canvas, half, name, meta, badge, never, more, changed);
  return { element, canvas, half, name, meta, badge, never, more, changed, at: -1, id: -1, shown: "" };
}

/** Gives a cell to a costume, of which the page may know more than the directory holds. */
export function fillCell(cell: Cell, row: CostumeEntry, fact: RowKnown | undefined): void {
  // A cell that gets another costume loses its picture.
  if (cell.id !== row.id) face(cell, row.id, "waiting");
  cell.element.hidden = false;
  cell.element.id = `costume-${row.id}`;
  text(cell.name, row.name ?? `Costume ${row.id}`);
  const status = fact?.status ?? "ok";
  text(cell.meta, abilities(fact));
  cell.badge.hidden = status === "ok";
  text(cell.badge, status);
  attr(cell.badge, "data-status", status);
  const counts = fact
    ? `Costume ${row.id}, room ${row.room}: ${fact.pictures ?? "no"} pictures, ${fact.limbs ?? "no"} limbs, ${fact.colours ?? "no"} colours`
    : "";
  cell.element.title = fact?.reason ?? counts;
  // The part of the name for screen readers only; the rest is the visible text.
  const size = fact?.pictures == null ? null : `${fact.pictures} pics, ${fact.limbs ?? 0} limbs`;
  const place = `${row.name ? `costume ${row.id}, ` : ""}room ${row.room}${row.room_name ? ` ${row.room_name}` : ""}`;
  const more = [place, size, fact?.colours ? `${fact.colours} colours` : null, fact?.reason];
  text(
    cell.more,
    more
      .filter(Boolean)
      .map(one => `, ${one}`)
      .join(""),
  );
}

/** Gives a cell to this costume, without a picture. */
export function face(cell: Cell, id: number, face: Face): void {
  const shown = `${id} ${face}`;
  cell.id = id;
  if (cell.shown === shown) return;
  cell.shown = shown;
  drawFace(cell.canvas, face);
  cell.element.dataset["drawn"] = face;
}

/** A costume's actions in two short lines: `walks, talks` and `4 directions`. */
function abilities(fact: RowKnown | undefined): string {
  if (!fact) return "";
  const { does } = fact;
  if (!does?.actions) return does ? "pictures only" : "";
  const words = [does.walks ? "walks" : null, does.talks ? "talks" : null].filter(Boolean);
  if (!words.length) words.push(does.actions === 1 ? "1 action" : `${does.actions} actions`);
  return `${words.join(", ")}\n${does.directions === 1 ? "1 direction" : `${does.directions} directions`}`;
}
