/** The bar at the top: which game is open, how to open another, pause all, keys; and what went wrong, in plain words. */
import { attr, h, put, text } from "../dom";
import type { State, Store, Tab } from "../state";
import type { Trouble } from "../worker/protocol";

export const TABS: [Tab, string][] = [
  ["wardrobe", "Costumes"],
  ["time", "Time"],
  ["actions", "Actions"],
  ["colours", "Colours"],
  ["bytes", "Bytes"],
  ["take", "Take"],
];

export class Top {
  readonly element: HTMLElement;
  readonly notices = h("div", { class: "notices", "aria-live": "polite" });
  /** Told what was picked. */
  onpick: (files: FileList) => void = () => {};
  onsample: () => void = () => {};
  onhelp: () => void = () => {};
  private readonly game = h("p", { class: "game" });
  private readonly status = h("p", { class: "status", role: "status" });

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
    const menu = h(
      "div",
      { class: "menu", id: "open-menu", hidden: true, onclick: () => open(false) },
      h(
        "p",
        {},
        "Nothing is uploaded: files are read on this computer, as far as they are looked at. If your browser asks whether to “upload” files, it only means that this page may read them.",
      ),
      h("button", { type: "button", onclick: () => folder.click() }, h("b", {}, "A game's folder …")),
      h("button", { type: "button", onclick: () => files.click() }, h("b", {}, "Files, a zip or a disk image …")),
      h("button", { type: "button", class: "to-sample", onclick: () => this.onsample() }, "The sample game"),
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
      attr(button, "aria-expanded", String(on));
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
        opener,
        still,
        h(
          "button",
          {
            type: "button",
            class: "round",
            "aria-label": "Keys",
            "aria-keyshortcuts": "?",
            title: "Keys (?)",
            onclick: () => this.onhelp(),
          },
          "?",
        ),
      ),
      this.status,
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
    put(
      this.game,
      h("b", {}, title),
      h(
        "span",
        {},
        ` ${state.sample ? "the sample game · " : ""}${info.generation}${state.sample ? "" : ` · ${info.key}`} · ${info.costumes} costume${info.costumes === 1 ? "" : "s"}`,
      ),
    );
    document.title = `${title} – Costumier`;
  }

  /** One line of what is going on, read out by readers of the screen. */
  say(words: string): void {
    text(this.status, words);
  }

  /** What went wrong, with what can be done. */
  trouble(title: string, trouble: Trouble, actions: [string, () => void][] = []): void {
    const facts = [trouble.kind, trouble.file, trouble.block, trouble.at == null ? null : `byte ${trouble.at}`]
      .filter(Boolean)
      .join(" · ");
    const details = `${title}\n${trouble.text}\n${trouble.hint ?? ""}\n${facts}\nCostumier ${this.store.state.game?.info.key ?? ""} ${navigator.userAgent}`;
    const card = h(
      "div",
      { class: "notice", role: "alert" },
      h(
        "div",
        {},
        h("b", {}, title),
        h("p", {}, trouble.text),
        trouble.hint ? h("p", {}, trouble.hint) : null,
        facts ? h("small", {}, facts) : null,
      ),
      h(
        "div",
        { class: "notice-tools" },
        ...actions.map(([words, act]) =>
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                card.remove();
                act();
              },
            },
            words,
          ),
        ),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            onclick: () => void navigator.clipboard?.writeText(details).catch(() => {}),
          },
          "Copy details",
        ),
        h("button", { type: "button", class: "plain", onclick: () => card.remove() }, "Close"),
      ),
    );
    // The same twice is said once.
    for (const old of this.notices.querySelectorAll(".notice"))
      if (old.firstChild?.textContent === card.firstChild?.textContent) old.remove();
    this.notices.append(card);
    while (this.notices.children.length > 4) this.notices.firstElementChild?.remove();
  }

  /** Something good to know, with something to do. */
  note(words: string, does: string, act: () => void): void {
    const card = h(
      "div",
      { class: "notice good" },
      h("p", {}, words),
      h(
        "div",
        { class: "notice-tools" },
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              card.remove();
              act();
            },
          },
          does,
        ),
        h("button", { type: "button", class: "plain", onclick: () => card.remove() }, "Later"),
      ),
    );
    this.notices.append(card);
  }

  clear(): void {
    this.notices.replaceChildren();
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
              document.getElementById(tab)?.scrollIntoView({ block: "nearest" });
            },
          },
          words,
        );
        this.store.watch(
          s => [s.tab],
          s => attr(button, "aria-current", s.tab === tab || (s.tab === "stage" && tab === "wardrobe") ? "true" : null),
        );
        return button;
      }),
    );
    this.store.watch(
      s => [s.tab],
      s => (document.body.dataset["tab"] = s.tab === "stage" ? "wardrobe" : s.tab),
    );
    return nav;
  }
}
