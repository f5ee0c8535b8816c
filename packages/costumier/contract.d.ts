/**
 * The package's face: `import { init } from "costumier"`. The data types stand in src/types.ts.
 *
 * Everything is synchronous, made for a worker or Node. The package fetches nothing, keeps no global state and knows no page.
 * Calls throw {@link CostumierError}: `error.kind`, `.fault`, `.file`, `.at` (byte), `.hint`; `error.toJSON()` is a `Failure` for
 * `postMessage`.
 */
import type {
  ActionRow, ActorSettings, ActorSpec, ActorState, BytePart, Chore, CommandRow, CostumeColours, CostumeEntry, CostumeRow,
  CostumeStructure, ExportedFile, ExportOptions, Facing, Failure, Film, FoundGame, Frame, GameFile, GameInfo, GameOptions, Image,
  IndexedFrame, Palette, Peek, Picture, PictureKey, PixelChain, PlacedPicture, Rectangle, RoomInfo, Run, SceneSpec, ScreenName,
  Statement, Step, TickEvent, Timeline,
} from "./src/types.js";
export * from "./src/types.js";
export { CostumierError } from "./src/errors.js";

/** Where the WebAssembly comes from: its bytes, a compiled module, or a response (of `fetch`, or promised). */
export type WasmSource = BufferSource | WebAssembly.Module | Response | Promise<Response>;

/**
 * Starts an instance. Every call gives a fresh one with memory of its own; give it the `WebAssembly.Module` to start quickly
 * (`costumier.module` of an earlier one). A `Response` of the wrong MIME type works too.
 */
export declare function init(wasm: WasmSource): Promise<Costumier>;

/** A running instance. */
export declare class Costumier {
  readonly module: WebAssembly.Module;
  readonly version: string;
  /**
   * Why it is of no use any more: a mistake of the program stopped it (`kind: "panic"`). Every later call throws this. Start a
   * fresh one from `module`, open the game again. `null` while all is well.
   */
  readonly dead: CostumierError | null;
  /** Bytes of memory that it has. It never shrinks. */
  readonly memory: number;
  /** The games among these files, also inside of archives and images; those that cannot be opened say why. */
  games(files: readonly GameFile[]): FoundGame[];
  /** Opens the game among these files; of several, `options.which` says which (else `several-games` names them). */
  openGame(files: readonly GameFile[], options?: GameOptions): Game;
}

/** Files that are in memory. */
export declare function fromBytes(files: Iterable<readonly [name: string, bytes: Uint8Array]>): GameFile[];
/**
 * Files of a browser, read in a worker with `FileReaderSync`. Names are `webkitRelativePath`, or the file's name; `[path, file]`
 * says another. A file that changed or vanished meanwhile becomes an error of kind `source` that says so.
 */
export declare function fromFiles(files: Iterable<File | readonly [path: string, file: Blob]>): GameFile[];
// In "costumier/node": fromFolder(path): GameFile[] & Disposable; fromFile(path)

/** An open game. */
export declare class Game {
  /** `info --json`, and what a viewer has to know. */
  info(): GameInfo;
  /** All costumes, from the directory and the scripts: none is opened, so this is quick. */
  costumes(): CostumeEntry[];
  /** A costume in a few numbers, with its badge; one that cannot be opened is a row too. */
  row(id: number): CostumeRow;
  /**
   * A costume standing to the south, or what comes nearest to it, for a list: never throws for a broken costume, but gives
   * no frames. In the colours of exports.
   */
  thumbnail(id: number, options?: { readonly maxFrames?: number; readonly maxTicks?: number }): Film;
  /** Opens a costume. */
  costume(id: number): Costume;
  /** A room: its size, boxes, z-planes, what is odd. */
  room(id: number): RoomInfo;
  /** Its picture. */
  roomPicture(id: number): Image;
  /** A z-plane of a room: opaque where it hides (data: that pixel of the room's picture, else transparent). */
  roomPlane(id: number, plane: number): Image;
  /** A room's palette, as applied. */
  palette(room: number): Palette;
  /** Each different palette once, with the rooms that have it. */
  palettes(): Palette[];
  /** A scene that goes on. */
  scene(spec: SceneSpec): Scene;
  /** The files that `costumier export` writes for these costumes with these options, byte for byte. `null`: all costumes. */
  export(ids: readonly number[] | null, options?: ExportOptions): ExportedFile[];
  /** The same one costume at a time, for progress and to be able to stop; ends as a zip. */
  exportJob(ids: readonly number[] | null, options?: ExportOptions): ExportJob;
  /** The same game on another screen. Files are shared. */
  onScreen(screen: ScreenName): Game;
  free(): void;
  [Symbol.dispose](): void;
}

/** An export under way. */
export declare class ExportJob {
  readonly done: number;
  readonly total: number;
  /** Exports the next costume. False when all are done. */
  step(): boolean;
  /** The files. After the last step. */
  files(): ExportedFile[];
  /** The files as a zip. After the last step. */
  zip(): Uint8Array<ArrayBuffer>;
  free(): void;
  [Symbol.dispose](): void;
}

/** An open costume. */
export declare class Costume {
  readonly id: number;
  /** The room that owns it. */
  readonly room: number;
  readonly kind: "cost" | "akos";
  /** 4 or 8. */
  readonly directions: number;
  /** The file that it lies in, and where its payload begins there. */
  readonly file: string;
  readonly payloadAt: number;
  /** `dump --json`. */
  structure(): CostumeStructure;
  /** What it can do: chores × facings that have a record. */
  actions(): ActionRow[];
  /** Keys of all pictures. */
  pictures(): PictureKey[];
  /** A picture, in the colours of a room or, without one, those of exports. */
  picture(key: PictureKey, options?: { readonly room?: number; readonly flip?: boolean }): Picture;
  /** What its pixel values become. */
  colours(room?: number): CostumeColours;
  /** The commands of a COST costume. */
  commands(): CommandRow[];
  /** The programs of an AKOS costume, statement by statement. */
  program(): Statement[];
  /** Its programs or commands as text. */
  listing(): string;
  /** A film of a chore. */
  film(chore: Chore, facing: Facing, options?: { readonly room?: number; readonly maxFrames?: number; readonly maxTicks?: number }): Film;
  /** What a chore does until it repeats, freshly begun. */
  timeline(chore: Chore, facing: Facing): Timeline;
  /** Its block's payload, decrypted. */
  payload(): Uint8Array<ArrayBuffer>;
  /** What every byte of it is, without gaps. */
  map(): BytePart[];
  /** The runs of a picture. */
  runs(key: PictureKey): Run[];
  /** The places that a byte shows in: pixels of pictures (`runs` that hold it), and its part of the map. */
  at(byte: number): { readonly part: BytePart; readonly runs: readonly (Run & { readonly picture: PictureKey })[] };
  free(): void;
  [Symbol.dispose](): void;
}

/** A scene that goes on: actors in a room, or on nothing. */
export declare class Scene {
  /** What is said of it now. Steps are those that actors began with. */
  readonly spec: SceneSpec;
  readonly actors: readonly Actor[];
  /** Ticks since the mark. */
  readonly now: number;
  /** Draws it. Into `into` where that fits, else into a buffer of its own. */
  render(into?: Uint8ClampedArray<ArrayBuffer>): Frame;
  renderIndexed(): IndexedFrame;
  /** Draws another tick since the mark, and stays where it is: onion skin. */
  peek(tick: number): Frame;
  /** Lets loops of the interpreter pass; tells what happened. */
  tick(times?: number): TickEvent[];
  /** Goes to a tick since the mark, forwards or back. What was done meanwhile is done again as it was. */
  seek(tick: number): void;
  /** This is tick 0 from now on. */
  mark(): void;
  /** Changes what is said: room, view, background, lights, shadows. Actors go on. `actors` replaces all their settings. */
  set(changes: SceneSpec): void;
  add(actor: ActorSpec): Actor;
  remove(actor: number): void;
  /** The actor that is seen in a pixel of the picture. */
  actorAt(x: number, y: number): number | null;
  /** Where a pixel of the picture comes from, down to the bytes. */
  explain(x: number, y: number): PixelChain | null;
  /**
   * The scene as a file for `costumier render`, with all that was done since the beginning as steps, so that it draws what is
   * seen now. (Settings count from the start; peeks do not count.)
   */
  toFile(name?: string): string;
  free(): void;
  [Symbol.dispose](): void;
}

/** An actor of a scene. */
export declare class Actor {
  /** Its place in the scene, from 0. It moves up when one before it is removed. */
  readonly index: number;
  readonly settings: ActorSettings;
  /** Starts afresh: empty limbs, `init`, then this chore; marks tick 0. What a viewer's buttons mean. */
  perform(chore: Chore, facing: Facing): void;
  /** Does something in the loop that is drawn next, as a script does it: other limbs go on. */
  do(step: Step): void;
  /** Changes settings: position, scale, z-plane, palette, variables, conditions, talking … It goes on with what it does. */
  set(changes: ActorSettings): void;
  /** Solo, mute and flip: how a viewer looks at it. */
  look(peek: Peek): void;
  state(): ActorState;
  /** What it shows now, with the rectangles: limb outlines. */
  placed(): PlacedPicture[];
  /** Where its feet are, in room pixels. */
  feet(): readonly [number, number];
  /** What it does from the mark on until it repeats. Nothing of the scene changes. */
  timeline(): Timeline;
}
