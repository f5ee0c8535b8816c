/**
 * What the page and its worker say to each other. The worker alone runs the package `costumier`; the page knows
 * these types, and the package's data types, all of it plain data that crosses by structured clone.
 *
 * A request has a number and a generation: opening a game begins a new generation, and answers of an older one
 * are dropped.
 */
import type {
  ActionRow,
  ActorState,
  BringOptions,
  Brought,
  BytePart,
  Chore,
  CommandRow,
  CostumeColours,
  CostumeEntry,
  CostumeRow,
  CostumeStructure,
  DraftDirection,
  DraftEdit,
  DraftHead,
  DraftRecord,
  DraftStretch,
  ExportOptions,
  Facing,
  Failure,
  Film,
  GameInfo,
  GameNames,
  MovieOptions,
  ObjectsShown,
  Image,
  Painted,
  PictureKey,
  PictureSpread,
  PixelChain,
  PlacedPicture,
  ProgramProblem,
  Rectangle,
  RoomInfo,
  Run,
  ScreenName,
  ScriptLook,
  Statement,
  TickEvent,
  Timeline,
} from "costumier";

/** A file of a game, read by ranges: picked or dropped, held in memory, or behind an address that knows ranges. */
export type FileRef =
  | { name: string; blob: Blob }
  | { name: string; bytes: Uint8Array<ArrayBuffer> }
  | { name: string; url: string; size: number; token: string | null };

/** What went wrong, as the package says it; the page's own troubles have only a text and a hint. */
export type Trouble = Pick<Failure, "text"> & Partial<Omit<Failure, "kind">> & { kind: string };

export interface Opened {
  info: GameInfo;
  costumes: readonly CostumeEntry[];
  /** Whether it is a costume without its game, around which a bare room was made. */
  isBare: boolean;
  /** What was assumed of a costume that was opened. */
  notes: readonly string[];
  /** With a patch: the costumes that differ from the game's. */
  patched: readonly number[] | null;
}

/** What the stage shows of a patch or of edits: what is there now, what was there before, both, or where they differ. */
export type Compare = "after" | "before" | "both" | "difference";

/** A costume as panels need it. */
export interface CostumeKnown {
  id: number;
  name: string | null;
  room: number;
  kind: "cost" | "akos" | "v0" | "nes";
  directions: number;
  records: CostumeStructure["records"];
  actions: readonly ActionRow[];
  /** Limbs that some record speaks of. */
  limbs: readonly number[];
  /** What all pictures take up, from the feet: left, top, width, height. */
  bounds: Rectangle;
  /** AKOS: variables that its programs ask for or set. */
  variables: readonly number[];
}

/** A coordinate in pixels of the room, whatever unit the game's scripts use. */
export type RoomPixel = number & { readonly unit: "room pixel" };
export const roomPixel = (value: number): RoomPixel => Math.round(value) as RoomPixel;

/** An actor on the stage, as far as the page decides it. */
export interface ActorSaid {
  costume: number;
  x: RoomPixel;
  y: RoomPixel;
  facing: Facing;
  chore: Chore;
  talking: boolean;
  scale: number | "box";
  zplane: number | "box";
  flip: boolean;
  /** Room colours by costume colour; none in games whose pixels have 16 bits. */
  palette: Record<number, number>;
  /** Pixels of 16 bits by costume colour, in those. */
  pixels: Record<number, number>;
  shadow: number;
  vars: Record<number, number>;
  conditions: number[];
}

/** What the stage shows. Everything that decides its pixels is here. */
export interface StageSaid {
  actors: (ActorSaid & { hidden: number[] })[];
  /** Whose colours and z-planes; its picture is seen only with `background`. */
  room: number | null;
  /** Which of the room's palettes. */
  palette: number;
  background: boolean;
  objects: ObjectsShown;
  screen: ScreenName | null;
  view: Rectangle;
  /** The actor that the page is told about. */
  selected: number;
  /** Frames before and after that are drawn as well. */
  onion: number;
  /** Whether the selected actor is painted on: its pictures are told, pixel by pixel. */
  edits: boolean;
  compare: Compare;
}

/** The stage at a tick. */
export interface Shown extends Image {
  tick: number;
  /** Room pixel of the top left one. */
  x: number;
  y: number;
  enlarged: number;
  state: ActorState;
  /** Pictures of every actor, in room pixels. */
  placed: (PlacedPicture & { actor: number })[];
  feet: (readonly [number, number])[];
  events: readonly TickEvent[];
  /** The actors alone, at ticks before and after; before a room the present tick too, to be drawn over them. */
  onion: (Image & { x: number; y: number; distance: number })[];
  /** Milliseconds that the library took for this frame. */
  took: number;
  /** What can be painted on, in drawing order, where the stage is a canvas. */
  easel: Easel | null;
  /** The stage before the patch or the edits, where both are compared. */
  before: (Image & { x: number; y: number }) | null;
}

/** A picture on the stage that can be painted on, and which of its pixels lies where. */
export interface Canvassed extends PictureSpread {
  /** The entry that stores the pixels: what is painted. */
  owner: PictureKey;
  kind: "picture" | "shared" | "borrowed" | "packed" | "empty";
  at: readonly [x: number, y: number];
  moves: readonly [x: number, y: number];
  /** Costume colours, row by row; nothing where the picture has no pixels of its own. */
  pixels: Uint8Array<ArrayBuffer>;
}

export interface Easel {
  costume: number;
  /** The draft's; it grows with every change. */
  version: number;
  pictures: Canvassed[];
}

/** A change of a costume, as the page keeps it. */
export type Edit = { paint: { key: PictureKey } & Painted } | { draft: DraftEdit };

/** A costume while it is edited. */
export interface Drafted {
  id: number;
  version: number;
  head: DraftHead;
  /** Whether there is a game that a patch could be for. */
  isOfGame: boolean;
  /** The block as the game has it. */
  origin: Uint8Array<ArrayBuffer>;
  /** The packed block; `null` where it cannot be packed: the stage then shows what could be packed last. */
  block: { bytes: number; before: number; notes: readonly string[] } | null;
  refusal: Trouble | null;
}

export type OutForm = "patch" | "files" | "folder" | "aseprite";

export interface ByteMap {
  id: number;
  file: string;
  payloadAt: number;
  payload: Uint8Array<ArrayBuffer>;
  parts: readonly BytePart[];
  program: readonly Statement[];
  commands: readonly CommandRow[];
}

/** What the wardrobe says of a costume; `does` is `null` where it cannot be read. */
export interface RowKnown extends CostumeRow {
  does: { walks: boolean; talks: boolean; directions: number; actions: number } | null;
}

export interface PictureShown extends Image {
  runs: readonly Run[];
}

export interface MovieAsked {
  said: StageSaid;
  /** How fast it plays, as a part of the game's speed. */
  speed: number;
  format: MovieOptions["format"];
  scale: number;
  /** Made in a scene of its own, without a word: the one on the stage stays as it is. */
  aside?: boolean;
}

export interface MovieMade {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether an actor jumps where the film begins anew. */
  cut: boolean;
}

export interface ExportAsked {
  screen: ScreenName | null;
  ids: number[] | null;
  options: ExportOptions;
  /** All files in one zip, under this name; else the one file. */
  zip: string | null;
}

export interface Exported {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  files: number;
  /** What could not be made, in words: the first of it, and how much there is. */
  odd: { text: string; count: number } | null;
}

/** What can be asked, with what it answers. */
export interface Ops {
  /** Opens a game, and applies a patch to it. `which`: one of several games; the generation of a costume's block. */
  open: {
    asked: { files: FileRef[]; names?: GameNames; which?: string; light?: boolean; patch?: FileRef };
    answer: Opened;
  };
  rows: { asked: { ids: number[] }; answer: RowKnown[] };
  room: { asked: { id: number }; answer: RoomInfo };
  costume: { asked: { id: number }; answer: CostumeKnown };
  film: { asked: { id: number; moving: boolean }; answer: Film };
  stage: { asked: { said: StageSaid; tick: number }; answer: Shown };
  clip: { asked: { said: StageSaid }; answer: Timeline };
  actorAt: { asked: { x: number; y: number }; answer: number | null };
  chain: { asked: { x: number; y: number }; answer: PixelChain | null };
  colours: { asked: { id: number; room: number | null }; answer: CostumeColours & { looks: readonly ScriptLook[] } };
  palette: { asked: { room: number }; answer: Uint8Array };
  plane: { asked: { room: number; plane: number }; answer: Image };
  bytes: { asked: { id: number }; answer: ByteMap };
  byteAt: {
    asked: { id: number; byte: number };
    answer: { part: BytePart; runs: readonly (Run & { readonly picture: PictureKey })[] };
  };
  /** The room pixels that a run makes in what the stage shows. */
  lit: { asked: { actor: number; key: PictureKey; run: Run; pixels: [number, number][] }; answer: [number, number][] };
  picture: { asked: { id: number; key: PictureKey; room: number | null }; answer: PictureShown };
  /** Pictures alone; `null` for those that cannot be read. */
  pictures: { asked: { id: number; keys: readonly PictureKey[]; room: number | null }; answer: (Image | null)[] };
  /** Begins to edit a costume, with the edits that were made before. `origin`: the block that they were made on. */
  draft: { asked: { id: number; edits: readonly Edit[]; origin: Uint8Array | null }; answer: Drafted };
  /** Makes edits. With `trial`, they are shown and not kept. */
  edit: { asked: { id: number; edits: readonly Edit[]; trial?: boolean }; answer: Drafted };
  /** Takes back the last edits. */
  undo: { asked: { id: number; count: number }; answer: Drafted };
  /** The costume colours of a picture, row by row; nothing where it has no pixels of its own. */
  rowsOf: { asked: { id: number; key: PictureKey }; answer: Uint8Array<ArrayBuffer> };
  /** Reads pictures from a file. `target` without a limb: the pictures that an `.aseprite` file names, if it names any. */
  bring: {
    asked: { id: number; bytes: Uint8Array; target: BringOptions };
    answer: Brought & { named: boolean };
  };
  /** The record of a chore in a facing (COST), and whose it is where it repeats another; `null` where there is none. */
  record: {
    asked: { id: number; chore: number; facing: string };
    answer: { direction: DraftDirection; record: DraftRecord } | null;
  };
  /** The program of an AKOS costume: its text; what is wrong with an edited `text`; the pictures in a row around an offset `at`. */
  program: {
    asked: { id: number; text?: string; at?: number };
    answer: { text?: string | null; found?: readonly ProgramProblem[]; stretch?: DraftStretch | null };
  };
  /** Whether ScummVM still knows the game with these costumes. */
  fits: { asked: { ids: readonly number[] }; answer: { known: boolean; files: readonly string[] } };
  /** Which chores show a picture: all of the costume's, by `limb.index` of the stored ones. */
  shownBy: {
    asked: { id: number };
    answer: ReadonlyMap<string, readonly { chore: number; name: string; facings: string[] }[]>;
  };
  /** The files of the costume folder of what was edited. */
  filesOf: { asked: { id: number }; answer: readonly { path: string; bytes: Uint8Array<ArrayBuffer> }[] };
  /** The selected actor before and after a patch or edits, next to each other, as a GIF. */
  beforeAfter: { asked: { said: StageSaid; scale: number }; answer: Uint8Array<ArrayBuffer> };
  /** Files of what was edited. */
  out: {
    asked: { ids: readonly number[]; form: OutForm };
    answer: { name: string; bytes: Uint8Array<ArrayBuffer> } | null;
  };
  /** The packed blocks, for other workers; and shows such a block instead of the game's. */
  worn: { asked: Record<string, never>; answer: { id: number; payload: Uint8Array<ArrayBuffer> }[] };
  wear: { asked: { id: number; payload: Uint8Array }; answer: null };
  export: { asked: ExportAsked; answer: Exported };
  /** What the stage shows, as an animated file. */
  movie: { asked: MovieAsked; answer: MovieMade };
  /** The costume folder that is open, as a zip, with the edits of it; `null` where a game is that was not edited. */
  folder: { asked: { id: number }; answer: Uint8Array<ArrayBuffer> | null };
  memory: { asked: Record<string, never>; answer: { bytes: number } };
  /** The same as a WebM video, on a plain colour where there is no room. */
  webm: {
    asked: { said: StageSaid; speed: number; scale: number; colour: string };
    answer: { bytes: Uint8Array<ArrayBuffer>; seconds: number };
  };
  /** For tests: what a mistake of the program would do. */
  fail: { asked: Record<string, never>; answer: null };
}

export type Op = keyof Ops;
export type Request = { [O in Op]: { id: number; gen: number; op: O; asked: Ops[O]["asked"] } }[Op];
/** Where the package's modules are, and which one is begun with; the whole one may be compiled already. */
export interface Modules {
  begin: "light" | "whole";
  light: string;
  whole: string;
  /** The one that opens costume folders and edits. */
  edit: string;
  module: WebAssembly.Module | null;
}

export type ToWorker = Modules | Request;

/** How far a long request is. */
export interface Progress {
  progress: string;
  done?: number;
  total?: number;
}

export type FromWorker =
  | { id: number; gen: number; answer: unknown }
  | { id: number; gen: number; trouble: Trouble }
  | Progress
  | { module: WebAssembly.Module }
  | { panic: Trouble };
