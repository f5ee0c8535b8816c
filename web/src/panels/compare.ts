/** The stage's comparison of a patch or edits: now, before, both side by side, or the difference. */
import type { Image } from "costumier";
import { attr, h, text } from "../dom";
import type { Store } from "../state";
import type { Compare, Shown } from "../worker/protocol";
import { drawFeet, lay, type Easel } from "./overlays";

const VIEWS: readonly (readonly [Compare, string, string])[] = [
  ["after", "After", "The costume with the changes"],
  ["before", "Before", "The costume as the game has it"],
  ["both", "Side by side", "Before on the left, after on the right"],
  ["difference", "Difference", "The pixels that differ at this tick"],
];

export class Comparison {
  private readonly said = h("output", { "aria-label": "Pixels that differ" });
  readonly element: HTMLElement;

  constructor(store: Store) {
    const buttons = VIEWS.map(([compare, words, title]) => {
      const button = h("button", { type: "button", title, onclick: () => store.set({ compare }) }, words);
      store.watch(
        s => [s.compare],
        s => attr(button, "aria-pressed", String(s.compare === compare)),
      );
      return button;
    });
    const words = h("span", { class: "quiet" }, "Patch");
    this.element = h("div", { class: "compare", role: "group", "aria-label": "Compare" }, words, ...buttons, this.said);
    store.watch(
      s => [s.changed, s.actors[s.selected]?.costume, s.mode, s.game],
      s => {
        const isChanged = s.changed.includes(s.actors[s.selected]?.costume ?? -1);
        this.element.hidden = !isChanged;
        text(words, s.mode === "edit" || !s.game?.patched ? "Edits" : "Patch");
        if (!isChanged && s.compare !== "after") queueMicrotask(() => store.set({ compare: "after" }));
      },
    );
    store.watch(
      s => [s.compare],
      s => s.compare !== "difference" && text(this.said, ""),
    );
  }

  /** Draws the stage before into the left half. Everything drawn until `restore` goes into the right half. */
  drawBefore(easel: Easel, [width, height]: readonly [number, number]): void {
    const { pen, frame } = easel;
    const split = Math.floor(width / 2);
    const half = (from: number, to: number, words: string) => {
      pen.save();
      pen.beginPath();
      pen.rect(from, 0, to - from, height);
      pen.clip();
      pen.font = `${Math.round(12 * devicePixelRatio)}px system-ui, sans-serif`;
      pen.lineWidth = 3;
      pen.strokeStyle = "#000c";
      pen.fillStyle = "#fff";
      const at = [from + 10 * devicePixelRatio, height - 40 * devicePixelRatio] as const;
      pen.strokeText(words, ...at);
      pen.fillText(words, ...at);
    };
    half(0, split, "Before");
    const before = frame.before!;
    const cell = new OffscreenCanvas(before.width, before.height);
    cell.getContext("2d")!.putImageData(new ImageData(before.data, before.width, before.height), 0, 0);
    const to = (x: number, y: number): [number, number] => {
      const [across, down] = easel.to(x, y);
      return [across - (width - split), down];
    };
    lay({ ...easel, to }, cell, before.x, before.y, before.width, before.height);
    if (easel.state.feet) drawFeet({ ...easel, to });
    pen.restore();
    half(split, width, "After");
    pen.fillStyle = "#fff8";
    pen.fillRect(split, 0, 1, height);
  }

  /** Draws the pixels that differ, and shows their number. */
  drawDifference(easel: Easel): void {
    const { frame } = easel;
    const { image, pixels } = difference(frame, frame.before!);
    lay(easel, image, frame.x, frame.y, frame.width, frame.height);
    text(this.said, pixels === 1 ? "1 pixel differs" : `${pixels || "No"} pixels differ`);
  }
}

type Placed = Image & { x: number; y: number };

/** The pixels that differ between two pictures of the stage, in one colour; with their number. */
function difference(now: Shown, before: Placed): { image: OffscreenCanvas; pixels: number } {
  const image = new OffscreenCanvas(now.width, now.height);
  const pen = image.getContext("2d")!;
  const marks = pen.createImageData(now.width, now.height);
  const [dx, dy] = [(now.x - before.x) * now.enlarged, (now.y - before.y) * now.enlarged];
  let pixels = 0;
  for (let y = 0; y < now.height; y++)
    for (let x = 0; x < now.width; x++) {
      const [bx, by] = [x + dx, y + dy];
      const at = 4 * (y * now.width + x);
      const isThere = bx >= 0 && by >= 0 && bx < before.width && by < before.height;
      const was = 4 * (by * before.width + bx);
      const value = (part: number) => (isThere ? before.data[was + part]! : 0);
      const isSame = now.data[at + 3] === 0 && value(3) === 0;
      if (isSame || [0, 1, 2, 3].every(part => now.data[at + part] === value(part))) continue;
      marks.data.set([0xff, 0x2d, 0x78, 0xff], at);
      pixels++;
    }
  pen.putImageData(marks, 0, 0);
  return { image, pixels: Math.round(pixels / now.enlarged ** 2) };
}
