/** An open game. */
import { Costume } from "./costume.js";
import { CostumierError } from "./errors.js";
import { ExportJob } from "./exports.js";
import { count, reading } from "./files.js";
import { film } from "./film.js";
import type { RawGame } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import { MOST_TICKS, bytes, fields, json, object, whole } from "./numbers.js";
import { Scene } from "./scene.js";
import type {
  ClashesReport, CostumeEntry, CostumeRow, ExportedFile, ExportOptions, Film, GameFile, GameInfo, GameOptions, Image,
  MontageOptions, Palette,
  PaletteRooms, RoomInfo, SceneSpec, ScreenName, UnusedReport,
} from "./types.js";

/** An open game. Free it after use; objects that were opened from it stay valid. */
export class Game {
  readonly #core: Core;
  readonly #game: Handle<RawGame>;
  readonly #files: readonly GameFile[];
  readonly #options: GameOptions;
  /** The files that it reads: `#files`, or those of the game that it was made from. */
  readonly #read: readonly GameFile[];

  private constructor(core: Core, raw: RawGame, files: readonly GameFile[], options: GameOptions, read = files) {
    this.#core = core;
    this.#files = files;
    this.#options = options;
    this.#read = read;
    this.#game = new Handle(core, "game", raw, () => count(read, -1));
    count(read, 1);
  }

  /** @internal */
  static open(core: Core, files: readonly GameFile[], options: GameOptions): Game {
    return reading(files, () => {
      const raw = core.call(() => new core.glue.Game([...files], json("options", options)));
      return new Game(core, raw, files, options);
    });
  }

  /** A game that the instance made: with files in its memory, and those of `base`. @internal */
  static around(core: Core, raw: RawGame, base?: Game): Game {
    return new Game(core, raw, [], {}, base === undefined ? [] : base.#read);
  }

  /** @internal */
  call<R>(act: (raw: RawGame) => R): R {
    return this.#game.call(act);
  }

  /** The facts of `info --json`, and some for viewers. */
  info(): GameInfo {
    return this.#game.json((raw) => raw.info());
  }

  /** All costumes, from the directory and the scripts. This is quick, because no costume is opened. */
  costumes(): CostumeEntry[] {
    return this.#game.json((raw) => raw.costumes());
  }

  /** What the game holds and never shows. All costumes and scripts are read: a large game takes seconds. */
  unused(): UnusedReport {
    return this.#game.json((raw) => raw.unused());
  }

  /** Rooms in which costumes look unlike at home; reads all costumes, rooms and scripts. */
  clashes(): ClashesReport {
    return this.#game.json((raw) => raw.clashes());
  }

  /** A costume in a few numbers, with its badge. A costume that cannot be opened has a row too. */
  row(id: number): CostumeRow {
    return this.#game.json((raw) => raw.row(whole("costume", id)));
  }

  /**
   * A small film for lists: the costume stands and faces south, or does the nearest thing to that. Its colours are those of
   * exports. A broken costume has no frames, and does not throw; one that does not exist throws.
   */
  thumbnail(id: number, options: { readonly maxFrames?: number; readonly maxTicks?: number } = {}): Film {
    const [maxFrames = 24, maxTicks = 240] = fields("thumbnail", options, "maxFrames", "maxTicks");
    const [frames, ticks] = [whole("maxFrames", maxFrames, MOST_TICKS), whole("maxTicks", maxTicks, MOST_TICKS)];
    return this.#game.call((raw) => film(raw.thumbnail(whole("costume", id), frames, ticks)));
  }

  /** Opens a costume, by its id or its name. */
  costume(costume: number | string): Costume {
    const id = typeof costume === "string" ? this.costumeCalled(costume) : whole("costume", costume);
    return new Costume(this.#core, this.#game.call((raw) => raw.costume(id)));
  }

  /** The id of the costume with this name, or with this part of it: three letters at least. */
  costumeCalled(name: string): number {
    return this.#game.call((raw) => raw.costume_called(name));
  }

  /** A room: its size, boxes, z-planes, and problems. */
  room(id: number): RoomInfo {
    return this.#game.json((raw) => raw.room(whole("room", id)));
  }

  /** The picture of a room. */
  roomPicture(id: number): Image {
    return image(this.#game.call((raw) => raw.room_picture(whole("room", id), undefined)));
  }

  /** A z-plane of a room, from 1 on: the room's pixels where it hides actors, and transparent ones elsewhere. */
  roomPlane(id: number, plane: number): Image {
    return image(this.#game.call((raw) => raw.room_picture(whole("room", id), whole("plane", plane))));
  }

  /** A room's palette, as applied. */
  palette(room: number): Palette {
    const rgb = this.#game.call((raw) => raw.palette(whole("room", room)));
    const same = this.#palettes().find((it) => it.rooms.includes(room));
    return { rgb, room, block: same?.block ?? null, rooms: same?.rooms ?? [room] };
  }

  /** Each different palette once, with the rooms that have it. */
  palettes(): Palette[] {
    return this.#palettes().map(({ block, rooms }) => {
      const room = rooms[0]!;
      return { rgb: this.#game.call((raw) => raw.palette(room)), room, block, rooms };
    });
  }

  #palettes(): PaletteRooms[] {
    return this.#game.json((raw) => raw.palettes());
  }

  /** Starts a scene. */
  scene(spec: SceneSpec): Scene {
    return new Scene(this.#core, (text) => this.#game.call((raw) => raw.scene(text)), spec);
  }

  /**
   * The files that `costumier export` writes for these costumes with these options, byte for byte. `null`: all
   * costumes.
   */
  export(ids: readonly number[] | null, options: ExportOptions = {}): ExportedFile[] {
    const job = this.exportJob(ids, options);
    try {
      return job.files();
    } finally {
      job.free();
    }
  }

  /** As {@link export}, one costume at a time, to show progress and to be stopped. It ends as files or as a zip. */
  exportJob(ids: readonly number[] | null, options: ExportOptions = {}): ExportJob {
    const asked = listOf(ids);
    object("export", options);
    for (const name of ["formats", "chore", "facing", "picture"] as const) {
      const one = options[name];
      if (one !== undefined && !Array.isArray(one)) throw CostumierError.usage(`\`${name}\` is a list: [${JSON.stringify(one)}]`);
    }
    return new ExportJob(this.#core, this.#game.call((raw) => raw.job(asked, json("export", options))));
  }

  /**
   * A picture of these costumes, each once and with its name: the file that `costumier montage` writes. `null`: all
   * costumes.
   */
  montage(ids: readonly number[] | null, options: MontageOptions = {}): Uint8Array<ArrayBuffer> {
    return this.#game.call((raw) => raw.montage(listOf(ids), json("montage", options)));
  }

  /**
   * Returns the same game with another block for a costume, such as an edited one (`costumier/edit`). This game does not
   * change; free it after use.
   */
  withCostume(id: number, payload: Uint8Array): Game {
    const raw = this.#game.call((raw) => raw.with_costume(whole("costume", id), bytes("payload", payload)));
    return new Game(this.#core, raw, this.#files, this.#options, this.#read);
  }

  /** Returns the game on another screen, without edited costumes. Both share the files. */
  onScreen(screen: ScreenName): Game {
    // Only the module that edits makes games.
    if (!this.#files.length) return Game.around(this.#core, this.#game.call((raw) => raw.on_screen(screen)), this);
    return Game.open(this.#core, this.#files, { ...this.#options, screen });
  }

  free(): void {
    this.#game.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

/** Returns ids for the instance, or `undefined` for all costumes. */
function listOf(ids: readonly number[] | null): Float64Array | undefined {
  if (ids !== null && !Array.isArray(ids)) throw CostumierError.usage("export wants a list of ids: [1]");
  return ids === null ? undefined : Float64Array.from(ids, (id) => whole("costume", id));
}

/** A picture behind its width and height. */
function image(raw: Uint8ClampedArray<ArrayBuffer>): Image {
  const head = new DataView(raw.buffer, raw.byteOffset, 8);
  return { width: head.getUint32(0, true), height: head.getUint32(4, true), data: raw.slice(8) };
}
