/** A list of rows of one height. Only the visible ones have elements. */
import { h } from "../dom";

export class Rows {
  readonly element: HTMLElement;
  private readonly inner = h("div", { class: "rows-inner", role: "presentation" });
  private count = 0;
  private made = new Map<number, HTMLElement>();

  constructor(
    private readonly height: number,
    private readonly make: (row: number) => HTMLElement,
    props: Record<string, unknown> = {},
  ) {
    this.element = h("div", { ...props, class: `virtual ${props["class"] ?? ""}` }, this.inner);
    this.element.addEventListener("scroll", () => this.lay());
    new ResizeObserver(() => this.lay()).observe(this.element);
  }

  set length(count: number) {
    this.count = count;
    this.inner.style.height = `${count * this.height}px`;
    this.again();
  }

  /** Updates all rows. */
  again(): void {
    for (const row of this.made.values()) row.remove();
    this.made.clear();
    this.lay();
  }

  /** Updates these rows, as far as they have elements. */
  renew(rows: Iterable<number>): void {
    for (const row of rows) {
      if (!this.made.has(row)) continue;
      const element = this.build(row);
      this.made.get(row)!.replaceWith(element);
      this.made.set(row, element);
    }
  }

  private build(row: number): HTMLElement {
    const element = this.make(row);
    element.style.transform = `translateY(${row * this.height}px)`;
    return element;
  }

  /** The rows with elements. */
  get present(): ReadonlyMap<number, HTMLElement> {
    return this.made;
  }

  get window(): [number, number] {
    return [
      Math.floor(this.element.scrollTop / this.height),
      Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height),
    ];
  }

  /** Scrolls a row into view; to the middle, if it had no element. */
  show(row: number, middle = false): void {
    const [top, height] = [row * this.height, this.element.clientHeight];
    const at = this.element.scrollTop;
    if (top >= at && top + this.height <= at + height) return;
    const near = !middle && Math.abs(top - at) < height * 1.5;
    this.element.scrollTop = near ? (top < at ? top : top + this.height - height) : top - height / 3;
    this.lay();
  }

  private lay(): void {
    const [first, last] = this.window;
    const [from, to] = [Math.max(0, first - 3), Math.min(this.count, last + 3)];
    for (const [row, element] of this.made) {
      if (row >= from && row < to) continue;
      element.remove();
      this.made.delete(row);
    }
    for (let row = from; row < to; row++) {
      if (this.made.has(row)) continue;
      const element = this.build(row);
      this.made.set(row, element);
      this.inner.append(element);
    }
    this.onlay();
  }

  onlay: () => void = () => {};
}
