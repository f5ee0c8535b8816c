/** An open costume. */
import { CostumierError } from "./errors.js";
import { film } from "./film.js";
import type { RawCostume } from "./glue.js";
import type { Core } from "./instance.js";
import type {
  ActionRow, Chore, CostumeColours, CostumeStructure, Facing, Film, Picture, PictureKey, Statement,
} from "./types.js";

const ANGLES: Readonly<Record<string, number>> = {
  north: 0, northeast: 45, east: 90, southeast: 135, south: 180, southwest: 225, west: 270, northwest: 315,
};

/** An open costume. */
export class Costume {
  readonly #core: Core;
  readonly #raw: RawCostume;
  #freed = false;
  readonly id: number;
  /** The room that owns it. */
  readonly room: number;
  readonly kind: "cost" | "akos";
  /** 4 or 8. */
  readonly directions: number;
  /** The file that it lies in. */
  readonly file: string;
  /** Where its payload begins there. */
  readonly payloadAt: number;

  /** @internal */
  constructor(core: Core, raw: RawCostume) {
    this.#core = core;
    this.#raw = raw;
    const head = core.json<{
      id: number; room: number; kind: "cost" | "akos"; directions: number; file: string; payload_at: number;
    }>(() => raw.head());
    ({ id: this.id, room: this.room, kind: this.kind, directions: this.directions, file: this.file } = head);
    this.payloadAt = head.payload_at;
  }

  get #costume(): RawCostume {
    if (this.#freed) throw CostumierError.freed("costume");
    return this.#raw;
  }

  /** `dump --json`. */
  structure(): CostumeStructure {
    return this.#core.json(() => this.#costume.structure());
  }

  /** What it can do: chores × facings that have a record. */
  actions(): ActionRow[] {
    const rows = this.#core.json<(ActionRow & { given: string | null })[]>(() => this.#costume.actions());
    return rows.map(({ given, ...row }) => ({ ...row, name: given ?? row.name }));
  }

  /** Keys of all pictures. */
  pictures(): PictureKey[] {
    const flat = this.#core.call(() => this.#costume.pictures());
    return Array.from({ length: flat.length / 2 }, (_, i) => ({ limb: flat[2 * i]!, index: flat[2 * i + 1]! }));
  }

  /** A picture, in the colours of a room or, without one, those of exports. */
  picture(key: PictureKey, options: { readonly room?: number; readonly flip?: boolean } = {}): Picture {
    return this.#core.call(() => {
      const raw = this.#costume.picture(key.limb, key.index, options.room, options.flip ?? false);
      const head = JSON.parse(raw.head()) as Omit<Picture, "key" | "data" | "indices">;
      const picture = { ...head, key: { limb: key.limb, index: key.index }, data: raw.rgba(), indices: raw.indices() };
      raw.free();
      return picture;
    });
  }

  /** What its pixel values become. */
  colours(room?: number): CostumeColours {
    return this.#core.json(() => this.#costume.colours(room));
  }

  /** The programs of an AKOS costume, statement by statement. */
  program(): Statement[] {
    return [...(this.structure().program ?? [])];
  }

  /** Its programs or commands as text. */
  listing(): string {
    return this.#core.call(() => this.#costume.listing());
  }

  /** A film of a chore. */
  film(
    chore: Chore,
    facing: Facing,
    options: { readonly room?: number; readonly maxFrames?: number; readonly maxTicks?: number } = {},
  ): Film {
    const record = this.#record(chore, facing);
    return film(this.#core, () =>
      this.#costume.film(record, options.room, options.maxFrames ?? 240, options.maxTicks ?? 600));
  }

  #record(chore: Chore, facing: Facing): number {
    const angle = typeof facing === "number" ? facing : ANGLES[facing];
    const found = this.actions().find((it) => (it.chore === chore || it.role === chore) && it.angle === angle);
    if (found === undefined)
      throw CostumierError.usage(`costume ${this.id} has nothing for ${chore}, facing ${facing}`);
    return found.record;
  }

  /** Its block's payload, decrypted. */
  payload(): Uint8Array<ArrayBuffer> {
    return this.#core.call(() => this.#costume.payload());
  }

  free(): void {
    if (!this.#freed) this.#core.free(this.#raw);
    this.#freed = true;
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
