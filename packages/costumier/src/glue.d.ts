/** The generated glue, as far as the package calls it. `cargo xtask wasm` makes dist/glue.js. */
import type { GameFile } from "./types.js";

export interface Glue {
  initSync(options: { module: WebAssembly.Module }): unknown;
  memory(): WebAssembly.Memory;
  on_panic(tell: (message: string) => void): void;
  panic_for_test(): void;
  version(): string;
  find_games(files: readonly GameFile[]): string;
  readonly Game: new (files: readonly GameFile[], options: string) => RawGame;
}

export interface Freed {
  free(): void;
}

/** Calls of games that are written by hand. */
export interface RawGame {
  put(
    ids: Float64Array, rooms: Float64Array, roomIds: Float64Array, lengths: Uint32Array, blocks: Uint8Array, allIds: boolean,
    noPadding: boolean,
  ): RawPut;
}

/** The pixels of a scene's last drawing. */
export interface RawScene {
  readonly pixels: number;
  readonly transparent: number | undefined;
  frame(): Int32Array;
  palette(): Uint8Array<ArrayBuffer>;
}

export function glue(): Glue;

// border: written by crates/costumier-api/tests/border
export interface RawGame extends Freed {
  info(): string;
  costumes(): string;
  room(id: number): string;
  costume(id: number): RawCostume;
  scene(scene: string): RawScene;
  with_costume(id: number, payload: Uint8Array): RawGame;
  palette(room: number): Uint8Array<ArrayBuffer>;
  costume_called(name: string): number;
  unused(): string;
  clashes(): string;
  find(width: number, pixels: Uint8Array, bytesPerPixel: number): string;
  find_png(png: Uint8Array): string;
  whatis(width: number, rgba: Uint8Array): string;
  whatis_png(png: Uint8Array): string;
  row(id: number): string;
  thumbnail(id: number, frames: number, ticks: number): RawFilm;
  room_picture(id: number, plane: number | undefined): Uint8ClampedArray<ArrayBuffer>;
  palettes(): string;
  job(ids: Float64Array | undefined, options: string): RawJob;
  montage(ids: Float64Array | undefined, options: string): Uint8Array<ArrayBuffer>;
  apply(patch: Uint8Array): RawFileList;
  patched(patch: Uint8Array): RawGame;
  on_screen(screen: string): RawGame;
  differing(other: this): Uint32Array;
  draft(id: number): RawDraft;
  room_draft(room: number): RawRoomDraft;
}

export interface RawCostume extends Freed {
  head(): string;
  outline(): string;
  actions(): string;
  payload(): Uint8Array<ArrayBuffer>;
  structure(): string;
  listing(): string;
  pictures(): Uint16Array;
  contact_sheet(options: string): Uint8Array<ArrayBuffer>;
  variables(): Uint8Array<ArrayBuffer>;
  picture(limb: number, index: number, room: number | undefined, flip: boolean): RawPicture;
  colours(room: number | undefined): string;
  looks(): string;
  film(chore: string, facing: string, room: number | undefined, frames: number, ticks: number): RawFilm;
  map(): string;
  runs(limb: number, index: number): string;
  at(byte: number): string;
  commands(): string;
  timeline(chore: string, facing: string): string;
}

export interface RawScene extends Freed {
  readonly now: number;
  render(): void;
  peek_at(tick: number): void;
  seek(tick: number): void;
  mark(): void;
  tick(times: number): string | undefined;
  perform(actor: number, step: string): void;
  place(actor: number, x: number, y: number): void;
  set(settings: string): void;
  set_actor(actor: number, settings: string): void;
  add(actor: string): number;
  remove(actor: number): void;
  state(actor: number): string;
  feet(actor: number): Int32Array;
  anchor(actor: number): Int32Array;
  look(actor: number, hidden: number, flip: boolean): void;
  placed(actor: number): Int32Array;
  timeline(actor: number): string;
  actor_at(x: number, y: number): number | undefined;
  explain(x: number, y: number): string;
  to_scene(name: string | undefined): string;
  spec(): string;
  render_indexed(): void;
  put_costume(id: number, payload: Uint8Array): void;
  spreads(actor: number, margin: number): Int32Array;
  movie(lead: number, format: string, scaleUp: number, ticksPerSecond: number, longest: number): RawMovie;
}

export interface RawMovie extends Freed {
  bytes(): Uint8Array<ArrayBuffer>;
  readonly is_cut: boolean;
}

export interface RawFilm extends Freed {
  head(): string;
  frame(number: number): Uint8ClampedArray<ArrayBuffer>;
}

export interface RawPicture extends Freed {
  head(): string;
  indices(): Uint8Array<ArrayBuffer>;
  rgba(): Uint8ClampedArray<ArrayBuffer>;
}

export interface RawJob extends Freed {
  readonly done: number;
  readonly total: number;
  step(): boolean;
  paths(): string;
  file(number: number): Uint8Array<ArrayBuffer>;
  zip(): Uint8Array<ArrayBuffer>;
}

export interface RawDraft extends Freed {
  notes(): string;
  head(): string;
  rows(limb: number, index: number): Uint8Array<ArrayBuffer>;
  record(chore: number, direction: string): string;
  windows(chore: number, facing: string): string;
  program(): string;
  check_program(text: string): string;
  stretch(at: number): string;
  paint(limb: number, index: number, width: number, height: number, x: number, y: number, rows: Uint8Array): void;
  apply(edit: string): void;
  undo(): boolean;
  redo(): boolean;
  edits(): string;
  pack(): RawPacked;
  files(pictures: string): RawFileList;
  names_pictures(file: Uint8Array): boolean;
  bring(file: Uint8Array, options: string): RawBrought;
}

export interface RawPacked extends Freed {
  payload(): Uint8Array<ArrayBuffer>;
  report(): string;
  game(): RawGame;
}

export interface RawRoomDraft extends Freed {
  notes(): string;
  head(): string;
  rows(picture: string): Uint8Array<ArrayBuffer>;
  paint(picture: string, x: number, y: number, width: number, height: number, rows: Uint8Array): void;
  apply(edit: string): void;
  undo(): boolean;
  redo(): boolean;
  edits(): string;
  pack(): RawPackedRoom;
  files(): RawFileList;
}

export interface RawPackedRoom extends Freed {
  payload(): Uint8Array<ArrayBuffer>;
  report(): string;
}

export interface RawBrought extends Freed {
  report(): string;
  rows(number: number): Uint8Array<ArrayBuffer>;
  foreign(number: number): Uint16Array<ArrayBuffer>;
}

export interface RawPut extends Freed {
  report(): string;
  written(form: string): RawFileList;
}

export interface RawFileList extends Freed {
  readonly count: number;
  name(file: number): string;
  bytes(file: number): Uint8Array<ArrayBuffer>;
  zip(): Uint8Array<ArrayBuffer>;
}
// border: end
