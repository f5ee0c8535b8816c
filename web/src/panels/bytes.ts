/**
 * Bytes: the costume's block, every byte with its meaning, linked both ways with pixels. Pointing frames the bytes of a unit
 * and never moves the view; a click selects and shows the other side. Next to it is a listing of commands or programs, with the
 * place of each limb. The running commands are lit in both, also during playback: a frame updates only the rows and bytes that
 * change.
 */
import "./bytes.css";
import type { BytePart } from "costumier";
import { attr, h, put, text } from "../dom";
import type { Playback } from "../playback";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import type { ByteMap } from "../worker/protocol";
import { limbColour } from "./limbs";
import type { Panel } from "./panel";
import { Preview } from "./preview";
import { Rows } from "./rows";

const KINDS: [BytePart["kind"], string][] = [
  ["header", "header"],
  ["colour", "palette"],
  ["offset", "offsets"],
  ["record", "records"],
  ["command", "commands"],
  ["statement", "programs"],
  ["picture", "picture heads"],
  ["pixels", "pixels"],
  ["block", "blocks"],
  ["row", "rows"],
  ["nothing", "no meaning"],
];
const HEIGHT = 22;
const two = (value: number) => value.toString(16).toUpperCase().padStart(2, "0");
const four = (value: number) => value.toString(16).toUpperCase().padStart(4, "0");

export class Bytes {
  private map: ByteMap | null = null;
  private loading = "";
  private cursor = 0;
  private wide = 16;
  private readonly hex: Rows;
  private readonly listing: Rows;
  private readonly path = h("p", { class: "path", role: "status" });
  private readonly legend = h("div", { class: "legend" });
  private readonly strip = h("canvas", { class: "strip", height: "10", "aria-hidden": "true" });
  private readonly preview: Preview;
  private readonly state = h("p", { class: "quiet" });
  private readonly go = h("input", {
    type: "text",
    class: "go",
    placeholder: "Go to: 1A3F",
    "aria-label": "Go to byte, hexadecimal",
    size: "10",
  });
  /** Limbs by the command that they run. */
  private running = new Map<number, number[]>();
  /** The listing's row of each command, and its bytes. */
  private rows = new Map<number, number>();
  private parts = new Map<number, BytePart[]>();

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly playback: Playback,
    private readonly panel: Panel,
    /** Called with the pixels of the stage that the chosen byte makes. */
    private readonly onlit: (pixels: readonly (readonly [number, number])[]) => void,
  ) {
    this.hex = new Rows(HEIGHT, row => this.row(row), {
      class: "hex",
      role: "grid",
      "aria-label": "Bytes of the costume",
      tabindex: "0",
    });
    this.listing = new Rows(HEIGHT, row => this.line(row), {
      class: "listing",
      role: "list",
      "aria-label": "Commands",
      tabindex: "0",
    });
    this.preview = new Preview(store, client, playback);
    this.preview.onlit = onlit;
    store.watch(
      s => [s.playing, s.bytesOpen, s.tab],
      s => (s.bytesOpen || s.tab === "bytes" ? this.preview.light() : this.onlit([])),
    );
    panel.body.append(
      this.state,
      h(
        "div",
        { class: "bytes-top" },
        this.path,
        this.go,
        h(
          "button",
          { type: "button", title: "The next byte without a meaning (U)", onclick: () => this.gap() },
          "Next gap",
        ),
      ),
      this.strip,
      h("div", { class: "bytes-main" }, this.hex.element, this.preview.element, this.listing.element),
      this.legend,
    );
    store.watch(
      s => [s.bytesOpen, s.tab],
      s => {
        if (s.bytesOpen || s.tab === "bytes") void this.load();
      },
    );
    store.watch(
      s => [s.costume, s.unreadable],
      s => {
        if (s.bytesOpen || s.tab === "bytes") void this.load();
      },
    );
    this.listen();
    playback.listen(() => {
      this.mark();
      const { playing, bytesOpen, tab } = this.store.state;
      if (!playing && (bytesOpen || tab === "bytes")) this.preview.light();
    });
  }

  /** Shows a byte of the costume. */
  async show(byte: number): Promise<void> {
    await this.load();
    this.select(byte, true);
  }

  private async load(): Promise<void> {
    const costume = this.store.state.costume;
    if (!costume || !this.store.state.game) {
      this.loading = "";
      this.clear();
      return text(this.state, this.store.state.unreadable ? "This costume cannot be read." : "");
    }
    const key = `${this.store.state.game.info.key} ${costume.id}`;
    if (this.loading === key) return;
    this.loading = key;
    this.clear();
    text(this.state, "Reading what every byte is …");
    try {
      const map = await this.client.ask("bytes", { id: costume.id });
      if (this.loading !== key) return;
      this.map = map;
      text(
        this.state,
        `${map.file}, from byte ${four(map.payloadAt)} on: ${map.payload.length} bytes, ${map.parts.length} things.`,
      );
      this.build();
    } catch (why) {
      if (this.loading !== key) return;
      this.loading = "";
      text(this.state, `The bytes cannot be shown: ${why instanceof Error ? why.message : why}`);
    }
  }

  // Offsets of the costume before are invalid here.
  private clear(): void {
    this.map = null;
    this.hex.length = this.listing.length = 0;
    this.running = new Map();
    put(this.legend);
    text(this.path, "");
    this.strip.width = 1;
    this.preview.clear();
  }

  private build(): void {
    const map = this.map!;
    this.wide = this.hex.element.clientWidth > 0 && this.hex.element.clientWidth < 430 ? 8 : 16;
    attr(this.hex.element, "aria-rowcount", String(Math.ceil(map.payload.length / this.wide)));
    this.hex.length = Math.ceil(map.payload.length / this.wide);
    this.running = new Map();
    this.rows = new Map((map.program.length ? map.program : map.commands).map((one, row) => [one.at, row]));
    this.parts = new Map();
    for (const part of map.parts) {
      if (part.command === null || (part.kind !== "command" && part.kind !== "statement")) continue;
      this.parts.set(part.command, [...(this.parts.get(part.command) ?? []), part]);
    }
    this.listing.length = map.program.length || map.commands.length;
    const present = new Set(map.parts.map(part => part.kind));
    put(
      this.legend,
      ...KINDS.filter(([kind]) => present.has(kind)).map(([kind, words]) =>
        h("span", { class: "kind", "data-kind": kind }, words),
      ),
    );
    this.overview();
    this.hex.onlay = () => this.overview();
    this.mark();
    this.select(Math.min(this.store.state.byte ?? 0, map.payload.length - 1), true, false);
  }

  private part(byte: number): BytePart | undefined {
    const parts = this.map?.parts ?? [];
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (parts[middle]!.from <= byte) low = middle;
      else high = middle - 1;
    }
    const found = parts[low];
    return found && byte >= found.from && byte < found.to ? found : undefined;
  }

  // ------------------------------------------------------------------------------------------- hex

  private row(row: number): HTMLElement {
    const { payload } = this.map!;
    const from = row * this.wide;
    const cells = [];
    for (let byte = from; byte < Math.min(from + this.wide, payload.length); byte++) {
      const part = this.part(byte);
      const runs = this.limbsAt(part);
      const cell = h(
        "span",
        {
          role: "gridcell",
          class: `byte${byte === this.cursor ? " at" : ""}${part && part.from === byte ? " first" : ""}${runs.length ? " runs" : ""}`,
          "data-byte": byte,
          "data-kind": part?.kind ?? "nothing",
          id: `byte-${byte}`,
          "aria-label": `${four(byte)}, ${two(payload[byte]!)}, ${part?.label ?? "nothing known"}`,
          "aria-selected": String(byte === this.cursor),
        },
        two(payload[byte]!),
      );
      if (runs.length) cell.style.setProperty("--limb", limbColour(runs[0]!));
      cells.push(cell);
    }
    const letters = [...payload.subarray(from, from + this.wide)]
      .map(one => (one >= 32 && one < 127 ? String.fromCharCode(one) : "·"))
      .join("");
    return h(
      "div",
      { role: "row", class: "hex-row", "aria-rowindex": row + 1 },
      h("span", { role: "rowheader", class: "offset" }, four(from)),
      ...cells,
      h("span", { class: "letters", "aria-hidden": "true" }, letters),
    );
  }

  // The limbs that run the command of this byte.
  private limbsAt(part: BytePart | undefined): readonly number[] {
    const is = part && part.command !== null && (part.kind === "command" || part.kind === "statement");
    return is ? (this.running.get(part.command!) ?? []) : [];
  }

  private listen(): void {
    const { element } = this.hex;
    const byteOf = (event: Event) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-byte]");
      return cell ? Number(cell.dataset["byte"]) : null;
    };
    element.addEventListener("click", event => {
      const byte = byteOf(event);
      if (byte !== null) this.select(byte, false);
    });
    element.addEventListener("pointermove", event => this.frame(byteOf(event)));
    element.addEventListener("pointerleave", () => this.frame(null));
    element.addEventListener("keydown", event => {
      const page = this.wide * Math.max(1, Math.floor(element.clientHeight / HEIGHT) - 1);
      const by: Record<string, number> = {
        ArrowLeft: -1,
        ArrowRight: 1,
        ArrowUp: -this.wide,
        ArrowDown: this.wide,
        PageUp: -page,
        PageDown: page,
      };
      const size = this.map?.payload.length ?? 0;
      if (event.ctrlKey || event.altKey || event.metaKey || !size) return;
      if (event.key in by) this.select(Math.max(0, Math.min(size - 1, this.cursor + by[event.key]!)), true);
      else if (event.key === "Home") this.select(0, true);
      else if (event.key === "End") this.select(size - 1, true);
      else if (event.key === "u" || event.key === "U") this.gap();
      else if (event.key === "g" || event.key === "G") this.go.focus();
      else if (event.key === "Enter") this.preview.toStage();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.go.addEventListener("keydown", event => {
      if (event.key !== "Enter") return;
      const byte = parseInt(this.go.value.replace(/^(0x|\$)/i, ""), 16);
      if (Number.isNaN(byte) || !this.map) return;
      this.select(Math.min(byte, this.map.payload.length - 1), true);
      element.focus();
    });
    this.strip.addEventListener("click", event => {
      if (this.map) this.select(Math.floor((event.offsetX / this.strip.clientWidth) * this.map.payload.length), true);
    });
  }

  // Frames the unit of the byte under the pointer, and names it in the line above.
  private frame(byte: number | null): void {
    const part = byte === null ? undefined : this.part(byte);
    for (const cell of this.hex.element.querySelectorAll<HTMLElement>(".byte")) {
      const at = Number(cell.dataset["byte"]);
      cell.classList.toggle("near", part !== undefined && at >= part.from && at < part.to);
    }
    this.tell(byte ?? this.cursor);
  }

  private tell(byte: number): void {
    const part = this.part(byte);
    if (!this.map || !part) return text(this.path, "");
    const whole = part.to - part.from;
    put(
      this.path,
      h("b", {}, four(byte)),
      ` ${part.path.join(" › ") || part.label}`,
      part.path.length ? h("span", {}, ` — ${part.label}`) : null,
      part.value === null ? null : h("span", {}, ` = ${part.value}`),
      h("small", {}, ` ${whole} byte${whole === 1 ? "" : "s"} from ${four(part.from)}`),
    );
  }

  private select(byte: number, scroll: boolean, follow = true): void {
    if (!this.map) return;
    this.cursor = byte;
    if (scroll) this.hex.show(Math.floor(byte / this.wide), follow && scroll);
    const part = this.part(byte);
    for (const cell of this.hex.element.querySelectorAll<HTMLElement>(".byte")) {
      const at = Number(cell.dataset["byte"]);
      cell.classList.toggle("at", at === byte);
      cell.classList.toggle("whole", part !== undefined && at >= part.from && at < part.to);
      attr(cell, "aria-selected", String(at === byte));
    }
    attr(this.hex.element, "aria-activedescendant", `byte-${byte}`);
    this.tell(byte);
    if (follow && this.store.state.byte !== byte) this.store.set({ byte });
    void this.preview.byte(this.map.id, byte, part);
    if (part && part.command !== null) this.toListing(part.command);
  }

  private gap(): void {
    const parts = this.map?.parts ?? [];
    const next =
      parts.find(part => part.kind === "nothing" && part.from > this.cursor) ??
      parts.find(part => part.kind === "nothing");
    if (next) this.select(next.from, true);
    else text(this.path, "Every byte of this costume has a meaning.");
  }

  // The whole block as a strip, with the visible part marked.
  private overview(): void {
    const map = this.map;
    if (!map) return;
    const width = Math.max(1, Math.round(this.strip.clientWidth * devicePixelRatio));
    if (this.strip.width !== width) this.strip.width = width;
    const pen = this.strip.getContext("2d")!;
    const style = getComputedStyle(this.strip);
    const colours = new Map(KINDS.map(([kind]) => [kind, style.getPropertyValue(`--kind-${kind}`) || "#888"]));
    pen.clearRect(0, 0, width, 10);
    const scale = width / map.payload.length;
    for (const part of map.parts) {
      pen.fillStyle = colours.get(part.kind)!;
      pen.fillRect(Math.floor(part.from * scale), 0, Math.max(1, Math.ceil((part.to - part.from) * scale)), 10);
    }
    const [first, last] = this.hex.window;
    pen.strokeStyle = style.color;
    pen.lineWidth = 2;
    pen.strokeRect(first * this.wide * scale, 1, Math.max(4, (last - first) * this.wide * scale), 8);
  }

  // --------------------------------------------------------------------------------------- listing

  private line(row: number): HTMLElement {
    const { program, commands } = this.map!;
    const statement = program[row];
    const command = commands[row];
    const at = statement?.at ?? command?.at ?? row;
    const words = statement ? (statement.meaning ?? statement.statement) : (command?.statement ?? "");
    const used = statement ? statement.reached : (command?.records.length ?? 0) > 0;
    const limbs = this.running.get(at) ?? [];
    const line = h(
      "div",
      {
        role: "listitem",
        class: `line${used ? "" : " unused"}${limbs.length ? " now" : ""}`,
        "data-at": at,
        title: used ? words : `${words} (no record leads here)`,
        onclick: () => this.fromListing(at),
      },
      h("span", { class: "offset" }, four(at)),
      h(
        "span",
        { class: "limbs" },
        ...limbs.map(limb => {
          const dot = h("i", { class: "dot", title: `limb ${limb} is here` }, String(limb));
          dot.style.setProperty("--limb", limbColour(limb));
          return dot;
        }),
      ),
      h("span", { class: "words" }, statement?.label ? h("b", {}, `${statement.label}: `) : null, words),
    );
    return line;
  }

  private mark(): void {
    if (!this.map || (this.panel.element.classList.contains("shut") && this.store.state.tab !== "bytes")) return;
    const limbs = this.playback.frame?.state.limbs ?? [];
    const now = new Map<number, number[]>();
    for (const limb of limbs) now.set(limb.position, [...(now.get(limb.position) ?? []), limb.limb]);
    const changed = [...new Set([...now.keys(), ...this.running.keys()])].filter(
      at => now.get(at)?.join() !== this.running.get(at)?.join(),
    );
    if (!changed.length) return;
    this.running = now;
    this.listing.renew(changed.flatMap(at => this.rows.get(at) ?? []));
    for (const part of changed.flatMap(at => this.parts.get(at) ?? [])) {
      for (let byte = part.from; byte < part.to; byte++) {
        const row = this.hex.present.get(Math.floor(byte / this.wide));
        const cell = row?.children[1 + (byte % this.wide)] as HTMLElement | undefined;
        if (!cell) continue;
        const [first] = this.limbsAt(part);
        cell.classList.toggle("runs", first !== undefined);
        if (first !== undefined) cell.style.setProperty("--limb", limbColour(first));
      }
    }
  }

  private toListing(command: number): void {
    const { program, commands } = this.map!;
    const row = program.length
      ? program.findIndex(one => one.at === command)
      : commands.findIndex(one => one.at === command);
    if (row >= 0) this.listing.show(row);
  }

  private fromListing(at: number): void {
    const part = this.map?.parts.find(
      one => one.command === at && (one.kind === "command" || one.kind === "statement"),
    );
    if (part) this.select(part.from, true);
  }
}
