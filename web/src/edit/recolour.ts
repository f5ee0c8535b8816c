/**
 * Another room colour for a costume colour: an edit of the costume's palette. The colours to choose from are those of the
 * costume's own room, which `render` takes for a scene without a room, whatever room the stage shows.
 */
import type { CostumeColours } from "costumier";
import { attr, h, put, text } from "../dom";
import { hex } from "../panels/rgb";
import type { Draft } from "./draft";
import type { Edit } from "./edit";

/** How far an arrow goes in the grid. */
const BY_KEY: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: columns => -columns,
  ArrowDown: columns => columns,
};

export class Recolour {
  private readonly words = h("p", { role: "status" });
  private readonly grid = h("div", { class: "room-colours", role: "group", onkeydown: this.walk.bind(this) });
  private readonly close = h("button", { type: "button", onclick: () => this.show(false) }, "Done");
  readonly element = h(
    "div",
    { class: "edit-recolour", role: "group", "aria-label": "Recolour", hidden: true },
    this.words,
    this.grid,
    this.close,
  );
  private of: Draft | null = null;
  private known: { colours: CostumeColours; room: number; palette: Uint8Array } | null = null;
  private made: Promise<unknown> = Promise.resolve();

  constructor(private readonly edit: Edit) {
    const { colours } = edit.app;
    // A swatch of the panel Colours means the same as one to paint with.
    colours.panel.element.addEventListener("click", event => {
      const entry = (event.target as Element).closest<HTMLElement>("[data-entry]")?.dataset["entry"];
      if (entry === undefined || !edit.isOn) return;
      edit.palette.choose(Number(entry), false);
      const swatch = colours.panel.element.querySelector(`[data-entry="${entry}"]`);
      this.show(swatch?.getAttribute("aria-pressed") === "true", event.detail === 0);
    });
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  private get entry(): number {
    return this.edit.palette.colours[0];
  }

  show(on: boolean, focus = false): void {
    this.element.hidden = !on;
    this.edit.palette.recolours(on);
    if (!on) return;
    void this.fetch().then(() => {
      this.element.scrollIntoView({ block: "nearest" });
      if (focus) this.now()?.focus();
    });
  }

  private async fetch(): Promise<void> {
    const { draft, app } = this.edit;
    if (draft && draft !== this.of) {
      this.known = null;
      const colours = await app.client.ask("colours", { id: draft.id, room: null });
      const room = colours.chosen?.room ?? app.store.state.costume?.room ?? 0;
      const palette = await app.client.ask("palette", { room }).catch(() => null);
      if (draft !== this.edit.draft) return;
      this.of = draft;
      this.known = palette && { colours, room, palette };
      this.fill();
    }
    this.tell();
  }

  // The grid stays while colours are chosen: it is made once for a costume.
  private fill(): void {
    const { palette } = this.known ?? {};
    put(
      this.grid,
      ...Array.from({ length: palette ? 256 : 0 }, (_, colour) => {
        const rgb = hex(palette!.subarray(colour * 3, colour * 3 + 3));
        const button = h("button", {
          type: "button",
          title: `${colour} ${rgb}`,
          "aria-label": `Room colour ${colour}, ${rgb}`,
          "data-colour": colour,
          onclick: () => this.give(this.entry, colour),
        });
        button.style.backgroundColor = rgb;
        return button;
      }),
    );
  }

  private why(): string | null {
    const { draft } = this.edit;
    const { known, entry } = this;
    if (!draft || !known) return "No room gives this costume colours to choose from.";
    if (entry === draft.drafted.head.transparent) return `Colour ${entry} is not drawn.`;
    if (known.colours.choice === "costume") return "The game shows this costume in colours of its own, in all rooms.";
    if (known.colours.mapping === "room-colour" || draft.drafted.head.palette[entry] === undefined)
      return "The pixels of this costume are room colours: the tool Replace gives them another one.";
    return null;
  }

  /** What is chosen has changed, or the costume's palette. */
  tell(): void {
    if (!this.isShown) return;
    if (this.edit.draft !== this.of) return void this.fetch();
    const { entry, known } = this;
    const why = this.why();
    const now = why ? undefined : this.edit.draft?.drafted.head.palette[entry];
    const { room } = this.edit.app.store.state;
    const isOther = room !== null && room !== known?.room;
    const words = [
      `Colour ${entry} is room colour ${now} of room ${known?.room}, its own.`,
      isOther && `The stage shows the colours of room ${room}.`,
      this.edit.palette.note(entry),
      "Choose another:",
    ];
    text(this.words, why ?? words.filter(Boolean).join(" "));
    this.grid.hidden = why !== null;
    attr(this.grid, "aria-label", `Room colour for colour ${entry}`);
    for (const [colour, button] of [...this.grid.children].entries()) {
      attr(button, "aria-pressed", String(colour === now));
      attr(button, "tabindex", colour === (now ?? 0) ? "0" : "-1");
    }
  }

  private now(): HTMLElement | null {
    return this.grid.querySelector<HTMLElement>("[tabindex='0']") ?? this.close;
  }

  // Arrows go from colour to colour, as in a toolbar.
  private walk(event: Event): void {
    const { key, target } = event as KeyboardEvent;
    const from = Number((target as HTMLElement).dataset["colour"]);
    const columns = getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
    const by = BY_KEY[key]?.(columns);
    if (by === undefined) return;
    event.preventDefault();
    (this.grid.children[from + by] as HTMLElement | undefined)?.focus();
  }

  // One after the other: each is made of the palette as the one before has left it.
  private give(entry: number, colour: number): void {
    this.made = this.made.then(() => this.make(entry, colour));
  }

  private async make(entry: number, colour: number): Promise<void> {
    const { edit } = this;
    const { store } = edit.app;
    const colours = [...(edit.draft?.drafted.head.palette ?? [])];
    if (colours[entry] === undefined || colours[entry] === colour) return;
    colours[entry] = colour;
    if (!(await edit.make(`Recolour ${entry}`, [{ draft: { palette: { colours } } }]))) return;
    // A colour that was changed for looking only would hide it.
    const { [entry]: was, ...palette } = store.chosen?.palette ?? {};
    if (was !== undefined) store.actor({ palette });
    edit.say(`Colour ${entry} of the costume is room colour ${colour} now.`);
  }
}
