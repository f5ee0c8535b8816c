/** A message about a file that is or was saved. It covers no control, and disappears after some seconds. */
import { h, text } from "../dom";
import type { Saver } from "../files/saver";

/** Time that a message stays, in milliseconds, and the addition for each character. */
const [STAYS, PER_CHARACTER] = [6000, 40];

export function savingNote(saver: Saver): HTMLElement {
  let fading: ReturnType<typeof setTimeout> | undefined;
  const said = h("span", { role: "status" });
  const meter = h("progress", { "aria-label": "Saving" });
  const stop = h("button", { type: "button", onclick: () => saver.stop() }, "Stop");
  const close = h("button", { type: "button", class: "plain only-icon", "aria-label": "Close" }, "×");
  const note = h("div", { class: "saving" }, said, meter, stop, close);
  const go = () => {
    // It stays while the pointer is on it.
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
