/**
 * Colours: the costume's palette, and for the inspected pixel every step from a number in a picture to red, green and blue. A
 * costume has no colours of its own: its numbers stand for colours of a room.
 */
import type { CostumeColours, ObjectsShown, PixelChain, ScreenName, ScriptLook } from "costumier";
import { attr, h, put, text } from "../dom";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import { panel, type Panel } from "./panel";
import type { PixelSteps } from "./pixel-steps";
import { four, hex, pixelOf, rgbOf } from "./rgb";

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.*$/, "")}.`;

export class Colours {
  readonly panel: Panel;
  /** Called to show the bytes of a run. */
  onbytes: (costume: number, byte: number) => void = () => {};
  private colours: (CostumeColours & { looks: readonly ScriptLook[] }) | null = null;
  private palette: Uint8Array | null = null;
  private entry: number | null = null;
  private readonly swatches = h("div", { class: "swatches", role: "group", "aria-label": "The costume's colours" });
  /** Called when the pinned pixel is released. */
  onclose: () => void = () => {};
  /** The steps of the inspected pixel. They are at the end of the column, and in view while the pixel is pinned. */
  readonly chain = h(
    "ol",
    { class: "chain" },
    h("li", { class: "quiet" }, "Point at a pixel of the figure to follow its colour."),
  );
  private steps: Promise<PixelSteps> | null = null;
  private readonly why = h("p", { class: "quiet" });
  readonly change = h("div", { class: "override" });
  private readonly elsewhere = h("ul", { class: "elsewhere", "aria-label": "In other rooms" });
  private readonly picks = h("div", { class: "picks" });
  private readonly looks = h("div", { class: "picks" });
  private wanted = "";

  constructor(
    private readonly store: Store,
    private readonly client: Client,
  ) {
    this.panel = panel(
      "colours",
      "Colours",
      this.picks,
      this.looks,
      this.swatches,
      this.change,
      this.elsewhere,
      this.why,
    );
    store.watch(
      s => [s.game],
      () => this.choices(),
    );
    store.watch(
      s => [s.costume, s.room, s.screen, s.edited],
      () => void this.fetch(),
    );
    store.watch(
      s => [s.actors, s.selected],
      () => this.show(),
    );
  }

  private choices(): void {
    const game = this.store.state.game;
    if (!game) return put(this.picks);
    const rooms = game.info.rooms.filter(one => one.present);
    const room = h(
      "select",
      {
        onchange: () => this.store.set({ room: room.value === "" ? null : Number(room.value), palette: 0, look: null }),
      },
      h("option", { value: "" }, "its own room"),
      ...rooms.map(one => h("option", { value: String(one.id) }, `${one.id}${one.name ? ` ${one.name}` : ""}`)),
    );
    const screen = h(
      "select",
      { onchange: () => this.store.set({ screen: (screen.value || null) as ScreenName | null }) },
      h("option", { value: "" }, "as the game is"),
      ...game.info.screens.map(one =>
        h(
          "option",
          { value: one },
          {
            ega: "EGA",
            cga: "CGA",
            "cga-composite": "CGA (composite)",
            "cga-bw": "CGA (black, white)",
            hercules: "Hercules",
            "hercules-amber": "Hercules (amber)",
            amiga: "Amiga",
            "amiga-monkey": "Amiga (Monkey)",
            c64: "C64",
            nes: "NES",
            mac: "Macintosh",
            vga: "VGA",
          }[one],
        ),
      ),
    );
    this.store.watch(
      s => [s.room, s.screen],
      s => {
        room.value = String(s.room ?? "");
        screen.value = s.screen ?? "";
      },
    );
    const objects = h(
      "select",
      {
        "aria-label": "Objects in the room",
        onchange: () => this.store.set({ objects: objects.value as ObjectsShown }),
      },
      h("option", { value: "initial" }, "as it begins"),
      h("option", { value: "none" }, "none"),
      h("option", { value: "all" }, "all"),
    );
    const palette = h("select", { onchange: () => this.store.set({ palette: Number(palette.value) }) });
    const field = (title: string, select: HTMLSelectElement) =>
      h("label", { class: "field" }, h("span", { class: "title" }, title), select);
    const [palettes, things] = [field("Palette", palette), field("Objects", objects)];
    this.store.watch(
      s => [s.scenery, s.palette, s.background, s.objects],
      ({ scenery, palette: chosen, background, objects: shown }) => {
        const all = scenery?.palettes ?? [];
        palettes.hidden = all.length < 2;
        put(palette, ...all.map((name, i) => h("option", { value: String(i) }, `${i + 1}: ${name}`)));
        palette.value = String(chosen);
        things.hidden = background !== "room";
        objects.value = shown;
      },
    );
    put(
      this.picks,
      h("label", { class: "field" }, h("span", { class: "title" }, "Room"), room),
      palettes,
      things,
      game.info.screens.length > 0 && h("label", { class: "field" }, h("span", { class: "title" }, "Screen"), screen),
    );
  }

  private async fetch(): Promise<void> {
    const { costume, room } = this.store.state;
    if (!costume) {
      this.wanted = "";
      [this.colours, this.palette, this.entry] = [null, null, null];
      text(this.why, "");
      return this.show();
    }
    const key = `${costume.id} ${room}`;
    this.wanted = key;
    try {
      const [colours, palette] = await Promise.all([
        this.client.ask("colours", { id: costume.id, room }),
        this.client.ask("palette", { room: room ?? costume.room }).catch(() => null),
      ]);
      if (this.wanted !== key) return;
      [this.colours, this.palette] = [colours, palette];
      text(this.why, colours.choice === "asked" ? "Colours of the room you chose." : sentence(colours.why));
      attr(this.why, "title", sentence(colours.mapping_about));
    } catch (why) {
      [this.colours, this.palette] = [null, null];
      text(this.why, `The colours cannot be read: ${why instanceof Error ? why.message : why}`);
    }
    this.show();
  }

  // Looks that scripts give: colours and shadow. The one that the actor has is chosen.
  private look(): void {
    const looks = this.colours?.looks ?? [];
    const actor = this.store.chosen;
    if (!looks.length || !actor) return put(this.looks);
    const same = (look: ScriptLook) =>
      JSON.stringify(Object.fromEntries(look.overrides)) === JSON.stringify(actor.palette) &&
      JSON.stringify(Object.fromEntries(look.pixels)) === JSON.stringify(actor.pixels) &&
      (look.shadow ?? 0) === actor.shadow;
    const plain = !Object.keys({ ...actor.palette, ...actor.pixels }).length && !actor.shadow;
    const pick = h(
      "select",
      {
        onchange: () => {
          const look = looks[Number(pick.value) - 1];
          this.store.actor({
            palette: Object.fromEntries(look?.overrides ?? []),
            pixels: Object.fromEntries(look?.pixels ?? []),
            shadow: look?.shadow ?? 0,
          });
        },
      },
      h("option", { value: "0" }, "the costume's own"),
      ...looks.map((look, i) => {
        const changed = look.overrides.length + look.pixels.length;
        const words = [
          changed ? `${changed} colour${changed === 1 ? "" : "s"} changed` : null,
          look.shadow === null ? null : `shadow ${look.shadow}`,
          look.certain ? null : "likely",
        ];
        return h("option", { value: String(i + 1) }, `${i + 1}: ${words.filter(Boolean).join(", ")}`);
      }),
      !plain && !looks.some(same) && h("option", { value: "own" }, "changed by hand"),
    );
    const found = looks.findIndex(same);
    pick.value = plain ? "0" : found >= 0 ? String(found + 1) : "own";
    put(this.looks, h("label", { class: "field" }, h("span", { class: "title" }, "Recoloured by the game"), pick));
  }

  private get deep(): boolean {
    return this.store.state.game?.info.bits_per_pixel === 16;
  }

  // The actor's changed colours: room colours, or pixels of 16 bits.
  private get over(): Record<number, number> {
    return (this.deep ? this.store.chosen?.pixels : this.store.chosen?.palette) ?? {};
  }

  private give(over: Record<number, number>): void {
    this.store.actor(this.deep ? { pixels: over } : { palette: over });
  }

  private rgb(set: number): readonly number[] | null {
    if (this.deep) return rgbOf(set);
    return this.palette ? [...this.palette.subarray(set * 3, set * 3 + 3)] : null;
  }

  private show(): void {
    this.look();
    const rows = this.colours?.colours ?? [];
    const over = this.over;
    put(
      this.swatches,
      ...rows.slice(0, 256).map((row, i) => {
        const set = over[i] === undefined ? null : this.rgb(over[i]);
        const changed = set ? hex(set) : null;
        const colour = changed ?? row.exact;
        const number = this.deep
          ? set
            ? `pixel ${four(over[i]!)}`
            : `colour ${row.room_colour}`
          : `room colour ${over[i] ?? row.room_colour}`;
        const differs = !changed && this.inRooms(i).size > 0 ? ", different in other rooms" : "";
        const swatch = h("button", {
          type: "button",
          class: `swatch${row.used ? "" : " unused"}${changed ? " changed" : ""}${colour ? "" : " none"}${differs && " differs"}`,
          "data-entry": i,
          "aria-label": `Colour ${i}: ${colour ? `${number}, ${colour}` : "transparent"}${row.used ? "" : ", not used"}${differs}`,
          title: `${i} → ${this.deep && set ? four(over[i]!) : (over[i] ?? row.room_colour)}${colour ? ` → ${colour}` : ": transparent"}${differs}`,
          "aria-pressed": String(this.entry === i),
          onclick: () => {
            this.entry = this.entry === i ? null : i;
            this.show();
          },
        });
        if (colour) swatch.style.backgroundColor = colour;
        return swatch;
      }),
    );
    this.override();
    const { entry } = this;
    const rooms = entry === null || over[entry] !== undefined ? [] : [...this.inRooms(entry)];
    put(
      this.elsewhere,
      ...rooms.map(([colour, names]) => {
        const chip = h("i", { class: "chip" });
        chip.style.backgroundColor = colour;
        return h("li", {}, chip, `${colour} in ${names.join(", ")}`);
      }),
    );
  }

  // The different looks of a costume colour in rooms, with these rooms.
  private inRooms(entry: number): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const { palettes, colours } of this.colours?.others ?? []) {
      const colour = colours[entry];
      const names = palettes.map(one => `room ${one.room}${one.palette ? `, palette ${one.palette + 1}` : ""}`);
      if (colour) found.set(colour, [...(found.get(colour) ?? []), ...names]);
    }
    return found;
  }

  // The room's 256 colours, to give one to the chosen entry.
  private override(): void {
    const [entry, palette] = [this.entry, this.palette];
    const over = this.over;
    // A script cannot change pixels that are room colours, except by colour 0 (codec 5). In games with pixels of 16 bits,
    // only colours of a costume's palette can be set (docs/scenes.md).
    const mapping = this.colours?.mapping;
    const rooms = mapping === "room-colour" && entry !== 0 && over[0] === undefined;
    const fixed = this.deep ? mapping !== "costume-palette" : rooms;
    if (entry !== null && this.colours && fixed) {
      return put(this.change, h("p", { class: "quiet" }, "Scripts cannot change this costume's colours."));
    }
    if (entry === null || !palette) {
      return put(
        this.change,
        Object.keys(over).length > 0 &&
          h("button", { type: "button", class: "plain", onclick: () => this.give({}) }, "Undo all changed colours"),
      );
    }
    const row = this.colours?.colours[entry];
    const now = over[entry] ?? (this.deep ? null : row?.room_colour);
    const grid = h(
      "div",
      { class: "room-colours", role: "group", "aria-label": `Room colour for colour ${entry}` },
      ...Array.from({ length: 256 }, (_, i) => {
        const parts = [...palette.subarray(i * 3, i * 3 + 3)];
        const rgb = hex(parts);
        const value = this.deep ? pixelOf(parts) : i;
        const one = h("button", {
          type: "button",
          title: `${i} ${rgb}`,
          "aria-label": `Room colour ${i}, ${rgb}`,
          "aria-pressed": String(value === now),
          onclick: () => this.give({ ...over, [entry]: value }),
        });
        one.style.backgroundColor = rgb;
        return one;
      }),
    );
    const { [entry]: _, ...without } = over;
    put(
      this.change,
      h(
        "p",
        { class: "quiet" },
        this.deep
          ? `Colour ${entry} is ${over[entry] === undefined ? (row?.exact ?? "transparent") : `pixel ${four(over[entry])}`}. Give it a colour of the room:`
          : `Colour ${entry} shows room colour ${now}. Choose another:`,
      ),
      grid,
      over[entry] !== undefined &&
        h("button", { type: "button", class: "plain", onclick: () => this.give(without) }, `Reset colour ${entry}`),
    );
  }

  /** The inspected pixel as a chain of steps. */
  pixel(chain: PixelChain | null, pinned: boolean): void {
    const touch = chain?.touches.at(-1);
    for (const swatch of this.swatches.querySelectorAll<HTMLElement>(".swatch")) {
      swatch.classList.toggle("seen", touch !== undefined && Number(swatch.dataset["entry"]) === touch.value);
    }
    if (!chain && !this.steps) return;
    this.steps ??= import("./pixel-steps").then(({ PixelSteps }) => new PixelSteps(this, this.store));
    this.steps.then(
      one => one.show(chain, pinned),
      () => (this.steps = null),
    );
  }
}
