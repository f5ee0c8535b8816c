/** Strokes on both sides of a picture's middle. The axis stays where it is when the picture grows. */
import type { Easel as Pen } from "../panels/overlays";
import type { Sheet } from "./sheet";

export class Symmetry {
  /** Twice the column of each picture's axis, counted from where the picture is placed; `null`: strokes have none. */
  private axes: Map<string, number> | null = null;

  constructor(private readonly redraw: () => void) {}

  /** Switches it on and off; returns whether it is on. */
  toggle(): boolean {
    this.axes = this.axes ? null : new Map();
    this.redraw();
    return this.axes !== null;
  }

  /** Twice the column of a picture's axis: its middle when the pointer first came to it. */
  axis({ key, picture }: Sheet): number | null {
    if (!this.axes) return null;
    const name = `${key.limb}.${key.index}`;
    const axis = this.axes.get(name) ?? 2 * picture.at[0] + picture.width - 1;
    this.axes.set(name, axis);
    return axis - 2 * picture.at[0];
  }

  /** Draws the axis: between two pixels, or through the middle of one. */
  draw({ pen, to, zoom }: Pen, sheet: Sheet | null): void {
    const axis = sheet && this.axis(sheet);
    if (!sheet || axis === null) return;
    const { columns, rows } = sheet.picture;
    const place = (column: number) => columns[columns.findIndex((one, i) => i % 2 === 0 && one === column) + 1];
    const [one, other] = [place(Math.floor(axis / 2)), place(Math.ceil(axis / 2))];
    if (one === undefined || other === undefined || rows.length < 2) return;
    const ends = [rows[1]!, rows.at(-1)!];
    const [left, top] = to(Math.min(one, other), Math.min(...ends));
    const [right, bottom] = to(Math.max(one, other) + 1, Math.max(...ends) + 1);
    pen.fillStyle = "#ff2d7880";
    pen.fillRect(Math.round((left + right) / 2), top, Math.max(1, Math.round(zoom / 12)), bottom - top);
  }
}
