/** The switch between looking and editing. */
import { attr, h } from "../dom";
import type { State, Store } from "../state";

export function modeSwitch(store: Store): HTMLElement {
  const button = (mode: State["mode"], words: string, title: string) => {
    const one = h("button", { type: "button", title, onclick: () => store.set({ mode, tools: true }) }, words);
    store.watch(
      s => [s.mode],
      s => attr(one, "aria-pressed", String(s.mode === mode)),
    );
    return one;
  };
  return h(
    "span",
    { class: "modes", role: "group", "aria-label": "What the stage is for" },
    button("look", "Look", "The stage shows the actors"),
    button("edit", "Edit", "The stage is a canvas: paint on the actor"),
  );
}
