/** The tools, with the letters that Aseprite has for them. */

export type Tool =
  | "pencil"
  | "eraser"
  | "line"
  | "rectangle"
  | "ellipse"
  | "bucket"
  | "replace"
  | "pick"
  | "select"
  | "lasso"
  | "wand"
  | "move"
  | "hand";

/** Tools that select. */
export const SELECTING: ReadonlySet<Tool> = new Set<Tool>(["select", "lasso", "wand"]);

export interface ToolKnown {
  tool: Tool;
  words: string;
  letter: string;
  hint: string;
  icon: string;
}

export const TOOLS: readonly ToolKnown[] = [
  {
    tool: "pencil",
    words: "Pencil",
    letter: "B",
    hint: "Right button: second colour. Shift: a line from the last point.",
    icon: "M2.5 13.5l.8-3.3 7.9-7.9 2.5 2.5-7.9 7.9Z",
  },
  {
    tool: "eraser",
    words: "Eraser",
    letter: "E",
    hint: "Paints with the colour that is not drawn.",
    icon: "M6 13.5 2.5 10l6.8-6.8 4 4-6.3 6.3ZM6 6.5l4 4M5 13.5h8",
  },
  { tool: "line", words: "Line", letter: "L", hint: "Drag from one end to the other.", icon: "M3 13 13 3" },
  {
    tool: "rectangle",
    words: "Rectangle",
    letter: "U",
    hint: "Drag between corners. Ctrl: filled.",
    icon: "M2.5 4h11v8h-11Z",
  },
  {
    tool: "ellipse",
    words: "Ellipse",
    letter: "Shift+U",
    hint: "Drag between corners. Ctrl: filled.",
    icon: "M8 3.5c3.3 0 5.5 2 5.5 4.5s-2.2 4.5-5.5 4.5S2.5 10.5 2.5 8 4.7 3.5 8 3.5Z",
  },
  {
    tool: "bucket",
    words: "Bucket",
    letter: "G",
    hint: "Fills an area of one colour.",
    icon: "M7 2.5 13 8.5 7.5 13.5 2.5 8.5 7 4ZM13.5 11.5v2",
  },
  {
    tool: "replace",
    words: "Replace colour",
    letter: "Shift+G",
    hint: "Everywhere in the picture.",
    icon: "M2.5 2.5h5v5h-5ZM8.5 8.5h5v5h-5ZM10 4h2.5v2.5M6 12H3.5V9.5",
  },
  {
    tool: "pick",
    words: "Pick a colour",
    letter: "I",
    hint: "Also with Alt, with every tool.",
    icon: "M2.5 13.5l1-3 5.5-5.5 2 2-5.5 5.5ZM8.5 4l3.5 3.5M10.5 5.5l2-2",
  },
  {
    tool: "select",
    words: "Select",
    letter: "M",
    hint: "Drag a rectangle: strokes stay inside. Shift: more; Shift and right button: less. Delete clears it.",
    icon: "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3",
  },
  {
    tool: "lasso",
    words: "Lasso",
    letter: "Q",
    hint: "Draw around what is selected. Shift: more; Shift and right button: less.",
    icon: "M5 11.5C3.4 10.8 2.5 9.4 2.5 7.7 2.5 5 5 3 8 3s5.5 2 5.5 4.7S11 12.3 8 12.3c-.7 0-1.4-.1-2-.3M6 12c0 1.2-.8 1.8-2 1.8",
  },
  {
    tool: "wand",
    words: "Magic wand",
    letter: "W",
    hint: "Selects an area of one colour. Ctrl: all of that colour. Shift: more; Shift and right button: less.",
    icon: "M2.5 13.5 9 7M11 2v2.5M11 7v2.5M8.5 5.7h-2M15 5.7h-2",
  },
  {
    tool: "move",
    words: "Move",
    letter: "V",
    hint: "Drags the picture, or what is selected. Arrows nudge. Shift: a layer for this picture only.",
    icon: "M8 2v12M2 8h12M6 4l2-2 2 2M6 12l2 2 2-2M4 6 2 8l2 2M12 6l2 2-2 2",
  },
  {
    tool: "hand",
    words: "Move the view",
    letter: "H",
    hint: "Also with the middle button, or two fingers.",
    icon: "M4 8V5.5M6 8V3M8 8V2.5M10 8V3.5M12 9V6M4 8c0 4 1.5 5.5 4 5.5s4-1.5 4-4.5",
  },
];
