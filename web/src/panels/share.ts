/** The buttons next to the stage: a link to the view, and files of it. */
import { h, put } from "../dom";
import type { Saver } from "../files/saver";
import type { Store } from "../state";

/** Makes the row of buttons. `address` returns the link to the present view. */
export function shareBar(
  store: Store,
  saver: Saver,
  scale: () => number,
  address: () => Promise<{ link: string; words: string }>,
): HTMLElement {
  const button = (words: string, title: string, act: () => void) =>
    h("button", { type: "button", title, onclick: act }, words);
  const copy = async () => {
    const { link, words } = await address();
    try {
      await navigator.clipboard.writeText(link);
      saver.say(`Link copied. ${words}`);
    } catch {
      saver.say(`The browser does not let this page copy. The link: ${link}`, true);
    }
  };
  const film = (format: "gif" | "webm", label: string, alone = false) =>
    void saver.run(label, worker => saver.film(worker, format, scale(), alone));
  // With a room or several actors, asks below the button for the part to save.
  const choice = h("div", { class: "choice", hidden: true });
  const gif = () => {
    const { actors, background, costume } = store.state;
    if (!choice.hidden || (actors.length < 2 && background !== "room")) {
      if (choice.hidden) film("gif", "the GIF");
      return void (choice.hidden = true);
    }
    const one = (words: string, alone: boolean) =>
      h("button", { type: "button", onclick: () => ((choice.hidden = true), film("gif", "the GIF", alone)) }, words);
    put(choice, one(`${costume?.name ?? "This figure"} alone`, true), one("The whole stage", false));
    choice.hidden = false;
    choice.querySelector("button")!.focus();
  };
  const away = (event: Event) => !bar.contains(event.target as Node) && (choice.hidden = true);
  addEventListener("pointerdown", away);
  choice.addEventListener("keydown", event => event.key === "Escape" && (choice.hidden = true));
  const bar = h(
    "div",
    { class: "share", role: "group", "aria-label": "Share what the stage shows" },
    button("Copy link", "A link to what the stage shows now", () => void copy()),
    button("Save GIF", "As you see it, until it repeats", gif),
    choice,
    button("Save PNG", "The picture that you see now", () => void saver.still(scale())),
    button("Save WebM", "All actors as you see them, as a video", () => film("webm", "the video")),
  );
  return bar;
}
