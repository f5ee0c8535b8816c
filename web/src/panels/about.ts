/** What this page is: the introduction on the stage of a first visit. `about-dialog` says the same at length. */
import { h } from "../dom";
import { download, source } from "../links";
import type { Store } from "../state";

const GAMES =
  "Maniac Mansion, Zak McKracken, Loom, Indiana Jones 3 and 4, Monkey Island 1 to 3, Day of the Tentacle, Sam & Max, Full Throttle, The Dig, and the games of Humongous Entertainment; for PC, Amiga, FM-TOWNS, C64, NES and PC-Engine.";

export const games = () => h("p", {}, h("b", {}, "Games: "), GAMES);
export const links = (before: Node[], after: Node[] = []) =>
  h("p", { class: "links" }, ...before, ...source(), ...download(), ...after);

/** The introduction. It lies where tools come in, so nothing moves when it is closed. */
export function introduction(
  store: Store,
  act: { open: () => void; about: () => void; close: () => void },
): HTMLElement {
  const button = (words: string, act: () => void, kind = "") =>
    h("button", { type: "button", class: kind, onclick: act }, words);
  const element = h(
    "section",
    { class: "intro", "aria-label": "What this page is" },
    h(
      "p",
      { class: "sentence" },
      "See how characters of old adventure games are made, and save them as GIFs. Press the singer, the dragon or the cat, or open a game that you own, such as Monkey Island.",
    ),
    h(
      "p",
      { class: "buttons" },
      button("Open a game …", act.open, "primary"),
      button("Show the tools", () => store.set({ tools: true })),
      h("span", { class: "quiet" }, "Your files stay on your computer."),
    ),
    games(),
    links([button("About", act.about, "plain")], [button("Don't show this again", act.close, "plain")]),
  );
  store.watch(
    s => [s.tools],
    s => (element.hidden = s.tools),
  );
  return element;
}
