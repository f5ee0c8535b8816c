/**
 * Notices: one plain sentence each, with the possible actions. Kinds, files and bytes are under *Details*. They lie over the
 * page, so nothing moves when one appears.
 */
import { attr, h, text } from "../dom";
import type { Trouble } from "../worker/protocol";

/** A button of a notice: its text and its action. */
export type Action = readonly [words: string, act: () => void];

const MOST = 3;

export class Notices {
  readonly element = h("div", { class: "notices" });
  /** The text for screen readers only. */
  readonly status = h("p", { class: "visually-hidden", role: "status" });

  /** The open game and the view, for reports. */
  about: () => string = () => "";

  /** Shows an error. */
  show(words: string, trouble: Trouble, actions: readonly Action[] = []): void {
    this.add("alert", words, actions, trouble);
  }

  /** Shows a hint, which is no alarm. */
  tell(words: string, actions: readonly Action[] = [], trouble: Trouble | null = null, closed = () => {}): void {
    this.add("status", words, actions, trouble, closed);
  }

  /** Announces an event to screen readers only. */
  say(words: string): void {
    text(this.status, words);
  }

  /** Removes all notices, or those of a role. */
  clear(role?: "alert" | "status"): void {
    for (const one of [...this.element.children]) if (!role || one.getAttribute("role") === role) one.remove();
  }

  /** Removes the notices of a kind of trouble. */
  clearKind(kind: string): void {
    for (const one of [...this.element.children]) if (one.getAttribute("data-kind") === kind) one.remove();
  }

  private add(
    role: "alert" | "status",
    words: string,
    actions: readonly Action[],
    trouble: Trouble | null,
    closed = () => {},
  ): void {
    const button = (words: string, act: () => void, kind = "plain") =>
      h("button", { type: "button", class: kind, onclick: act }, words);
    const details = trouble && h("div", { class: "details", hidden: true, id: `details-${++this.count}` });
    const more = details && button("Details", () => open(details.hidden === true));
    const open = (on: boolean) => {
      if (!details || !more) return;
      details.hidden = !on;
      attr(more, "aria-expanded", String(on));
    };
    if (details && more) {
      attr(more, "aria-controls", details.id);
      open(false);
      const where = [trouble.file, trouble.block, trouble.at == null ? null : `byte ${trouble.at}`];
      const facts = [trouble.kind, ...where].filter(Boolean).join(" · ");
      const all = [words, trouble.text, trouble.hint, facts, this.about(), navigator.userAgent]
        .filter(Boolean)
        .join("\n");
      const copy = () =>
        void navigator.clipboard?.writeText(all).then(
          () => text(copied, "Copied."),
          () => {},
        );
      const copied = h("span", { role: "status" });
      details.append(
        h("p", {}, trouble.text),
        ...(trouble.hint ? [h("p", {}, trouble.hint)] : []),
        h("p", { class: "quiet" }, facts, " ", button("Copy details", copy), " ", copied),
      );
    }
    const close = () => {
      notice.remove();
      closed();
    };
    const notice = h(
      "div",
      { class: "notice", role, "data-words": words, "data-kind": trouble?.kind },
      h("p", {}, words),
      h(
        "div",
        { class: "notice-tools" },
        ...actions.map(([words, act]) => {
          const done = () => {
            notice.remove();
            act();
          };
          return button(words, done, "");
        }),
        more,
        h("button", { type: "button", class: "plain only-icon", "aria-label": "Close", onclick: close }, "×"),
      ),
      details,
    );
    // Equal notices are shown once.
    for (const old of this.element.querySelectorAll<HTMLElement>(".notice"))
      if (old.dataset["words"] === words) old.remove();
    this.element.append(notice);
    while (this.element.children.length > MOST) this.element.firstElementChild?.remove();
  }

  private count = 0;
}
