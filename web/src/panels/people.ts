/** The list of actors on the stage: chooses, adds and removes them. */
import { MOST_ACTORS } from "../address";
import { h, put } from "../dom";
import { actorOf, type State, type Store } from "../state";

export class People {
  readonly element = h("div", { class: "people", role: "group", "aria-label": "Actors on the stage" });

  constructor(private readonly store: Store) {
    store.watch(
      s => [s.actors.map(one => one.costume).join(), s.selected, s.game],
      s => this.cast(s),
    );
  }

  private cast(state: State): void {
    const name = (id: number) => state.game?.costumes.find(one => one.id === id)?.name ?? `Costume ${id}`;
    put(
      this.element,
      ...state.actors.map((actor, i) =>
        h(
          "button",
          {
            type: "button",
            class: "person",
            "aria-pressed": String(i === state.selected),
            onclick: () => this.store.set({ selected: i, solo: null, muted: [] }),
          },
          name(actor.costume),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          onclick: () => this.add(),
        },
        "+ add a figure",
      ),
      state.actors.length > 1 &&
        h(
          "button",
          { type: "button", class: "plain", onclick: () => this.drop() },
          `remove ${name(state.actors[state.selected]!.costume)}`,
        ),
      state.actors.length > 1 &&
        h(
          "label",
          { class: "check", title: "To compare costumes" },
          h("input", {
            type: "checkbox",
            checked: state.together,
            onchange: (event: Event) => this.together((event.target as HTMLInputElement).checked),
          }),
          "all do the same",
        ),
      h(
        "span",
        { class: "quiet", role: "status" },
        this.added === state.actors.length && "Now pick a costume in the wardrobe.",
      ),
    );
    this.added = 0;
  }

  /** The number of actors right after one was added; 0 at any other time. */
  private added = 0;

  private add(): void {
    const { actors } = this.store.state;
    const actor = this.store.chosen;
    if (!actor || actors.length >= MOST_ACTORS) return;
    const wide = Math.max(24, this.store.state.costume?.bounds[2] ?? 32);
    const side = actors.length % 2 ? 1 : -1;
    const made = {
      ...actorOf(actor.costume, actor.x + side * wide * Math.ceil(actors.length / 2), actor.y),
      facing: actor.facing,
      chore: actor.chore,
      scale: actor.scale,
      zplane: actor.zplane,
    };
    this.added = actors.length + 1;
    this.store.set({
      actors: [...actors, made],
      selected: actors.length,
      solo: null,
      muted: [],
      zoom: "fit",
      look: null,
    });
  }

  private together(together: boolean): void {
    const { chosen } = this.store;
    this.store.set({ together });
    if (chosen && together) this.store.tell({ chore: chosen.chore, facing: chosen.facing });
  }

  private drop(): void {
    const { actors, selected } = this.store.state;
    if (actors.length < 2) return;
    this.store.set({
      actors: actors.filter((_, i) => i !== selected),
      selected: Math.max(0, selected - 1),
      solo: null,
      muted: [],
    });
  }
}
