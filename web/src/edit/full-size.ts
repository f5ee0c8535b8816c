/**
 * The size at which one edits. A room may show an actor smaller, which hides rows and columns of its pictures: editing
 * begins at full size, without the room and in the colours of the costume's own room, and the room comes back with *Look*.
 */
import type { Edit } from "./edit";
import type { State } from "../state";

export class FullSize {
  /** The stage as the room had it. */
  before: Pick<State, "background" | "actors" | "room"> | null = null;

  constructor(private readonly edit: Edit) {}

  private get isScaled(): boolean {
    const { store } = this.edit.app;
    return (store.chosen?.scale ?? 255) !== 255;
  }

  /** What the bottom line says where the actor is drawn smaller. */
  get words(): string {
    return this.isScaled ? "Drawn smaller here: some rows and columns are hidden" : "";
  }

  get acts(): readonly (readonly [string, () => void])[] {
    return this.isScaled ? [["Show full size", () => void this.show()]] : [];
  }

  /** Shows the actor at full size; `false` where it is already. */
  show(): boolean {
    const { store } = this.edit.app;
    const { background, actors, room, selected } = store.state;
    if (!this.isScaled) return false;
    this.before ??= { background, actors, room };
    store.set({
      background: "checks",
      room: null,
      actors: actors.map((one, i) => (i === selected ? { ...one, scale: 255 } : one)),
    });
    return true;
  }

  /** Puts the actors back as the room had them. */
  leave(): void {
    const { store } = this.edit.app;
    const { before } = this;
    this.before = null;
    if (!before || store.state.background !== "checks") return;
    const actors = store.state.actors.map((one, i) => {
      const was = before.actors[i];
      return was ? { ...one, x: was.x, y: was.y, scale: was.scale, zplane: was.zplane } : one;
    });
    store.set({ background: before.background, room: before.room, actors });
  }
}
