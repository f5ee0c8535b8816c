/** `?embed`: only the stage and a button that plays, for a frame in another page. */
import { attr, h, icon } from "./dom";
import { PAUSE, PLAY } from "./panels/time";
import type { Store } from "./state";

/** Whether this page is shown inside another one. */
export const isEmbedded = new URLSearchParams(location.search).has("embed");

/** The bar over the stage: play, and a link to the whole page. */
export function embedBar(store: Store, toggle: () => void): HTMLElement {
  const play = h("button", { type: "button", onclick: toggle });
  const whole = h("a", { target: "_blank", rel: "noopener", title: "Open this in Costumier" }, "Costumier");
  store.watch(
    s => [s.playing],
    s => {
      play.replaceChildren(icon(s.playing ? PAUSE : PLAY));
      attr(play, "aria-label", s.playing ? "Pause" : "Play");
    },
  );
  const address = () => (whole.href = `${location.pathname}${location.hash}`);
  addEventListener("hashchange", address);
  address();
  return h("div", { class: "embed-bar" }, play, whole);
}
