/** What this page is: the introduction on the stage of a first visit, and the same in a dialog behind *About*. */
import { h } from "../dom";
import { documentation, download, source } from "../links";
import type { Store } from "../state";

const GAMES =
  "Maniac Mansion, Zak McKracken, Loom, Indiana Jones 3 and 4, Monkey Island 1 to 3, Day of the Tentacle, Sam & Max, Full Throttle, The Dig, and the games of Humongous Entertainment; for PC, Amiga, FM-TOWNS, C64, NES and PC-Engine.";

const games = () => h("p", {}, h("b", {}, "Games: "), GAMES);
const links = (before: Node[], after: Node[] = []) =>
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

/** The dialog behind *About*. */
export function aboutDialog(): { element: HTMLDialogElement; open: () => void } {
  const close = () => element.close();
  const element: HTMLDialogElement = h(
    "dialog",
    { class: "help about-page", "aria-labelledby": "about-title" },
    h(
      "header",
      {},
      h("h2", { id: "about-title" }, "About Costumier"),
      h("button", { type: "button", class: "plain", onclick: close }, "Close"),
    ),
    h(
      "p",
      {},
      "In adventure games like Monkey Island every character is a costume: pictures of heads, arms and bodies, and lists of movements that put them together anew many times a second. This page opens a game, plays its costumes exactly as the game does, and saves them as pictures and animations.",
    ),
    games(),
    h(
      "p",
      {},
      "Your files stay on your computer: there is no server that they could be sent to. After the first visit the page also works offline.",
    ),
    h(
      "p",
      {},
      "The game on the stage was made for this page. Monkey Island and the other games belong to their owners.",
    ),
    links(documentation("docs/viewer.md", "How to use this page")),
    h("p", { class: "quiet" }, "Free software, under the MIT or the Apache 2.0 licence."),
  );
  element.addEventListener("click", event => {
    if (event.target === element) close();
  });
  return { element, open: () => element.showModal() };
}
