/**
 * The pictures of a limb as a strip: a click opens one for painting, a drag puts it into a row. The list next to it says
 * which picture the box under the playhead shows, and gives it another one.
 */
import type { DraftPicture, Image } from "costumier";
import { attr, h, put } from "../dom";
import type { Box } from "../panels/boxes";
import { most, pictureName, tableOf } from "./chores";
import { dropAt } from "./time-drag";
import type { Timing } from "./timing";

/** Most pictures of the strip. */
const MOST = 240;

export class Tray {
  readonly element = h("span", { class: "edit-tray", role: "group", "aria-label": "Pictures of the limb" });
  /** The picture of the box. */
  readonly box = h("select", {
    class: "edit-box",
    "aria-label": "Picture of this box",
    title: "The picture that the box under the playhead shows",
    onchange: () => this.timing.show(Number(this.box.value)),
  });
  private told = "";

  private shown: number | undefined;

  constructor(private readonly timing: Timing) {
    new ResizeObserver(() => this.scroll()).observe(this.element);
  }

  tell(limb: number | null, span: Box | null): void {
    const { draft } = this.timing.edit;
    const head = draft?.drafted.head;
    const { limb: owner, pictures } = (head && tableOf(head, limb)) ?? { limb, pictures: [] };
    const key = `${draft?.drafted.version} ${limb} ${pictures.map(one => one.name).join()}`;
    if (key !== this.told) {
      this.told = key;
      const shown = pictures.slice(0, Math.min(MOST, head ? most(head) : 0));
      put(this.element, ...shown.map((one, index) => this.button(limb!, index, one)));
      put(this.box, ...shown.map((one, index) => h("option", { value: index }, pictureName(index, one.name).slice(8))));
      void this.illustrate(key, owner, shown.length);
    }
    const now = span?.pictures[0]?.index;
    const open = this.timing.edit.spare.index ?? now;
    for (const [index, button] of [...this.element.children].entries())
      attr(button, "aria-pressed", String(index === open));
    this.box.disabled = now === undefined;
    this.box.value = String(now ?? "");
    if (open === this.shown) return;
    this.shown = open;
    this.scroll();
  }

  // The strip alone scrolls, not the page around it.
  private scroll(): void {
    const button = this.shown === undefined ? null : (this.element.children[this.shown] as HTMLElement | undefined);
    if (!button) return;
    const [strip, box] = [this.element.getBoundingClientRect(), button.getBoundingClientRect()];
    if (box.top < strip.top || box.bottom > strip.bottom) this.element.scrollTop += box.top - strip.top;
  }

  private button(limb: number, index: number, { name }: DraftPicture): HTMLElement {
    return h("button", {
      type: "button",
      "aria-label": `Paint ${pictureName(index, name)}`,
      title: `${pictureName(index, name)}. Click: paint it. Drag it into a row: a new command`,
      onclick: () => this.timing.paint(limb, index),
      onpointerdown: (event: Event) => this.drag(event as PointerEvent, limb, index),
    });
  }

  private drag(event: PointerEvent, limb: number, index: number): void {
    const from = event.currentTarget as HTMLElement;
    let isMoved = false;
    const mark = h("i", { class: "drop", "aria-hidden": "true" });
    const move = (more: PointerEvent) => {
      if (!isMoved && Math.hypot(more.clientX - event.clientX, more.clientY - event.clientY) < 6) return;
      isMoved = true;
      from.classList.add("dragged");
      mark.remove();
      const over = dropAt(this.timing, more.clientX, more.clientY);
      if (over?.limb !== limb) return;
      mark.style.left = `${over.edge}px`;
      mark.style.width = "2px";
      over.track.append(mark);
    };
    const end = (more: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      from.classList.remove("dragged");
      mark.remove();
      if (!isMoved || more.type !== "pointerup") return;
      // It was no click.
      from.addEventListener("click", click => click.stopImmediatePropagation(), { once: true, capture: true });
      const found = dropAt(this.timing, more.clientX, more.clientY);
      if (!found) return;
      if (found.limb !== limb) return this.timing.edit.say(`This is a picture of limb ${limb}.`);
      void this.timing.insert(limb, index, found.to, found.isAfter);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  private async illustrate(key: string, limb: number | null, count: number): Promise<void> {
    const { client, store } = this.timing.edit.app;
    const id = store.chosen?.costume;
    if (id === undefined || limb === null || !count) return;
    const keys = Array.from({ length: count }, (_, index) => ({ limb, index }));
    const images = await client.ask("pictures", { id, keys, room: store.state.room }).catch(() => null);
    if (key !== this.told || !images) return;
    for (const [index, image] of images.entries()) {
      const button = this.element.children[index];
      if (button) put(button, image?.width && image.height ? drawn(image) : h("span", {}, "–"), h("small", {}, index));
    }
    this.scroll();
  }
}

function drawn(image: Image): HTMLElement {
  const canvas = h("canvas", { width: image.width, height: image.height, "aria-hidden": "true" });
  canvas.getContext("2d")!.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
  return canvas;
}
