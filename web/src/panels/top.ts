/** The bar at the top: the open game, *Open*, *About*, *Pause all*, keys. */
import { attr, h, put } from "../dom";
import type { State, Store, Tab } from "../state";

export const TABS: [Tab, string][] = [
  ["actions", "Actions"],
  ["time", "Time"],
  ["colours", "Colours"],
  ["take", "Save"],
  ["stage", "View"],
  ["bytes", "Bytes"],
];

export class Top {
  readonly element: HTMLElement;
  /** Called with the picked files. */
  onpick: (files: FileList) => void = () => {};
  onsample: () => void = () => {};
  onhelp: () => void = () => {};
  onabout: () => void = () => {};
  /** Lists the games that this browser stores, in the menu. */
  onmenu: (list: HTMLElement) => void = () => {};
  /** Shows how a game is opened. */
  showMenu: () => void;
  private readonly game = h("p", { class: "game" });

  constructor(private readonly store: Store) {
    const files = h("input", {
      type: "file",
      multiple: true,
      class: "visually-hidden",
      id: "pick-files",
      tabindex: "-1",
      "aria-label": "Game files",
      onchange: () => this.picked(files),
    });
    const folder = h("input", {
      type: "file",
      webkitdirectory: true,
      class: "visually-hidden",
      id: "pick-folder",
      tabindex: "-1",
      "aria-label": "Game folder",
      onchange: () => this.picked(folder),
    });
    const kept = h("div", { class: "kept" });
    const menu = h(
      "div",
      { class: "menu", id: "open-menu", hidden: true, onclick: () => open(false) },
      h(
        "p",
        {},
        "Nothing is uploaded: your files are only read here, in your browser. If it asks whether to “upload” files, it only means that this page may read them.",
      ),
      h("button", { type: "button", onclick: () => folder.click() }, h("b", {}, "A game's folder …")),
      h("button", { type: "button", onclick: () => files.click() }, h("b", {}, "Files, a zip or a disk image …")),
      h("button", { type: "button", class: "to-sample", onclick: () => this.onsample() }, "The sample game"),
      kept,
      h("p", { class: "quiet" }, "Or drop a folder, a zip or files anywhere on this page."),
    );
    const button = h(
      "button",
      {
        type: "button",
        class: "primary",
        "aria-expanded": "false",
        "aria-controls": "open-menu",
        onclick: () => open(menu.hidden === true),
      },
      h("span", {}, "Open ", h("span", { class: "long" }, "a game "), "…"),
    );
    const open = (on: boolean) => {
      menu.hidden = !on;
      if (on) this.onmenu(kept);
      attr(button, "aria-expanded", String(on));
    };
    this.showMenu = () => {
      open(true);
      menu.querySelector("button")?.focus();
    };
    addEventListener("keydown", event => {
      if (event.key === "Escape" && !menu.hidden) {
        open(false);
        button.focus();
      }
    });
    addEventListener("pointerdown", event => {
      if (!menu.hidden && !opener.contains(event.target as Node)) open(false);
    });
    const opener = h("div", { class: "opener" }, button, menu, files, folder);
    const still = h("button", {
      type: "button",
      class: "toggle",
      title: "Everything that moves on this page",
      onclick: () => store.set({ still: !store.state.still }),
    });
    store.watch(
      s => [s.still],
      s => {
        put(
          still,
          h(
            "span",
            {},
            s.still ? "Let " : "Pause",
            h("span", { class: s.still ? "" : "long" }, " all"),
            s.still ? " play" : "",
          ),
        );
        attr(still, "aria-pressed", String(s.still));
      },
    );
    store.watch(
      s => [s.game, s.sample, s.gameName],
      s => this.named(s),
    );
    this.element = h(
      "header",
      { class: "top" },
      h("h1", {}, "Costumier"),
      this.game,
      h(
        "div",
        { class: "top-tools" },
        h("button", { type: "button", class: "plain", onclick: () => this.onabout() }, "About"),
        opener,
        still,
        h(
          "button",
          {
            type: "button",
            class: "round keys",
            "aria-label": "Keys and panels",
            "aria-keyshortcuts": "?",
            title: "Keys and panels (?)",
            onclick: () => this.onhelp(),
          },
          "?",
        ),
      ),
    );
  }

  private picked(input: HTMLInputElement): void {
    if (input.files?.length) this.onpick(input.files);
    input.value = "";
  }

  private named(state: State): void {
    const info = state.game?.info;
    if (!info) return put(this.game);
    const title = info.title ?? (state.sample ? "The sample game" : state.gameName);
    this.game.title = `${info.generation}, ${info.key}`;
    put(
      this.game,
      h("b", {}, title),
      h(
        "span",
        {},
        ` ${state.sample ? "the sample game · " : ""}${info.costumes} costume${info.costumes === 1 ? "" : "s"}`,
      ),
    );
    document.title = `${title} – Costumier`;
  }

  /** For narrow screens: one panel at a time. */
  tabs(): HTMLElement {
    const nav = h(
      "nav",
      { class: "tabs", "aria-label": "Panels" },
      ...TABS.map(([tab, words]) => {
        const button = h(
          "button",
          {
            type: "button",
            onclick: () => {
              this.store.set({ tab, ...(tab === "bytes" ? { bytesOpen: true } : {}) });
              const first = tab === "stage" ? ".bar" : tab === "take" ? ".share" : `#${tab}`;
              document.querySelector(first)?.scrollIntoView({ block: "start" });
            },
          },
          words,
        );
        this.store.watch(
          s => [s.tab],
          s => attr(button, "aria-current", s.tab === tab ? "true" : null),
        );
        return button;
      }),
    );
    const edit = h(
      "button",
      {
        type: "button",
        onclick: () => {
          this.store.set({ mode: this.store.state.mode === "edit" ? "look" : "edit", tools: true });
          // The tools are next to the stage.
          scrollTo(0, 0);
        },
      },
      "Edit",
    );
    this.store.watch(
      s => [s.mode],
      s => attr(edit, "aria-pressed", String(s.mode === "edit")),
    );
    nav.prepend(edit);
    this.store.watch(
      s => [s.tab],
      s => (document.body.dataset["tab"] = s.tab),
    );
    return nav;
  }
}
