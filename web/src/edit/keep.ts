/** Colours that were changed for looking only, and the button that stores them in the costume. */
import { h, put } from "../dom";
import type { Edit } from "./edit";

const words = (count: number) => `${count} colour${count === 1 ? "" : "s"}`;

export class Keep {
  readonly element = h("div", { class: "edit-keep" });

  constructor(private readonly edit: Edit) {
    const { store } = edit.app;
    store.watch(
      s => [s.actors, s.selected, s.mode, s.game],
      () => this.show(),
    );
  }

  /** How many colours are for looking only. */
  get count(): number {
    return Object.keys(this.edit.app.store.chosen?.palette ?? {}).length;
  }

  /** What the bottom line says of them. */
  get words(): string {
    const { count } = this;
    return count
      ? `${words(count)} ${count === 1 ? "is for looking only and is" : "are for looking only and are"} not saved`
      : "";
  }

  private show(): void {
    const { count } = this;
    put(
      this.element,
      this.edit.isOn &&
        count > 0 &&
        h(
          "button",
          {
            type: "button",
            title: "This actor has these colours for looking only. Keep makes them an edit of the costume.",
            onclick: () => void this.keep(),
          },
          `Keep ${words(count)}`,
        ),
    );
    this.edit.tell();
  }

  private async keep(): Promise<void> {
    const { edit } = this;
    const { store } = edit.app;
    const colours = [...(edit.draft?.drafted.head.palette ?? [])];
    const given = Object.entries(store.chosen?.palette ?? {}).filter(([entry]) => Number(entry) < colours.length);
    const [first] = given;
    if (!first) return edit.say("The costume's palette does not have these colours.");
    for (const [entry, colour] of given) colours[Number(entry)] = colour;
    const isOne = given.length === 1;
    const name = isOne ? `Colour ${first[0]}` : words(given.length);
    if (!(await edit.make(name, [{ draft: { palette: { colours } } }]))) return;
    const kept = new Set(given.map(([entry]) => entry));
    const left = Object.entries(store.chosen?.palette ?? {}).filter(([entry]) => !kept.has(entry));
    store.actor({ palette: Object.fromEntries(left) });
    edit.say(isOne ? `${name} of the costume is room colour ${first[1]} now.` : `${name} are the costume's now.`);
  }
}
