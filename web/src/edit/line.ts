/** The bottom line: where the work is, and what the packer says. */
import { attr, h, put, text } from "../dom";
import type { Draft } from "./draft";

const PLACES = {
  nothing: "Nothing changed yet",
  saving: "Saving …",
  saved: "Saved in this browser",
  tab: "Only in this tab",
  elsewhere: "Not saved: another tab has edited this costume",
} as const;

/** Whether the window is a private one, whose database ends with it. Firefox and Safari tell; Chromium does not. */
let isPrivate = false;
navigator.storage?.getDirectory?.().catch(() => (isPrivate = true));

export class BottomLine {
  private readonly place = h("b", {});
  private readonly facts = h("span", {});
  private readonly acts = h("span", { class: "edit-acts" });
  private readonly said = h("span", { class: "visually-hidden", role: "status" });
  readonly element = h("div", { class: "edit-line" }, this.place, this.facts, this.acts, this.said);
  private shown = "";

  /** `acts`: buttons, such as the ones that a refusal has. */
  tell(
    draft: Draft | null,
    word: string,
    acts: readonly (readonly [string, () => void])[],
    also: readonly string[] = [],
  ): void {
    if (!draft) {
      text(this.place, "");
      text(this.facts, word);
      put(this.acts);
      return;
    }
    const { place, why, drafted } = draft;
    const { block, refusal } = drafted;
    const more = block ? block.bytes - block.before : 0;
    text(this.place, place === "saved" && isPrivate ? "Saved until this private window is closed" : PLACES[place]);
    attr(this.place, "data-place", place);
    attr(
      this.place,
      "title",
      place === "saved"
        ? `In this browser's database: ${more < 0 ? "−" : "+"}${Math.abs(more)} bytes. Save a patch or a folder to keep it elsewhere.`
        : why || null,
    );
    const parts: string[] = word ? [word] : [];
    parts.push(...also.filter(Boolean));
    if (place === "tab" && why) parts.push(why);
    if (refusal) parts.push(`Cannot be packed: ${refusal.text}`);
    if (block) parts.push(...block.notes);
    if (draft.isOnOther) parts.push("made on another version of this costume than the game has");
    const words = parts.join(" · ");
    text(this.facts, words);
    attr(this.facts, "title", words);
    attr(this.element, "data-refused", refusal ? "true" : null);
    const key = acts.map(one => one[0]).join();
    if (this.acts.dataset["acts"] !== key) {
      put(
        this.acts,
        ...acts.map(([title, act]) => h("button", { type: "button", class: "plain", onclick: act }, title)),
      );
      this.acts.dataset["acts"] = key;
    }
    // Said once it has settled, and not at every stroke.
    const said = refusal
      ? `Cannot be packed: ${refusal.text}`
      : place === "tab" || place === "elsewhere"
        ? `${PLACES[place]}. ${why}`
        : word;
    if (said !== this.shown) text(this.said, (this.shown = said));
  }
}
