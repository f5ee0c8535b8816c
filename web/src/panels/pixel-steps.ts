/** The steps of the inspected pixel: from its number in a picture to red, green and blue. Loaded with the first one. */
import type { PixelChain } from "costumier";
import { attr, h, text } from "../dom";
import type { Store } from "../state";
import type { Colours } from "./colours";
import { four, hex, rgbOf } from "./rgb";

export class PixelSteps {
  private readonly run = h("span");
  private toBytes = () => {};
  // The last two steps have buttons and stay elements: a press takes longer than a tick, and each tick has other steps.
  private readonly bytes = h(
    "li",
    {},
    this.run,
    h("button", { type: "button", class: "plain", onclick: () => this.toBytes() }, "show bytes"),
  );
  private readonly close = h(
    "li",
    {},
    h("button", { type: "button", class: "plain", onclick: () => this.colours.onclose() }, "Close"),
  );
  private readonly hint: Element[];

  constructor(
    private readonly colours: Colours,
    private readonly store: Store,
  ) {
    this.hint = [...colours.chain.children];
    colours.chain.append(this.bytes, this.close);
  }

  show(chain: PixelChain | null, pinned: boolean): void {
    const list = this.colours.chain;
    const touch = chain?.touches.at(-1);
    const run = touch?.run;
    list.classList.toggle("pinned", pinned);
    this.bytes.hidden = !run;
    this.close.hidden = !pinned;
    while (list.firstChild !== this.bytes) list.firstChild!.remove();
    if (!chain || (chain.shown === null && !touch)) return list.prepend(...this.hint);
    list.prepend(...steps(chain));
    attr(list, "aria-label", chain.text.join("; "));
    if (!touch || !run) return;
    const [first, last] = [run.from, run.to - 1].map(one => one.toString(16).toUpperCase());
    text(this.run, `run of ${run.count}: ${first === last ? `byte ${first}` : `bytes ${first}–${last}`}`);
    this.toBytes = () => this.colours.onbytes(touch.costume, run.from);
    if (pinned && this.store.state.bytesOpen) this.toBytes();
  }
}

function steps(chain: PixelChain): Node[] {
  const step = (title: string, value: string, colour?: string) => {
    const chip = colour ? h("i", { class: "chip" }) : null;
    if (chip && colour) chip.style.backgroundColor = colour;
    return h("li", {}, h("span", {}, title), h("b", {}, chip, value));
  };
  const chip = (title: string, pixel: number) => step(title, `pixel ${four(pixel)}`, hex(rgbOf(pixel)));
  const touch = chain.touches.at(-1);
  const high = touch?.high;
  const rgb = hex(chain.rgb);
  return [
    touch
      ? step(
          `limb ${touch.limb}, picture ${touch.picture.index}${touch.pixel ? `, pixel ${touch.pixel.join(", ")}` : ""}`,
          `colour ${touch.value}`,
        )
      : step("the room's picture", `colour ${chain.background ?? "–"}`),
    touch && high?.own
      ? step("the costume's own colours", `colour ${touch.room_colour ?? touch.value}`, hex(high.own))
      : touch
        ? step(
            touch.override === null ? "costume's palette" : "changed palette",
            `room colour ${touch.override ?? touch.room_colour ?? "–"}`,
          )
        : null,
    high && high.set !== null ? chip("changed", high.set) : null,
    high?.mixed ? chip("half of it and half of what is beneath", high.drawn) : null,
    touch && !high && touch.drawn !== (touch.override ?? touch.room_colour)
      ? step("as it is drawn", `room colour ${touch.drawn}`)
      : null,
    step(chain.palette ? `${chain.palette.block} of room ${chain.palette.room}` : from(chain), rgb, rgb),
    chain.mixed
      ? step(`mixed of EGA ${chain.mixed.from.join(" and ")}`, hex(chain.mixed.rgb), hex(chain.mixed.rgb))
      : null,
  ].filter(one => one !== null);
}

/** The source of a colour that is not from a room's palette. */
function from(chain: PixelChain): string {
  return chain.pixel === null ? "palette" : `pixel of 15 bits, ${four(chain.pixel)}`;
}
