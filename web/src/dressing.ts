/**
 * What follows from a choice: the costume that the selected actor wears is read, the room that lends its colours
 * is read, and who stands in a room is put where it can be seen.
 */
import type { Top } from "./panels/top";
import type { State, Store } from "./state";
import { Failure, Overtaken, type Client } from "./worker/client";
import { roomPixel } from "./worker/protocol";

export class Dressing {
  private wearing = 0;
  private sceneryOf: State["game"] = null;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly top: Top,
    private readonly failed: (title: string, why: unknown) => void,
  ) {
    store.watch(
      s => [s.actors[s.selected]?.costume, s.game],
      s => void this.wear(s),
    );
    store.watch(
      s => [s.room, s.costume, s.background],
      s => void this.scenery(s),
    );
  }

  // What is known of the costume that the selected actor wears.
  private async wear(state: State): Promise<void> {
    const actor = state.actors[state.selected];
    const turn = ++this.wearing;
    if (!actor || !state.game || state.phase === "failed") return;
    try {
      const costume = await this.client.ask("costume", { id: actor.costume });
      if (turn !== this.wearing) return;
      this.store.set({ costume, unreadable: null });
      // A costume that cannot walk, or not to the south, does what it can.
      const can = costume.actions.filter(one => one.chore === actor.chore || one.role === actor.chore);
      if (!can.length && costume.actions.length) {
        const best =
          costume.actions.find(one => one.role === "stand" && one.facing === "south") ??
          costume.actions.find(one => one.role === "stand") ??
          costume.actions.find(one => one.role !== "init") ??
          costume.actions[0]!;
        if (typeof actor.chore === "number")
          this.top.trouble(`Costume ${actor.costume} has no chore ${actor.chore}`, {
            kind: "chore",
            text: `It shows ${best.name} instead.`,
          });
        this.store.actor({ chore: best.role ?? best.chore, facing: best.facing as typeof actor.facing });
      } else if (can.length && !can.some(one => one.facing === String(actor.facing)))
        this.store.actor({ facing: can[0]!.facing as typeof actor.facing });
    } catch (why) {
      if (turn !== this.wearing || why instanceof Overtaken) return;
      const trouble = why instanceof Failure ? why.trouble : { kind: "page", text: String(why) };
      this.store.set({ costume: null, unreadable: trouble });
    }
  }

  // The room that lends its colours; when it becomes the background, the actors are put where they can be seen.
  private async scenery(state: State): Promise<void> {
    const id = state.room ?? state.costume?.room;
    if (id === undefined || !state.game) return;
    let scenery = state.scenery;
    if (scenery?.id !== id || this.sceneryOf !== state.game) {
      try {
        scenery = await this.client.ask("room", { id });
        this.sceneryOf = state.game;
      } catch (why) {
        if (state.background === "room") this.failed(`Room ${id} cannot be read`, why);
        scenery = null;
      }
      if ((this.store.state.room ?? this.store.state.costume?.room) !== id) return;
      this.store.set({ scenery });
    }
    const now = this.store.state;
    const inRoom = now.background === "room";
    if (inRoom && scenery && !scenery.shows) {
      this.top.trouble(`Room ${id} has nothing to show`, {
        kind: "room",
        text: "It only holds resources. Choose another room under Colours.",
      });
      return this.store.set({ background: "checks" });
    }
    const place = scenery?.place ?? [160, 120];
    const inside = (x: number, y: number) =>
      !!scenery && x >= 0 && y > 0 && x < scenery.width && y < scenery.height + 20;
    if (inRoom && scenery && now.actors.some(one => !inside(one.x, one.y) || (one.scale === 255 && one.zplane === 0))) {
      this.store.set({
        actors: now.actors.map((one, i) => ({
          ...one,
          ...(inside(one.x, one.y) ? {} : { x: roomPixel(place[0] + i * 40), y: roomPixel(place[1]) }),
          ...(one.scale === 255 && one.zplane === 0 ? { scale: "box" as const, zplane: "box" as const } : {}),
        })),
      });
    } else if (!inRoom && now.actors.some(one => one.scale === "box" || one.zplane === "box")) {
      this.store.set({
        actors: now.actors.map(one => ({
          ...one,
          scale: one.scale === "box" ? 255 : one.scale,
          zplane: one.zplane === "box" ? 0 : one.zplane,
        })),
      });
    }
  }
}
