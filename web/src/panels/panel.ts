/** A panel: a heading and its content. The sheet behind `?` explains all panels. */
import { h } from "../dom";
import type { Tab } from "../state";

export interface Panel {
  element: HTMLElement;
  /** Elements next to the heading. */
  tools: HTMLElement;
  body: HTMLElement;
}

export function panel(tab: Tab, title: string, ...content: (Node | string)[]): Panel {
  const tools = h("div", { class: "panel-tools" });
  const body = h("div", { class: "panel-body" }, ...content);
  const element = h(
    "section",
    { class: `panel ${tab}`, id: tab, "aria-labelledby": `title-${tab}`, tabindex: "-1" },
    h("header", {}, h("h2", { id: `title-${tab}` }, title), tools),
    body,
  );
  return { element, tools, body };
}
