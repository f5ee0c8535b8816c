/** The sheet behind `?`: all keys, from the table of bindings. It is loaded at its first use. */
import { h } from "../dom";
import type { Key } from "../keys";
import type { Store } from "../state";
import { remember } from "../storage";
import { dialog } from "./dialog";

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→" };

// Keys of the edit mode. It has its own listener, which acts before all others.
const nothing = () => {};
const EDIT_KEYS: Key[] = [
  [["B"], "Pencil"],
  [["E"], "Eraser"],
  [["L"], "Line"],
  [["U", "Shift+U"], "Rectangle, ellipse"],
  [["G", "Shift+G"], "Bucket, replace colour"],
  [["I", "Alt"], "Pick a colour"],
  [["M", "V"], "Select, move"],
  [["Q", "W"], "Lasso, magic wand"],
  [["H"], "Move the view"],
  [["X"], "Swap the colours"],
  [["[", "]"], "Smaller, larger brush"],
  [["Shift"], "Line from the last point"],
  [["Ctrl+Z", "Ctrl+Y"], "Undo, redo"],
  [["Ctrl+A"], "Select the whole picture"],
  [["Ctrl+X", "Ctrl+C", "Ctrl+V"], "Cut, copy, paste"],
  [["Space"], "Held: move the view"],
  [["Enter"], "Lay pasted pixels down"],
  [["Shift+H", "Shift+V"], "Flip"],
  [["Alt+N"], "New drawing"],
  [["Alt+M", "Alt+B"], "Duplicate, insert"],
].map(([keys, does]) => ({
  group: "While you edit",
  keys: keys as string[],
  does: does as string,
  act: nothing,
}));

/** Explanations of the panels. */
const SHOWN: [title: string, words: string[]][] = [
  [
    "Wardrobe",
    [
      "Each costume has a character's pictures and movements. It stands here as it does when it waits. Choose one to put it on the stage.",
    ],
  ],
  [
    "Stage",
    [
      "The figure as the game draws it at this tick. The small cross marks its feet. Click a pixel to see where its colour comes from. Drag the figure to move it, the rest to move the view.",
    ],
  ],
  [
    "Time",
    [
      "A tick is one turn of the game: it draws, then each limb goes one command further. Every limb has a row; a box is a command, mostly “show this picture”.",
    ],
  ],
  [
    "Actions",
    [
      "A chore is an action that scripts start by number; the game starts walk, stand and talk by itself. The arrows turn the figure: dashed ones have no record, dim ones repeat the pictures of another facing.",
    ],
  ],
  [
    "Save",
    [
      "An animation of the stage holds what you see: colours, size, hidden limbs, all actors. Outlines and onion skin are left out.",
    ],
  ],
  [
    "Colours",
    [
      "A picture holds costume colours. The costume's palette makes each a colour of the room, so a figure can look different in another room. Click a swatch to give it another colour.",
    ],
  ],
  [
    "Bytes",
    [
      "The costume as it lies in the game's file; colours tell kinds of bytes apart. Click a byte to see what it is and which pixels it makes. The list next to it has the commands, with the place where each limb is now.",
    ],
  ],
];

export function help(pageKeys: Key[], store: Store): { element: HTMLDialogElement; open: () => void } {
  const keys = [...pageKeys, ...EDIT_KEYS];
  const letters = h("input", {
    type: "checkbox",
    id: "letters",
    onchange: () => {
      store.set({ letters: letters.checked });
      remember("letters", String(letters.checked));
    },
  });
  const groups = [...new Set(keys.map(key => key.group))];
  const rows = groups.map(group =>
    h(
      "section",
      {},
      h("h3", {}, group),
      h(
        "dl",
        {},
        ...keys
          .filter(key => key.group === group)
          .flatMap(key => [
            h("dt", {}, ...key.keys.flatMap((one, i) => [i ? " or " : "", h("kbd", {}, NAMES[one] ?? one)])),
            h("dd", {}, key.does),
          ]),
      ),
    ),
  );
  const list = h("div", { class: "help-groups" }, ...rows);
  const edits = rows.at(-1)!;
  const element = dialog(
    "help",
    "help-title",
    "Keys and panels",
    h("label", { class: "check" }, letters, "Use letter keys as shortcuts"),
    list,
    h(
      "p",
      { class: "quiet" },
      "Arrows, Home, End and Page keys act in the list, rose, ruler or bytes that have the focus.",
    ),
    h("h3", {}, "What the panels show"),
    h(
      "dl",
      { class: "explanations" },
      ...SHOWN.flatMap(([title, words]) => [h("dt", {}, title), h("dd", {}, ...words)]),
    ),
  );
  return {
    element,
    open: () => {
      letters.checked = store.state.letters;
      // The keys of what one does come first.
      if (store.state.mode === "edit") list.prepend(edits);
      else list.append(edits);
      element.showModal();
    },
  };
}
