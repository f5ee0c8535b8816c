/** What stands under the stage: zoom, what is behind the figure, and what lies over it. */
import type { ObjectsShown } from "costumier";
import { attr, h, icon, text } from "../dom";
import type { Stagehand } from "../stagehand";
import type { Background, Store } from "../state";
import type { Stage } from "./stage";

const LOUPE = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14M7 5v4M5 7h4";
const MINUS = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14M5 7h4";

/** The stage's buttons. */
export function stageBar(store: Store, hand: Stagehand, stage: Stage): HTMLElement {
  const behind = h(
    "select",
    {
      "aria-label": "Behind the figure",
      "aria-keyshortcuts": "B",
      onchange: () => store.set({ background: behind.value as Background, look: null }),
    },
    h("option", { value: "checks" }, "Checks"),
    h("option", { value: "flat" }, "Plain"),
    h("option", { value: "room" }, "Room"),
  );
  const objects = h(
    "select",
    {
      "aria-label": "Objects in the room",
      onchange: () => store.set({ objects: objects.value as ObjectsShown }),
    },
    h("option", { value: "initial" }, "as it begins"),
    h("option", { value: "none" }, "none"),
    h("option", { value: "all" }, "all"),
  );
  const things = h("label", { class: "pick" }, h("span", {}, "Objects"), objects);
  const onion = h("button", {
    type: "button",
    class: "toggle",
    "aria-keyshortcuts": "O",
    title: "Earlier and later pictures, faintly",
    onclick: () => store.set({ onion: (store.state.onion + 1) % 4 }),
  });
  const zoom = h("output", { class: "zoom", "aria-label": "Zoom" });
  const planes = toggle(store, "planes", "Z-planes", "P");
  store.watch(
    s => [s.background, s.objects],
    s => {
      behind.value = s.background;
      planes.hidden = things.hidden = s.background !== "room";
      objects.value = s.objects;
    },
  );
  store.watch(
    s => [s.onion],
    s => {
      text(onion, s.onion ? `Onion skin ${s.onion}` : "Onion skin");
      attr(onion, "aria-pressed", String(s.onion > 0));
    },
  );
  const tell = () => text(zoom, `${Math.round((stage.zoom / Math.max(1, Math.round(devicePixelRatio))) * 10) / 10}×`);
  store.watch(s => [s.zoom, s.costume, s.background], tell);
  hand.listen(tell);
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": "How the stage is shown" },
    h(
      "span",
      { class: "group" },
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "Zoom out",
          "aria-keyshortcuts": "-",
          onclick: () => stage.zoomBy(-1),
        },
        icon(MINUS),
      ),
      zoom,
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "Zoom in",
          "aria-keyshortcuts": "+",
          onclick: () => stage.zoomBy(1),
        },
        icon(LOUPE),
      ),
      h(
        "button",
        { type: "button", "aria-keyshortcuts": "0", onclick: () => store.set({ zoom: "fit", look: null }) },
        "Fit",
      ),
    ),
    h("label", { class: "pick" }, h("span", {}, "Behind"), behind),
    things,
    planes,
    onion,
    toggle(store, "outlines", "Outlines", "H"),
    toggle(store, "feet", "Feet", "G"),
  );
}

function toggle(store: Store, key: "outlines" | "feet" | "planes", words: string, letter: string): HTMLButtonElement {
  const button = h(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-keyshortcuts": letter,
      onclick: () => store.set({ [key]: !store.state[key] }),
    },
    words,
  );
  store.watch(
    s => [s[key]],
    s => attr(button, "aria-pressed", String(s[key])),
  );
  return button;
}
