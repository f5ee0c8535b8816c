/**
 * Answers the page's requests, and is the only module that calls the package `costumier`. It keeps the open game, its latest
 * costumes and the scene on the stage. A scene is made anew only when an actor does another thing; otherwise it is changed and
 * goes on.
 */
import type {
  ActionRow,
  Actor,
  Costume,
  Costumier,
  Game,
  GameFile,
  PictureKey,
  Rectangle,
  Run,
  Scene,
  SceneSpec,
  Step,
} from "costumier";
import type { Editor } from "costumier/edit";
import { CostumierError, fromFiles } from "costumier/light";
import type { Drafts } from "./drafts";
import type { ActorSaid, CostumeKnown, Exported, FileRef, Op, Ops, RowKnown, Shown, StageSaid } from "./protocol";
import { overHttp } from "./served";
import { ShownGame } from "./shown-game";

const KEPT = 6;
/** Most places of the stage that are asked for one run. */
const MOST_LIT = 1500;
/** Most ticks of a video before its actors repeat. */
const LONGEST = 600;

type Answers = { [O in Op]: (asked: Ops[O]["asked"]) => Ops[O]["answer"] | Promise<Ops[O]["answer"]> };

/** Says how far something is. */
export type Tell = (text: string, done?: number, total?: number) => void;

export class Session {
  private game: ShownGame | null = null;
  private costumes = new Map<string, Costume>();
  private scene: Scene | null = null;
  private sceneIs = "";
  private settingsAre = "";
  /** What is edited, once that is asked for. */
  drafts: Drafts | null = null;
  /** Whether the game was made around a costume folder. */
  isFolder = false;
  /** The files of the costume folder that is open. */
  private given: readonly GameFile[] | null = null;

  constructor(
    private readonly costumier: Costumier,
    private readonly progress: Tell,
    /** Starts the module that opens costume folders. */
    private readonly editor: () => Promise<Editor>,
  ) {}

  answer(op: Op, asked: unknown): unknown {
    return (this.answers[op] as (asked: unknown) => unknown)(asked);
  }

  private get shown(): ShownGame {
    if (!this.game) throw new Error("no game is open");
    return this.game;
  }

  /** The game as it is shown. */
  get open(): Game {
    return this.shown.game;
  }

  /** The game as its files are. */
  get original(): Game {
    return this.shown.original;
  }

  private costume(id: number): Costume {
    return this.keptCostume(this.open, id);
  }

  // A costume as a screen shows it: the same costume of the same game has other colours on another one.
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
    this.scene?.free();
    for (const costume of this.costumes.values()) costume.free();
    this.drafts?.close();
    this.game?.free();
    this.scene = this.game = this.given = null;
    this.isFolder = false;
    this.sceneIs = "";
    this.costumes.clear();
  }

  private readonly answers: Answers = {
    open: async ({ files, names, which }) => {
      this.close();
      this.progress("Reading the game's directory …");
      const options = { ...(which ? { which } : {}), ...(names ? { names } : {}) };
      const given = files.map(file);
      let game: Game;
      try {
        game = this.costumier.openGame(given, options);
      } catch (why) {
        game = await this.folder(given, why);
        this.isFolder = true;
        this.given = given;
      }
      this.game = new ShownGame(game);
      this.progress("Asking its scripts who wears what …");
      return { info: game.info(), costumes: game.costumes() };
    },
    rows: ({ ids }) => ids.map(id => ({ ...this.open.row(id), does: this.does(id) })),
    room: ({ id }) => this.open.room(id),
    costume: ({ id }) => this.known(id),
    film: ({ id, moving }) => {
      // The wardrobe keeps the game's own colours: its pictures stay while the stage changes screens.
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
    stage: ({ said, tick }) => this.stage(said, tick),
    clip: ({ said }) => this.at(said, Infinity)[said.selected]!.timeline(),
    actorAt: ({ x, y }) => this.scene?.actorAt(x, y) ?? null,
    chain: ({ x, y }) => this.scene?.explain(x, y) ?? null,
    colours: ({ id, room }) => {
      const costume = this.costume(id);
      return { ...costume.colours(room ?? undefined), looks: costume.looks() };
    },
    palette: ({ room }) => this.open.palette(room).rgb,
    plane: ({ room, plane }) => this.open.roomPlane(room, plane),
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
    lit: ({ actor, key, run, pixels }) => this.lit(actor, key, run, pixels),
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
    draft: asked => this.editing.begin(asked),
    edit: asked => this.editing.edit(asked),
    undo: asked => this.editing.undo(asked),
    before: asked => this.editing.before(asked),
    record: asked => this.editing.record(asked),
    fits: ({ ids }) => this.editing.fits(ids),
    shownBy: ({ id }) => this.editing.shownBy(id),
    out: ({ ids, form }) => this.editing.out(ids, form),
    worn: () => [...this.shown.worn].map(([id, payload]) => ({ id, payload: payload.slice() })),
    wear: ({ id, payload }) => {
      this.wear(id, payload);
      return null;
    },
    sceneFile: ({ name }) => this.scene?.toFile(name) ?? "",
    movie: ({ said, format, scale }) => {
      this.at(said, 0);
      this.progress("Drawing what the stage shows …");
      const ticks = this.open.info().ticks_per_second;
      const made = this.scene!.movie({ format, lead: said.selected, scale_up: scale, ticks_per_second: ticks });
      return { bytes: made.bytes, cut: made.is_cut };
    },
    webm: ({ said, scale, colour }) => this.video(said, scale, colour),
    export: async ({ screen, ids, options, zip }) => {
      const job = this.shown.at(screen).exportJob(ids, options);
      try {
        while (job.step()) {
          this.progress(`${job.done} of ${job.total} costume${job.total === 1 ? "" : "s"}`, job.done, job.total);
          await new Promise(done => setTimeout(done));
        }
        const files = job.files();
        // What a folder of files has besides, one file does not need.
        const [only, ...more] = files.filter(one => !["manifest.json", "index.html"].includes(one.path));
        const odd = oddities(files.find(one => one.path === "manifest.json")?.bytes);
        if (!zip && only && !more.length)
          return { name: only.path.split("/").at(-1)!, bytes: only.bytes, files: 1, odd };
        return { name: zip ?? "costumes.zip", bytes: job.zip(), files: files.length, odd };
      } finally {
        job.free();
      }
    },
    folder: async () => {
      if (!this.given) return null;
      const draft = (await this.editor()).openFolder(this.given);
      try {
        return draft.zip();
      } finally {
        draft.free();
      }
    },
    memory: () => ({ bytes: this.costumier.memory }),
    fail: () => {
      throw new WebAssembly.RuntimeError("unreachable");
    },
  };

  /** The game around a costume folder, loose or as a zip; without one among the files, the reason why they are no game. */
  private async folder(given: readonly GameFile[], why: unknown): Promise<Game> {
    const may = given.some(one => /(^|\/)costume\.toml$|\.zip$/i.test(one.name));
    if (!may || !(why instanceof CostumierError) || why.kind !== "not-a-game") throw why;
    this.progress("Reading the costume folder …");
    const editor = await this.editor();
    let draft;
    try {
      draft = editor.openFolder(given);
    } catch (folder) {
      throw folder instanceof CostumierError && folder.kind === "usage" ? why : folder;
    }
    try {
      return draft.game();
    } finally {
      draft.free();
    }
  }

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
      actions: costume
        .actions()
        .map(one => ({ ...one, role: (one.role?.replace(" ", "-") ?? null) as typeof one.role })),
      limbs,
      bounds,
      variables: costume.kind === "akos" ? costume.variables() : [],
    };
  }

  private spec(said: StageSaid): SceneSpec {
    const { room, background, objects, view, palette } = said;
    return { room, background, objects, view, ...(palette ? { room_palette: palette } : {}) };
  }

  // The scene as it is said, at a tick.
  private at(said: StageSaid, tick: number): readonly Actor[] {
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
    if (doing !== this.sceneIs || !this.scene) {
      this.shown.onScreen(said.screen);
      this.scene?.free();
      this.scene = null;
      this.scene = this.open.scene({
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
      this.sceneIs = doing;
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

  // Where a picture lies says where a pixel of it may show, mirrored or not, smaller or not; the library says of
  // each such place which run made it.
  private lit(actor: number, key: PictureKey, run: Run, pixels: readonly [number, number][]): [number, number][] {
    const { scene } = this;
    const frame = scene?.render();
    if (!scene || !frame || frame.enlarged !== 1) return [];
    const akos = this.costume(scene.actors[actor]!.state().costume).kind === "akos";
    const found = new Map<string, [number, number]>();
    const seen = new Set<string>();
    for (const placed of scene.actors[actor]!.placed()) {
      if (placed.picture.index !== key.index || (!akos && placed.picture.limb !== key.limb)) continue;
      const [left, top, width, height] = placed.area;
      const size = this.costume(scene.actors[actor]!.state().costume).picture(placed.picture);
      for (const [x, y] of pixels) {
        const across = (x * width) / size.width;
        const down = Math.floor((y * height) / size.height);
        for (const column of [Math.floor(across), Math.ceil(width - 1 - across)]) {
          const place: [number, number] = [left + column, top + down];
          const name = place.join();
          const [fx, fy] = [place[0] - frame.x, place[1] - frame.y];
          if (seen.has(name) || seen.size >= MOST_LIT || fx < 0 || fy < 0 || fx >= frame.width || fy >= frame.height)
            continue;
          seen.add(name);
          const touch = scene.explain(fx, fy)?.touches.at(-1);
          if (
            touch?.actor === actor &&
            touch.limb === placed.limb &&
            touch.run?.from === run.from &&
            touch.run.bits[0] === run.bits[0]
          )
            found.set(name, place);
        }
      }
    }
    return [...found.values()];
  }

  // From the tick at which all actors repeat until they repeat again, and as often as it takes for three seconds.
  private async video(said: StageSaid, scale: number, colour: string): Promise<{ bytes: Uint8Array<ArrayBuffer> }> {
    const { encode } = await import("./webm");
    const perSecond = this.open.info().ticks_per_second;
    const clips = this.at(said, Infinity).map(one => one.timeline());
    const start = Math.max(...clips.map(one => one.loops_to ?? 0));
    const rings = clips.map(one => (one.loops_to === null ? one.ticks : one.ticks - one.loops_to));
    const together = rings.reduce(multiple, 1);
    const ring = together <= LONGEST ? together : rings[said.selected]!;
    const count = ring * Math.max(1, Math.ceil((3 * perSecond) / ring));
    const scene = this.scene!;
    const view = said.background ? said.view : around(ring, tick => this.areas(said, start + tick));
    scene.set({ ...this.spec(said), view });
    const cell = new OffscreenCanvas(1, 1);
    const inner = cell.getContext("2d")!;
    const bytes = await encode(
      [view[2] * scale, view[3] * scale],
      perSecond,
      count,
      (pen, picture) => {
        const tick = start + (picture % ring);
        if (scene.now > tick) scene.seek(tick);
        else if (scene.now < tick) scene.tick(tick - scene.now);
        const frame = scene.render();
        [cell.width, cell.height] = [frame.width, frame.height];
        inner.putImageData(new ImageData(frame.data, frame.width, frame.height), 0, 0);
        pen.fillStyle = colour || "#000";
        pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
        const part = scale / frame.enlarged;
        const [x, y] = [(frame.x - view[0]) * scale, (frame.y - view[1]) * scale];
        pen.drawImage(cell, x, y, frame.width * part, frame.height * part);
      },
      done => this.progress(`picture ${done} of ${count}`, done, count),
    );
    return { bytes };
  }

  private areas(said: StageSaid, tick: number): Rectangle[] {
    const actors = this.at(said, tick);
    if (this.scene!.now < tick) this.scene!.tick(tick - this.scene!.now);
    return actors.flatMap(actor => actor.placed().map(one => one.area));
  }

  private get editing(): Drafts {
    if (!this.drafts) throw new Error("the module that edits is not loaded");
    return this.drafts;
  }

  /** Sets the scene up anew when it is asked for next: actors begin their chores by the records as they are now. */
  beginAnew(): void {
    this.sceneIs = "";
  }

  /** Shows a block instead of the game's, on the stage and everywhere. */
  wear(id: number, payload: Uint8Array): void {
    for (const [key, costume] of this.costumes)
      if (key.endsWith(` ${id}`)) {
        this.costumes.delete(key);
        costume.free();
      }
    this.shown.wear(id, payload);
    this.scene?.putCostume(id, payload);
  }

  private stage(said: StageSaid, tick: number): Shown {
    const began = performance.now();
    const actors = this.at(said, tick);
    const scene = this.scene!;
    const events = tick > scene.now ? scene.tick(tick - scene.now) : [];
    const frame = scene.render();
    const onion: Shown["onion"] = [];
    if (said.onion) {
      // The room is seen once, and hides the actors at all ticks.
      if (said.background) scene.set({ ...this.spec(said), background: false });
      for (let distance = said.background ? 0 : 1; distance <= said.onion; distance++)
        for (const other of distance ? [-distance, distance] : [0])
          if (tick + other >= 0) onion.push({ ...scene.peek(tick + other), distance: other });
      if (said.background) scene.set(this.spec(said));
    }
    const selected = actors[Math.min(said.selected, actors.length - 1)]!;
    return {
      ...frame,
      tick,
      state: selected.state(),
      events,
      onion,
      feet: actors.map(actor => actor.feet()),
      placed: actors.flatMap((actor, i) => actor.placed().map(one => ({ ...one, actor: i }))),
      took: performance.now() - began,
      easel: (said.edits && this.drafts?.easel(selected)) || null,
    };
  }
}

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);
const multiple = (a: number, b: number) => (a * b) / divisor(a, b);

// The rectangle of all areas at these ticks.
function around(ticks: number, at: (tick: number) => Rectangle[]): Rectangle {
  const all = Array.from({ length: ticks }, (_, tick) => at(tick)).flat();
  if (!all.length) return [0, 0, 2, 2];
  const [left, top] = [Math.min(...all.map(one => one[0])), Math.min(...all.map(one => one[1]))];
  const [right, bottom] = [Math.max(...all.map(one => one[0] + one[2])), Math.max(...all.map(one => one[1] + one[3]))];
  return [left, top, right - left, bottom - top];
}

// What the manifest says could not be made.
function oddities(manifest: Uint8Array | undefined): Exported["odd"] {
  if (!manifest) return null;
  type Problem = { severity: string; text: string };
  type Row = { id: number; error: { text: string } | null; problems: Problem[]; left_out?: Problem[] };
  const { costumes } = JSON.parse(new TextDecoder().decode(manifest)) as { costumes: Row[] };
  const all = costumes.flatMap(({ id, error, problems, left_out = [] }) => {
    const broken = problems.filter(one => one.severity === "broken");
    return [...(error ? [error] : []), ...broken, ...left_out].map(one => `costume ${id}: ${one.text}`);
  });
  return all[0] === undefined ? null : { text: all[0], count: all.length };
}

// Only what an actor has steps for: talking is a chore on top of what it does.
function steps(actor: ActorSaid): Step[] {
  const talk = actor.chore === "talk-start" || actor.chore === "talk-stop";
  return [{ perform: actor.chore }, ...(actor.talking && !talk ? [{ chore: "talk-start" } as Step] : [])];
}

const placing = (actor: ActorSaid) => ({
  position: [actor.x, actor.y] as const,
  scale: actor.scale,
  zplane: actor.zplane,
  palette: actor.palette,
  pixels: actor.pixels,
  shadow_mode: actor.shadow,
});

function file(ref: FileRef): GameFile {
  if ("blob" in ref) return fromFiles([[ref.name, ref.blob]])[0]!;
  if ("bytes" in ref)
    return { name: ref.name, size: ref.bytes.length, read: (at, length) => ref.bytes.subarray(at, at + length) };
  return overHttp(ref);
}
