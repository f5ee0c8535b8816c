/**
 * Colours: the costume's palette, and for the pixel that is looked at the whole way from a number in a picture to
 * red, green and blue. A costume has no colours of its own: its numbers stand for a room's.
 */
import type { CostumeColours, PixelChain, ScreenName, ScriptLook } from "costumier";
import { attr, h, put, text } from "../dom";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import { doc, panel, type Panel } from "./panel";

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.*$/, "")}.`;
const hex = (rgb: readonly number[]) => `#${rgb.map(one => one.toString(16).padStart(2, "0")).join("")}`;

export class Colours {
  readonly panel: Panel;
  /** Told when somebody wants to see the bytes of a run. */
  onbytes: (costume: number, byte: number) => void = () => {};
  private colours: (CostumeColours & { looks: readonly ScriptLook[] }) | null = null;
  private palette: Uint8Array | null = null;
  private entry: number | null = null;
  private readonly swatches = h("div", { class: "swatches", role: "group", "aria-label": "The costume's colours" });
  private readonly chain = h("ol", { class: "chain" });
  private readonly why = h("p", { class: "quiet" });
  private readonly change = h("div", { class: "override" });
  private readonly picks = h("div", { class: "picks" });
  private readonly looks = h("div", { class: "picks" });
  private wanted = "";

  constructor(
    private readonly store: Store,
    private readonly client: Client,
  ) {
    const about = [
      "A picture holds small numbers. The costume's palette makes each a colour number of the room, and the room's palette makes that red, green and blue: so the same figure can look different in another room. Click a swatch to give it another colour. ",
      doc("docs/viewer.md#colours", "More about colours"),
    ];
    this.panel = panel(
      "colours",
      "Colours",
      about,
      this.picks,
      this.looks,
      this.swatches,
      this.change,
      this.chain,
      this.why,
    );
    store.watch(
      s => [s.game],
      () => this.choices(),
    );
    store.watch(
      s => [s.costume, s.room, s.screen],
      () => void this.fetch(),
    );
    store.watch(
      s => [s.actors, s.selected],
      () => this.show(),
    );
    this.pixel(null, false);
  }

  private choices(): void {
    const game = this.store.state.game;
    if (!game) return put(this.picks);
    const rooms = game.info.rooms.filter(one => one.present);
    const room = h(
      "select",
      { onchange: () => this.store.set({ room: room.value === "" ? null : Number(room.value), look: null }) },
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
    put(
      this.picks,
      h("label", { class: "field" }, h("span", { class: "title" }, "Room"), room),
      game.info.screens.length > 0 && h("label", { class: "field" }, h("span", { class: "title" }, "Screen"), screen),
    );
  }

  private async fetch(): Promise<void> {
    const { costume, room } = this.store.state;
    if (!costume) return;
    const key = `${costume.id} ${room}`;
    this.wanted = key;
    try {
      const [colours, palette] = await Promise.all([
        this.client.ask("colours", { id: costume.id, room }),
        this.client.ask("palette", { room: room ?? costume.room }).catch(() => null),
      ]);
      if (this.wanted !== key) return;
      [this.colours, this.palette] = [colours, palette];
      text(this.why, [colours.why, colours.mapping_about].map(sentence).join(" "));
    } catch (why) {
      [this.colours, this.palette] = [null, null];
      text(this.why, `The colours cannot be read: ${why instanceof Error ? why.message : why}`);
    }
    this.show();
  }

  // Looks that scripts give: their colours and shadow, one of them chosen where the actor has just those.
  private look(): void {
    const looks = this.colours?.looks ?? [];
    const actor = this.store.chosen;
    if (!looks.length || !actor) return put(this.looks);
    const same = (look: ScriptLook) =>
      JSON.stringify(Object.fromEntries(look.overrides)) === JSON.stringify(actor.palette) &&
      (look.shadow ?? 0) === actor.shadow;
    const plain = !Object.keys(actor.palette).length && !actor.shadow;
    const pick = h(
      "select",
      {
        onchange: () => {
          const look = looks[Number(pick.value) - 1];
          this.store.actor({ palette: Object.fromEntries(look?.overrides ?? []), shadow: look?.shadow ?? 0 });
        },
      },
      h("option", { value: "0" }, "the costume's own"),
      ...looks.map((look, i) => {
        const words = [
          look.overrides.length
            ? `${look.overrides.length} colour${look.overrides.length === 1 ? "" : "s"} changed`
            : null,
          look.shadow === null ? null : `shadow ${look.shadow}`,
          look.certain ? null : "likely",
        ];
        return h("option", { value: String(i + 1) }, `${i + 1}: ${words.filter(Boolean).join(", ")}`);
      }),
      !plain && !looks.some(same) && h("option", { value: "own" }, "changed by hand"),
    );
    const found = looks.findIndex(same);
    pick.value = plain ? "0" : found >= 0 ? String(found + 1) : "own";
    put(this.looks, h("label", { class: "field" }, h("span", { class: "title" }, "Look, as scripts say it"), pick));
  }

  private show(): void {
    this.look();
    const rows = this.colours?.colours ?? [];
    const over = this.store.chosen?.palette ?? {};
    put(
      this.swatches,
      ...rows.slice(0, 256).map((row, i) => {
        const changed =
          over[i] !== undefined && this.palette ? hex([...this.palette.subarray(over[i] * 3, over[i] * 3 + 3)]) : null;
        const colour = changed ?? row.exact;
        const swatch = h("button", {
          type: "button",
          class: `swatch${row.used ? "" : " unused"}${changed ? " changed" : ""}${colour ? "" : " none"}`,
          "data-entry": i,
          "aria-label": `Colour ${i}: ${colour ? `room colour ${over[i] ?? row.room_colour}, ${colour}` : "transparent"}${row.used ? "" : ", not used"}`,
          title: `${i} → ${over[i] ?? row.room_colour}${colour ? ` → ${colour}` : ": transparent"}`,
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
  }

  // The room's 256 colours, to give one to the chosen entry.
  private override(): void {
    const [entry, palette] = [this.entry, this.palette];
    const over = this.store.chosen?.palette ?? {};
    if (entry === null || !palette) {
      return put(
        this.change,
        Object.keys(over).length > 0 &&
          h(
            "button",
            { type: "button", class: "plain", onclick: () => this.store.actor({ palette: {} }) },
            "Undo all changed colours",
          ),
      );
    }
    const now = over[entry] ?? this.colours?.colours[entry]?.room_colour;
    const grid = h(
      "div",
      { class: "room-colours", role: "group", "aria-label": `Room colour for colour ${entry}` },
      ...Array.from({ length: 256 }, (_, i) => {
        const rgb = hex([...palette.subarray(i * 3, i * 3 + 3)]);
        const one = h("button", {
          type: "button",
          title: `${i} ${rgb}`,
          "aria-label": `Room colour ${i}, ${rgb}`,
          "aria-pressed": String(i === now),
          onclick: () => this.store.actor({ palette: { ...over, [entry]: i } }),
        });
        one.style.backgroundColor = rgb;
        return one;
      }),
    );
    const { [entry]: _, ...without } = over;
    put(
      this.change,
      h("p", { class: "quiet" }, `Colour ${entry} shows room colour ${now}. Choose another:`),
      grid,
      over[entry] !== undefined &&
        h(
          "button",
          { type: "button", class: "plain", onclick: () => this.store.actor({ palette: without }) },
          "As it was",
        ),
    );
  }

  /** The pixel that is looked at, as a chain of steps. */
  pixel(chain: PixelChain | null, pinned: boolean): void {
    this.chain.classList.toggle("pinned", pinned);
    const touch = chain?.touches.at(-1);
    for (const swatch of this.swatches.querySelectorAll<HTMLElement>(".swatch")) {
      swatch.classList.toggle("seen", touch !== undefined && Number(swatch.dataset["entry"]) === touch.value);
    }
    if (!chain || (chain.shown === null && !touch))
      return put(this.chain, h("li", { class: "quiet" }, "Point at a pixel of the figure to follow its colour."));
    const step = (title: string, value: string, colour?: string) => {
      const chip = colour ? h("i", { class: "chip" }) : null;
      if (chip && colour) chip.style.backgroundColor = colour;
      return h("li", {}, h("span", {}, title), h("b", {}, chip, value));
    };
    const rgb = hex(chain.rgb);
    const run = touch?.run;
    put(
      this.chain,
      touch
        ? step(
            `limb ${touch.limb}, picture ${touch.picture.index}${touch.pixel ? `, pixel ${touch.pixel.join(", ")}` : ""}`,
            `colour ${touch.value}`,
          )
        : step("the room's picture", `colour ${chain.background ?? "–"}`),
      touch
        ? step(
            touch.override === null ? "costume's palette" : "changed palette",
            `room colour ${touch.override ?? touch.room_colour ?? "–"}`,
          )
        : null,
      touch && touch.drawn !== (touch.override ?? touch.room_colour)
        ? step("as it is drawn", `room colour ${touch.drawn}`)
        : null,
      step(chain.palette ? `${chain.palette.block} of room ${chain.palette.room}` : from(chain), rgb, rgb),
      chain.mixed
        ? step(`mixed of EGA ${chain.mixed.from.join(" and ")}`, hex(chain.mixed.rgb), hex(chain.mixed.rgb))
        : null,
      touch && run
        ? h(
            "li",
            {},
            h(
              "span",
              {},
              `run of ${run.count}: bytes ${run.from.toString(16).toUpperCase()}–${(run.to - 1).toString(16).toUpperCase()}`,
            ),
            h(
              "button",
              { type: "button", class: "plain", onclick: () => this.onbytes(touch.costume, run.from) },
              "show bytes",
            ),
          )
        : null,
    );
    if (pinned && touch && run && this.store.state.bytesOpen) this.onbytes(touch.costume, run.from);
    attr(this.chain, "aria-label", chain.text.join("; "));
  }
}

/** What decides a colour where no room's palette does. */
function from(chain: PixelChain): string {
  return chain.pixel === null
    ? "palette"
    : `pixel of 15 bits, ${chain.pixel.toString(16).toUpperCase().padStart(4, "0")}`;
}
