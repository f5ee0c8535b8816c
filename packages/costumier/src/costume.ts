/** An open costume. */
import { film } from "./film.js";
import type { RawCostume } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import { MOST_TICKS, fields, json, numbers, optional, truth, whole, word } from "./numbers.js";
import type {
  ActionRow, BytePart, ByteRun, Chore, CommandRow, CostumeColours, CostumeHead, CostumeKind, CostumeOutline, CostumeStructure,
  ExportOptions, Facing, Film, Picture, PictureHead, PictureKey, Run, ScriptLook, Statement, Timeline,
} from "./types.js";

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
    const [room, flip] = fields("picture", options, "room", "flip");
    return this.#costume.call((costume) => {
      const raw = costume.picture(...numbers(key), optional("room", room), truth("flip", flip));
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

  /** A film of a chore in a facing. Chores may have the names that the game's scripts give them. */
  film(
    chore: Chore | string,
    facing: Facing,
    options: { readonly room?: number; readonly maxFrames?: number; readonly maxTicks?: number } = {},
  ): Film {
    const [room, maxFrames = 240, maxTicks = 600] = fields("film", options, "room", "maxFrames", "maxTicks");
    const most = [whole("maxFrames", maxFrames, MOST_TICKS), whole("maxTicks", maxTicks, MOST_TICKS)] as const;
    return this.#costume.call((raw) => film(raw.film(word("chore", chore), word("facing", facing), optional("room", room), ...most)));
  }

  /** What a chore does from its start until it repeats. */
  timeline(chore: Chore | string, facing: Facing): Timeline {
    return this.#costume.json((raw) => raw.timeline(word("chore", chore), word("facing", facing)));
  }

  /** The contact sheet as a PNG file: all animations and pictures with labels. */
  contactSheet(options: ExportOptions = {}): Uint8Array<ArrayBuffer> {
    return this.#costume.call((raw) => raw.contact_sheet(json("contactSheet", options)));
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
