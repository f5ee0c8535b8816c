/** What every panel looks like: a heading, its content, and a sentence that says what one is looking at. */
import { h, icon } from "../dom";
import type { Tab } from "../state";

export const ASK =
  "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM6 6.2C6 4.9 6.9 4.2 8 4.2s2 .8 2 1.9c0 1.5-2 1.6-2 3.1M8 11.1v.9";

export interface Panel {
  element: HTMLElement;
  /** What stands beside the heading. */
  tools: HTMLElement;
  body: HTMLElement;
}

export function panel(tab: Tab, title: string, looking: (Node | string)[], ...content: (Node | string)[]): Panel {
  const about = h("p", { class: "about", id: `about-${tab}`, hidden: true }, ...looking);
  const ask = h(
    "button",
    {
      class: "ask",
      type: "button",
      "aria-expanded": "false",
      "aria-controls": `about-${tab}`,
      "aria-label": `${title}: what am I looking at?`,
      title: "What am I looking at?",
      onclick: () => {
        about.hidden = !about.hidden;
        ask.setAttribute("aria-expanded", String(!about.hidden));
      },
    },
    icon(ASK),
  );
  const tools = h("div", { class: "panel-tools" });
  const body = h("div", { class: "panel-body" }, ...content);
  const element = h(
    "section",
    { class: `panel ${tab}`, id: tab, "aria-labelledby": `title-${tab}`, tabindex: "-1" },
    h("header", {}, h("h2", { id: `title-${tab}` }, title), ask, tools),
    about,
    body,
  );
  return { element, tools, body };
}
