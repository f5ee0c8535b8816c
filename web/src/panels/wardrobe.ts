/**
 * The wardrobe: every costume as a moving thumbnail. A thousand of them scroll smoothly, because there are only some dozens of
 * cells: a cell that leaves the view is used again at the other end.
 */
import { attr, h, put, text } from "../dom";
import { START, type State, type Store } from "../state";
import type { Client } from "../worker/client";
import type { RowKnown } from "../worker/protocol";
import type { CostumeEntry } from "costumier";
import { face, fillCell, newCell, type Cell } from "./cell";
import { Films } from "./films";
import { panel, type Panel } from "./panel";
import { asksUnused, filters, isFound, searchWords } from "./search";
import { drawFrame, frameAt } from "./thumbnail";

/** A cell in rem: in the list, and in the strip of narrow windows. */
const CELL = { list: { width: 7.75, height: 9.9 }, strip: { width: 6.4, height: 8.9 } };
/** Lines of the screen for which a pixel of a figure is a CSS pixel. */
const LINES = 240;

export class Wardrobe {
  readonly panel: Panel;
  private rows: CostumeEntry[] = [];
  private shown: CostumeEntry[] = [];
  private cells: Cell[] = [];
  private readonly films: Films;
  private facts = new Map<number, RowKnown>();
  private columns = 1;
  /** Whether the cells stand in one row. */
  private isStrip = false;
  /** Width and height of a cell. */
  private size: readonly [number, number] = [124, 154];
  private hovered: number | null = null;
  private focused = 0;
  private began = performance.now();
  private learning = false;
  private readonly list = h("div", {
    class: "cells",
    role: "listbox",
    "aria-label": "Costumes",
    tabindex: "0",
    onkeydown: (event: KeyboardEvent) => this.key(event),
    onclick: (event: MouseEvent) => this.press(event),
    onpointerover: (event: PointerEvent) => this.hover(event.target),
    onpointerleave: () => (this.hovered = null),
  });
  private readonly space = h("div", { class: "space" });
  private readonly scroll = h(
    "div",
    { class: "scroll", onscroll: () => this.lay(), onwheel: (event: WheelEvent) => this.roll(event) },
    this.space,
  );
  private readonly nothingWhy = h("span", {});
  private readonly nothing = h(
    "p",
    { class: "no-costume", hidden: true },
    this.nothingWhy,
    h("button", { type: "button", class: "plain", onclick: () => this.everything() }, "Show all costumes"),
  );
  private readonly count = h("span", { class: "count", role: "status" });
  private readonly search = h("input", {
    type: "search",
    id: "search",
    placeholder: "Search: name, id, room …",
    "aria-label": "Search costumes",
    oninput: () => this.store.set({ search: this.search.value }),
    onkeydown: (event: KeyboardEvent) => this.found(event),
  });
  private readonly filters = h("div", { class: "filters" });

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly choose: (id: number) => void,
  ) {
    this.films = new Films(store, client);
    this.space.append(this.list);
    this.panel = panel(
      "wardrobe",
      "Wardrobe",
      h("div", { class: "find" }, this.search, this.filters),
      this.nothing,
      this.scroll,
    );
    this.panel.tools.append(
      this.count,
      h(
        "button",
        {
          type: "button",
          class: "plain search-all",
          onclick: () => {
            const isOpen = this.store.state.tab === "wardrobe";
            this.store.set({ tab: isOpen ? "actions" : "wardrobe" });
          },
        },
        "Search",
      ),
    );
    store.watch(
      s => [s.game],
      s => this.opened(s),
    );
    store.watch(
      s => [s.phase],
      () => this.learn(),
    );
    store.watch(
      s => [s.search, s.filter, s.unused],
      () => this.sift(),
    );
    store.watch(
      s => [s.actors, s.selected, s.changed],
      () => this.mark(),
    );
    new ResizeObserver(() => this.lay()).observe(this.scroll);
    requestAnimationFrame(now => this.paint(now));
  }

  focusSearch(): void {
    this.search.focus();
    this.search.select();
  }

  /** The costume before or after the chosen one in the list. */
  neighbour(by: 1 | -1): void {
    const at = this.shown.findIndex(row => row.id === this.store.chosen?.costume);
    const next = this.shown[(at + by + this.shown.length) % this.shown.length];
    if (next) this.choose(next.id);
  }

  // In the search field, Enter chooses the first costume that is found, and ↓ leads to the list.
  private found(event: KeyboardEvent): void {
    const first = this.shown[0];
    if (!first || !["Enter", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Enter") return this.choose(first.id);
    this.focused = 0;
    this.lay();
    this.list.focus();
  }

  everything(): void {
    this.store.set({ search: "", filter: START.filter });
    for (const select of this.filters.querySelectorAll("select")) select.value = "";
    this.search.focus();
  }

  private opened(state: State): void {
    this.rows = [...(state.game?.costumes ?? [])];
    this.films.clear();
    this.facts.clear();
    // Another game may have a different costume of the same number.
    for (const cell of this.cells) cell.id = -1;
    this.focused = 0;
    put(this.filters, ...filters(this.store, this.rows));
    this.scroll.scrollTop = 0;
    this.sift();
  }

  // `learned`: only new facts of some costumes have arrived.
  private sift(learned = false): void {
    const { search, filter, unused } = this.store.state;
    if (this.search.value !== search) this.search.value = search;
    const words = searchWords(search);
    const state = (row: CostumeEntry) => {
      if (filter.status === "unused") return unused?.has(row.id);
      const status = this.facts.get(row.id)?.status;
      return status === filter.status || (filter.status === "broken" && status === "failed");
    };
    const before = this.shown.map(row => row.id).join();
    this.shown = this.rows.filter(
      row =>
        isFound(words, row, this.facts.get(row.id), unused?.words(row.id)) &&
        (!filter.room || String(row.room) === filter.room) &&
        (!filter.status || state(row)),
    );
    this.nothing.hidden = this.shown.length > 0 || !this.rows.length;
    const why = search ? `No costume matches “${search.trim()}”.` : "No costume is like this.";
    text(this.nothingWhy, !unused && asksUnused(this.store.state) ? "Reading scripts and costumes …" : why);
    if (learned && before === this.shown.map(row => row.id).join()) return;
    const all = `${this.rows.length} costume${this.rows.length === 1 ? "" : "s"}`;
    text(this.count, this.shown.length === this.rows.length ? all : `${this.shown.length} of ${all}`);
    this.focused = Math.max(
      0,
      this.shown.findIndex(row => row.id === this.store.chosen?.costume),
    );
    for (const cell of this.cells) cell.at = -1;
    this.lay();
  }

  // If the page does not scroll, a vertical wheel moves along the strip.
  private roll(event: WheelEvent): void {
    const page = document.scrollingElement!;
    if (!this.isStrip || event.ctrlKey || !event.deltaY || page.scrollHeight > page.clientHeight) return;
    this.scroll.scrollLeft += event.deltaY;
    event.preventDefault();
  }

  // Places cells in the visible rows, and one more row at each end.
  private lay(): void {
    const { scroll } = this;
    const style = getComputedStyle(scroll);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.isStrip = style.getPropertyValue("--strip").trim() === "1";
    this.panel.element.classList.toggle("in-row", this.isStrip);
    const cell = this.isStrip ? CELL.strip : CELL.list;
    const [cellWidth, cellHeight] = (this.size = [Math.round(cell.width * rem), Math.round(cell.height * rem)]);
    const width = scroll.clientWidth;
    this.columns = this.isStrip ? Math.max(1, this.shown.length) : Math.max(1, Math.floor(width / cellWidth));
    const rows = Math.ceil(this.shown.length / this.columns);
    this.list.style.height = `${rows * cellHeight}px`;
    this.list.style.width = this.isStrip ? `${this.shown.length * cellWidth}px` : "";
    const [at, seen, step] = this.isStrip
      ? [scroll.scrollLeft, width, cellWidth]
      : [scroll.scrollTop, scroll.clientHeight, cellHeight];
    const across = this.isStrip ? 1 : this.columns;
    const first = Math.max(0, Math.floor(at / step) - 1) * across;
    const last = Math.min(this.shown.length, (Math.ceil((at + seen) / step) + 1) * across);
    const wanted = new Set<number>();
    for (let at = first; at < last; at++) wanted.add(at);
    if (this.focused < this.shown.length) wanted.add(this.focused);
    const free = this.cells.filter(cell => !wanted.delete(cell.at) || cell.at >= this.shown.length);
    for (const at of wanted) this.fillCell(free.pop() ?? this.cell(), at);
    for (const cell of free) {
      cell.at = -1;
      cell.element.hidden = true;
      attr(cell.element, "id", null);
    }
    // Screen readers read the cells in the order of the document.
    const inOrder = this.cells.toSorted((a, b) => a.at - b.at);
    if (inOrder.some((cell, i) => cell !== this.cells[i])) {
      this.cells = inOrder;
      this.list.append(...inOrder.map(cell => cell.element));
    }
    const wide = this.isStrip ? cellWidth : width / this.columns;
    for (const cell of this.cells) {
      if (cell.at < 0) continue;
      const [x, y] = [Math.round((cell.at % this.columns) * wide), Math.floor(cell.at / this.columns) * cellHeight];
      cell.element.style.transform = `translate(${x}px, ${y}px)`;
      cell.element.style.width = `${Math.floor(wide) - 8}px`;
    }
    this.mark();
    this.learn();
  }

  private cell(): Cell {
    const made = newCell();
    this.list.append(made.element);
    this.cells.push(made);
    return made;
  }

  private fillCell(cell: Cell, at: number): void {
    const row = this.shown[at];
    if (!row) return;
    cell.at = at;
    fillCell(cell, row, this.facts.get(row.id));
    put(cell.never, ...(this.store.state.unused?.badge(row.id) ?? []));
    attr(cell.element, "aria-setsize", String(this.shown.length));
    attr(cell.element, "aria-posinset", String(at + 1));
  }

  /** Requests the films of a costume again, after a change. */
  renew(id: number): void {
    this.films.renew(id);
  }

  private mark(): void {
    const chosen = this.store.chosen?.costume;
    for (const cell of this.cells) {
      const row = this.shown[cell.at];
      attr(cell.element, "aria-selected", String(row?.id === chosen));
      cell.element.classList.toggle("focused", cell.at === this.focused);
      const isEdited = row !== undefined && this.store.state.changed.includes(row.id);
      attr(cell.element, "data-edited", isEdited ? "true" : null);
      text(cell.changed, isEdited ? ", changed" : "");
    }
    const focused = this.shown[this.focused];
    attr(this.list, "aria-activedescendant", focused ? `costume-${focused.id}` : null);
  }

  private hover(target: EventTarget | null): void {
    const cell = this.cells.find(one => one.element.contains(target as Node));
    this.hovered = cell && cell.at >= 0 ? (this.shown[cell.at]?.id ?? null) : null;
  }

  private press(event: MouseEvent): void {
    const cell = this.cells.find(one => one.element.contains(event.target as Node));
    const row = cell && this.shown[cell.at];
    if (!row) return;
    this.focused = cell.at;
    this.choose(row.id);
  }

  private key(event: KeyboardEvent): void {
    const [width, height] = this.size;
    const rows = Math.max(1, Math.floor(this.scroll.clientHeight / height));
    const page = this.isStrip ? Math.max(1, Math.floor(this.scroll.clientWidth / width)) : rows * this.columns;
    const line = this.isStrip ? 1 : this.columns;
    const by: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: line,
      ArrowUp: -line,
      PageDown: page,
      PageUp: -page,
      Home: -this.focused,
      End: this.shown.length - 1 - this.focused,
    };
    const row = this.shown[this.focused];
    if ((event.key === "Enter" || event.key === " ") && row) this.choose(row.id);
    else if (event.key in by)
      this.focused = Math.min(this.shown.length - 1, Math.max(0, this.focused + (by[event.key] ?? 0)));
    else return;
    event.preventDefault();
    const [x, y] = [(this.focused % this.columns) * width, Math.floor(this.focused / this.columns) * height];
    const { scroll } = this;
    if (this.isStrip) scroll.scrollLeft = Math.max(x + width - scroll.clientWidth, Math.min(x, scroll.scrollLeft));
    else scroll.scrollTop = Math.max(y + height - scroll.clientHeight, Math.min(y, scroll.scrollTop));
    this.lay();
  }

  // Facts that the directory does not hold (limbs, pictures, problems) are read for the visible costumes, then for the rest.
  private learn(): void {
    if (this.learning || this.store.state.phase !== "ready") return;
    const game = this.store.state.game;
    const unknown = (row: CostumeEntry | undefined): row is CostumeEntry =>
      row !== undefined && !this.facts.has(row.id);
    const seen = this.cells
      .filter(cell => cell.at >= 0)
      .map(cell => this.shown[cell.at])
      .filter(unknown);
    const ids = (seen.length ? seen : this.rows.filter(unknown)).slice(0, 4).map(row => row.id);
    if (!ids.length) return;
    this.learning = true;
    this.client
      .ask("rows", { ids })
      .then(
        rows => {
          if (game !== this.store.state.game) return;
          for (const row of rows) {
            this.facts.set(row.id, row);
            const cell = this.cells.find(one => this.shown[one.at]?.id === row.id);
            if (cell) this.fillCell(cell, cell.at);
          }
          this.mark();
          if (this.store.state.filter.status || this.store.state.search) this.sift(true);
        },
        () => new Promise(done => setTimeout(done, 500)),
      )
      .finally(() => {
        this.learning = false;
        if (seen.length) this.learn();
        else setTimeout(() => this.learn(), 30);
      });
  }

  // One pass over the visible cells. A cell is drawn again only if its picture changed.
  private paint(now: number): void {
    requestAnimationFrame(next => this.paint(next));
    const { still, game } = this.store.state;
    if (!game || document.hidden || !this.scroll.clientHeight) return;
    const tick = still ? 0 : Math.floor(((now - this.began) / 1000) * game.info.ticks_per_second);
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.scroll;
    const [width, height] = this.size;
    const scale = game.info.screen_size[1] > LINES ? 0.5 : 1;
    for (const cell of this.cells) {
      if (cell.at < 0) continue;
      const x = this.isStrip ? cell.at * width - scrollLeft : 0;
      const y = Math.floor(cell.at / this.columns) * height - scrollTop;
      if (y + height < 0 || y > clientHeight || x + width < 0 || x > clientWidth) continue;
      const row = this.shown[cell.at];
      if (!row) continue;
      const moving = this.hovered === row.id && !still;
      const film = this.films.of(row.id, moving) ?? (moving ? this.films.of(row.id, false) : null);
      if (!film?.frames.length) {
        const failed = this.films.hasFailed(row.id) || this.facts.get(row.id)?.status === "failed";
        if (film || failed) face(cell, row.id, failed ? "failed" : "empty");
        continue;
      }
      const frame = frameAt(film, tick);
      const shown = `${row.id} ${moving} ${frame}`;
      if (cell.shown === shown) continue;
      cell.shown = shown;
      const halved = drawFrame(cell.canvas, film, frame, scale);
      cell.half.hidden = !halved;
      text(cell.half, halved ? (["half", "quarter"][halved - 1] ?? "smaller") + " size" : "");
      cell.element.dataset["drawn"] = `${game.info.key} ${row.id}`;
    }
  }
}
