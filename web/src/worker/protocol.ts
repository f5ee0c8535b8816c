/**
 * Messages between the page and its worker. Only the worker runs the package `costumier`. The page uses these types and the
 * package's data types: plain data that crosses by structured clone.
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
  ClashesReport,
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
  UnusedReport,
  WhatisReport,
} from "costumier";

import type { Layer, LayerEdit } from "./layers";

/** A file of a game, read by ranges: picked or dropped, in memory, or on a server that supports ranges. */
export type FileRef =
  | { name: string; blob: Blob }
  | { name: string; bytes: Uint8Array<ArrayBuffer> }
  | { name: string; url: string; size: number; token: string | null };

/** An error of the package. Errors of the page have only a text and a hint. */
export type Trouble = Pick<Failure, "text"> & Partial<Omit<Failure, "kind">> & { kind: string };

export interface Opened {
  info: GameInfo;
  costumes: readonly CostumeEntry[];
  /** Whether it is a costume without its game, in a bare room. */
  isBare: boolean;
  /** Assumptions about a costume that was opened. */
  notes: readonly string[];
  /** With a patch: the costumes that differ from the game's. */
  patched: readonly number[] | null;
}

/** The stage's comparison for a patch or edits: now, before, both, or the difference. */
export type Compare = "after" | "before" | "both" | "difference";

/** The facts of a costume for panels. */
export interface CostumeKnown {
  id: number;
  name: string | null;
  room: number;
  kind: "cost" | "akos" | "v0" | "nes";
  directions: number;
  records: CostumeStructure["records"];
  actions: readonly ActionRow[];
  /** Limbs that occur in a record. */
  limbs: readonly number[];
  /** The rectangle around all pictures, from the feet: left, top, width, height. */
  bounds: Rectangle;
  /** AKOS: variables that its programs read or set. */
  variables: readonly number[];
}

/** A coordinate in pixels of the room, whatever unit the game's scripts use. */
export type RoomPixel = number & { readonly unit: "room pixel" };
export const roomPixel = (value: number): RoomPixel => Math.round(value) as RoomPixel;

/** An actor on the stage: the settings of the page. */
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

/** The stage: everything that decides its pixels. */
export interface StageSaid {
  actors: (ActorSaid & { hidden: number[] })[];
  /** The room for colours and z-planes; its picture is drawn only with `background`. */
  room: number | null;
  /** The room's palette. */
  palette: number;
  background: boolean;
  objects: ObjectsShown;
  screen: ScreenName | null;
  view: Rectangle;
  /** The selected actor. */
  selected: number;
  /** Frames before and after that are drawn as well. */
  onion: number;
  /** Whether the selected actor is painted on: then frames have the places of its pixels. */
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
  /** Time of the library for this frame, in milliseconds. */
  took: number;
  /** Pictures that can be painted on, in drawing order, while editing. */
  easel: Easel | null;
  /** The stage before the patch or the edits, if both are compared. */
  before: (Image & { x: number; y: number }) | null;
}

/** A picture on the stage that can be painted on, with the places of its pixels. */
export interface Canvassed extends PictureSpread {
  /** The table entry that stores the pixels. */
  owner: PictureKey;
  kind: "picture" | "shared" | "borrowed" | "packed" | "empty";
  at: readonly [x: number, y: number];
  moves: readonly [x: number, y: number];
  /** Costume colours, row by row; nothing if the picture has no pixels of its own. */
  pixels: Uint8Array<ArrayBuffer>;
}

export interface Easel {
  costume: number;
  /** The draft's version. It grows with every change. */
  version: number;
  pictures: Canvassed[];
}

/** A change of a costume, as the page stores it. */
export type Edit = { paint: { key: PictureKey } & Painted } | { draft: DraftEdit } | { layer: LayerEdit };

/** A costume while it is edited. */
export interface Drafted {
  id: number;
  version: number;
  head: DraftHead;
  /** Whether there is a game, so that a patch can be made. */
  isOfGame: boolean;
  /** The game's block. */
  origin: Uint8Array<ArrayBuffer>;
  /** The packed block; `null` if it cannot be packed. The stage then shows the last one that could. */
  block: { bytes: number; before: number; notes: readonly string[] } | null;
  refusal: Trouble | null;
  /** Layers over pictures, which `head` does not have. */
  layers: readonly ({ limb: number } & Layer)[];
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

/** The wardrobe's facts of a costume; `does` is `null` if it cannot be read. */
export interface RowKnown extends CostumeRow {
  does: { walks: boolean; talks: boolean; directions: number; actions: number } | null;
}

export interface PictureShown extends Image {
  runs: readonly Run[];
}

export interface MovieAsked {
  said: StageSaid;
  /** The speed, as a part of the game's. */
  speed: number;
  format: MovieOptions["format"];
  scale: number;
  /** Whether it is made in a new scene, without progress. The scene on the stage does not change. */
  aside?: boolean;
}

export interface MovieMade {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether an actor jumps where the film starts again. */
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
  /** A message on the parts that could not be made: the first one, and their number. */
  odd: { text: string; count: number } | null;
}

/** All requests, with their answers. */
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
  objects: { asked: { room: number }; answer: RoomInfo["objects"] };
  bytes: { asked: { id: number }; answer: ByteMap };
  byteAt: {
    asked: { id: number; byte: number };
    answer: { part: BytePart; runs: readonly (Run & { readonly picture: PictureKey })[] };
  };
  /** The room pixels of the stage that a run makes. */
  lit: { asked: { actor: number; key: PictureKey; run: Run; pixels: [number, number][] }; answer: [number, number][] };
  picture: { asked: { id: number; key: PictureKey; room: number | null }; answer: PictureShown };
  /** Single pictures; `null` for those that cannot be read. */
  pictures: { asked: { id: number; keys: readonly PictureKey[]; room: number | null }; answer: (Image | null)[] };
  /** Starts to edit a costume, with earlier edits. `origin` is the block that they were made on. */
  draft: { asked: { id: number; edits: readonly Edit[]; origin: Uint8Array | null }; answer: Drafted };
  /** Makes edits. With `trial`, they are shown and not kept. */
  edit: { asked: { id: number; edits: readonly Edit[]; trial?: boolean }; answer: Drafted };
  /** Undoes the last edits. */
  undo: { asked: { id: number; count: number }; answer: Drafted };
  /** The costume colours of a picture, row by row; nothing if it has no pixels of its own. */
  /** Puts a picture that no chore shows on the easel, in the place of what its limb shows; `null`: none. */
  spare: { asked: { id: number; picture: PictureKey | null }; answer: null };
  rowsOf: { asked: { id: number; key: PictureKey }; answer: Uint8Array<ArrayBuffer> };
  /** Reads pictures from a file. `target` without a limb: the pictures that an `.aseprite` file names, if it names any. */
  bring: {
    asked: { id: number; bytes: Uint8Array; target: BringOptions };
    answer: Brought & { named: boolean };
  };
  /** The record of a chore in a facing (COST), with the facing that it repeats, if any; `null` without a record. */
  record: {
    asked: { id: number; chore: number; facing: string };
    answer: { direction: DraftDirection; record: DraftRecord } | null;
  };
  /** The program of an AKOS costume: its text; what is wrong with an edited `text`; the pictures in a row around an offset `at`. */
  program: {
    asked: { id: number; text?: string; at?: number };
    answer: { text?: string | null; found?: readonly ProgramProblem[]; stretch?: DraftStretch | null };
  };
  /** What of the game a picture shows. */
  whatis: { asked: { image: Image }; answer: WhatisReport };
  /** What the game of the files never shows, and where costumes, also edited ones, look unlike at home. */
  unused: { asked: Record<string, never>; answer: UnusedReport };
  clashes: { asked: Record<string, never>; answer: ClashesReport };
  /** Whether ScummVM still knows the game with these costumes. */
  fits: { asked: { ids: readonly number[] }; answer: { known: boolean; files: readonly string[] } };
  /** The chores that show each picture of the costume, by `limb.index` of the stored ones. */
  shownBy: {
    asked: { id: number };
    answer: ReadonlyMap<string, readonly { chore: number; name: string; facings: string[]; limbs: number[] }[]>;
  };
  /** The files of the costume folder of an edited costume. */
  filesOf: { asked: { id: number }; answer: readonly { path: string; bytes: Uint8Array<ArrayBuffer> }[] };
  /** The selected actor before and after a patch or edits, next to each other, as a GIF. */
  beforeAfter: { asked: { said: StageSaid; scale: number }; answer: Uint8Array<ArrayBuffer> };
  /** Files of the edited costumes. */
  out: {
    asked: { ids: readonly number[]; form: OutForm };
    answer: { name: string; bytes: Uint8Array<ArrayBuffer> } | null;
  };
  /** Gets the packed blocks, for other workers, and shows such blocks in place of the game's. */
  worn: { asked: Record<string, never>; answer: { id: number; payload: Uint8Array<ArrayBuffer> }[] };
  wear: { asked: { id: number; payload: Uint8Array }; answer: null };
  export: { asked: ExportAsked; answer: Exported };
  /** An animated file of the stage. */
  movie: { asked: MovieAsked; answer: MovieMade };
  /** The open costume folder with its edits, as a zip; `null` for a game without edits. */
  folder: { asked: { id: number }; answer: Uint8Array<ArrayBuffer> | null };
  memory: { asked: Record<string, never>; answer: { bytes: number } };
  /** A WebM video of the stage, on a plain colour without a room. */
  webm: {
    asked: { said: StageSaid; speed: number; scale: number; colour: string };
    answer: { bytes: Uint8Array<ArrayBuffer>; seconds: number };
  };
  /** Stops the instance as a mistake of the program would, for tests. */
  fail: { asked: Record<string, never>; answer: null };
}

export type Op = keyof Ops;
export type Request = { [O in Op]: { id: number; gen: number; op: O; asked: Ops[O]["asked"] } }[Op];
/** The addresses of the package's modules, and the first one to start. The whole module may be compiled already. */
export interface Modules {
  begin: "light" | "whole";
  light: string;
  whole: string;
  /** The one that opens costume folders and edits. */
  edit: string;
  module: WebAssembly.Module | null;
}

export type ToWorker = Modules | Request;

/** The progress of a long request. */
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
