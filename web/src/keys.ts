/**
 * Handles keys by one table, which the sheet behind `?` shows too. Letters can be switched off (WCAG 2.1.4), and none acts
 * while text is typed. Arrows belong to the list, rose, ruler or hex view that has the focus, never to the page.
 */
export interface Key {
  keys: string[];
  does: string;
  group: string;
  act: (event: KeyboardEvent) => void;
  /** Acts although letters are switched off. */
  always?: boolean;
}

/** Whether a key press belongs to something that takes text. */
function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

export function listen(keys: Key[], letters: () => boolean): void {
  const table = new Map(keys.flatMap(key => key.keys.map(one => [one, key] as const)));
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // Keys that write no character act in text fields, too.
    if (typing(event.target) && !/^F\d/.test(event.key)) return;
    if (document.querySelector("dialog[open]")) return;
    const name =
      event.key.length === 1 && event.shiftKey && /[a-z]/i.test(event.key)
        ? `Shift+${event.key.toUpperCase()}`
        : event.key;
    const found = table.get(name) ?? table.get(event.key.toUpperCase());
    if (!found || (!found.always && !letters())) return;
    // Space presses the button that has the focus.
    if (
      event.key === " " &&
      event.target instanceof HTMLElement &&
      event.target.matches("button, summary, a, input, [role=option]")
    )
      return;
    event.preventDefault();
    found.act(event);
  });
}
