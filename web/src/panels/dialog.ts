/** A dialog with a title and *Close*. A click outside closes it, too. */
import "./dialog.css";
import { h } from "../dom";

export function dialog(kind: string, id: string, title: string, ...body: (Node | string)[]): HTMLDialogElement {
  const close = () => element.close();
  const element: HTMLDialogElement = h(
    "dialog",
    { class: kind, "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), h("button", { type: "button", class: "plain", onclick: close }, "Close")),
    ...body,
  );
  element.addEventListener("click", event => {
    if (event.target === element) close();
  });
  return element;
}
