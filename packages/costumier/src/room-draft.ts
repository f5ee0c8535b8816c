/** Rooms while they are edited. */
import { filesOf } from "./draft.js";
import { CostumierError } from "./errors.js";
import type { RawRoomDraft } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import { bytes, fields, json, whole } from "./numbers.js";
import type { ExportedFile, PackedRoom, PackedRoomReport, PaintedRoom, RoomDraftHead, RoomEdit } from "./types.js";

/**
 * A room while it is edited. Its pictures have the names of their files in a room folder: `background`, `plane-1`,
 * `objects/12-1`. It packs to the bytes that the command line makes of the folder that it writes.
 */
export class RoomDraft {
  readonly #draft: Handle<RawRoomDraft>;

  /** @internal */
  constructor(core: Core, raw: RawRoomDraft) {
    this.#draft = new Handle(core, "room draft", raw);
  }

  /** What is in the room: pictures, planes, objects, colours, boxes. */
  head(): RoomDraftHead {
    return this.#draft.json((raw) => raw.head());
  }

  /** What was assumed when the room was read. */
  notes(): string[] {
    return this.#draft.json((raw) => raw.notes());
  }

  /** The room colours of a picture, row by row; of a plane, 1 where the picture is in front of actors. */
  rows(picture: string): Uint8Array<ArrayBuffer> {
    return this.#draft.call((raw) => raw.rows(picture));
  }

  /** Sets a rectangle of pixels of a picture or a plane. */
  paint(picture: string, painted: PaintedRoom): void {
    const [width, height, at = [0, 0], rows] = fields("paint", painted, "width", "height", "at", "rows");
    if (!Array.isArray(at)) throw CostumierError.usage("`at` is a place: [x, y]");
    const place = [whole("x", at[0]), whole("y", at[1])] as const;
    const size = [whole("width", width), whole("height", height)] as const;
    this.#draft.call((raw) => raw.paint(picture, ...place, ...size, bytes("rows", rows)));
  }

  /** Applies an edit. What is impossible throws, and changes nothing. */
  apply(edit: RoomEdit): void {
    this.#draft.call((raw) => raw.apply(json("edit", edit)));
  }

  /** Undoes the last edit; `false` if there is none. */
  undo(): boolean {
    return this.#draft.call((raw) => raw.undo());
  }

  /** Applies the edit again that was undone last; `false` if there is none. */
  redo(): boolean {
    return this.#draft.call((raw) => raw.redo());
  }

  /** The applied edits in their order. Applied to the same room again, they make the same draft. */
  edits(): RoomEdit[] {
    return this.#draft.json((raw) => raw.edits());
  }

  /** Packs the draft into a block. Throws all reasons why that is impossible. */
  pack(): PackedRoom {
    return this.#draft.call((raw) => {
      const packed = raw.pack();
      const result = { payload: packed.payload(), ...(JSON.parse(packed.report()) as PackedRoomReport) };
      packed.free();
      return result;
    });
  }

  /** The room folder. */
  files(): ExportedFile[] {
    return filesOf(this.#draft.call((raw) => raw.files()));
  }

  free(): void {
    this.#draft.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
