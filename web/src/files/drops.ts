/** Files that are dropped or pasted anywhere on the page. */
import { h } from "../dom";

/** A dropped item. */
export interface Dropped {
  entry: FileSystemEntry | null;
  file: File | null;
}

/** Returns the items of a drop. Call it before any `await`: the browser clears them afterwards. */
export const itemsOf = (data: DataTransfer): Dropped[] =>
  [...data.items]
    .filter(item => item.kind === "file")
    .map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));

/** Listens for drops and pasted files, and shows a curtain while something is dragged over the page. */
export function listenForDrops(drop: (data: DataTransfer) => void): HTMLElement {
  let depth = 0;
  const over = (on: boolean) => document.body.classList.toggle("dropping", on);
  addEventListener("dragenter", event => {
    if (event.dataTransfer?.types.includes("Files")) {
      depth++;
      over(true);
    }
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) over(false);
  });
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", event => {
    event.preventDefault();
    depth = 0;
    over(false);
    if (event.dataTransfer) drop(event.dataTransfer);
  });
  addEventListener("paste", event => {
    // *Edit* takes what it can paint with; a field takes text.
    const isField = event.target instanceof Element && event.target.closest("input, textarea");
    if (!event.defaultPrevented && !isField && event.clipboardData?.files.length) drop(event.clipboardData);
  });
  return h(
    "div",
    { class: "curtain", "aria-hidden": "true" },
    h("b", {}, "Let go to open this game"),
    h("span", {}, "Nothing leaves your computer"),
  );
}
