/**
 * Answers the page's requests, and is the only module that calls the package `costumier`. It keeps the open game, its latest
 * costumes and the scene on the stage. Another chore makes a new scene; other changes are made in the running one.
 */
import type { ActionRow, Costume, Costumier, Game } from "costumier";
import type { Editor } from "costumier/edit";
import type { DraftOp, Drafts } from "./drafts";
import { lit } from "./lit";
import { openGiven, type OpenedGame } from "./opening";
import type { CostumeKnown, Op, Ops, RowKnown, Shown, StageSaid } from "./protocol";
import { ShownGame } from "./shown-game";
import { Staged } from "./staged";

const KEPT = 6;

type Answers<O extends Op = Op> = {
  [A in O]: (asked: Ops[A]["asked"]) => Ops[A]["answer"] | Promise<Ops[A]["answer"]>;
};

/** Reports progress. */
export type Tell = (text: string, done?: number, total?: number) => void;

export class Session {
  private opened: OpenedGame | null = null;
  private costumes = new Map<string, Costume>();
  /** The stage. */
  private now: Staged | null = null;
  /** The same stage before a patch or edits. */
  private earlier: Staged | null = null;
  /** The drafts, once a costume is edited. */
  drafts: Drafts | null = null;

  constructor(
    private readonly costumier: Costumier,
    private readonly progress: Tell,
    /** Starts the module that opens costume folders. */
    private readonly editor: () => Promise<Editor>,
  ) {}

  answer(op: Op, asked: unknown): unknown {
    const answers: Partial<Answers> = { ...this.drafts?.answers, ...this.answers };
    return (answers[op] as (asked: unknown) => unknown)(asked);
  }

  private get stage(): Staged {
    if (!this.now) throw new Error("no game is open");
    return this.now;
  }

  private get shown(): ShownGame {
    return this.stage.game;
  }

  // The stage before a patch or the edits.
  private get before(): Staged {
    this.earlier ??= new Staged(new ShownGame(this.opened?.patch?.before ?? this.original, false));
    return this.earlier;
  }

  /** Whether the game was made around a costume. */
  get isFolder(): boolean {
    return this.opened?.folder != null;
  }

  /** The game on the chosen screen, with edits. */
  get open(): Game {
    return this.shown.game;
  }

  /** The game of the files, without edits. */
  get original(): Game {
    return this.shown.original;
  }

  private costume(id: number): Costume {
    return this.keptCostume(this.open, id);
  }

  // A costume on a screen: its colours depend on the screen.
  private keptCostume(game: Game, id: number): Costume {
    const key = `${this.shown.nameOf(game)} ${id}`;
    const have = this.costumes.get(key);
    if (have) {
      this.costumes.delete(key);
      this.costumes.set(key, have);
      return have;
    }
    const made = game.costume(id);
    this.costumes.set(key, made);
    for (const [old, costume] of this.costumes) {
      if (this.costumes.size <= KEPT) break;
      this.costumes.delete(old);
      costume.free();
    }
    return made;
  }

  private close(): void {
    for (const costume of this.costumes.values()) costume.free();
    this.costumes.clear();
    this.drafts?.close();
    for (const staged of [this.earlier, this.now]) {
      staged?.free();
      staged?.game.free();
    }
    this.opened?.patch?.before.free();
    this.now = this.earlier = this.opened = null;
  }

  private readonly answers: Answers<Exclude<Op, DraftOp>> = {
    open: async asked => {
      this.close();
      this.progress("Reading the game's directory …");
      const opened = await openGiven(asked, this.costumier, this.editor, this.progress);
      const { game, notes, patch } = opened;
      this.opened = opened;
      this.now = new Staged(new ShownGame(game));
      this.progress("Asking its scripts who wears what …");
      const [info, costumes, patched] = [game.info(), game.costumes(), patch?.costumes ?? null];
      return { info, costumes, isBare: this.isFolder, notes, patched };
    },
    rows: ({ ids }) => ids.map(id => ({ ...this.open.row(id), does: this.does(id) })),
    room: ({ id }) => this.open.room(id),
    costume: ({ id }) => this.known(id),
    film: ({ id, moving }) => {
      // The wardrobe uses the game's own screen, so its pictures do not change with the stage.
      const game = this.shown.base;
      if (!moving) return game.thumbnail(id, { maxFrames: 24 });
      const costume = this.keptCostume(game, id);
      const actions = costume.actions();
      const best =
        actions.find(a => a.role === "walk" && a.facing === "south") ??
        actions.find(a => a.role === "walk") ??
        actions.at(-1);
      return best ? costume.film(best.chore, best.angle, { maxFrames: 24 }) : game.thumbnail(id);
    },
    stage: ({ said, tick }) => this.show(said, tick),
    clip: ({ said }) => this.of(said).at(said, Infinity)[said.selected]!.timeline(),
    actorAt: ({ x, y }) => this.stage.scene?.actorAt(x, y) ?? null,
    chain: ({ x, y }) => this.stage.scene?.explain(x, y) ?? null,
    colours: ({ id, room }) => {
      const costume = this.costume(id);
      return { ...costume.colours(room ?? undefined), looks: costume.looks() };
    },
    palette: ({ room }) => this.open.palette(room).rgb,
    plane: ({ room, plane }) => this.open.roomPlane(room, plane),
    objects: ({ room }) => this.open.room(room).objects,
    bytes: ({ id }) => {
      const costume = this.costume(id);
      return {
        id,
        file: costume.file,
        payloadAt: costume.payloadAt,
        payload: costume.payload(),
        parts: costume.map(),
        program: costume.kind === "akos" ? costume.program() : [],
        commands: costume.kind === "cost" ? costume.commands() : [],
      };
    },
    byteAt: ({ id, byte }) => this.costume(id).at(byte),
    lit: ({ actor, key, run, pixels }) => {
      const { scene } = this.stage;
      return scene ? lit(scene, this.costume(scene.actors[actor]!.state().costume), actor, key, run, pixels) : [];
    },
    picture: ({ id, key, room }) => {
      const costume = this.costume(id);
      const { width, height, data } = costume.picture(key, room === null ? {} : { room });
      return { width, height, data, runs: costume.runs(key) };
    },
    pictures: ({ id, keys, room }) => {
      const costume = this.costume(id);
      return keys.map(key => {
        try {
          return costume.picture(key, room === null ? {} : { room });
        } catch {
          return null;
        }
      });
    },
    beforeAfter: async ({ said, scale }) => {
      const { beforeAndAfter } = await import("./before-after");
      this.stage.at(said, 0);
      this.before.at(said, 0);
      return beforeAndAfter(this.open, this.before.game.game, said, scale);
    },
    worn: () => [...this.shown.worn].map(([id, payload]) => ({ id, payload: payload.slice() })),
    wear: ({ id, payload }) => {
      this.wear(id, payload);
      return null;
    },
    movie: ({ said, speed, format, scale, aside }) => {
      const staged = aside ? new Staged(this.of(said).game) : this.of(said);
      try {
        staged.at(said, 0);
        if (!aside) this.progress("Drawing what the stage shows …");
        const ticks = Math.min(60, this.open.info().ticks_per_second * speed);
        const made = staged.scene!.movie({ format, lead: said.selected, scale_up: scale, ticks_per_second: ticks });
        return { bytes: made.bytes, cut: made.is_cut };
      } finally {
        if (aside) staged.free();
      }
    },
    webm: async ({ said, speed, scale, colour }) => {
      const { video } = await import("./video");
      return video(this.of(said), said, speed, scale, colour, this.progress);
    },
    export: async asked => (await import("./exported")).exported(this.shown.at(asked.screen), asked, this.progress),
    folder: async ({ id }) => {
      const edited = this.drafts?.folder(id);
      if (edited) return edited;
      const given = this.opened?.folder;
      if (!given) return null;
      const draft = (await this.editor()).openCostume(given, this.opened!.generation);
      try {
        return draft.zip();
      } finally {
        draft.free();
      }
    },
    unused: () => this.original.unused(),
    clashes: () => this.open.clashes(),
    memory: () => ({ bytes: this.costumier.memory }),
    fail: () => {
      throw new WebAssembly.RuntimeError("unreachable");
    },
  };

  private does(id: number): RowKnown["does"] {
    let costume: Costume | null = null;
    try {
      costume = this.open.costume(id);
      const actions = costume.actions();
      const has = (role: string) => actions.some(one => one.role === role);
      const count = (of: (one: ActionRow) => unknown) => new Set(actions.map(of)).size;
      return {
        walks: has("walk"),
        talks: has("talk-start") || has("talk start"),
        directions: count(one => one.facing),
        actions: count(one => one.chore),
      };
    } catch {
      return null;
    } finally {
      costume?.free();
    }
  }

  private known(id: number): CostumeKnown {
    const costume = this.costume(id);
    const { limbs, bounds, records } = costume.outline();
    return {
      id,
      name: this.open.costumes().find(one => one.id === id)?.name ?? null,
      room: costume.room,
      kind: costume.kind,
      directions: costume.directions,
      records,
      actions: costume.actions().map(one => ({
        ...one,
        name: this.drafts?.nameOf(id, one.chore) ?? one.name,
        role: (one.role?.replace(" ", "-") ?? null) as typeof one.role,
      })),
      limbs,
      bounds,
      variables: costume.kind === "akos" ? costume.variables() : [],
    };
  }

  /** Makes a new scene at the next request, so that actors start their chores with the present records. */
  beginAnew(): void {
    this.now?.beginAnew();
  }

  /** Shows a block in place of the game's, on the stage and in all panels. */
  wear(id: number, payload: Uint8Array): void {
    for (const [key, costume] of this.costumes)
      if (key.endsWith(` ${id}`)) {
        this.costumes.delete(key);
        costume.free();
      }
    this.shown.wear(id, payload);
    this.stage.scene?.putCostume(id, payload);
  }

  // The requested stage: the present one, or the one before the edits.
  private of(said: StageSaid): Staged {
    return said.compare === "before" ? this.before : this.stage;
  }

  private show(said: StageSaid, tick: number): Shown {
    const began = performance.now();
    const staged = this.of(said);
    const shown = staged.shown(said, tick);
    const compares = said.compare === "both" || said.compare === "difference";
    const selected = staged.scene!.actors[Math.min(said.selected, staged.scene!.actors.length - 1)]!;
    return {
      ...shown,
      before: compares ? this.before.picture(said, tick) : null,
      took: performance.now() - began,
      easel: (said.edits && staged === this.now && this.drafts?.easel(selected)) || null,
    };
  }
}
