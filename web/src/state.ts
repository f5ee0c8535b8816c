/**
 * The page's state, in one place. Panels read it, and change it only through `set` and `actor`. A watcher of a part is called
 * when that part changes. The frame, which changes at every tick, is in `playback`.
 */
import type { ObjectsShown, RoomInfo, ScreenName } from "costumier";
import type { Unused } from "./panels/unused";
import {
  roomPixel,
  type ActorSaid,
  type Compare,
  type CostumeKnown,
  type Opened,
  type Trouble,
} from "./worker/protocol";

/** What is marked in the room: planes that hide actors, walk boxes, or objects. */
export type Marked = "none" | "planes" | "boxes" | "objects";
export type Background = "checks" | "flat" | "room";
export type Tab = "stage" | "wardrobe" | "time" | "actions" | "colours" | "bytes" | "take";

export interface State {
  phase: "loading" | "ready" | "failed";
  trouble: Trouble | null;
  /** The game that is being opened, and the progress. */
  opening: string;
  progress: string;
  /** Whether the game is the page's own sample. */
  sample: boolean;
  /** The names of the files. */
  gameName: string;
  game: Opened | null;
  /** The room in the background or for the colours, once it is read. */
  scenery: RoomInfo | null;
  /** The facts of the selected actor's costume; `null` until it is read, or if it cannot be. */
  costume: CostumeKnown | null;
  /** Why the selected actor's costume cannot be read. */
  unreadable: Trouble | null;
  actors: ActorSaid[];
  selected: number;
  /** Whether all actors start the chores of the selected one. */
  together: boolean;
  /** The room whose colours are used; `null` is the costume's own room. */
  room: number | null;
  /** The room's palette, from 0, if it has several. */
  palette: number;
  background: Background;
  /** Objects of the room. */
  objects: ObjectsShown;
  screen: ScreenName | null;
  zoom: number | "fit";
  /** Whether pixels are 1.2 times as high as wide, as on screens of 4 : 3. */
  tall: boolean;
  /** The room's point in the middle of the stage; `null` centres the figure. */
  look: [number, number] | null;
  playing: boolean;
  /** Pause all: thumbnails too. */
  still: boolean;
  speed: number;
  onion: number;
  outlines: boolean;
  feet: boolean;
  marked: Marked;
  solo: number | null;
  muted: number[];
  /** Whether the tools are shown. Otherwise there is only the stage. */
  tools: boolean;
  tab: Tab;
  /** Whether the stage is for viewing or for painting. */
  mode: "look" | "edit";
  /** Grows with each edit that changes chores or places of pictures. */
  edited: number;
  /** Costumes that differ from the game's, by a patch or by edits. */
  changed: readonly number[];
  compare: Compare;
  bytesOpen: boolean;
  /** Byte that is selected in the bytes panel. */
  byte: number | null;
  search: string;
  filter: { room: string; status: string; kind: string };
  letters: boolean;
  /** What the game never shows, once it is asked for. */
  unused: Unused | null;
}

/** The speeds, as parts of the game's speed. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 6];

export const START: State = {
  phase: "loading",
  trouble: null,
  opening: "",
  progress: "",
  sample: true,
  gameName: "",
  game: null,
  scenery: null,
  costume: null,
  unreadable: null,
  actors: [],
  selected: 0,
  together: false,
  room: null,
  palette: 0,
  background: "checks",
  objects: "initial",
  screen: null,
  zoom: "fit",
  tall: false,
  look: null,
  playing: true,
  still: false,
  speed: 1,
  onion: 0,
  outlines: false,
  feet: true,
  marked: "none",
  solo: null,
  muted: [],
  tools: true,
  tab: "actions",
  mode: "look",
  edited: 0,
  changed: [],
  compare: "after",
  bytesOpen: false,
  byte: null,
  search: "",
  filter: { room: "", status: "", kind: "" },
  letters: true,
  unused: null,
};

type Watcher = { pick: (state: State) => unknown[]; last: unknown[]; act: (state: State) => void };

export class Store {
  private watchers: Watcher[] = [];
  private busy = false;
  private again = false;
  constructor(public state: State) {}

  set(patch: Partial<State>): void {
    this.state = { ...this.state, ...patch };
    this.told();
  }

  /** Changes the selected actor. */
  actor(patch: Partial<ActorSaid>, which = this.state.selected): void {
    const actors = this.state.actors.map((one, i) => (i === which ? { ...one, ...patch } : one));
    this.set({ actors });
  }

  /** Starts a chore of the selected actor, or of all. */
  tell(patch: Pick<ActorSaid, "chore" | "facing">): void {
    if (!this.state.together) return this.actor(patch);
    this.set({ actors: this.state.actors.map(one => ({ ...one, ...patch })) });
  }

  /** Changes the background. In a room, actors with default size and plane take those of their walk box. */
  behind(background: Background): void {
    const enters = background === "room" && this.state.background !== "room";
    const boxed = (one: ActorSaid) =>
      one.scale === 255 && one.zplane === 0 ? { ...one, scale: "box" as const, zplane: "box" as const } : one;
    this.set({ background, look: null, ...(enters ? { actors: this.state.actors.map(boxed) } : {}) });
  }

  /** Marks something in the room, and shows the room. */
  mark(marked: Marked): void {
    this.set({ marked });
    if (marked !== "none" && this.state.background !== "room") this.behind("room");
  }

  /** The selected actor. */
  get chosen(): ActorSaid | null {
    return this.state.actors[this.state.selected] ?? null;
  }

  /** Calls `act` now, and whenever one of the picked values changes. */
  watch(pick: (state: State) => unknown[], act: (state: State) => void): void {
    const watcher = { pick, last: pick(this.state), act };
    this.watchers.push(watcher);
    act(this.state);
  }

  // A watcher may change the state itself. Then all watchers are checked once more, instead of recursively.
  private told(): void {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        for (const watcher of this.watchers) {
          const now = watcher.pick(this.state);
          if (now.some((value, i) => value !== watcher.last[i])) {
            watcher.last = now;
            watcher.act(this.state);
          }
        }
      }
    } finally {
      this.busy = false;
    }
  }
}

/** An actor with this costume and default settings. */
export function actorOf(costume: number, x = 0, y = 0): ActorSaid {
  return {
    costume,
    x: roomPixel(x),
    y: roomPixel(y),
    facing: "south",
    chore: "walk",
    talking: false,
    scale: 255,
    zplane: 0,
    flip: false,
    palette: {},
    pixels: {},
    shadow: 0,
    vars: {},
    conditions: [],
  };
}

/** Preferences for viewing, which links store too. */
export const LOOKING: Partial<State> = { feet: START.feet, speed: START.speed };

/** The state for a new game or a link, with the preferences for viewing. */
export function fresh(state: State): Partial<State> {
  return {
    room: null,
    palette: 0,
    background: "checks",
    objects: "initial",
    compare: "after",
    screen: null,
    zoom: "fit",
    tall: false,
    look: null,
    onion: 0,
    outlines: false,
    marked: "none",
    solo: null,
    muted: [],
    byte: null,
    search: "",
    filter: START.filter,
    bytesOpen: state.bytesOpen,
    tab: state.tab,
  };
}
