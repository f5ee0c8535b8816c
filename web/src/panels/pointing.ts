/**
 * The pointer on the stage, and the keys with the same actions: inspects or pins a pixel, drags an actor or the view. The
 * rectangles of pictures decide what is under a finger; the library explains pixels.
 */
import { text } from "../dom";
import { isEmbedded } from "../embed";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import { roomPixel } from "../worker/protocol";
import type { Stage } from "./stage";

/** A tool that paints on the stage. */
export interface Brush {
  /** A button or a finger goes down; `false` if the view is to be moved. */
  down(event: PointerEvent, at: [number, number]): boolean;
  move(event: PointerEvent, place: (event: PointerEvent) => [number, number]): void;
  up(event: PointerEvent): void;
  cancel(): void;
  leave(): void;
}

export class Pointing {
  /** The pixel under the pointer, and the one that was clicked, in room pixels. */
  pointer: [number, number] | null = null;
  pinned: [number, number] | null = null;
  private asking = false;
  private askAgain = false;
  private drag: { at: [number, number]; actor: number | null; from: [number, number]; moved: boolean } | null = null;
  /** Fingers on the stage, and the start of a pinch: distance, zoom, and the point in the middle. */
  private readonly fingers = new Map<number, [number, number]>();
  private pinch: { distance: number; zoom: number; point: [number, number] } | null = null;
  private wheel = 0;
  /** The painting tool, which takes the pointer while editing. */
  brush: Brush | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly store: Store,
    private readonly client: Client,
  ) {
    this.listen();
  }

  // The device pixel at a place of the window.
  private device(x: number, y: number): [number, number] {
    const box = this.stage.canvas.getBoundingClientRect();
    const [width, height] = this.stage.size;
    const across = (x - box.left) * (width / box.width);
    // The left half of a split stage shows the same part of the world.
    const half = this.stage.isSplit && across < width / 2 ? width - Math.floor(width / 2) : 0;
    return [across + half, (y - box.top) * (height / box.height)];
  }

  private place(event: PointerEvent | MouseEvent): [number, number] {
    return this.stage.from(...this.device(event.clientX, event.clientY));
  }

  // The distance of two fingers, and the device pixel between them.
  private between(): { distance: number; middle: [number, number] } | null {
    const [one, other] = [...this.fingers.values()];
    if (!one || !other) return null;
    return {
      distance: Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1])),
      middle: this.device((one[0] + other[0]) / 2, (one[1] + other[1]) / 2),
    };
  }

  private pinched(): void {
    const now = this.between();
    if (!this.pinch || !now) return;
    this.stage.zoomTo((this.pinch.zoom * now.distance) / this.pinch.distance, this.pinch.point, now.middle);
  }

  private lift(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.pinch = null;
  }

  /** The actors with a picture at a pixel, the last drawn first. */
  hits([x, y]: readonly [number, number]): number[] {
    const placed = [...(this.stage.frame?.placed ?? [])].reverse();
    const isAt = ([left, top, width, height]: readonly number[]) =>
      x >= left! && x < left! + width! && y >= top! && y < top! + height!;
    return placed.filter(one => isAt(one.area)).map(one => one.actor);
  }

  private hit(at: readonly [number, number]): number | null {
    return this.hits(at)[0] ?? null;
  }

  /** The actor that a click would choose, before the tools are shown. */
  get offered(): number | null {
    const isOffering = !this.store.state.tools && !this.brush && !isEmbedded;
    return isOffering && this.pointer ? this.hit(this.pointer) : null;
  }

  private missed = false;

  private offer(): void {
    const { offered } = this;
    const { actors, game } = this.store.state;
    const costume = offered === null ? null : actors[offered]?.costume;
    this.stage.canvas.style.cursor = offered === null ? "" : "pointer";
    const name = game?.costumes.find(one => one.id === costume)?.name;
    text(this.stage.facts, name ?? (this.missed ? "Click a figure" : ""));
  }

  private listen(): void {
    const { canvas } = this.stage;
    canvas.addEventListener("pointerdown", event => {
      const { brush } = this;
      if (event.button !== 0 && !brush) return;
      canvas.setPointerCapture(event.pointerId);
      if (event.pointerType === "touch") this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const two = this.between();
      if (two) {
        this.drag = null;
        brush?.cancel();
        const zoom = this.stage.zoom / Math.max(1, Math.round(devicePixelRatio));
        this.pinch = { distance: two.distance, zoom, point: this.stage.under(two.middle) };
        return;
      }
      const at = this.place(event);
      if (brush && event.button !== 1 && brush.down(event, at)) return;
      const actor = brush ? null : this.hit(at);
      const one = actor === null ? null : this.store.state.actors[actor];
      this.drag = {
        at: [event.clientX, event.clientY],
        actor,
        from: one ? [one.x, one.y] : ([...this.stage.look] as [number, number]),
        moved: false,
      };
    });
    canvas.addEventListener("pointermove", event => {
      if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.pinch) return this.pinched();
      this.pointer = this.place(event);
      if (!this.drag) this.brush?.move(event, one => this.place(one));
      if (this.drag) this.dragged(event);
      else this.ask();
      this.stage.draw();
    });
    canvas.addEventListener("pointerup", event => {
      const drag = this.drag;
      this.drag = null;
      this.lift(event);
      this.brush?.up(event);
      if (!drag || drag.moved || this.brush) return;
      if (this.store.state.tools) this.pin(this.place(event));
      const { selected, tools } = this.store.state;
      if (drag.actor === null && !tools) {
        this.missed = true;
        this.ask();
      }
      if (drag.actor !== null && (drag.actor !== selected || !tools))
        this.store.set({
          tools: true,
          ...(drag.actor === selected ? {} : { selected: drag.actor, solo: null, muted: [] }),
        });
    });
    canvas.addEventListener("contextmenu", event => this.brush && event.preventDefault());
    canvas.addEventListener("pointercancel", event => {
      this.drag = null;
      this.brush?.cancel();
      this.lift(event);
    });
    canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.brush?.leave();
      this.ask();
      this.stage.draw();
    });
    canvas.addEventListener(
      "wheel",
      event => {
        const isCanvas = document.activeElement === canvas || this.store.state.mode === "edit";
        if (!event.ctrlKey && !isCanvas) return;
        event.preventDefault();
        // A notch of a wheel is a step. A touchpad sends many small movements, which are added up.
        this.wheel += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40);
        if (Math.abs(this.wheel) < 30) return;
        this.stage.zoomBy(this.wheel < 0 ? 1 : -1, this.device(event.clientX, event.clientY));
        this.wheel = 0;
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", event => this.key(event));
  }

  private dragged(event: PointerEvent): void {
    const drag = this.drag!;
    const scale = devicePixelRatio / this.stage.zoom;
    const [dx, dy] = [(event.clientX - drag.at[0]) * scale, (event.clientY - drag.at[1]) * scale];
    if (!drag.moved && Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) < 4) return;
    drag.moved = true;
    if (drag.actor === null) this.stage.pan([drag.from[0] - dx, drag.from[1] - dy]);
    else {
      if (!this.store.state.look) this.stage.pan(this.stage.look);
      this.store.actor({ x: roomPixel(drag.from[0] + dx), y: roomPixel(drag.from[1] + dy) }, drag.actor);
    }
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (by) {
      const [dx, dy] = by as [number, number];
      const actor = this.store.chosen;
      // Games that place actors on cells have no smaller step than a cell.
      const [ux, uy] = this.store.state.game?.info.cell ?? [1, 1];
      if (event.shiftKey && actor)
        this.store.actor({ x: roomPixel(actor.x + dx * ux), y: roomPixel(actor.y + dy * uy) });
      else {
        const [x, y] = this.pointer ?? this.pinned ?? this.stage.frame?.feet[this.store.state.selected] ?? [0, 0];
        this.pointer = [x + dx, y + dy];
        this.ask();
        this.stage.draw();
      }
    } else if (event.key === "Enter" && this.pointer) this.pin(this.pointer);
    else if (event.key === "Escape") this.pin(null);
    else return;
    event.preventDefault();
  }

  /** Stops inspecting. */
  clear(): void {
    this.pin(null);
  }

  private pin(at: [number, number] | null): void {
    this.pinned = at;
    if (!at) this.pointer = null;
    this.ask();
    this.stage.draw();
  }

  /** Requests the explanation of the inspected pixel, one at a time; the latest counts. */
  ask(): void {
    if (!this.store.state.tools && !isEmbedded) return this.offer();
    this.stage.canvas.style.cursor = "";
    this.askAgain = true;
    if (this.asking) return;
    this.asking = true;
    void (async () => {
      while (this.askAgain) {
        this.askAgain = false;
        const at = this.pointer ?? this.pinned;
        const frame = this.stage.frame;
        const inside =
          at &&
          frame &&
          at[0] >= frame.x &&
          at[1] >= frame.y &&
          at[0] < frame.x + frame.width / frame.enlarged &&
          at[1] < frame.y + frame.height / frame.enlarged;
        if (!at || !frame || !inside) {
          this.stage.onpixel(null, false);
          text(this.stage.facts, "");
          continue;
        }
        try {
          const chain = await this.client.ask("chain", {
            x: (at[0] - frame.x) * frame.enlarged,
            y: (at[1] - frame.y) * frame.enlarged,
          });
          this.stage.onpixel(chain, this.pinned !== null && at[0] === this.pinned[0] && at[1] === this.pinned[1]);
          const touch = chain?.touches.at(-1);
          text(
            this.stage.facts,
            `${at[0]}, ${at[1]}${touch ? ` · limb ${touch.limb}, picture ${touch.picture.index} · colour ${touch.value} → ${chain?.shown ?? "–"}` : chain?.shown != null ? ` · room colour ${chain.shown}` : ""}`,
          );
        } catch {
          /* the stage is being changed */
        }
      }
      this.asking = false;
    })();
  }
}
