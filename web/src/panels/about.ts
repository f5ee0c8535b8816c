/** The introduction on the stage of a first visit. `about-dialog` is the long version. */
import { h } from "../dom";
import { download, source } from "../links";
import type { Store } from "../state";

const GAMES =
  "Maniac Mansion, Zak McKracken, Loom, Indiana Jones 3 and 4, Monkey Island 1 to 3, Day of the Tentacle, Sam & Max, Full Throttle, The Dig, and the games of Humongous Entertainment; for PC, Amiga, FM-TOWNS, C64, NES and PC-Engine.";

export const games = () => h("p", {}, h("b", {}, "Games: "), GAMES);
export const links = (before: Node[], after: Node[] = []) =>
  h("p", { class: "links" }, ...before, ...source(), ...download(), ...after);

/**
 * Introduces the page, or the scene of a link. It lies in the place of the tools, so nothing moves when it is closed. The bar
 * at the top has *Open* and *About*.
 */
export function introduction(store: Store, isSent: boolean, close: () => void): HTMLElement {
  const button = (words: string, act: () => void, kind = "") =>
    h("button", { type: "button", class: kind, onclick: act }, words);
  const element = h(
    "section",
    { class: "intro", "aria-label": "What this page is" },
    h(
      "p",
      { class: "sentence" },
      isSent
        ? "Somebody sent you this scene. Costumier shows how characters of old adventure games are made."
        : "See how characters of old adventure games are made, draw on them, and save them as GIFs. Press the singer, the dragon or the cat, or open a game that you own, such as Monkey Island.",
    ),
    h(
      "p",
      { class: "buttons" },
      button("Show the tools", () => store.set({ tools: true }), "primary"),
      h("span", { class: "quiet" }, "Your files stay on your computer."),
      button("Don't show this again", close, "plain"),
    ),
    games(),
    source().length > 0 && links([]),
  );
  store.watch(
    s => [s.tools],
    s => (element.hidden = s.tools),
  );
  return element;
}
