/** The tools as buttons. */
import { attr, h, icon } from "../dom";
import { TOOLS, type Tool } from "./tools";

export class Toolbox {
  readonly element: HTMLElement;

  constructor(choose: (tool: Tool) => void, swap: () => void) {
    this.element = h(
      "div",
      { class: "edit-tools", role: "toolbar", "aria-label": "Tools", "aria-orientation": "vertical" },
      ...TOOLS.map(({ tool, words, letter, hint, icon: path }) =>
        h(
          "button",
          {
            type: "button",
            class: "only-icon",
            "data-tool": tool,
            "aria-label": words,
            "aria-pressed": "false",
            "aria-keyshortcuts": letter,
            title: `${words} (${letter}). ${hint}`,
            onclick: () => choose(tool),
          },
          icon(path),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "Swap colours",
          "aria-keyshortcuts": "X",
          title: "Swap the first and the second colour (X)",
          onclick: swap,
        },
        icon("M3 6h9L9.5 3.5M13 10H4l2.5 2.5"),
      ),
    );
    this.show("pencil");
  }

  show(tool: Tool): void {
    for (const button of this.element.querySelectorAll<HTMLElement>("[data-tool]"))
      attr(button, "aria-pressed", String(button.dataset["tool"] === tool));
  }
}
