/** What is selected, and what moves: a part of a picture, or all of it. */
import type { Edit } from "./edit";
import type { Easel as Pen } from "../panels/overlays";
import {
  alike,
  between,
  clear,
  count,
  cut,
  drawPart,
  enclosed,
  joined,
  movedBy,
  movePart,
  paste,
  turnedPart,
  turnPart,
  whole,
  type Clip,
  type Part,
  type Turn,
} from "./selection";
import { tableOf } from "./chores";
import { Sheet } from "./sheet";
import type { Edit as Change } from "../worker/protocol";
import type { Pixel } from "./shapes";
import { whyNot, type Dragged } from "./brush";
import { rgba, toClipboard } from "./clipboard";

interface Copied {
  clip: Clip;
  /** Where the upper left pixel was, counted from the feet; and from the picture's anchor. */
  at: Pixel;
  anchor: Pixel;
  limb: number;
  /** Whether the system's clipboard has it. */
  isOut: boolean;
}

export class Region {
  /** The selection, counted from where the picture is placed: pictures grow. */
  private part: { key: string; part: Part } | null = null;
  /** The selection before the drag that goes on. */
  private before: { drag: Pixel; part: Part | null } | null = null;
  private clip: Copied | null = null;
  private moving: { sheet: Sheet; by: Pixel } | null = null;

  constructor(private readonly edit: Edit) {}

  private name(sheet: Sheet): string {
    return `${sheet.key.limb}.${sheet.key.index}`;
  }

  drop(): void {
    if (this.part) this.edit.say("");
    this.part = null;
    this.edit.app.stage.draw();
  }

  get isSet(): boolean {
    return this.part !== null;
  }

  selected(sheet: Sheet, { tool, from, to, path, how, everywhere }: Dragged): void {
    // Each drag begins at a pixel of its own.
    if (this.before?.drag !== from) this.before = { drag: from, part: this.within(sheet) };
    const fresh =
      tool === "lasso"
        ? enclosed(sheet, path)
        : tool === "wand"
          ? alike(sheet, from, everywhere)
          : between(sheet, from, to);
    this.set(sheet, fresh && joined(this.before.part, fresh, how));
  }

  /** Selects all of the picture that a stroke would go to. */
  all(): void {
    const sheet = this.edit.sheet();
    if (!sheet) return this.edit.say("No picture is shown at this tick.");
    this.set(sheet, whole(sheet.picture));
    this.edit.app.stage.draw();
  }

  private set(sheet: Sheet, part: Part | null): void {
    const { at } = sheet.picture;
    this.part = part && { key: this.name(sheet), part: movedBy(part, at) };
    if (!part) return;
    const area = `${part.right - part.left}×${part.bottom - part.top} pixels`;
    this.edit.say(part.mask ? `${count(part)} of ${area} selected` : `${area} selected`);
  }

  /** What is selected of a picture. */
  within(sheet: Sheet): Part | null {
    const { at } = sheet.picture;
    return this.part?.key === this.name(sheet) ? movedBy(this.part.part, [-at[0], -at[1]]) : null;
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
    return { sheet, part: this.within(sheet) ?? whole(sheet.picture) };
  }

  private make(words: string, painted: ReturnType<Sheet["painted"]>): void {
    if (painted) void this.edit.make(words, [{ paint: painted }]);
  }

  turn(turn: Turn): void {
    const found = this.target();
    if (!found) return;
    const words = turn === "clockwise" ? "Turn 90°" : "Flip";
    const { sheet, part } = found;
    this.make(words, turnPart(sheet.picture, sheet.clear, part, turn));
    if (this.part) this.set(sheet, turnedPart(part, turn));
  }

  /** Clears what is selected, or the whole picture. */
  remove(words = "Clear"): void {
    const found = this.target();
    if (!found) return;
    const sheet = new Sheet(found.sheet.picture, found.sheet.clear);
    clear(sheet, found.part);
    this.make(words, sheet.painted());
  }

  cut(): void {
    if (this.copy()) this.remove("Cut");
  }

  copy(): boolean {
    const found = this.target();
    if (!found) return false;
    const { sheet, part } = found;
    const clip = cut(sheet, part);
    if (!clip.width || !clip.height) {
      this.edit.say("There are no pixels here to copy.");
      return false;
    }
    const [left, top] = this.origin(sheet);
    const { at } = sheet.picture;
    const copied: Copied = {
      clip,
      at: [left + part.left, top + part.top],
      anchor: [at[0] + part.left, at[1] + part.top],
      limb: sheet.limb,
      isOut: false,
    };
    this.clip = copied;
    this.edit.say(`${clip.width}×${clip.height} pixels copied`);
    void toClipboard(clip, colour => this.edit.rgb(colour)).then(isOut => (copied.isOut = isOut));
    return true;
  }

  /**
   * Whether a picture in the system's clipboard is what was copied here last. Where the browser did not take that, the
   * picture is older.
   */
  isCopied(picture: ImageData | null): boolean {
    if (!this.clip) return false;
    const { clip, isOut } = this.clip;
    if (!isOut) return true;
    if (clip.width !== picture?.width || clip.height !== picture.height) return false;
    const own = rgba(clip, colour => this.edit.rgb(colour));
    return own.every((one, i) => (own[i | 3] ? one === picture.data[i] : picture.data[i | 3] === 0));
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

  /** Pastes what was copied into all pictures of the chosen limb, at the same distance from their anchor. */
  async pasteToAll(): Promise<void> {
    const { draft, app } = this.edit;
    const limb = this.edit.limb ?? this.clip?.limb;
    if (!draft || !this.clip || limb === undefined) return this.edit.say("Copy something first, and choose a limb.");
    const { clip, anchor } = this.clip;
    const { head } = draft.drafted;
    const shown = new Set(this.edit.facts.picturesOf(limb));
    const edits: Change[] = [];
    for (const [index, { owner, kind, size, at, moves }] of (tableOf(head, limb)?.pictures ?? []).entries()) {
      const key = { limb: owner[0], index: owner[1] };
      // An AKOS costume has one table for all limbs.
      if (kind !== "picture" || (head.kind === "akos" && !shown.has(index))) continue;
      const pixels = await app.client.ask("rowsOf", { id: draft.id, key });
      const [width, height] = size;
      if (pixels.length !== width * height) continue;
      const none = new Int32Array(0);
      const picture = {
        picture: key,
        owner: key,
        limb,
        kind,
        at,
        moves,
        width,
        height,
        pixels,
        columns: none,
        rows: none,
      };
      const sheet = new Sheet(picture, head.transparent);
      paste(sheet, clip, [anchor[0] - at[0], anchor[1] - at[1]]);
      const painted = sheet.painted();
      if (painted) edits.push({ paint: painted });
    }
    if (!edits.length) return this.edit.say(`No picture of limb ${limb} changes.`);
    if (await this.edit.make("Paste to all", edits))
      this.edit.say(`Pasted into ${edits.length} picture${edits.length === 1 ? "" : "s"} of limb ${limb}.`);
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

  /** Drags a picture, or what is selected of it. A layer goes along in the whole facing, unless it is meant alone. */
  moved(sheet: Sheet, by: Pixel, done: boolean, isAlone: boolean): void {
    this.moving = done ? null : { sheet, by };
    if (!done || (!by[0] && !by[1])) return;
    const why = whyNot(sheet.picture);
    if (why) return this.edit.say(why);
    const [dx, dy] = this.steps(sheet, by);
    const part = this.within(sheet);
    if (part) {
      this.make("Move", movePart(sheet.picture, sheet.clear, part, [dx, dy]));
      this.set(sheet, movedBy(part, [dx, dy]));
      return;
    }
    const { width, height, at, pixels } = sheet.picture;
    const to = [at[0] + dx, at[1] + dy] as const;
    const key = isAlone && this.edit.layering.isOn ? { ...sheet.key, isAlone } : sheet.key;
    void this.edit.make("Place", [{ paint: { key, width, height, at: to, rows: pixels } }]);
  }

  nudge(by: Pixel, isAlone: boolean): void {
    const found = this.target();
    if (found) this.moved(found.sheet, by, true, isAlone);
  }

  draw(easel: Pen): void {
    if (this.moving) {
      const { sheet, by } = this.moving;
      const { to } = easel;
      const shifted = (x: number, y: number) => to(x + by[0], y + by[1]);
      drawPart({ ...easel, to: shifted }, sheet.picture, this.within(sheet) ?? whole(sheet.picture));
    }
    const { part } = this;
    const sheet = part && this.edit.brush.sheets().find(one => this.name(one) === part.key);
    if (sheet) drawPart(easel, sheet.picture, this.within(sheet)!);
  }
}
