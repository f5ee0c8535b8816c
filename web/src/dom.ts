/** Makes elements in one expression. There are no templates: text is always text, never markup. */

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

/** Makes an element. Keys that begin with `on` are listeners; `true` is an attribute without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value as EventListener);
    else if (
      key in element &&
      (key === "value" || key === "checked" || key === "disabled" || key === "hidden" || key === "open")
    ) {
      (element as unknown as Props)[key] = value;
    } else element.setAttribute(key, value === true ? "" : String(value));
  }
  fill(element, children);
  return element;
}

/** Appends the items that are not null. */
export function fill(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === "number" ? String(child) : child);
  }
}

/** Replaces an element's content. */
export function put(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  fill(element, children);
}

/** Sets an attribute only if it changes: screen readers announce each change. */
export function attr(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets a text only if it changes. */
export function text(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of the page: a path on 16 × 16. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
