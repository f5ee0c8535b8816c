/**
 * The scene on the stage. Another chore makes a new scene; other changes are made in the running one.
 */
import type { Actor, Image, Scene, SceneSpec, Step } from "costumier";
import type { ActorSaid, Shown, StageSaid } from "./protocol";
import type { ShownGame } from "./shown-game";

export class Staged {
  scene: Scene | null = null;
  private is = "";
  private settingsAre = "";

  constructor(readonly game: ShownGame) {}

  /** Makes a new scene at the next request, so that actors start their chores with the present records. */
  beginAnew(): void {
    this.is = "";
  }

  free(): void {
    this.scene?.free();
    this.scene = null;
    this.is = "";
  }

  spec(said: StageSaid): SceneSpec {
    const { room, background, objects, view, palette } = said;
    return { room, background, objects, view, ...(palette ? { room_palette: palette } : {}) };
  }

  /** The scene of this description, at or before a tick. */
  at(said: StageSaid, tick: number): readonly Actor[] {
    const doing = JSON.stringify([
      said.screen,
      said.room === null,
      said.actors.map(one => [one.costume, one.chore, one.facing, one.talking, one.vars, one.conditions]),
    ]);
    const settings = JSON.stringify([
      said.room,
      said.palette,
      said.background,
      said.objects,
      said.view,
      said.actors.map(one => [
        one.x,
        one.y,
        one.scale,
        one.zplane,
        one.palette,
        one.pixels,
        one.shadow,
        one.flip,
        one.hidden,
      ]),
    ]);
    if (doing !== this.is || !this.scene) {
      this.game.onScreen(said.screen);
      this.free();
      this.scene = this.game.game.scene({
        ...this.spec(said),
        actors: said.actors.map(one => ({
          ...placing(one),
          costume: one.costume,
          facing: one.facing,
          vars: one.vars,
          conditions: one.conditions,
          talking: one.talking,
          steps: steps(one),
        })),
      });
      this.scene.mark();
      this.is = doing;
      this.settingsAre = "";
    }
    if (settings !== this.settingsAre) {
      this.scene.set(this.spec(said));
      for (const [i, actor] of this.scene.actors.entries()) {
        const one = said.actors[i];
        if (!one) continue;
        actor.set(placing(one));
        actor.look({ hidden: one.hidden, flip: one.flip });
      }
      this.settingsAre = settings;
    }
    if (this.scene.now > tick) this.scene.seek(tick);
    return this.scene.actors;
  }

  /** The stage at a tick, and at the ticks around it, if they are requested. */
  shown(said: StageSaid, tick: number): Omit<Shown, "took" | "easel" | "before"> {
    const actors = this.at(said, tick);
    const scene = this.scene!;
    const events = tick > scene.now ? scene.tick(tick - scene.now) : [];
    const frame = scene.render();
    const onion: Shown["onion"] = [];
    if (said.onion) {
      // The room is drawn once, and hides the actors at all ticks.
      if (said.background) scene.set({ ...this.spec(said), background: false });
      for (let distance = said.background ? 0 : 1; distance <= said.onion; distance++)
        for (const other of distance ? [-distance, distance] : [0])
          if (tick + other >= 0) onion.push({ ...scene.peek(tick + other), distance: other });
      if (said.background) scene.set(this.spec(said));
    }
    return {
      ...frame,
      tick,
      state: actors[Math.min(said.selected, actors.length - 1)]!.state(),
      events,
      onion,
      feet: actors.map(actor => actor.feet()),
      placed: actors.flatMap((actor, i) => actor.placed().map(one => ({ ...one, actor: i }))),
    };
  }

  /** The picture at a tick. */
  picture(said: StageSaid, tick: number): Image & { x: number; y: number } {
    this.at(said, tick);
    const scene = this.scene!;
    if (tick > scene.now) scene.tick(tick - scene.now);
    return scene.render();
  }
}

// The settings that need steps: talking is a chore in addition to the actor's own.
export function steps(actor: ActorSaid): Step[] {
  const talk = actor.chore === "talk-start" || actor.chore === "talk-stop";
  return [{ perform: actor.chore }, ...(actor.talking && !talk ? [{ chore: "talk-start" } as Step] : [])];
}

export const placing = (actor: ActorSaid) => ({
  position: [actor.x, actor.y] as const,
  scale: actor.scale,
  zplane: actor.zplane,
  palette: actor.palette,
  pixels: actor.pixels,
  shadow_mode: actor.shadow,
});
