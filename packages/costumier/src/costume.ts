/** An open costume. */
import { CostumierError } from "./errors.js";
import { film } from "./film.js";
import type { RawCostume } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import { MOST_TICKS, U16, U8, optional, whole } from "./numbers.js";
import type {
  ActionRow, BytePart, ByteRun, Chore, CommandRow, CostumeColours, CostumeHead, CostumeKind, CostumeOutline, CostumeStructure, Facing,
  Film, Picture, PictureHead, PictureKey, Run, ScriptLook, Statement, Timeline,
} from "./types.js";

const ANGLES: Readonly<Record<string, number>> = {
  north: 0, northeast: 45, east: 90, southeast: 135, south: 180, southwest: 225, west: 270, northwest: 315,
};

/** An open costume. */
export class Costume {
  readonly #costume: Handle<RawCostume>;
  readonly id: number;
  /** The room that owns it. */
  readonly room: number;
  readonly kind: CostumeKind;
  /** 4 or 8. */
  readonly directions: number;
  /** The file that holds it. */
  readonly file: string;
  /** Offset of its payload in that file. */
  readonly payloadAt: number;

  /** @internal */
  constructor(core: Core, raw: RawCostume) {
    this.#costume = new Handle(core, "costume", raw);
    const head = this.#costume.json<CostumeHead>((raw) => raw.head());
    ({ id: this.id, room: this.room, kind: this.kind, directions: this.directions, file: this.file } = head);
    this.payloadAt = head.payload_at;
  }

  /** The facts that drawing needs: limbs, bounds, records. */
  outline(): CostumeOutline {
    return this.#costume.json((raw) => raw.outline());
  }

  /** The variables that its programs (AKOS) read or set. */
  variables(): number[] {
    return [...this.#costume.call((raw) => raw.variables())];
  }

  /** `dump --json`. */
  structure(): CostumeStructure {
    return this.#costume.json((raw) => raw.structure());
  }

  /** Its actions: chores × facings that have a record. */
  actions(): ActionRow[] {
    return this.#costume.json((raw) => raw.actions());
  }

  /** Keys of all pictures. */
  pictures(): PictureKey[] {
    const flat = this.#costume.call((raw) => raw.pictures());
    return Array.from({ length: flat.length / 2 }, (_, i) => ({ limb: flat[2 * i]!, index: flat[2 * i + 1]! }));
  }

  /** A picture in the colours of a room, or without one in those of exports. */
  picture(key: PictureKey, options: { readonly room?: number; readonly flip?: boolean } = {}): Picture {
    return this.#costume.call((costume) => {
      const raw = costume.picture(...numbers(key), optional("room", options.room), options.flip ?? false);
      const head = JSON.parse(raw.head()) as PictureHead;
      const picture = { ...head, key: { limb: key.limb, index: key.index }, data: raw.rgba(), indices: raw.indices() };
      raw.free();
      return picture;
    });
  }

  /** The looks that scripts give it: colours and shadow, for {@link ActorSettings}. */
  looks(): ScriptLook[] {
    return this.#costume.json((raw) => raw.looks());
  }

  /** The colours of its pixel values. */
  colours(room?: number): CostumeColours {
    return this.#costume.json((raw) => raw.colours(optional("room", room)));
  }

  /** The commands of a COST costume; an AKOS costume has none. */
  commands(): CommandRow[] {
    return this.#costume.json((raw) => raw.commands());
  }

  /** The programs of an AKOS costume, statement by statement. */
  program(): Statement[] {
    return [...(this.structure().program ?? [])];
  }

  /** Its programs or commands as text. */
  listing(): string {
    return this.#costume.call((raw) => raw.listing());
  }

  /** A film of a chore in a facing. */
  film(
    chore: Chore,
    facing: Facing,
    options: { readonly room?: number; readonly maxFrames?: number; readonly maxTicks?: number } = {},
  ): Film {
    const record = this.#record(chore, facing);
    const room = optional("room", options.room);
    const maxFrames = whole("maxFrames", options.maxFrames ?? 240, MOST_TICKS);
    const maxTicks = whole("maxTicks", options.maxTicks ?? 600, MOST_TICKS);
    return this.#costume.call((raw) => film(raw.film(record, room, maxFrames, maxTicks)));
  }

  /** What a chore does from its start until it repeats. */
  timeline(chore: Chore, facing: Facing): Timeline {
    const record = this.#record(chore, facing);
    return this.#costume.json((raw) => raw.timeline(record));
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
    return this.#costume.call((raw) => raw.payload());
  }

  /** The meaning of every byte, without gaps. */
  map(): BytePart[] {
    return this.#costume.json((raw) => raw.map());
  }

  /** The runs of a picture: the pixels that each of its bytes codes. */
  runs(key: PictureKey): Run[] {
    return this.#costume.json((raw) => raw.runs(...numbers(key)));
  }

  /** The meaning of a byte of the payload, and the pixels that it codes: runs of all pictures that use it. */
  at(byte: number): { readonly part: BytePart; readonly runs: readonly ByteRun[] } {
    return this.#costume.json((raw) => raw.at(whole("byte", byte)));
  }

  free(): void {
    this.#costume.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

/** Returns a picture's limb and index, checked. */
function numbers({ limb, index }: PictureKey): [number, number] {
  return [whole("limb", limb, U8), whole("index", index, U16)];
}
