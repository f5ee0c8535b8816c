/** What is selected, and what moves: a part of a picture, or all of it. */
import type { Edit } from "./edit";
import type { Easel as Pen } from "../panels/overlays";
import { between, clear, cut, drawPart, movePart, turnPart, whole, type Clip, type Part, type Turn } from "./selection";
import { Sheet } from "./sheet";
import type { Pixel } from "./shapes";
import { whyNot } from "./brush";

export class Region {
  private part: { key: string; part: Part } | null = null;
  /** What was copied, and where it was, counted from the feet. */
  private clip: { clip: Clip; at: Pixel; limb: number } | null = null;
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
    const { sheet, part } = found;
    const clip = cut(sheet, part);
    const [left, top] = this.origin(sheet);
    this.clip = { clip, at: [left + part.left, top + part.top], limb: sheet.limb };
    this.edit.say(`${clip.width}×${clip.height} pixels copied`);
  }

  // Where the upper left pixel of a picture lies, counted from the feet in columns and rows of the picture.
  private origin(sheet: Sheet): Pixel {
    const { stage, store } = this.edit.app;
    const feet = stage.frame?.feet[store.state.selected] ?? [0, 0];
    const { columns, rows } = sheet.picture;
    const [dx, dy] = this.steps(sheet, [(columns[1] ?? 0) - feet[0]!, (rows[1] ?? 0) - feet[1]!]);
    return [dx - (columns[0] ?? 0), dy - (rows[0] ?? 0)];
  }

  /** Pastes what was copied at the place where it was, upon the limb that it was copied from; `false` where nothing was. */
  paste(): boolean {
    if (!this.clip) return false;
    const { limb } = this.clip;
    const sheet = this.edit.brush.sheets().findLast(one => one.limb === (this.edit.limb ?? limb)) ?? this.edit.sheet();
    if (!sheet) return true;
    const why = whyNot(sheet.picture);
    if (why) {
      this.edit.say(why);
      return true;
    }
    const { clip, at } = this.clip;
    const [left, top] = this.origin(sheet);
    this.drop();
    void this.edit.floating.commit().then(() => {
      this.edit.choose("move");
      this.edit.floating.begin(sheet, clip, [at[0] - left, at[1] - top]);
    });
    return true;
  }

  // By how many columns and rows of the picture a way on the stage goes.
  steps(sheet: Sheet, by: Pixel): Pixel {
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
