/** Costumes while they are edited. */
import { CostumierError } from "./errors.js";
import { Game } from "./game.js";
import type { RawDraft, RawFileList } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import { bytes, coordinate, fields, json, numbers, whole, word } from "./numbers.js";
import type {
  BringOptions, Brought, BroughtReport, DraftDirection, DraftEdit, DraftHead, DraftLimbs, DraftRecord, DraftStretch, ExportedFile, Facing, PackedCostume,
  PackedReport, Painted, PictureKey, ProgramProblem,
} from "./types.js";

/** A costume while it is edited. It packs to the bytes that the command line makes of the folder that it writes. */
export class Draft {
  readonly #core: Core;
  readonly #draft: Handle<RawDraft>;

  /** @internal */
  constructor(core: Core, raw: RawDraft) {
    this.#core = core;
    this.#draft = new Handle(core, "draft", raw);
  }

  /** Colours, limbs and pictures. */
  head(): DraftHead {
    return this.#draft.json((raw) => raw.head());
  }

  /** What was assumed when the costume was read. */
  notes(): string[] {
    return this.#draft.json((raw) => raw.notes());
  }

  /** The costume colours of a picture, row by row; nothing for a picture without pixels of its own. */
  rows(key: PictureKey): Uint8Array<ArrayBuffer> {
    return this.#draft.call((raw) => raw.rows(...numbers(key)));
  }

  /** What the limbs do in a direction of a chore; `null` where it has no record, and for AKOS costumes. */
  record(chore: number, direction: DraftDirection): DraftRecord | null {
    return this.#draft.json((raw) => raw.record(whole("chore", chore), direction));
  }

  /** What the limbs of an AKOS costume do in a facing of a chore, and the facing that stores it; `null` where it has no record. */
  windows(chore: number, facing: Facing | string): [facing: string, limbs: DraftLimbs] | null {
    return this.#draft.json((raw) => raw.windows(whole("chore", chore), word("facing", facing)));
  }

  /** The text of an AKOS costume's program, as `costumier unpack` writes it to `program.txt`; `null` for COST costumes. */
  program(): string | null {
    return this.#draft.json((raw) => raw.program());
  }

  /** What is wrong with an edited text of the program, and notes. The draft stays as it is: {@link apply} sets the text. */
  checkProgram(text: string): ProgramProblem[] {
    return this.#draft.json((raw) => raw.check_program(text));
  }

  /** The picture commands in a row around one, by its offset in the program; `null` where no picture command is. */
  stretch(at: number): DraftStretch | null {
    return this.#draft.json((raw) => raw.stretch(whole("at", at)));
  }

  /** Sets the pixels, size and place of a picture. With the index after the last one, it adds a picture. */
  paint(key: PictureKey, painted: Painted): void {
    const [width, height, at, rows] = fields("paint", painted, "width", "height", "at", "rows");
    if (!Array.isArray(at)) throw CostumierError.usage("`at` is a place: [x, y]");
    const [x, y] = [coordinate("x", at[0]), coordinate("y", at[1])];
    const size = [whole("width", width), whole("height", height)] as const;
    this.#draft.call((raw) => raw.paint(...numbers(key), ...size, x, y, bytes("rows", rows)));
  }

  /** Applies an edit. What is impossible throws, and changes nothing. */
  apply(edit: DraftEdit): void {
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

  /** The applied edits in their order. Applied to the same costume again, they make the same draft. */
  edits(): DraftEdit[] {
    return this.#draft.json((raw) => raw.edits());
  }

  /** Whether an `.aseprite` file names pictures of this draft, as {@link files} and `costumier unpack` write it. */
  namesPictures(file: Uint8Array): boolean {
    return this.#draft.call((raw) => raw.names_pictures(bytes("file", file)));
  }

  /**
   * Reads the pictures of a PNG or `.aseprite` file for this draft: those that differ, in costume colours, and each pixel
   * whose colour the costume does not have. The draft stays as it is: {@link paint} what is wanted.
   */
  bring(file: Uint8Array, options: BringOptions = {}): Brought {
    return this.#draft.call((raw) => {
      const made = raw.bring(bytes("file", file), json("bring", options));
      try {
        const { pictures, foreign, notes } = JSON.parse(made.report()) as BroughtReport;
        const all = pictures.map(({ limb, index, size: [width, height], at }, number) => ({
          key: { limb, index }, width, height, at, rows: made.rows(number), foreign: made.foreign(number),
        }));
        return { pictures: all, foreign, notes };
      } finally {
        made.free();
      }
    });
  }

  /** Packs the draft into a block. Throws all reasons why that is impossible. */
  pack(): PackedCostume {
    return this.#draft.call((raw) => {
      const packed = raw.pack();
      const result = { payload: packed.payload(), ...(JSON.parse(packed.report()) as PackedReport) };
      packed.free();
      return result;
    });
  }

  /** A game with one bare room and this costume. */
  game(): Game {
    return this.#draft.call((raw) => {
      const packed = raw.pack();
      try {
        return Game.around(this.#core, packed.game());
      } finally {
        packed.free();
      }
    });
  }

  /** The costume folder: sheets, one file for each picture, or an .aseprite file. */
  files(pictures: "sheets" | "single" | "aseprite" = "sheets"): ExportedFile[] {
    return filesOf(this.#draft.call((raw) => raw.files(pictures)));
  }

  /** The costume folder as a zip. */
  zip(pictures: "sheets" | "single" | "aseprite" = "sheets"): Uint8Array<ArrayBuffer> {
    return this.#draft.call((raw) => {
      const files = raw.files(pictures);
      try {
        return files.zip();
      } finally {
        files.free();
      }
    });
  }

  free(): void {
    this.#draft.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

/** Returns the files of a list, and frees it.
 * @internal */
export function filesOf(raw: RawFileList): ExportedFile[] {
  const files = Array.from({ length: raw.count }, (_, number) => ({ path: raw.name(number), bytes: raw.bytes(number) }));
  raw.free();
  return files;
}
