/**
 * The pointer on the stage, and the keys that do the same: a pixel is looked at, pinned, an actor or the view is
 * dragged. Boxes of pictures decide what is under a finger; the library decides where a pixel comes from.
 */
import { text } from "../dom";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import type { Stage } from "./stage";

export class Pointing {
  /** The pixel under the pointer, and the one that was clicked, in room pixels. */
  pointer: [number, number] | null = null;
  pinned: [number, number] | null = null;
  private asking = false;
  private askAgain = false;
  private drag: { at: [number, number]; actor: number | null; from: [number, number]; moved: boolean } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly store: Store,
    private readonly client: Client,
  ) {
    this.listen();
  }

  private place(event: PointerEvent | MouseEvent): [number, number] {
    const box = this.stage.canvas.getBoundingClientRect();
    return this.stage.from(
      (event.clientX - box.left) * (this.stage.size[0] / box.width),
      (event.clientY - box.top) * (this.stage.size[1] / box.height),
    );
  }

  private hit([x, y]: readonly [number, number]): number | null {
    for (const one of [...(this.stage.frame?.placed ?? [])].reverse()) {
      const [left, top, width, height] = one.area;
      if (x >= left && x < left + width && y >= top && y < top + height) return one.actor;
    }
    return null;
  }

  private listen(): void {
    const { canvas } = this.stage;
    canvas.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      const at = this.place(event);
      const actor = this.hit(at);
      const one = actor === null ? null : this.store.state.actors[actor];
      this.drag = {
        at: [event.clientX, event.clientY],
        actor,
        from: one ? [one.x, one.y] : ([...this.stage.look] as [number, number]),
        moved: false,
      };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      this.pointer = this.place(event);
      if (this.drag) this.dragged(event);
      else this.ask();
      this.stage.draw();
    });
    canvas.addEventListener("pointerup", event => {
      const drag = this.drag;
      this.drag = null;
      if (!drag || drag.moved) return;
      this.pin(this.place(event));
      if (drag.actor !== null && drag.actor !== this.store.state.selected)
        this.store.set({ selected: drag.actor, solo: null, muted: [] });
    });
    canvas.addEventListener("pointercancel", () => (this.drag = null));
    canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.ask();
      this.stage.draw();
    });
    canvas.addEventListener(
      "wheel",
      event => {
        if (!event.ctrlKey && document.activeElement !== canvas) return;
        event.preventDefault();
        this.stage.zoomBy(event.deltaY < 0 ? 1 : -1);
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
    if (drag.actor === null) this.store.set({ look: [drag.from[0] - dx, drag.from[1] - dy] });
    else {
      if (!this.store.state.look) this.store.set({ look: [...this.stage.look] as [number, number] });
      this.store.actor({ x: Math.round(drag.from[0] + dx), y: Math.round(drag.from[1] + dy) }, drag.actor);
    }
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (by) {
      const [dx, dy] = by as [number, number];
      const actor = this.store.chosen;
      if (event.shiftKey && actor) this.store.actor({ x: actor.x + dx, y: actor.y + dy });
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

  private pin(at: [number, number] | null): void {
    this.pinned = at;
    if (!at) this.pointer = null;
    this.ask();
    this.stage.draw();
  }

  /** Asks where the pixel that is looked at comes from: one question at a time, the latest counts. */
  ask(): void {
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
