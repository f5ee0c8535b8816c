/** A message about what is being saved or was saved. It lies where no control is, and goes after some seconds. */
import { h, text } from "../dom";
import type { Saver } from "../files/saver";

/** Milliseconds that a message stays, and those for each of its characters. */
const [STAYS, PER_CHARACTER] = [6000, 40];

export function savingNote(saver: Saver): HTMLElement {
  let fading: ReturnType<typeof setTimeout> | undefined;
  const said = h("span", { role: "status" });
  const meter = h("progress", { "aria-label": "Saving" });
  const stop = h("button", { type: "button", onclick: () => saver.stop() }, "Stop");
  const close = h("button", { type: "button", class: "plain only-icon", "aria-label": "Close" }, "×");
  const note = h("div", { class: "saving" }, said, meter, stop, close);
  const go = () => {
    // Not while it is pointed at.
    if (note.matches(":hover, :focus-within")) fading = setTimeout(go, 1000);
    else saver.say("");
  };
  close.onclick = () => saver.say("");
  saver.listen(({ running, done, total, words, stays }) => {
    clearTimeout(fading);
    note.classList.toggle("shown", words !== "");
    meter.hidden = stop.hidden = !running;
    close.hidden = running;
    if (total === null) meter.removeAttribute("value");
    else [meter.max, meter.value] = [total, done ?? 0];
    text(said, words);
    if (words && !running && !stays) fading = setTimeout(go, STAYS + PER_CHARACTER * words.length);
  });
  return note;
}
