/** Keys while one edits: Aseprite's. They act before the viewer's, which have the other letters. */
import type { Edit } from "./edit";
import { TOOLS } from "./tools";

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

export function editKeys(edit: Edit): void {
  const letters = new Map<string, () => void>(TOOLS.map(({ tool, letter }) => [letter, () => edit.choose(tool)]));
  letters.set("X", () => edit.palette.swap());
  letters.set("[", () => edit.resize(-1));
  letters.set("]", () => edit.resize(1));
  letters.set("Shift+H", () => edit.region.turn("left-right"));
  letters.set("Shift+V", () => edit.region.turn("up-down"));
  const commands = new Map<string, () => void>([
    ["Z", () => void edit.undo()],
    ["Shift+Z", () => void edit.redo()],
    ["Y", () => void edit.redo()],
    ["A", () => edit.region.all()],
    ["C", () => void edit.region.copy()],
    ["X", () => edit.region.cut()],
    ["D", () => edit.region.drop()],
  ]);
  panning(edit);
  document.addEventListener(
    "keydown",
    event => {
      if (!edit.isOn || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.altKey) {
        const where = ({ KeyN: "here", KeyM: "after", KeyB: "empty" } as const)[event.code];
        if (!where || event.ctrlKey || !edit.timing.isOn) return;
        event.preventDefault();
        return void edit.timing.newDrawing(where);
      }
      const upper = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const name = event.shiftKey && /^[A-Z]$/.test(upper) ? `Shift+${upper}` : upper;
      const isCommand = event.ctrlKey || event.metaKey;
      // In the middle of a stroke, these give the stroke up and nothing else.
      const isGivenUp = edit.brush.isStroking && (isCommand ? name === "Z" : name === "Escape");
      const act = isGivenUp
        ? () => edit.brush.cancel()
        : isCommand
          ? commands.get(name)
          : (canvasKey(edit, event) ??
            (name === "Escape" && edit.recolour.isShown
              ? () => edit.recolour.show(false)
              : edit.app.store.state.letters
                ? letters.get(name)
                : undefined));
      if (!act) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    },
    true,
  );
  // A button that was clicked has the focus and no use for these keys, except in groups that arrows walk through: those have acted.
  document.addEventListener("keydown", event => {
    if (!edit.isOn || event.defaultPrevented || !(event.target instanceof HTMLButtonElement)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || !/^(Arrow|Delete|Backspace)/.test(event.key)) return;
    if (document.querySelector("dialog[open]")) return;
    const act = pictureKey(edit, event);
    if (act) event.preventDefault();
    act?.();
  });
}

// While Space is held, the pointer moves the view. A press alone plays and pauses, as it does elsewhere.
function panning(edit: Edit): void {
  let hasMoved = false;
  // A button that was clicked has the focus, but only one that was reached by keys is pressed by them.
  let clicked: Element | null = null;
  document.addEventListener("focusin", () => (clicked = null));
  document.addEventListener("click", ({ detail, target }) => {
    if (detail) clicked = (target as Element).closest("button");
  });
  const isFree = (target: EventTarget | null) =>
    target === edit.app.stage.canvas ||
    !(target instanceof HTMLElement) ||
    target === document.body ||
    target === clicked;
  const end = () => (edit.isPanning = false);
  document.addEventListener(
    "keydown",
    event => {
      if (event.key !== " " || !edit.isOn || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!isFree(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!edit.isPanning) hasMoved = false;
      edit.isPanning = !edit.brush.isStroking;
    },
    true,
  );
  addEventListener("pointerdown", () => (hasMoved ||= edit.isPanning), true);
  addEventListener("blur", end);
  document.addEventListener("keyup", event => {
    if (event.key !== " " || !edit.isPanning) return;
    end();
    if (!hasMoved && edit.app.store.state.letters) edit.app.time.toggle();
  });
}

// On the canvas, and on a row of Time while pixels float: Enter paints the pixel that arrows have gone to, Escape drops the selection.
function canvasKey(edit: Edit, event: KeyboardEvent): (() => void) | undefined {
  const { stage } = edit.app;
  const { floating } = edit;
  const isRow = event.target instanceof HTMLElement && event.target.matches(".track");
  if (event.target !== stage.canvas && event.target !== document.body && !(floating.isSet && isRow)) return undefined;
  if (floating.isSet && event.key === "Enter") return () => void floating.commit();
  if (floating.isSet && event.key === "Escape") return () => floating.drop();
  const act = pictureKey(edit, event);
  if (act) return act;
  if (event.key === "Escape" && edit.region.isSet) return () => edit.region.drop();
  const at = stage.pointing.pointer;
  if (event.key !== "Enter" || event.target !== stage.canvas || !at) return undefined;
  return () => {
    const pressed = new PointerEvent("pointerdown", { button: 0 });
    if (edit.brush.down(pressed, at)) edit.brush.up();
  };
}

// Arrows nudge floating pixels, and with the move tool the picture or what is selected; Delete clears.
function pictureKey({ floating, region, tool }: Edit, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const by = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const)[key];
  if (by && floating.isSet) return () => floating.nudge(by);
  if (by) return tool === "move" ? () => region.nudge(by, shiftKey) : undefined;
  if (key !== "Delete" && key !== "Backspace") return undefined;
  if (floating.isSet) return () => floating.drop();
  return region.isSet ? () => region.remove() : undefined;
}
