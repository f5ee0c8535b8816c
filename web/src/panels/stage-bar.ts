/** The bar under the stage: zoom, background and overlays. */
import { attr, h, icon, text } from "../dom";
import type { Playback } from "../playback";
import type { Background, Marked, Store } from "../state";
import type { Stage } from "./stage";

const LOUPE = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14M7 5v4M5 7h4";
const MINUS = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14M5 7h4";
const FULL = "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4";

/** The stage's buttons. */
export function stageBar(store: Store, playback: Playback, stage: Stage): HTMLElement {
  const behind = choice<Background>(
    "Behind the figure",
    "B",
    { checks: "Checks", flat: "Plain", room: "Room" },
    background => store.behind(background),
  );
  const marked = choice<Marked>(
    "Marked in the room",
    "P",
    { none: "No marks", planes: "Z-planes", boxes: "Walk boxes", objects: "Objects" },
    marked => store.mark(marked),
  );
  const tall = toggle(store, "tall", "4:3", "R");
  tall.title = "Pixels 1.2 times as high as wide, as on the screens of the time";
  // Controls that the game does not need keep their place, so that nothing moves.
  store.watch(
    s => [s.game],
    ({ game }) => attr(tall, "aria-disabled", game && game.info.screen_size[1] !== 200 ? "true" : null),
  );
  const full = h(
    "button",
    {
      type: "button",
      class: "only-icon",
      "aria-label": "Full screen",
      "aria-keyshortcuts": "V",
      title: "Full screen (V)",
      onclick: () => stage.onwhole(),
    },
    icon(FULL),
  );
  full.hidden = !document.fullscreenEnabled;
  const onion = h("button", {
    type: "button",
    class: "toggle",
    "aria-keyshortcuts": "O",
    title: "Earlier pictures in orange, later ones in blue",
    onclick: () => store.set({ onion: (store.state.onion + 1) % 4 }),
  });
  const zoom = h("output", { class: "zoom", "aria-label": "Zoom" });
  store.watch(
    s => [s.background, s.marked],
    s => ([behind.value, marked.value] = [s.background, s.background === "room" ? s.marked : "none"]),
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
  playback.listen(tell);
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
    behind,
    marked,
    onion,
    toggle(store, "outlines", "Outlines", "H"),
    toggle(store, "feet", "Feet", "G"),
    tall,
    full,
  );
}

function choice<T extends string>(
  label: string,
  letter: string,
  words: Record<T, string>,
  choose: (value: T) => void,
): HTMLSelectElement {
  const options = Object.entries<string>(words).map(([value, word]) => h("option", { value }, word));
  const select = h(
    "select",
    { "aria-label": label, "aria-keyshortcuts": letter, onchange: () => choose(select.value as T) },
    ...options,
  );
  return select;
}

function toggle(store: Store, key: "outlines" | "feet" | "tall", words: string, letter: string): HTMLButtonElement {
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
