/** How the page starts: the stage alone, with an introduction, and the tools when they are asked for. */
import { introduction } from "./panels/about";
import type { Store } from "./state";
import { remember, remembered } from "./storage";

/** The first view: three actors on the stage of the sample. */
export const SHOW =
  "actor=2~6~south~150~160~box~box&actor=4~walk~west~215~128~box~box&actor=6~stand~east~90~165~box~box&behind=room&room=2";

/**
 * Shows the stage alone. The tools appear if the pointer goes to their place, if they get the focus, or if an actor is chosen.
 * The introduction says whether the scene was sent.
 */
export function stageAlone(store: Store, isSent: boolean): void {
  store.set({ tools: false });
  const main = document.querySelector("main")!;
  const come = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || store.state.tools) return;
    if (target.closest(".pane, .intro") || !target.closest(".panel")) return;
    // From the bar at the top, Tab leads to the introduction, and from there to the tools.
    const says = document.querySelector<HTMLElement>(".intro:not([hidden]) button");
    if (event instanceof FocusEvent && (event.relatedTarget as Element | null)?.closest(".top") && says)
      return says.focus();
    if (event instanceof PointerEvent && event.pointerType === "mouse" && !event.movementX && !event.movementY) return;
    store.set({ tools: true });
  };
  for (const kind of ["pointermove", "pointerdown", "focusin"]) main.addEventListener(kind, come);
  if (remembered("met") !== null) return;
  const intro = introduction(store, isSent, () => {
    remember("met", "yes");
    intro.remove();
  });
  main.querySelector(".middle")!.prepend(intro);
}
