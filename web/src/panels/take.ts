/** The panel *Save*: files of the stage, and the files of `costumier export`. */
import "./take.css";
import type { Format } from "costumier";
import { h, text } from "../dom";
import { animationName, costumeName } from "../files/names";
import type { Saver } from "../files/saver";
import { differences } from "../differences";
import type { State, Store } from "../state";
import type { MovieAsked } from "../worker/protocol";
import { panel, type Panel } from "./panel";

const KINDS: [id: string, label: string, formats: Format[], hint: string][] = [
  ["gif", "GIF", ["gif"], "plays everywhere"],
  ["webp", "WebP", ["webp"], "small, lossless"],
  ["apng", "APNG", ["apng"], "for browsers"],
  ["frames", "PNG frames", ["frames"], "aligned, one file each"],
  ["png", "PNG pictures", ["png"], "each limb's pictures"],
  ["sheet", "Sheet + JSON", ["sheet", "aseprite-json", "texturepacker-json"], "for game engines"],
  ["aseprite", ".aseprite", ["aseprite"], "limbs are layers"],
  ["contact", "Contact sheet", ["contact"], "a costume in one picture"],
  ["pal", "Palettes", ["pal"], "GPL, JASC, ACT"],
  ["godot", "Godot", ["sheet", "godot"], "SpriteFrames"],
];

/** Formats that hold a whole costume, with all chores. */
const WHOLE = new Set<Format>(["aseprite", "contact", "png", "pal"]);
/** Formats that hold a film of the stage. */
const FILMS = new Set<Format>(["gif", "webp", "apng", "frames"]);

type Extent = "shown" | "chore" | "costume" | "all";

export class Take {
  readonly panel: Panel;
  private readonly lacks = h("p", { class: "quiet lacks" });
  private readonly scale = h(
    "select",
    {},
    h("option", { value: "stage" }, "as on the stage"),
    ...[1, 2, 3, 4, 6, 8].map(one => h("option", { value: String(one) }, `${one}×`)),
  );
  private readonly what = h(
    "select",
    { onchange: () => this.tell() },
    h("option", { value: "shown" }, "what the stage shows"),
    h("option", { value: "chore" }, "this chore, as stored"),
    h("option", { value: "costume" }, "this costume, as stored"),
    h("option", { value: "all" }, "all costumes, as stored"),
  );
  private readonly behind = h(
    "select",
    {},
    h("option", { value: "transparent" }, "transparent"),
    h("option", { value: "room" }, "the room"),
  );
  private readonly backdrop = h("label", { class: "field" }, h("span", { class: "title" }, "Background"), this.behind);

  constructor(
    private readonly store: Store,
    private readonly saver: Saver,
    /** The zoom of the stage. */
    private readonly onStage: () => number,
  ) {
    const field = (words: string, select: HTMLSelectElement) =>
      h("label", { class: "field" }, h("span", { class: "title" }, words), select);
    this.panel = panel(
      "take",
      "Save",
      h("div", { class: "picks" }, field("Contents", this.what), field("Size", this.scale), this.backdrop),
      this.lacks,
      h(
        "div",
        { class: "formats" },
        ...KINDS.map(([id, label, formats, hint]) =>
          h(
            "button",
            { type: "button", "data-format": id, onclick: () => this.run(id, label, formats) },
            h("b", {}, label),
            h("small", {}, hint),
          ),
        ),
      ),
    );
    store.watch(
      s => [s.actors, s.selected, s.muted, s.solo, s.background, s.costume],
      () => this.tell(),
    );
  }

  // Stored pictures have no zoom.
  private size(isShown: boolean): number {
    if (this.scale.value !== "stage") return Number(this.scale.value);
    return isShown ? this.onStage() : 1;
  }

  private get extent(): Extent {
    return this.what.value as Extent;
  }

  // Lists what is on the stage and not in the files.
  private tell(): void {
    this.backdrop.hidden = this.extent === "shown";
    const lost = differences(this.store.state);
    const files =
      this.extent === "shown"
        ? "GIF, WebP, APNG and PNG frames hold what the stage shows. The other files"
        : "These files";
    const costume = this.extent === "all" ? "costumes as they are" : "costume as it is";
    const words = `${files} hold the ${costume} stored. These settings do not change them: ${lost.join(", ")}.`;
    text(this.lacks, lost.length ? words : "");
  }

  private run(kind: string, label: string, formats: Format[]): void {
    const { state } = this.store;
    if (!state.game) return;
    if (!state.costume && this.extent !== "all")
      return this.saver.say("This costume cannot be read, so there is nothing to save.");
    const film = formats.length === 1 && FILMS.has(formats[0]!) && this.extent === "shown";
    const seen = film && (differences(state).length || state.screen);
    const scale = this.size(film);
    void this.saver.run(label, worker =>
      seen
        ? this.saver.film(worker, formats[0] as MovieAsked["format"], scale)
        : this.saver.stored(worker, this.asked(state, kind, formats, scale)),
    );
  }

  private asked(state: State, kind: string, formats: Format[], scale: number): Parameters<Saver["stored"]>[1] {
    const actor = state.actors[state.selected]!;
    const all = this.extent === "all";
    const whole = all || this.extent === "costume" || formats.some(one => WHOLE.has(one));
    const behind = this.extent !== "shown" && this.behind.value === "room";
    return {
      ids: all ? null : [actor.costume],
      formats,
      kind,
      name: all ? "costumes" : whole ? costumeName(state) : animationName(state),
      options: {
        scale_up: scale,
        ...(whole ? {} : { chore: [actor.chore], facing: [actor.facing] }),
        ...(state.room === null ? {} : { room: state.room }),
        ...(behind ? { background: "room" } : {}),
      },
    };
  }
}
