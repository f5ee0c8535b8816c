/** Reads the selected actor's costume and its room. Places actors in the room. */
import type { RoomInfo } from "costumier";
import type { Link } from "./address";
import type { Notices } from "./panels/notices";
import type { State, Store } from "./state";
import { Failure, Overtaken, type Client } from "./worker/client";
import { roomPixel, type ActorSaid, type Opened } from "./worker/protocol";

export class Resources {
  private wearing = 0;
  private sceneryOf: State["game"] = null;
  /** The link that was followed last. Its settings of actors are not adjusted. */
  private link: Link | null = null;
  /** Whether the page itself asks for the room. Then a room without a picture is not reported. */
  private isQuiet = false;
  /** The room in which the actors of that link stand. */
  private linkRoom: number | null = null;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly notices: Notices,
    private readonly failed: (title: string, why: unknown) => void,
  ) {
    store.watch(
      s => [s.actors[s.selected]?.costume, s.game, s.edited],
      s => void this.wear(s),
    );
    store.watch(
      s => [s.room, s.costume, s.background],
      s => void this.scenery(s),
    );
  }

  /** Follows a link, or none. Its settings of actors are not adjusted. The state is set afterwards. */
  follow(link: Link | null, { actors, selected = 0, room }: Partial<State>, game: Opened): void {
    const costume = actors?.[selected]?.costume;
    this.link = link;
    this.isQuiet = link === null;
    this.linkRoom = room ?? game.costumes.find(one => one.id === costume)?.room ?? null;
    for (const kind of ["link", "action"]) this.notices.clearKind(kind);
  }

  // Reads the costume of the selected actor.
  private async wear(state: State): Promise<void> {
    const actor = state.actors[state.selected];
    const turn = ++this.wearing;
    if (!actor || !state.game || state.phase === "failed") return;
    if (state.unreadable) this.store.set({ unreadable: null });
    try {
      const costume = await this.client.ask("costume", { id: actor.costume });
      if (turn !== this.wearing) return;
      this.store.set({ costume, unreadable: null });
      // A costume without this chore and facing plays one that it has.
      const can = costume.actions.filter(one => one.chore === actor.chore || one.role === actor.chore);
      const isAsked = this.link?.explicit.some(
        ({ costume, chore, facing }) => costume === actor.costume && chore === actor.chore && facing === actor.facing,
      );
      if (!can.length && costume.actions.length) {
        const best =
          costume.actions.find(one => one.role === "stand" && one.facing === "south") ??
          costume.actions.find(one => one.role === "stand") ??
          costume.actions.find(one => one.role !== "init") ??
          costume.actions[0]!;
        // In Edit, the chore is gone because it was undone.
        if (state.mode !== "edit" && (isAsked || typeof actor.chore === "number")) {
          const words = `${costume.name ?? `Costume ${actor.costume}`} has no action ${actor.chore}; this is ${best.name}.`;
          const text = `Costume ${actor.costume} has no chore ${actor.chore}.`;
          this.notices.show(words, { kind: "action", text });
        }
        this.store.actor({ chore: best.role ?? best.chore, facing: best.facing as typeof actor.facing });
      } else if (!isAsked && can.length && !can.some(one => one.facing === String(actor.facing)))
        this.store.actor({ facing: can[0]!.facing as typeof actor.facing });
    } catch (why) {
      if (turn !== this.wearing || why instanceof Overtaken) return;
      const trouble = why instanceof Failure ? why.trouble : { kind: "page", text: String(why) };
      this.store.set({ costume: null, unreadable: trouble });
    }
  }

  // Reads the room whose colours are used. If it becomes the background, the actors are moved into it.
  private async scenery(state: State): Promise<void> {
    const id = state.room ?? state.costume?.room;
    if (id === undefined || !state.game) return;
    let scenery = state.scenery;
    if (scenery?.id !== id || this.sceneryOf !== state.game) {
      try {
        scenery = await this.client.ask("room", { id });
        this.sceneryOf = state.game;
      } catch (why) {
        if (state.background === "room" && !this.isQuiet) this.failed(`Room ${id} cannot be read.`, why);
        scenery = null;
      }
      if ((this.store.state.room ?? this.store.state.costume?.room) !== id) return;
    }
    const { background, actors } = this.store.state;
    const isQuiet = this.isQuiet;
    this.isQuiet = false;
    if (background === "room" && !scenery?.shows) {
      if (scenery && !isQuiet)
        this.notices.show(`Room ${id} has no picture.`, {
          kind: "room",
          text: "The game keeps only data in it. Choose another room under Colours.",
        });
      return this.store.set({ scenery, background: "checks", actors: actors.map(withoutRoom) });
    }
    const stays = (one: ActorSaid) =>
      this.linkRoom === id &&
      (this.link?.patch.actors ?? []).some(({ x, y }) => (x || y) && x === one.x && y === one.y);
    const placed = background === "room" ? inRoom(actors, scenery!, stays) : actors.map(withoutRoom);
    const isSame = placed.every((one, i) => one === actors[i]);
    // One change: between two, actors would be shown at a place where they do not stay.
    this.store.set({ scenery, ...(isSame ? {} : { actors: placed }) });
  }
}

/** Moves actors that stand outside into the room, except those of a link. Size and z-plane are those of the walk box. */
function inRoom(
  actors: readonly ActorSaid[],
  { place, width, height }: RoomInfo,
  stays: (one: ActorSaid) => boolean,
): ActorSaid[] {
  const isInside = ({ x, y }: ActorSaid) => x >= 0 && y > 0 && x < width && y < height + 20;
  return actors.map((one, i) => {
    const isPlain = one.scale === 255 && one.zplane === 0;
    if (isInside(one) || stays(one)) return one;
    return {
      ...one,
      x: roomPixel(place[0] + i * 40),
      y: roomPixel(place[1]),
      ...(isPlain ? { scale: "box" as const, zplane: "box" as const } : {}),
    };
  });
}

/** Sets the full size: without a room there is no walk box to take the size from. */
export function withoutRoom(one: ActorSaid): ActorSaid {
  if (one.scale !== "box" && one.zplane !== "box") return one;
  return { ...one, scale: one.scale === "box" ? 255 : one.scale, zplane: one.zplane === "box" ? 0 : one.zplane };
}
