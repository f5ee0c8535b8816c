/**
 * The data that the package gives and takes: plain JSON values and typed arrays, fit for `postMessage`.
 *
 * What the command line prints with `--json` has the same names here (`room_name`, `move_x`), so that both can be
 * read by the same code. What does not apply is `null`, or left out where a `?` says so.
 */

// ---------------------------------------------------------------------------------------------- opening

/** A file that can be read anywhere. Nothing is read but what is asked for. */
export interface GameFile {
  /** Its name; folders in front of it are written with `/`. Upper or lower case does not matter. */
  readonly name: string;
  /** Its size in bytes. */
  readonly size: number;
  /**
   * Exactly `length` bytes from `at` on, at once: in a worker `FileReaderSync`, in Node `fs.readSync`. Whatever it
   * throws becomes an error of kind `source`. The package asks for blocks and keeps some.
   */
  read(at: number, length: number): Uint8Array;
}

/** The screens that a game of 16 colours can be shown on; games of 256 colours up to v6 know `ega`. */
export type ScreenName = "ega" | "cga" | "hercules" | "amiga" | "amiga-monkey" | "c64";

/** What the files of a game do not say about it. */
export interface GameOptions {
  /** Which one of several games: a part of its name or title is enough. */
  readonly which?: string;
  /** The screen that it is shown on. */
  readonly screen?: ScreenName;
  /** That it is a game for the Amiga, or is none (v4 of 256 colours, v5). */
  readonly amiga?: boolean;
  /** Whether scripts are read, for names and for the chores behind roles. Yes, unless it is said. */
  readonly scripts?: boolean;
  /** What the game and its costumes are called, where somebody knows. */
  readonly names?: GameNames;
}

/** Names that somebody gave. */
export interface GameNames {
  readonly title?: string;
  readonly costumes?: readonly { readonly costume: number; readonly chore?: number; readonly name: string }[];
}

/** A game among the files, opened or not. */
export interface FoundGame {
  /** Its index file: what `which` takes. */
  readonly index: string;
  /** What it is, for people. */
  readonly what: string;
  readonly title: string | null;
  /** Why it cannot be opened. */
  readonly error: Failure | null;
}

/** An archive or image that was met among the files. */
export interface ContainerInfo {
  readonly name: string;
  /** What it is: `zip`, `LPAK 1.5`. */
  readonly what: string;
  readonly files: number;
  /** Why it could not be opened. */
  readonly failed: string | null;
  /** What is odd about it. */
  readonly odd: readonly string[];
}

// ----------------------------------------------------------------------------------------------- errors

/**
 * What went wrong. `panic` is a mistake of this program: the instance is of no use any more.
 * `usage` is a call with arguments that mean nothing.
 */
export type ErrorKind =
  | "truncated" | "bad-value" | "unsupported" | "limit" | "source" | "not-a-game" | "other-form" | "several-games"
  | "missing-file" | "costume-zero" | "costume-out-of-range" | "costume-unused" | "room-missing" | "not-a-costume"
  | "no-such-room" | "no-such-item" | "cannot-write" | "usage" | "panic" | "freed";

/** Who can do something about it. */
export type Fault = "file" | "caller" | "disk" | "limit" | "unsupported" | "program";

/** A failure as data: what a {@link CostumierError} says, to be posted. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly fault: Fault;
  /** The whole message, in a sentence. */
  readonly text: string;
  /** The file that it is about. */
  readonly file: string | null;
  /** The block in it: `COST`. */
  readonly block: string | null;
  /** Byte offset in the file where one is named, else in the block's payload. */
  readonly at: number | null;
  readonly costume: number | null;
  /** What a person can do next. */
  readonly hint: string | null;
  /** With `several-games`: their names. */
  readonly games?: readonly string[];
}

/** How something fared. */
export type Status = "ok" | "odd" | "broken" | "failed";

/** Something odd or broken that was noticed. */
export interface ProblemRow {
  readonly severity: "note" | "odd" | "broken";
  /** The thing: `limb 3 / picture 7`. */
  readonly path: string;
  /** Byte in the block's payload; in the file, for problems of a whole game. */
  readonly at: number | null;
  /** What was noticed, and what was assumed. */
  readonly text: string;
}

// --------------------------------------------------------------------------------------------- the game

/** `costumier info --json`, and what a viewer has to know besides. */
export interface GameInfo {
  /** `v5`. */
  readonly generation: string;
  /** The game that goes by this file name: a hint. Or the name that was given. */
  readonly title: string | null;
  /** Why it was recognised as what it is. */
  readonly why: string;
  readonly files: readonly FileInfo[];
  readonly rooms: readonly RoomEntry[];
  /** Number of costumes. */
  readonly costumes: number;
  readonly scripts: number;
  readonly sounds: number;
  readonly charsets: number;
  readonly objects: number;
  readonly problems: readonly ProblemRow[];
  /** Which game it is, also where file names are alike: `monkey2-1f0c9a3e`. The same as in an export's manifest. */
  readonly key: string;
  /** `cost`, or `akos` where costumes have programs. */
  readonly kind: "cost" | "akos";
  /** Width and height of the game's screen in pixels. */
  readonly screen_size: readonly [number, number];
  /** The screens that it can be shown on; none where there is no choice. */
  readonly screens: readonly ScreenName[];
  /** The one that it is shown on. */
  readonly screen: ScreenName | null;
  /** Whether each pixel is shown as 2 × 2, mixed of two colours of an EGA screen. */
  readonly dithered: boolean;
  /** Ticks a second that are usual; the game's scripts decide. */
  readonly ticks_per_second: number;
  /** Full size; smaller numbers are smaller actors. */
  readonly full_scale: 255;
  /** Whether rooms can be dark. */
  readonly has_lights: boolean;
  /** Whether costumes' programs know user conditions (1 … 16). */
  readonly has_conditions: boolean;
  /** How many variables a costume's programs have; 0 for games without programs. */
  readonly variables: number;
  /** Where an actor's position is counted in cells of 8 × 2 pixels (v1, v2), else in pixels. */
  readonly position_unit: readonly [number, number];
  /** Rules that could only be read and not be compared with the game's interpreter. */
  readonly unverified: readonly string[];
  /** Archives and images that were met. */
  readonly containers: readonly ContainerInfo[];
}

/** A file of the game. */
export interface FileInfo {
  readonly name: string;
  /** Disk number; 0 for the index. */
  readonly disk: number;
  /** Size; `null` where it cannot be used. */
  readonly bytes: number | null;
  /** How it is encrypted, for people. */
  readonly key: string | null;
  readonly rooms: number;
}

/** A room, from the index: nothing of it is read. */
export interface RoomEntry {
  readonly id: number;
  readonly name: string | null;
  readonly disk: number;
  readonly present: boolean;
  /** The costumes that it owns. */
  readonly costumes: readonly number[];
}

/** A room, read. */
export interface RoomInfo {
  readonly id: number;
  readonly name: string | null;
  readonly width: number;
  readonly height: number;
  /** Number of z-planes that can hide actors. */
  readonly planes: number;
  readonly boxes: readonly WalkBox[];
  /** The palettes that it has: `CLUT`, `PALS APAL 2`; the first is the one that it starts with. */
  readonly palettes: readonly string[];
  /** Whether anything can be seen in it: rooms that only hold resources have a stub for a picture. */
  readonly shows: boolean;
  /** Where an actor can stand to be seen: in the middle of the largest walk box. */
  readonly place: readonly [number, number];
  readonly problems: readonly ProblemRow[];
}

/** A walk box: where actors go, how large they are there, and what hides them. */
export interface WalkBox {
  /** Its number in scripts. */
  readonly number: number;
  readonly corners: readonly (readonly [number, number])[];
  readonly flags: number;
  /** The z-plane that hides who stands in it. */
  readonly plane: number;
  /** `255`, or `slot 1`. */
  readonly scale: string;
}

/** A palette. */
export interface Palette {
  /** Red, green, blue of 256 colours. */
  readonly rgb: Uint8Array;
  /** The room that has it; `null` where none has. */
  readonly room: number | null;
  /** The block: `CLUT`. */
  readonly block: string | null;
  /** Rooms whose palettes are the same. */
  readonly rooms: readonly number[];
}

/** A costume, from the directory and the scripts: it is not opened. */
export interface CostumeEntry {
  readonly id: number;
  /** The room that owns it. */
  readonly room: number;
  readonly room_name: string | null;
  /** What scripts call its actors, or the name that was given. */
  readonly name: string | null;
  /** Whether that is certain; otherwise it is one of several. */
  readonly certain: boolean;
  /** Rooms where scripts show it. */
  readonly shown_in: readonly number[];
  /** Numbers of the actors that wear it. */
  readonly actors: readonly number[];
}

/** A costume in a few numbers: `list --json`, with its badge. It was opened and checked. */
export interface CostumeRow {
  readonly id: number;
  readonly room: number;
  readonly room_name: string | null;
  readonly kind: "cost" | "akos" | null;
  /** The format byte without its mirror flag: `0x58`; `codec 1`. */
  readonly format: string | null;
  readonly colours: number | null;
  readonly limbs: number | null;
  readonly records: number | null;
  readonly pictures: number | null;
  readonly status: Status;
  readonly problems: number;
  readonly error: { readonly text: string; readonly file: string | null; readonly block: string | null; readonly at: number | null; readonly hint: string | null } | null;
  readonly name: string | null;
  /** Width and height of its largest picture. */
  readonly largest: readonly [number, number] | null;
  /** What the badge means: the worst problem, or the error, in a sentence; `null` where nothing is odd. */
  readonly reason: string | null;
}

// ------------------------------------------------------------------------------------------ the costume

/** A picture: limb and index in its table. AKOS pictures belong to no limb: 0. */
export interface PictureKey {
  readonly limb: number;
  readonly index: number;
}

export type Role = "init" | "walk" | "stand" | "talk-start" | "talk-stop";

/** A chore by its number, or by the role that the actor has it for. */
export type Chore = number | Role;

/** Clockwise from screen-up: 0 north (away), 90 east, 180 south (to the viewer), 270 west; or a name. */
export type Facing = number | "north" | "northeast" | "east" | "southeast" | "south" | "southwest" | "west" | "northwest";

/** A chore in a facing: what the costume has a record for. */
export interface ActionRow {
  readonly record: number;
  readonly chore: number;
  readonly role: Role | null;
  /** `walk`, `chore 8`, or the name that was given. */
  readonly name: string;
  readonly facing: string;
  readonly angle: number;
  /** Whether this facing shows the art of another one, mirrored. */
  readonly mirrored: boolean;
}

/** `dump --json`. */
export interface CostumeStructure {
  readonly id: number;
  readonly room: number;
  readonly kind: "cost" | "akos";
  readonly generation: string;
  readonly format: string;
  readonly colours: number;
  /** Whether West has art of its own. */
  readonly never_mirror: boolean;
  /** Room colour of each costume colour. */
  readonly palette: readonly number[];
  /** Limbs that have pictures; none in AKOS costumes. */
  readonly limbs: readonly { readonly limb: number; readonly pictures: readonly PictureRow[] }[];
  /** The pictures of an AKOS costume. */
  readonly pictures?: readonly PictureRow[];
  readonly records: readonly { readonly record: number; readonly chore: number; readonly facing: string; readonly limbs: readonly LimbEntry[] }[];
  /** The command stream (AKOS: AKSQ), byte by byte. */
  readonly commands: readonly number[];
  /** The commands of an AKOS costume, taken apart. */
  readonly program?: readonly Statement[];
  readonly sequences?: readonly { readonly name: string; readonly start: number | null }[];
  readonly problems: readonly ProblemRow[];
}

export interface PictureRow {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** From the running offset to the left column and the top row. */
  readonly x: number;
  readonly y: number;
  /** Added to the running x, subtracted from the running y, afterwards. */
  readonly move_x: number;
  readonly move_y: number;
  /** The picture whose pixels it borrows. */
  readonly redirect: PictureKey | null;
  /** Where its packed pixels are in the block's payload, and how many bytes. */
  readonly offset: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a record says of a limb. */
export type LimbEntry =
  | { readonly limb: number; readonly off: true }
  | { readonly limb: number; readonly start: number; readonly length: number; readonly play_once: boolean }
  | { readonly limb: number; readonly mode: number; readonly start?: number; readonly length?: number };

/** One code of an AKOS program. */
export interface Statement {
  /** Where it begins in AKSQ. */
  readonly at: number;
  readonly bytes: number;
  /** What it says: `goto to=L0000`. */
  readonly statement: string;
  readonly meaning?: string;
  /** What jumps and records call this place. */
  readonly label?: string;
  readonly command?: string;
  readonly operands?: Readonly<Record<string, number>>;
  readonly pictures?: readonly number[];
  /** Whether a limb of some record comes here. */
  readonly reached: boolean;
  readonly records: readonly number[];
}

/** One command of a COST costume's stream. */
export interface CommandRow {
  /** Its index. */
  readonly at: number;
  readonly byte: number;
  /** `picture 3`, `hide`, `count`, `sound 1`, `start`, `stop`. */
  readonly statement: string;
  /** Records whose windows hold it. */
  readonly records: readonly number[];
}

/** What a costume's pixel values become: `dump --colours`, as data. */
export interface CostumeColours {
  /** Whose palette; `null` where none is. */
  readonly chosen: PaletteName | null;
  /** Why that one. */
  readonly choice: "asked" | "owning-room" | "most-rooms" | "own-colours" | "grey";
  /** The same, for people. */
  readonly why: string;
  /** What makes room colours of pixel values. */
  readonly mapping: string;
  /** The same, for people. */
  readonly mapping_about: string;
  readonly transparent: number;
  readonly colours: readonly ColourRow[];
  readonly other_looks: number;
  readonly others: readonly { readonly palettes: readonly PaletteName[]; readonly differing: number; readonly colours: readonly (string | null)[] }[];
}

export interface PaletteName {
  readonly room: number;
  /** Which of the room's palettes. */
  readonly palette: number;
  readonly block: string;
}

/** What a pixel value means. */
export interface ColourRow {
  readonly room_colour: number;
  /** Whether a picture may show it. */
  readonly used: boolean;
  /** `#rrggbb`; `null` for the transparent value. */
  readonly exact: string | null;
  readonly carried_over: boolean;
  readonly shadow: boolean;
  readonly written: string;
}

// ----------------------------------------------------------------------------------------------- pixels

/** Pixels ready for `new ImageData(data, width, height)`. The buffer is yours: it may be transferred. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A single picture. */
export interface Picture extends Image {
  readonly key: PictureKey;
  readonly x: number;
  readonly y: number;
  readonly move_x: number;
  readonly move_y: number;
  /** Pixel values as stored: costume colours (or room colours: see {@link CostumeColours.mapping}). */
  readonly indices: Uint8Array<ArrayBuffer>;
  readonly transparent: number;
}

/** A scene as it is now. */
export interface Frame extends Image {
  /** Where the top left pixel lies in the room; in a scene without room, from the first actor's feet at 0, 0. */
  readonly x: number;
  readonly y: number;
  /** Pixels of this picture to a pixel of the room: 2 on an EGA screen that mixes colours. */
  readonly enlarged: number;
}

/** The same as room colours. */
export interface IndexedFrame {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly enlarged: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** The value that means "nothing here"; `null` where a background fills everything. */
  readonly transparent: number | null;
  /** 256 × red, green, blue. */
  readonly palette: Uint8Array<ArrayBuffer>;
}

/** A short film of a costume, frames on one canvas. */
export interface Film {
  readonly width: number;
  readonly height: number;
  /** Where the actor's feet are on the canvas. */
  readonly feet: readonly [number, number];
  /** What is shown: `stand, south`; `picture 0.3` where the costume has nothing to play; `null` where nothing is seen. */
  readonly what: string | null;
  readonly chore: number | null;
  readonly facing: string | null;
  readonly role: Role | null;
  /** The frame that the last one is followed by; `null` where it stays. */
  readonly loops_to: number | null;
  readonly frames: readonly { readonly ticks: number; readonly data: Uint8ClampedArray<ArrayBuffer> }[];
}

// ----------------------------------------------------------------------------------------------- scenes

/** A rectangle: left, top, width, height. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/**
 * A scene, as the scene files of `costumier render` describe it (docs/scenes.md): what is said here is drawn there, pixel for
 * pixel.
 */
export interface SceneSpec {
  readonly name?: string;
  /** The room that actors stand in; without one, they stand on nothing, in the colours of the first one's room. */
  readonly room?: number | null;
  /** Whether the room's picture is seen. Its z-planes, boxes and colours count in any case. */
  readonly background?: boolean;
  /** The part that is seen; the whole room, or what the actors take up. */
  readonly view?: Rectangle | null;
  /** The script's lights: 11 is on. */
  readonly lights?: number;
  readonly shadow?: ShadowSpec | null;
  readonly shadows?: Readonly<Record<number, ShadowSpec | readonly number[]>>;
  readonly actors?: readonly ActorSpec[];
}

export interface ShadowSpec {
  readonly factors: readonly [number, number, number];
  readonly colours: readonly [first: number, last: number];
}

/** What scripts say of an actor. */
export interface ActorSettings {
  /** Costume id. An actor that gets another one starts anew. */
  readonly costume?: number;
  readonly position?: readonly [x: number, y: number];
  readonly elevation?: number;
  readonly facing?: Facing;
  /** 255 is full size; two numbers for x and y; `box`: as the walk box says. */
  readonly scale?: number | readonly [number, number] | "box";
  /** The z-plane that hides it: 0 is none; `box`: as the walk box says. */
  readonly zplane?: number | "box";
  /** Costume colours that get another room colour. */
  readonly palette?: Readonly<Record<number, number>>;
  readonly shadow_mode?: number;
  /** Its number among the game's actors. */
  readonly actor?: number;
  /** AKOS: factors of "remap costume". */
  readonly remap?: readonly [number, number, number] | null;
  /** The part of the room that it is drawn in: left, top, right, bottom, inclusive. */
  readonly clip?: readonly [number, number, number, number] | null;
  /** AKOS: variables of its programs. */
  readonly vars?: Readonly<Record<number, number>>;
  /** AKOS: user conditions 1 … 16 that are set. */
  readonly conditions?: readonly number[];
  readonly talking?: boolean;
  /** The shape of its mouth while it talks, 1 … 13; `null` is another one at every tick. */
  readonly mouth?: number | null;
  /** Entries of its sound table that are playing. */
  readonly sounds?: readonly number[];
  /** Where its programs' random numbers start. */
  readonly seed?: number;
}

/** An actor to be added: settings, and what it does before it is seen. */
export interface ActorSpec extends ActorSettings {
  readonly costume: number;
  readonly steps?: readonly Step[];
}

/** Something that an actor does. */
export type Step =
  | { readonly chore: Chore }
  | { readonly face: Facing }
  /** The operand of the script's "animate actor": turns, pseudo-animations. */
  | { readonly animate: number }
  /** Loops of the interpreter per step of the limbs. */
  | { readonly speed: number }
  | { readonly ticks: number };

/** How a viewer looks at an actor: no game knows of this. */
export interface Peek {
  /** Limbs that are not drawn, though they play: mute; all but one: solo. */
  readonly hidden?: readonly number[];
  /** Whether it is drawn the other way round. */
  readonly flip?: boolean;
}

/** An actor as it is now. */
export interface ActorState {
  readonly costume: number;
  readonly chore: number;
  readonly role: Role | null;
  readonly facing: string;
  readonly angle: number;
  readonly turning: boolean;
  readonly mirrored: boolean;
  /** The animation counter. */
  readonly counter: number;
  readonly speed: number;
  /** What programs have moved it by. */
  readonly offset: readonly [number, number];
  /** The z-plane that a program has chosen. */
  readonly plane: number | null;
  /** Whether it has left the room, by its own program. */
  readonly gone: boolean;
  readonly limbs: readonly LimbState[];
  /** AKOS: variables by number. */
  readonly vars: readonly number[];
  /** AKOS: user conditions that are set. */
  readonly conditions: readonly number[];
}

/** A limb as it is now. */
export interface LimbState {
  readonly limb: number;
  /** The record that set it. */
  readonly record: number | null;
  /** AKOS: what it does: `run`, `loop`, `once`, `hide` …; COST: `loop` or `once`. */
  readonly mode: string;
  /** First and last command of its window; in AKSQ, offsets. */
  readonly start: number;
  readonly end: number;
  /** The command that it shows now. */
  readonly position: number;
  /** Playing, but not drawn (stopped or hidden by its program). */
  readonly hidden: boolean;
  /** Stands still after something that the interpreter would stop or hang at. */
  readonly faulty: boolean;
  /** What it shows: the pictures, in the order in which they are drawn. */
  readonly pictures: readonly PictureKey[];
}

/** A picture that an actor shows, as it lies in the scene. */
export interface PlacedPicture {
  readonly limb: number;
  readonly picture: PictureKey;
  /** The rectangle that it takes up, in room pixels, scaled and mirrored. */
  readonly area: Rectangle;
}

/** What happened in a tick. */
export interface TickEvent {
  /** Which actor. */
  readonly actor: number;
  readonly limb: number;
  readonly event: "sound" | "soft-sound" | "sound-setting" | "counted" | "stuck" | "faulty" | "talk" | "frame" | "actor-chore" | "actor-var" | "left";
  /** In a few words: `sound 0`, `counter 3`. */
  readonly text: string;
}

/** What an actor does from tick 0 until it repeats: the rows of a timeline. */
export interface Timeline {
  readonly chore: number;
  readonly facing: string;
  /** Ticks until it repeats or stays. */
  readonly ticks: number;
  /** The tick that the last one is followed by; `null` where it ends and stays. */
  readonly loops_to: number | null;
  /** Whether it was cut off, because it repeats later than is looked for. */
  readonly cut_off: boolean;
  /** The room for all of its frames, from the actor's feet. */
  readonly bounds: Rectangle;
  /** The limbs that do something, in drawing order. */
  readonly limbs: readonly TimelineLimb[];
  readonly events: readonly (TickEvent & { readonly tick: number })[];
}

export interface TimelineLimb {
  readonly limb: number;
  /** Stretches of ticks in which it shows the same: `from` up to, without, `to`. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly position: number; readonly hidden: boolean; readonly pictures: readonly PictureKey[] }[];
}

// ------------------------------------------------------------------------------------ pixels and bytes

/** Where a pixel of a scene comes from, from the ground up. */
export interface PixelChain {
  /** Its place in the room. */
  readonly at: readonly [number, number];
  /** What the room's picture has there. */
  readonly background: number | null;
  /** The pictures that paint it, in the order in which they do; the last is seen. */
  readonly touches: readonly PixelTouch[];
  /** The room colour that it ends as; `null`: nothing is drawn. */
  readonly shown: number | null;
  readonly rgb: readonly [number, number, number];
  readonly palette: { readonly room: number; readonly block: string } | null;
  /** What an EGA screen makes of it. */
  readonly mixed: { readonly from: readonly [number, number]; readonly here: number; readonly rgb: readonly [number, number, number] } | null;
  /** All of it, in lines for people. */
  readonly text: readonly string[];
}

export interface PixelTouch {
  /** The actor, from 0. */
  readonly actor: number;
  readonly costume: number;
  readonly limb: number;
  readonly picture: PictureKey;
  /** The place in the picture as stored; `null` where scaling lets several places meet there. */
  readonly pixel: readonly [number, number] | null;
  /** The pixel value: costume colour. */
  readonly value: number;
  /** The room colour that the costume's palette has for it. */
  readonly room_colour: number | null;
  /** The room colour that the scene sets for it. */
  readonly override: number | null;
  readonly beneath: number;
  readonly drawn: number;
  /** The run that says it. */
  readonly run: Run | null;
}

/** Pixels of one value that follow each other, and the bytes that say so. */
export interface Run {
  /** From the payload's first byte; `to` is the byte behind the last. */
  readonly from: number;
  readonly to: number;
  /** Bits of the payload: of the command's own value (codec 16 counts bits). */
  readonly bits: readonly [from: number, to: number];
  readonly kind: "repeat" | "literal" | "skip" | "unsaid";
  /** Number of its first pixel in stored order, and that pixel's place. */
  readonly first: number;
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly value: number;
}

/** Stretches of a block's payload that are one thing each: every byte, once, in order. */
export interface BytePart {
  readonly from: number;
  /** The byte behind the last. */
  readonly to: number;
  readonly kind: "header" | "colour" | "offset" | "record" | "command" | "statement" | "picture" | "pixels" | "block" | "row" | "nothing";
  /** What it is, in words: `limb 0, picture 3: width`. */
  readonly label: string;
  /** The number that it holds. */
  readonly value: number | null;
  /** Where it stands, from the outside in: `["picture 0.3", "width"]`. */
  readonly path: readonly string[];
  /** What it belongs to or leads to, where that is one of these. */
  readonly picture: PictureKey | null;
  readonly record: number | null;
  readonly limb: number | null;
  /** Index of the command, or place of the statement in AKSQ. */
  readonly command: number | null;
  readonly colour: number | null;
  /** For an offset: the byte that it leads to. */
  readonly target: number | null;
}

// ---------------------------------------------------------------------------------------------- exports

export type Format =
  | "png" | "frames" | "gif" | "apng" | "webp" | "contact" | "sheet" | "aseprite-json" | "texturepacker-json" | "godot"
  | "aseprite" | "pal" | "bmp" | "json";

/** What `costumier export` takes, by the same names. */
export interface ExportOptions {
  /** `--as`. Without it: png, gif, contact. */
  readonly formats?: readonly Format[];
  /** 1 … 8. */
  readonly scale_up?: number;
  /** Jiffies (1/60 s) that a tick lasts: 6 is ten ticks a second. */
  readonly jiffies?: number;
  readonly facing?: readonly Facing[];
  readonly chore?: readonly Chore[];
  readonly only?: "animations" | "pictures";
  readonly picture?: readonly PictureKey[];
  readonly room?: number;
  /** `transparent`, `room`, `#rrggbb`. */
  readonly background?: string;
  /** With `background: "room"`. */
  readonly place?: readonly [number, number];
  readonly margin?: number;
  readonly whole_screen?: boolean;
  readonly canvas?: "animation" | "costume";
  readonly trim?: boolean;
  readonly sheet_layout?: "packed" | "rows";
  readonly longest_loop?: number;
  /** Megabytes for one costume. */
  readonly memory?: number;
  readonly effort?: "fast" | "usual" | "small";
}

/** A file that an export made. */
export interface ExportedFile {
  /** Its path in the export: `costumes/0001/walk-east.gif`. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
