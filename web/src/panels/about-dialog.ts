/** The dialog behind *About*. It is loaded at its first use. */
import { h } from "../dom";
import { documentation, faults } from "../links";
import { games, links } from "./about";
import { dialog } from "./dialog";

export function aboutDialog(): { element: HTMLDialogElement; open: () => void } {
  const element = dialog(
    "help about-page",
    "about-title",
    "About Costumier",
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
    links(documentation("docs/viewer.md", "How to use this page"), faults()),
    h("p", { class: "quiet" }, `Costumier ${__VERSION__}. Free software, under the MIT or the Apache 2.0 licence.`),
  );
  return { element, open: () => element.showModal() };
}
