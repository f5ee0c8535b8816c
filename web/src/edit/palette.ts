/** The colours that can be painted with: the costume's, and no others. */
import type { DraftHead } from "costumier";
import { attr, h, put } from "../dom";
import { hex } from "../panels/rgb";
import type { ColourNote } from "./clash";

export class Palette {
  readonly element = h("div", { class: "edit-palette", role: "group", "aria-label": "Colours to paint with" });
  /** The first and the second colour. */
  colours: [number, number] = [1, 0];
  private head: DraftHead | null = null;
  /** The colours on the screen, by costume colour. */
  private seen: readonly (string | null)[] = [];
  private notes: ReadonlyMap<number, ColourNote> = new Map();
  private readonly recolour = h(
    "button",
    {
      type: "button",
      class: "recolour",
      title: "Gives the first colour another colour of the costume's own room. Or double click a colour",
      "aria-pressed": "false",
      onclick: (event: Event) => this.onrecolour(null, (event as MouseEvent).detail === 0),
    },
    "Recolour",
  );

  constructor(
    private readonly onchange: () => void,
    /** `null`: begins, or ends. */
    private readonly onrecolour: (colour: number | null, byKey: boolean) => void,
  ) {}

  /** The colour on the screen; `null` for the one that is not drawn. */
  rgb(colour: number): string | null {
    if (colour === this.head?.transparent) return null;
    const rgb = this.head?.rgb[colour];
    return this.seen[colour] ?? (rgb ? hex(rgb) : "#888888");
  }

  /** The rooms in which a colour looks unlike; empty if there are none. */
  note(colour: number): string {
    return this.notes.get(colour)?.words ?? "";
  }

  show(head: DraftHead, seen: readonly (string | null)[], notes: ReadonlyMap<number, ColourNote>): void {
    const noted = (all: typeof notes) => JSON.stringify([...all]);
    const isSame =
      this.head?.colours === head.colours && this.seen.join() === seen.join() && noted(this.notes) === noted(notes);
    const isOther = this.head?.id !== head.id;
    this.head = head;
    this.seen = seen;
    this.notes = notes;
    if (isOther) this.colours = [head.transparent === 0 ? 1 : 0, head.transparent];
    if (!isSame || isOther) this.build();
  }

  choose(colour: number, second: boolean): void {
    this.colours[second ? 1 : 0] = colour;
    this.mark();
    this.onchange();
  }

  swap(): void {
    this.colours.reverse();
    this.mark();
    this.onchange();
  }

  private build(): void {
    const { head } = this;
    if (!head) return;
    const swatches = Array.from({ length: Math.min(head.colours, 256) }, (_, colour) => {
      const rgb = this.rgb(colour);
      const isClear = colour === head.transparent;
      const words = isClear
        ? `Colour ${colour}: not drawn. What is behind the picture is seen there`
        : `Colour ${colour}: room colour ${head.palette[colour] ?? colour}, ${rgb}`;
      const note = isClear ? undefined : this.notes.get(colour);
      const swatch = h("button", {
        type: "button",
        class: `swatch${isClear ? " none" : ""}`,
        "data-colour": colour,
        "data-note": note?.mark,
        "aria-label": note ? `${words}. ${note.words}` : words,
        title: `${words}. ${note ? `${note.words} ` : ""}Right button: second colour. Double click: recolour.`,
        onclick: () => this.choose(colour, false),
        ondblclick: () => this.onrecolour(colour, false),
        oncontextmenu: (event: Event) => {
          event.preventDefault();
          this.choose(colour, true);
        },
      });
      if (rgb) swatch.style.backgroundColor = rgb;
      return swatch;
    });
    put(this.element, ...swatches, this.recolour);
    this.mark();
  }

  /** Whether the first colour is being recoloured. */
  recolours(on: boolean): void {
    attr(this.recolour, "aria-pressed", String(on));
  }

  private mark(): void {
    for (const swatch of this.element.querySelectorAll<HTMLElement>(".swatch")) {
      const colour = Number(swatch.dataset["colour"]);
      attr(swatch, "aria-pressed", String(this.colours[0] === colour));
      attr(swatch, "data-second", this.colours[1] === colour ? "true" : null);
    }
  }
}
