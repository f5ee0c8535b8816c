/**
 * Actions: chores by name and role, the rose for the facing, talking, size, z-plane; for AKOS costumes the variables and
 * conditions that their programs read; and the actors on the stage.
 */
import type { ActionRow, Chore, Facing } from "costumier";
import { attr, h, icon, put } from "../dom";
import type { Playback } from "../playback";
import type { State, Store } from "../state";
import { panel, type Panel } from "./panel";
import { People } from "./people";

const ROSE: (Facing | null)[] = [
  "northwest",
  "north",
  "northeast",
  "west",
  null,
  "east",
  "southwest",
  "south",
  "southeast",
];
const TURN: Record<string, number> = {
  north: 0,
  northeast: 45,
  east: 90,
  southeast: 135,
  south: 180,
  southwest: 225,
  west: 270,
  northwest: 315,
};
const ARROW = "M8 2 13 8H9.8v6H6.2V8H3Z";
const ROLES: Record<string, string> = {
  init: "how it begins",
  walk: "while it goes somewhere",
  stand: "while it waits",
  "talk-start": "while it speaks",
  "talk-stop": "when it has spoken",
};

export class Actions {
  readonly panel: Panel;
  private readonly chores = h("div", { class: "chores", role: "group", "aria-label": "Chores" });
  private readonly rose = h("div", { class: "rose", role: "group", "aria-label": "Facing" });
  private readonly more = h("div", { class: "more" });
  /** What of the costume the game never shows, once that is known. */
  private readonly never = h("div", { class: "never", hidden: true });

  constructor(
    private readonly store: Store,
    private readonly playback: Playback,
  ) {
    this.panel = panel(
      "actions",
      "Actions",
      new People(store).element,
      h("div", { class: "doing" }, this.chores, this.rose),
      this.more,
      this.never,
    );
    store.watch(
      s => [s.costume, s.unreadable, s.unused],
      s => this.wear(s),
    );
    store.watch(
      s => [s.background, s.scenery],
      s => {
        this.rest(s);
        this.mark();
      },
    );
    store.watch(
      s => [s.actors, s.selected],
      () => this.mark(),
    );
    this.chores.addEventListener("keydown", event => this.walk(event));
    this.rose.addEventListener("keydown", event => this.steer(event));
  }

  // ------------------------------------------------------------------------------------- what it does

  /** Chores of the costume, each once. */
  list(): ActionRow[] {
    const seen = new Map<number, ActionRow>();
    for (const action of this.store.state.costume?.actions ?? [])
      if (!seen.has(action.chore)) seen.set(action.chore, action);
    const order = ["walk", "stand", "talk-start", "talk-stop", "init"];
    const place = (one: ActionRow) => (one.role ? order.indexOf(one.role) : 9);
    return [...seen.values()].sort((a, b) => place(a) - place(b) || a.chore - b.chore);
  }

  /** Facings that a chore has records for. */
  facings(chore: Chore): Set<string> {
    return new Set(
      (this.store.state.costume?.actions ?? [])
        .filter(one => one.chore === chore || one.role === chore)
        .map(one => one.facing),
    );
  }

  perform(chore: Chore): void {
    const actor = this.store.chosen;
    if (!actor) return;
    const can = this.facings(chore);
    const facing =
      can.has(String(actor.facing)) || !can.size ? actor.facing : can.has("south") ? "south" : ([...can][0] as Facing);
    this.playback.scene = 0;
    this.store.tell({ chore, facing });
    this.playback.restart();
    const { still, mode } = this.store.state;
    // While editing, paused time stays paused.
    if (!still && mode !== "edit") this.store.set({ playing: true });
  }

  next(by: 1 | -1): void {
    const list = this.list();
    const at = list.findIndex(one => this.is(one));
    const one = list[(at + by + list.length) % list.length];
    if (one) this.perform(one.role ?? one.chore);
  }

  // For each facing of a chore, an earlier facing with the same pictures.
  private repeats(chore: Chore): Map<string, string> {
    const { costume } = this.store.state;
    const first = new Map<string, string>();
    const repeats = new Map<string, string>();
    for (const one of costume?.actions ?? []) {
      if (one.chore !== chore && one.role !== chore) continue;
      const record = costume!.records.find(it => it.chore === one.chore && it.facing === one.facing);
      const shows = JSON.stringify([one.chore, one.mirrored, record?.limbs]);
      if (record && first.has(shows)) repeats.set(one.facing, first.get(shows)!);
      else first.set(shows, one.facing);
    }
    return repeats;
  }

  face(facing: Facing): void {
    const actor = this.store.chosen;
    if (actor && this.facings(actor.chore).has(String(facing))) this.store.tell({ chore: actor.chore, facing });
  }

  private is(action: ActionRow): boolean {
    const chore = this.store.chosen?.chore;
    return chore === action.chore || (chore === action.role && chore !== undefined);
  }

  private wear(state: State): void {
    const { costume, unused } = state;
    const list = costume && unused?.list(costume.id);
    this.never.hidden = !list;
    put(this.never, list);
    if (!costume) {
      this.updates = [];
      put(this.chores, state.unreadable && h("p", { class: "quiet" }, "This costume cannot be read."));
      put(this.rose);
      return put(this.more);
    }
    put(
      this.chores,
      ...this.list().map(action => {
        const never = unused?.chore(costume.id, action.chore);
        const role = action.role ? `, ${action.role}: ${ROLES[action.role]}` : "";
        return h(
          "button",
          {
            type: "button",
            class: "chore",
            "data-chore": action.chore,
            "data-never": never?.certainty,
            title: `Chore ${action.chore}${role}${never ? `\n${never.why}` : ""}`,
            onclick: () => this.perform(action.role ?? action.chore),
          },
          h("span", {}, action.name === "init" ? "begin (init)" : action.name.replace("-", " ")),
        );
      }),
    );
    if (!this.list().length)
      put(
        this.chores,
        h(
          "p",
          { class: "quiet" },
          "This costume has no records: nothing that it could do. Its pictures are among the bytes.",
        ),
      );
    const eight = costume.directions === 8 || costume.actions.some(one => TURN[one.facing]! % 90 !== 0);
    put(
      this.rose,
      ...ROSE.map(facing => {
        if (!facing) return h("span", { class: "hub" });
        const button = h(
          "button",
          {
            type: "button",
            class: "way",
            "data-facing": facing,
            "aria-label": `Face ${facing}`,
            onclick: () => this.face(facing),
          },
          icon(ARROW),
        );
        button.hidden = !eight && TURN[facing]! % 90 !== 0;
        button.style.setProperty("--turn", `${TURN[facing]}deg`);
        return button;
      }),
    );
    this.rest(state);
    this.mark();
  }

  private mark(): void {
    const actor = this.store.chosen;
    if (!actor) return;
    const can = this.facings(actor.chore);
    const repeats = this.repeats(actor.chore);
    for (const [i, button] of [...this.chores.querySelectorAll<HTMLButtonElement>(".chore")].entries()) {
      attr(button, "aria-pressed", String(this.is(this.list()[i]!)));
    }
    for (const button of this.rose.querySelectorAll<HTMLButtonElement>(".way")) {
      const facing = button.dataset["facing"]!;
      attr(button, "aria-pressed", String(facing === String(actor.facing)));
      attr(button, "aria-disabled", can.has(facing) ? null : "true");
      const other = repeats.get(facing);
      button.classList.toggle("repeats", other !== undefined);
      attr(button, "title", other ? `${facing}: same pictures as ${other}` : facing);
    }
    for (const update of this.updates) update();
  }

  // Arrows go from chore to chore, as in a toolbar.
  private walk(event: KeyboardEvent): void {
    const all = [...this.chores.querySelectorAll<HTMLButtonElement>("button")];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by || at < 0) return;
    event.preventDefault();
    all[(at + by + all.length) % all.length]?.focus();
  }

  private steer(event: KeyboardEvent): void {
    const way = (
      { ArrowUp: "north", ArrowDown: "south", ArrowLeft: "west", ArrowRight: "east" } as Record<string, Facing>
    )[event.key];
    if (!way) return;
    event.preventDefault();
    this.face(way);
  }

  // --------------------------------------------------------------------------------------- how it is

  private updates: (() => void)[] = [];

  private rest(state: State): void {
    this.updates = [];
    const { costume, game } = state;
    if (!costume || !game) return put(this.more);
    const talks = costume.actions.some(one => one.role === "talk-start");
    put(
      this.more,
      h(
        "div",
        { class: "switches" },
        talks &&
          this.check(
            "Talking",
            actor => actor.talking,
            talking => ({ talking }),
            "T",
          ),
        this.check(
          "Mirrored",
          actor => actor.flip,
          flip => ({ flip }),
          "F",
        ),
      ),
      this.scale(state.background === "room"),
      state.background === "room" && state.scenery?.planes ? this.plane(state.scenery.planes) : null,
      costume.variables.length > 0 && this.numbers("Variables of its programs", costume.variables),
      game.info.has_conditions && this.conditions(),
    );
  }

  private check(
    words: string,
    get: (actor: NonNullable<Store["chosen"]>) => boolean,
    make: (on: boolean) => object,
    key?: string,
  ): HTMLElement {
    const box = h("input", { type: "checkbox", onchange: () => this.store.actor(make(box.checked)) });
    this.updates.push(() => {
      if (this.store.chosen) box.checked = get(this.store.chosen);
    });
    return h("label", { class: "check", title: key ? `${words} (${key})` : null }, box, words);
  }

  private scale(room: boolean): HTMLElement {
    const said = h("output", { class: "value" });
    const range = h("input", {
      type: "range",
      min: "1",
      max: "255",
      step: "1",
      "aria-label": "Size, 255 is full",
      oninput: () => this.store.actor({ scale: Number(range.value) }),
    });
    const box = h("input", {
      type: "checkbox",
      onchange: () => this.store.actor({ scale: box.checked ? "box" : 255 }),
    });
    this.updates.push(() => {
      const scale = this.store.chosen?.scale ?? 255;
      box.checked = scale === "box";
      range.disabled = scale === "box";
      if (scale !== "box") range.value = String(scale);
      put(said, scale === "box" ? "" : `${Math.round((scale / 255) * 100)} %`);
    });
    return h(
      "div",
      { class: "field" },
      h("span", { class: "title" }, "Size"),
      range,
      said,
      room &&
        h(
          "label",
          { class: "check", title: "As large as the walk box under its feet says" },
          box,
          "smaller when farther away",
        ),
    );
  }

  private plane(planes: number): HTMLElement {
    const select = h(
      "select",
      { onchange: () => this.store.actor({ zplane: select.value === "box" ? "box" : Number(select.value) }) },
      h("option", { value: "box" }, "as in the game"),
      h("option", { value: "0" }, "nothing"),
      ...Array.from({ length: planes }, (_, i) => h("option", { value: String(i + 1) }, `z-plane ${i + 1}`)),
    );
    this.updates.push(() => (select.value = String(this.store.chosen?.zplane ?? 0)));
    return h("label", { class: "field" }, h("span", { class: "title" }, "Goes behind"), select);
  }

  private numbers(title: string, variables: readonly number[]): HTMLElement {
    return h(
      "fieldset",
      { class: "numbers" },
      h("legend", {}, title),
      ...variables.slice(0, 32).map(variable => {
        const input = h("input", {
          type: "number",
          min: "-32768",
          max: "32767",
          "aria-label": `Variable ${variable}`,
          onchange: () =>
            this.store.actor({
              vars: {
                ...this.store.chosen?.vars,
                [variable]: Math.max(-32768, Math.min(32767, Math.round(Number(input.value) || 0))),
              },
            }),
        });
        const now = h("small", {});
        this.updates.push(() => (input.value = String(this.store.chosen?.vars[variable] ?? 0)));
        this.playback.listen(() => {
          if (now.isConnected) put(now, `now ${this.playback.frame?.state.vars[variable] ?? "–"}`);
        });
        return h("label", {}, `${variable}`, input, now);
      }),
    );
  }

  private conditions(): HTMLElement {
    const input = h("input", {
      type: "text",
      size: "10",
      placeholder: "none",
      title: "Numbers from 1 to 16, such as 2, 5",
      onchange: () => {
        const numbers = (input.value.match(/\d+/g) ?? []).map(Number).filter(one => one >= 1 && one <= 16);
        this.store.actor({ conditions: [...new Set(numbers)].sort((a, b) => a - b) });
      },
    });
    this.updates.push(() => (input.value = this.store.chosen?.conditions.join(", ") ?? ""));
    return h("label", { class: "field" }, h("span", { class: "title" }, "Conditions that are set"), input);
  }
}
