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

interface Freed {
  free(): void;
}

export interface RawGame extends Freed {
  info(): string;
  costumes(): string;
  row(id: number): string;
  thumbnail(id: number, frames: number, ticks: number): RawFilm;
  costume(id: number): RawCostume;
  scene(spec: string): RawScene;
}

export interface RawFilm extends Freed {
  head(): string;
  frame(number: number): Uint8ClampedArray<ArrayBuffer>;
}

export interface RawCostume extends Freed {
  head(): string;
  structure(): string;
  actions(): string;
  pictures(): Uint16Array;
  picture(limb: number, index: number, room: number | undefined, flip: boolean): RawPicture;
  colours(room: number | undefined): string;
  film(record: number, room: number | undefined, frames: number, ticks: number): RawFilm;
  payload(): Uint8Array<ArrayBuffer>;
  listing(): string;
}

export interface RawPicture extends Freed {
  head(): string;
  indices(): Uint8Array<ArrayBuffer>;
  rgba(): Uint8ClampedArray<ArrayBuffer>;
}

export interface RawScene extends Freed {
  render(): void;
  readonly pixels: number;
  frame(): Int32Array;
  tick(times: number): void;
  perform(actor: number, step: string): void;
  change(spec: string): void;
  place(actor: number, x: number, y: number): void;
}

export function glue(): Glue;
