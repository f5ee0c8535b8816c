/** What is selected, and what moves: a part of a picture, or all of it. */
import type { Edit } from "./edit";
import type { Easel as Pen } from "../panels/overlays";
import {
  between,
  clear,
  cut,
  drawPart,
  movePart,
  paste,
  turnPart,
  whole,
  type Clip,
  type Part,
  type Turn,
} from "./selection";
import { Sheet } from "./sheet";
import type { Pixel } from "./shapes";
import { whyNot } from "./brush";

export class Region {
  private part: { key: string; part: Part } | null = null;
  private clip: Clip | null = null;
  private moving: { sheet: Sheet; by: Pixel } | null = null;

  constructor(private readonly edit: Edit) {}

  private name(sheet: Sheet): string {
    return `${sheet.key.limb}.${sheet.key.index}`;
  }

  drop(): void {
    this.part = null;
    this.edit.app.stage.draw();
  }

  get isSet(): boolean {
    return this.part !== null;
  }

  selected(sheet: Sheet | null, from: Pixel, to: Pixel): void {
    const part = sheet && between(sheet, from, to);
    this.part = sheet && part ? { key: this.name(sheet), part } : null;
    if (part) this.edit.say(`${part.right - part.left}×${part.bottom - part.top} pixels selected`);
  }

  // The picture that the selection belongs to, or the one that a stroke would go to; and the part.
  private target(): { sheet: Sheet; part: Part } | null {
    const { part } = this;
    const sheets = this.edit.brush.sheets();
    const sheet = part ? sheets.find(one => this.name(one) === part.key) : this.edit.sheet();
    if (!sheet) {
      this.edit.say("The selected picture is not shown at this tick.");
      return null;
    }
    const why = whyNot(sheet.picture);
    if (why) {
      this.edit.say(why);
      return null;
    }
    return { sheet, part: part?.part ?? whole(sheet.picture) };
  }

  private make(words: string, painted: ReturnType<Sheet["painted"]>): void {
    if (painted) void this.edit.make(words, [{ paint: painted }]);
  }

  turn(turn: Turn): void {
    const found = this.target();
    if (!found) return;
    const words = turn === "clockwise" ? "Turn 90°" : "Flip";
    this.make(words, turnPart(found.sheet.picture, found.sheet.clear, found.part, turn));
  }

  remove(): void {
    const found = this.part && this.target();
    if (!found) return;
    const sheet = new Sheet(found.sheet.picture, found.sheet.clear);
    clear(sheet, found.part);
    this.make("Clear", sheet.painted());
  }

  copy(): void {
    const found = this.target();
    if (!found) return;
    this.clip = cut(found.sheet, found.part);
    this.edit.say(`${this.clip.width}×${this.clip.height} pixels copied`);
  }

  /** Pastes what was copied here; `false` where nothing was. */
  paste(): boolean {
    if (!this.clip) return false;
    const sheet = this.edit.sheet();
    if (!sheet) return true;
    const place = (this.edit.brush.hover && sheet.places(this.edit.brush.hover)[0]) ?? [0, 0];
    const work = new Sheet(sheet.picture, sheet.clear);
    paste(work, this.clip, this.part ? [this.part.part.left, this.part.part.top] : place);
    this.make("Paste", work.painted());
    return true;
  }

  // By how many columns and rows of the picture a way on the stage goes.
  private steps(sheet: Sheet, by: Pixel): Pixel {
    const { columns, rows } = sheet.picture;
    const step = (pairs: Int32Array, way: number): number => {
      if (!way || pairs.length < 4) return way;
      const [from, to] = [pairs[1]!, pairs[pairs.length - 1]!];
      return to < from ? -way : way;
    };
    return [step(columns, by[0]), step(rows, by[1])];
  }

  /** Drags a picture, or what is selected of it. */
  moved(sheet: Sheet, by: Pixel, done: boolean): void {
    this.moving = done ? null : { sheet, by };
    if (!done || (!by[0] && !by[1])) return;
    const why = whyNot(sheet.picture);
    if (why) return this.edit.say(why);
    const [dx, dy] = this.steps(sheet, by);
    const { part } = this;
    if (part && part.key === this.name(sheet)) {
      this.make("Move", movePart(sheet.picture, sheet.clear, part.part, [dx, dy]));
      this.part = {
        key: part.key,
        part: {
          left: part.part.left + dx,
          top: part.part.top + dy,
          right: part.part.right + dx,
          bottom: part.part.bottom + dy,
        },
      };
      return;
    }
    const { width, height, at, pixels } = sheet.picture;
    const to = [at[0] + dx, at[1] + dy] as const;
    void this.edit.make("Place", [{ paint: { key: sheet.key, width, height, at: to, rows: pixels } }]);
  }

  nudge(by: Pixel): void {
    const found = this.target();
    if (found) this.moved(found.sheet, by, true);
  }

  draw(easel: Pen): void {
    if (this.moving) {
      const { sheet, by } = this.moving;
      const { to } = easel;
      const shifted = (x: number, y: number) => to(x + by[0], y + by[1]);
      drawPart({ ...easel, to: shifted }, sheet.picture, this.part?.part ?? whole(sheet.picture));
    }
    const { part } = this;
    const sheet = part && this.edit.brush.sheets().find(one => this.name(one) === part.key);
    if (sheet && part) drawPart(easel, sheet.picture, part.part);
  }
}
