/** Beside the canvas: undo and redo, the limb, what shows the picture, and files of what was made. */
import { attr, h, icon, put, text } from "../dom";
import type { OutForm } from "../worker/protocol";
import type { Turn } from "./selection";
import type { BrushShape } from "./shapes";

const UNDO = "M6.5 3 3 6.5 6.5 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7";
const REDO = "M9.5 3 13 6.5 9.5 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9";

export interface SideActs {
  undo(): void;
  redo(): void;
  limb(limb: number | null): void;
  size(by: 1 | -1): void;
  copyHere(): void;
  out(form: OutForm | "png" | "gif"): void;
  /** Keeps a folder on the disk in step; missing where the browser cannot. */
  folder?: () => void;
  bring(files: FileList): void;
  turn(turn: Turn): void;
  dim(): void;
  mirror(): void;
  preview(): void;
  /** Shows panels that are folded away. */
  unfold(what: "wardrobe" | "side"): void;
  /** Round or square. */
  shape(): void;
  addLimb(): void;
  pasteToAll(): void;
  /** Strokes go to a layer over the limb's pictures, or no longer. */
  layer(): void;
  /** The actor in all facings. */
  guide(): void;
  flatten(): void;
  discard(): void;
}

/** The chores that show a picture. */
export interface Shared {
  words: string;
  /** Chores and facings, one a line. */
  list: readonly string[];
  canCopy: boolean;
  why: string;
}

export class Side {
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly limb: HTMLSelectElement;
  private readonly sizeNow = h("output", { "aria-label": "Size of the brush" }, "1");
  private readonly picture = h("p", { class: "edit-picture" });
  private readonly list = h("ul", { class: "edit-shown", tabindex: "0", "aria-label": "Chores that show the picture" });
  private readonly shared = h("details", { class: "edit-shared" }, h("summary", {}), this.list);
  private readonly copy: HTMLButtonElement;
  /** Buttons that stay pressed. */
  private readonly held: Readonly<
    Record<"dim" | "mirror" | "preview" | "wardrobe" | "side" | "layer" | "guide", HTMLButtonElement>
  >;
  private readonly shapeNow: HTMLButtonElement;
  private readonly game: HTMLElement[];
  /** Said where ScummVM does not know the changed game. */
  readonly byHand = h("p", { class: "quiet", hidden: true }, "Changed games must be added to ScummVM by hand.");
  readonly element: HTMLElement;
  readonly history: HTMLElement;

  constructor(acts: SideActs) {
    const button = (words: string, title: string, act: () => void, props: Record<string, unknown> = {}) =>
      h("button", { type: "button", title, onclick: act, ...props }, words);
    const drawn = (path: string, words: string, title: string, keys: string, act: () => void) =>
      h(
        "button",
        { type: "button", class: "only-icon", "aria-label": words, title, "aria-keyshortcuts": keys, onclick: act },
        icon(path),
      );
    this.undo = drawn(UNDO, "Undo", "Undo (Ctrl+Z)", "Control+Z", () => acts.undo());
    this.redo = drawn(REDO, "Redo", "Redo (Ctrl+Y)", "Control+Y", () => acts.redo());
    this.history = h("span", { class: "group" }, this.undo, this.redo);
    this.limb = h("select", {
      "aria-label": "Limb to paint on",
      onchange: () => acts.limb(this.limb.value === "" ? null : Number(this.limb.value)),
    });
    this.copy = button("Change here only", "", () => acts.copyHere());
    const held = (words: string, title: string, act: () => void, on = "false") =>
      button(words, title, act, { "aria-pressed": on });
    this.held = {
      dim: held("Dim the others", "All limbs are faint but the one that a stroke would go to", () => acts.dim()),
      layer: held(
        "Layer",
        "Strokes go to a layer over all pictures of the limb, such as a hat. Move places it in one facing",
        () => acts.layer(),
      ),
      guide: held("All facings", "The actor in all facings, and how high the limb is in the others", () =>
        acts.guide(),
      ),
      mirror: held("Symmetry", "Strokes are drawn on both sides of the picture's middle", () => acts.mirror()),
      wardrobe: held("Wardrobe", "Shows the costumes of the game", () => acts.unfold("wardrobe")),
      side: held("Actions", "Shows Actions, Colours, Save and Bytes", () => acts.unfold("side")),
      preview: held(
        "Preview",
        "The actor plays next to the tools, as large as in the game",
        () => acts.preview(),
        "true",
      ),
    };
    this.held.wardrobe.className = "edit-fold";
    this.held.side.className = "edit-fold edit-wide";
    this.held.preview.className = "edit-wide";
    this.shapeNow = button("round", "Shape of the brush: round or square", () => acts.shape(), {
      "aria-label": "Shape of the brush: round",
    });
    const size = h(
      "span",
      { class: "group", role: "group", "aria-label": "Brush" },
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "Smaller brush",
          title: "Smaller ([)",
          onclick: () => acts.size(-1),
        },
        "−",
      ),
      this.sizeNow,
      h(
        "button",
        {
          type: "button",
          class: "only-icon",
          "aria-label": "Larger brush",
          title: "Larger (])",
          onclick: () => acts.size(1),
        },
        "+",
      ),
      this.shapeNow,
    );
    const bring = h("input", {
      type: "file",
      accept: ".png,.ase,.aseprite",
      class: "visually-hidden",
      tabindex: "-1",
      "aria-label": "File to bring in",
      onchange: () => {
        if (bring.files?.length) acts.bring(bring.files);
        bring.value = "";
      },
    });
    const form = (kind: OutForm | "png" | "gif", words: string, title: string) =>
      button(words, title, () => acts.out(kind));
    this.game = [
      form("patch", "Patch", "A .bps patch (a .zip of several): only what you changed, nothing of the game"),
      form("files", "Game files", "The files of the game that change, as a zip"),
    ];
    const files = h(
      "details",
      { class: "edit-out" },
      h("summary", {}, "Save as …"),
      h(
        "div",
        { class: "edit-forms" },
        ...this.game,
        this.byHand,
        form("folder", "Costume folder", "Pictures and text, as `unpack` writes them, as a zip"),
        form("aseprite", ".aseprite", "One file with layers and frames"),
        form("png", "Before and after, PNG", "The stage before and after, as a PNG"),
        form("gif", "Before and after, GIF", "The actor before and after, until it repeats, as a GIF"),
        acts.folder
          ? button("Folder in step …", "A folder on this computer is written after each change", acts.folder)
          : null,
      ),
    );
    const more = h(
      "details",
      { class: "edit-rest" },
      h("summary", {}, "More …"),
      h(
        "div",
        { class: "edit-forms" },
        button("Flip left, right", "The selection, or the whole picture (Shift+H)", () => acts.turn("left-right")),
        button("Flip up, down", "The selection, or the whole picture (Shift+V)", () => acts.turn("up-down")),
        button("Turn 90°", "The selection, or the whole picture, clockwise", () => acts.turn("clockwise")),
        button("Add a limb", "A limb that the costume does not use yet, such as a hat, in all facings", () =>
          acts.addLimb(),
        ),
        button("Paste to all", "Pastes what was copied into all pictures of the chosen limb", () => acts.pasteToAll()),
        button("Flatten", "Paints all layers into the pictures beneath them", () => acts.flatten()),
        button("Bring in a file …", "A PNG, a sheet or an .aseprite file; or drop or paste it", () => bring.click()),
        button("Discard all edits …", "The costume is the game's again", () => acts.discard()),
      ),
      bring,
    );
    // What opens below the panel's edge is scrolled into view.
    for (const one of [this.shared, files, more])
      one.addEventListener("toggle", () => one.open && one.scrollIntoView({ block: "nearest" }));
    this.element = h(
      "div",
      { class: "edit-side", role: "group", "aria-label": "Editing" },
      h("div", { class: "edit-row" }, this.history, size),
      h("label", { class: "edit-row" }, h("span", { class: "quiet" }, "Limb"), this.limb),
      h(
        "div",
        { class: "edit-row" },
        this.held.mirror,
        this.held.preview,
        this.held.dim,
        this.held.layer,
        this.held.guide,
        this.held.wardrobe,
        this.held.side,
      ),
      this.picture,
      this.shared,
      this.copy,
      files,
      more,
    );
  }

  /** Undo and redo say what they do. */
  steps(undo: string | null, redo: string | null): void {
    attr(this.undo, "aria-disabled", undo === null ? "true" : null);
    attr(this.redo, "aria-disabled", redo === null ? "true" : null);
    attr(this.undo, "title", undo === null ? "Nothing to undo" : `Undo: ${undo} (Ctrl+Z)`);
    attr(this.redo, "title", redo === null ? "Nothing to redo" : `Redo: ${redo} (Ctrl+Y)`);
  }

  limbs(limbs: readonly number[], chosen: number | null): void {
    const options = [
      h("option", { value: "" }, "under the pointer"),
      ...limbs.map(limb => h("option", { value: String(limb) }, `limb ${limb}`)),
    ];
    const key = limbs.join();
    if (this.limb.dataset["limbs"] !== key) {
      put(this.limb, ...options);
      this.limb.dataset["limbs"] = key;
    }
    this.limb.value = String(chosen ?? "");
  }

  size(size: number): void {
    text(this.sizeNow, String(size));
  }

  shape(shape: BrushShape): void {
    text(this.shapeNow, shape);
    attr(this.shapeNow, "aria-label", `Shape of the brush: ${shape}`);
  }

  pressed(button: keyof Side["held"], on: boolean): void {
    attr(this.held[button], "aria-pressed", String(on));
  }

  hasGame(is: boolean): void {
    for (const one of this.game) one.hidden = !is;
  }

  /** What is known of the picture that a stroke would go to. */
  told(words: string, shared: Shared | null): void {
    text(this.picture, words);
    this.shared.hidden = shared === null;
    this.copy.hidden = shared === null;
    if (!shared) return;
    text(this.shared.querySelector("summary")!, shared.words);
    if (this.list.dataset["of"] !== shared.list.join("\n")) {
      put(this.list, ...shared.list.map(one => h("li", {}, one)));
      this.list.dataset["of"] = shared.list.join("\n");
    }
    attr(this.copy, "aria-disabled", shared.canCopy ? null : "true");
    attr(this.copy, "title", shared.why);
  }
}
