/**
 * Places, with the Move tool: a handle for `move`, which shifts the limbs that are drawn after a picture, and the feet,
 * which all pictures follow. The picture itself is dragged by its pixels (see `region`).
 */
import type { Easel as Pen } from "../panels/overlays";
import type { Edit as Change } from "../worker/protocol";
import { whyNot } from "./brush";
import type { Edit } from "./edit";
import { drawPart, whole } from "./selection";
import type { Sheet } from "./sheet";
import type { Pixel } from "./shapes";

interface Drag {
  kind: "move" | "feet";
  sheet: Sheet;
  from: Pixel;
  to: Pixel;
}

// Where a column or a row of a picture lies on the stage.
function placeOf(pairs: Int32Array, line: number): number | null {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === line) return pairs[i + 1]!;
  return null;
}

export class Placing {
  private drag: Drag | null = null;
  /** The limb whose handle is shown: it stays while the pointer is on the handle. */
  private shown: Sheet | null = null;

  constructor(private readonly edit: Edit) {}

  private get isOn(): boolean {
    return (
      this.edit.isOn &&
      this.edit.tool === "move" &&
      this.edit.draft !== null &&
      !this.edit.layering.isOn &&
      !this.edit.region.isSet &&
      !this.edit.floating.isSet
    );
  }

  private get feet(): Pixel | null {
    const { stage, store } = this.edit.app;
    return stage.frame?.feet[store.state.selected] ?? null;
  }

  // Where the pictures of later limbs are placed from.
  private handle({ picture }: Sheet): Pixel | null {
    const { at, moves, columns, rows } = picture;
    const x = placeOf(columns, moves[0] - at[0]);
    const y = placeOf(rows, -moves[1] - at[1]);
    return x === null || y === null ? null : [x, y];
  }

  // What is dragged: beside that point, which is often the feet.
  private grip(sheet: Sheet): Pixel | null {
    const handle = this.handle(sheet);
    const beside = Math.ceil((18 * devicePixelRatio) / this.edit.app.stage.zoom);
    return handle && [handle[0] + beside, handle[1] - beside];
  }

  private near(one: Pixel | null, other: Pixel): boolean {
    if (!one) return false;
    const reach = Math.max(1, Math.ceil((7 * devicePixelRatio) / this.edit.app.stage.zoom));
    return Math.abs(one[0] - other[0]) <= reach && Math.abs(one[1] - other[1]) <= reach;
  }

  /** Notes which picture the pointer is on. */
  hover(at: Pixel): void {
    if (!this.isOn || this.drag) return;
    const sheet = this.current();
    if (sheet && this.near(this.grip(sheet), at)) return;
    this.shown = this.edit.sheet();
  }

  // The picture as the present frame has it.
  private current(): Sheet | null {
    const { shown } = this;
    if (!shown) return null;
    const sheets = this.edit.brush.sheets();
    return sheets.find(one => one.limb === shown.limb && one.key.index === shown.key.index) ?? null;
  }

  /** Takes a press on a handle. */
  down(event: PointerEvent, at: Pixel): boolean {
    if (!this.isOn || event.button !== 0 || event.altKey) return false;
    const sheet = this.current() ?? this.edit.sheet();
    if (!sheet) return false;
    const kind =
      this.near(this.grip(sheet), at) && this.hasLater(sheet) ? "move" : this.near(this.feet, at) ? "feet" : null;
    if (!kind) return false;
    const why = kind === "move" && whyNot(sheet.picture);
    if (why) this.edit.say(why);
    else {
      this.drag = { kind, sheet, from: at, to: at };
      this.edit.hold(true);
    }
    return true;
  }

  // Where no limb is drawn after it, `move` shifts nothing that can be seen.
  private hasLater({ limb }: Sheet): boolean {
    return this.edit.brush.sheets().some(one => one.limb > limb);
  }

  move(at: Pixel): boolean {
    if (!this.drag) return false;
    this.drag.to = at;
    const by = this.by(this.drag);
    if (by) this.edit.say(`${this.drag.kind === "feet" ? "Feet" : "Move"}: ${by[0]} to the right, ${by[1]} down`);
    this.edit.app.stage.draw();
    return true;
  }

  up(): boolean {
    const { drag } = this;
    if (!drag) return false;
    this.cancel();
    const by = this.by(drag);
    if (!by || (!by[0] && !by[1])) return true;
    if (drag.kind === "move") this.moveLater(drag.sheet, by);
    else void this.moveFeet(by);
    return true;
  }

  cancel(): void {
    if (!this.drag) return;
    this.drag = null;
    this.edit.hold(false);
    this.edit.app.stage.draw();
  }

  // The way in columns and rows of the picture.
  private by({ sheet, from, to }: Drag): Pixel | null {
    const [one, other] = [sheet.places(from)[0], sheet.places(to)[0]];
    return one && other ? [other[0] - one[0], other[1] - one[1]] : null;
  }

  private moveLater({ key, picture }: Sheet, [dx, dy]: Pixel): void {
    const { width, height, at, moves, pixels } = picture;
    const to = {
      picture: {
        size: [width, height] as const,
        at,
        moves: [moves[0] + dx, moves[1] - dy] as const,
        pixels: { rows: [...pixels] },
      },
    };
    void this.edit.make("Move later limbs", [{ draft: { picture: { key, to } } }]);
  }

  // The feet are the point from which all pictures count: they go the other way.
  private async moveFeet([dx, dy]: Pixel): Promise<void> {
    const { draft, app } = this.edit;
    if (!draft) return;
    const edits: Change[] = [];
    for (const { limb, pictures } of draft.drafted.head.limbs)
      for (const [index, { kind, size, at }] of pictures.entries()) {
        if (kind === "empty" || kind === "shared" || !size[0] || !size[1]) continue;
        if (kind !== "picture")
          return this.edit.say("Some pictures show others' pixels or stay packed: move the feet in a costume folder.");
        const key = { limb, index };
        const rows = await app.client.ask("rowsOf", { id: draft.id, key });
        const [width, height] = size;
        edits.push({ paint: { key, width, height, at: [at[0] - dx, at[1] - dy], rows } });
      }
    if (await this.edit.make("Feet", edits)) this.edit.say(`All ${edits.length} pictures follow the feet.`);
  }

  draw(easel: Pen): void {
    if (!this.isOn) return;
    const { pen, to, zoom } = easel;
    const sheet = this.drag?.sheet ?? this.current();
    const mark = (at: Pixel, colour: string, isRound: boolean) => {
      const [x, y] = to(...at).map(one => one + zoom / 2) as [number, number];
      const size = 5 * devicePixelRatio;
      pen.beginPath();
      if (isRound) pen.arc(x, y, size, 0, 2 * Math.PI);
      else {
        pen.moveTo(x, y - size);
        pen.lineTo(x + size, y);
        pen.lineTo(x, y + size);
        pen.lineTo(x - size, y);
        pen.closePath();
      }
      pen.lineWidth = 3;
      pen.strokeStyle = "#000a";
      pen.stroke();
      pen.fillStyle = colour;
      pen.fill();
      pen.lineWidth = 1;
      pen.strokeStyle = "#fff";
      pen.stroke();
    };
    const feet = this.drag?.kind === "feet" ? this.drag.to : this.feet;
    if (feet) mark(feet, "#ff5a7a", true);
    if (!sheet) return;
    drawPart(easel, sheet.picture, whole(sheet.picture));
    const [point, grip] = [this.handle(sheet), this.grip(sheet)];
    if (!point || !grip || !this.hasLater(sheet)) return;
    const { drag } = this;
    const by = drag?.kind === "move" ? [drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]] : [0, 0];
    const moved = ([x, y]: Pixel): Pixel => [x + by[0]!, y + by[1]!];
    const middle = (at: Pixel) => to(...at).map(one => one + zoom / 2) as [number, number];
    for (const [colour, wide] of [
      ["#000a", 3],
      ["#fff", 1],
    ] as const) {
      pen.beginPath();
      pen.moveTo(...middle(moved(point)));
      pen.lineTo(...middle(moved(grip)));
      pen.lineWidth = wide;
      pen.strokeStyle = colour;
      pen.stroke();
    }
    mark(moved(grip), "#2f9bff", false);
  }
}
