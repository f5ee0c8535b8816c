/// <reference lib="esnext.disposable" preserve="true" />
/**
 * A costume that plays in a page: the element `<costumier-player>`.
 *
 * ```html
 * <script type="module" src="costumier/player.js"></script>
 * <costumier-player src="hero.zip" chore="walk" facing="east" zoom="3"></costumier-player>
 * ```
 *
 * | attribute | |
 * |---|---|
 * | `src` | the address of a zip: a costume folder (bundled pages import `costumier/player-folders` for these), or a game |
 * | `costume` | the id, or a part of the name, of a costume of the game; the first one without it |
 * | `chore` | `stand`, `walk`, `talk-start`, `talk-stop`, `init`, or a number; `walk` without it |
 * | `facing` | `north`, `east`, `south`, `west`, or an angle; `south` without it |
 * | `room` | shows the costume in its room, or in the room of this number |
 * | `zoom` | screen pixels for each pixel, 1 to 16; 2 without it |
 * | `speed` | ticks a second, 1 to 60; 10 without it |
 * | `paused` | does not play; `pause()` sets it, `play()` removes it |
 *
 * Each attribute is a property too. Events: `ready` (`detail.costumes`), `tick` (`detail.tick`, `detail.events`), `error`
 * (`detail.error`). Parts for CSS: `picture`, `message`. It fetches `src` and its own WebAssembly, and nothing else.
 */
import { CostumierError } from "./errors.js";
import { fromBytes } from "./files.js";
import type { Game } from "./game.js";
import { init } from "./index.js";
import type { Scene } from "./scene.js";
import type { Chore, CostumeEntry, Facing, GameFile, Rectangle, TickEvent } from "./types.js";

/** The attributes, and whether a change of one opens the file again. */
const ATTRIBUTES = ["src", "costume", "chore", "facing", "room", "zoom", "speed", "paused"] as const;

/** Opens a game, or the game around a costume folder. The module that edits is loaded for folders only. */
async function open(files: readonly GameFile[]): Promise<Game> {
  whole ??= init(fetch(new URL("./costumier_bg.wasm", import.meta.url)));
  try {
    return (await whole).openGame(files);
  } catch (thrown) {
    if (!(thrown instanceof CostumierError) || thrown.kind !== "not-a-game" || !files.some(isFolder)) throw thrown;
    const openFolder = CostumierPlayer.openFolder ?? (await unbundled(thrown));
    try {
      return await openFolder(files);
    } catch (folder) {
      // A zip without costume.toml: what is wrong with it as a game says more.
      throw folder instanceof CostumierError && folder.kind === "usage" ? thrown : folder;
    }
  }
}
let whole: ReturnType<typeof init> | undefined;

/** Number of bytes at the end of a zip that are searched for names. */
const END = 1 << 20;

/** Whether a file is of a costume folder, a zip that holds one, or an `.aseprite` file. No module is loaded for other files. */
function isFolder(file: GameFile): boolean {
  const { name, size } = file;
  const length = Math.min(size, END);
  const [head, end] = [file.read(0, Math.min(size, 6)), file.read(size - length, length)];
  const isSprite = head[4] === 0xe0 && head[5] === 0xa5;
  return isSprite || `${name}\n${new TextDecoder("latin1").decode(end)}`.includes("costume.toml");
}

type OpenFolder = (files: readonly GameFile[]) => Promise<Game>;

/** A variable hides the address from bundlers. They would emit the module that edits, 5 MB, for every page with the element. */
const FOLDERS = "./folders.js";

/** Loads what opens folders from next to this file. Bundles have no such file; `player-folders.ts` is for them. */
async function unbundled(notGame: CostumierError): Promise<OpenFolder> {
  try {
    const { openFolder } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ FOLDERS)) as { openFolder: OpenFolder };
    return openFolder;
  } catch {
    const text = `${notGame.text}; for costume folders, import "costumier/player-folders"`;
    throw new CostumierError({ ...notGame.toJSON(), text });
  }
}

/** The element's class in a page; a class without anything where there are no elements, so that servers can import it. */
const Element = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** The events of the element. */
export interface PlayerEventMap {
  /** The game is open, and the first picture is drawn. */
  ready: CustomEvent<{ readonly costumes: readonly CostumeEntry[] }>;
  tick: CustomEvent<{ readonly tick: number; readonly events: readonly TickEvent[] }>;
  error: CustomEvent<{ readonly error: CostumierError }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "costumier-player": CostumierPlayer;
  }
}

/** `<costumier-player>`. */
export interface CostumierPlayer {
  addEventListener<K extends keyof PlayerEventMap>(
    type: K, listener: (this: CostumierPlayer, event: PlayerEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** `<costumier-player>`. */
export class CostumierPlayer extends Element {
  static readonly observedAttributes = ATTRIBUTES;
  /** Opens costume folders in a bundled page: `costumier/player-folders` sets it. @internal */
  static openFolder: OpenFolder | null = null;

  declare src: string | null;
  declare costume: string | number | null;
  declare chore: Chore | null;
  declare facing: Facing | null;
  declare room: string | number | boolean | null;
  declare zoom: string | number | null;
  declare speed: string | number | null;
  declare paused: boolean;

  readonly #canvas: HTMLCanvasElement;
  readonly #message: HTMLElement;
  #files: readonly GameFile[] | null = null;
  #game: Game | null = null;
  #scene: Scene | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Counts what was asked for, so that only the latest is shown. */
  #asked = 0;
  /** Whether it was put into a page: a browser tells of attributes before that. */
  #isPlaced = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML =
      "<style>:host{display:inline-block}canvas{display:block;image-rendering:pixelated}[hidden]{display:none}</style>" +
      '<canvas part="picture" role="img"></canvas><span part="message" role="status" hidden></span>';
    this.#canvas = root.querySelector("canvas")!;
    this.#message = root.querySelector("span")!;
  }

  connectedCallback(): void {
    this.#isPlaced = true;
    void this.#open();
  }

  disconnectedCallback(): void {
    this.#isPlaced = false;
    this.#stop();
    this.#asked++;
    this.#scene?.free();
    this.#game?.free();
    this.#scene = this.#game = null;
  }

  attributeChangedCallback(name: (typeof ATTRIBUTES)[number]): void {
    if (!this.#isPlaced) return;
    if (name === "src") void this.#open();
    else if (name === "paused") this.#attempt(() => this.#restart());
    else if (name === "zoom" || name === "speed")
      this.#attempt(() => {
        this.#resize();
        this.#restart();
        if (this.#scene) this.#say(null);
      });
    else this.#attempt(() => this.#set());
  }

  /** Files to show instead of `src`: bytes of a zip, or files of a game or a costume folder. */
  set files(files: Uint8Array | readonly GameFile[] | null) {
    this.#files = files instanceof Uint8Array ? fromBytes([["files", files]]) : files;
    if (this.#isPlaced) void this.#open();
  }

  /** The open game; `null` before `ready`. */
  get game(): Game | null {
    return this.#game;
  }

  /** The scene that is shown; `null` before `ready`. */
  get scene(): Scene | null {
    return this.#scene;
  }

  /** Ticks since the chore began. */
  get tick(): number {
    return this.#scene?.now ?? 0;
  }

  play(): void {
    this.paused = false;
    if (this.#timer === undefined) this.#attempt(() => this.#restart());
  }

  pause(): void {
    this.paused = true;
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Shows a tick, counted from the beginning of the chore. */
  seek(tick: number): void {
    this.#attempt(() => {
      this.#scene?.seek(tick);
      this.#draw();
      if (this.#scene) this.#say(null);
    });
  }

  async #open(): Promise<void> {
    const asked = ++this.#asked;
    const src = this.getAttribute("src");
    if (this.#files === null && src === null) return this.#say("give `src` or `files`");
    this.#say("Loading…");
    try {
      const files = this.#files ?? (await fetched(src!, this.ownerDocument.baseURI));
      const game = await open(files);
      if (asked !== this.#asked) return game.free();
      this.#game?.free();
      this.#game = game;
      this.#set();
      this.dispatchEvent(new CustomEvent("ready", { detail: { costumes: game.costumes() } }));
    } catch (thrown) {
      if (asked === this.#asked) this.#failed(thrown);
    }
  }

  /** Sets the scene up by the attributes, and plays it. */
  #set(): void {
    const game = this.#game;
    if (game === null) return;
    const { id, room: own } = chosen(game, this.getAttribute("costume"));
    const word = this.getAttribute("room");
    const room = word === null ? null : word === "" ? own : Number(word);
    const place = room === null ? ([0, 0] as const) : game.room(room).place;
    const scene = game.scene({
      room,
      background: room !== null,
      ...(room === null ? {} : { view: "screen" as const }),
      actors: [{ costume: id, position: place, ...(room === null ? {} : { scale: "box" as const, zplane: "box" as const }) }],
    });
    const actor = scene.actors[0]!;
    const facing = angle(this.getAttribute("facing") ?? "south");
    actor.perform(chore(this.getAttribute("chore") ?? "walk"), facing);
    if (room === null) {
      const [left, top, width, height] = actor.timeline().bounds;
      const [x, y] = actor.anchor();
      scene.set({ view: [x + left, y + top, Math.max(width, 1), Math.max(height, 1)] as Rectangle });
      scene.mark();
    }
    this.#scene?.free();
    this.#scene = scene;
    this.#draw();
    this.#say(null);
    this.#restart();
  }

  #next(): void {
    this.#attempt(() => {
      const events = this.#scene?.tick() ?? [];
      this.#draw();
      this.dispatchEvent(new CustomEvent("tick", { detail: { tick: this.tick, events } }));
    });
  }

  #restart(): void {
    this.#stop();
    if (this.#scene === null || this.paused) return;
    this.#timer = setInterval(() => this.#next(), 1000 / this.#number("speed", 10, 60));
  }

  #draw(): void {
    const frame = this.#scene?.render();
    if (frame === undefined) return;
    const { width, height, data } = frame;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      [this.#canvas.width, this.#canvas.height] = [width, height];
      this.#resize();
    }
    this.#canvas.getContext("2d")?.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0);
  }

  #resize(): void {
    const zoom = this.#number("zoom", 2, 16);
    this.#canvas.style.width = `${this.#canvas.width * zoom}px`;
    this.#canvas.style.height = `${this.#canvas.height * zoom}px`;
  }

  /** An attribute that is a number from 1 on. */
  #number(name: string, usual: number, most: number): number {
    const word = this.getAttribute(name);
    const value = Number(word ?? usual);
    if (value >= 1 && value <= most) return value;
    throw CostumierError.usage(`${name} is "${word}": use a number from 1 to ${most}`);
  }

  #attempt(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  #failed(thrown: unknown): void {
    this.#stop();
    const error = thrown instanceof CostumierError ? thrown : CostumierError.usage(String(thrown));
    this.#say(error.text);
    this.dispatchEvent(new CustomEvent("error", { detail: { error } }));
  }

  #say(text: string | null): void {
    this.#message.hidden = text === null;
    this.#message.textContent = text ?? "";
    this.#canvas.hidden = text !== null;
    this.#canvas.setAttribute("aria-label", this.getAttribute("aria-label") ?? "A figure of a game");
  }
}

/** Fetches the file that an address names. */
async function fetched(src: string, base: string): Promise<GameFile[]> {
  const address = new URL(src, base);
  const response = await fetch(address);
  if (!response.ok) throw CostumierError.usage(`${src} cannot be loaded: ${response.status} ${response.statusText}`.trim());
  const name = decodeURIComponent(address.pathname.split("/").pop() || "given.zip");
  return fromBytes([[name, new Uint8Array(await response.arrayBuffer())]]);
}

/** The costume that an attribute names: by id or by name; without one, the first. */
function chosen(game: Game, word: string | null): CostumeEntry {
  const costumes = game.costumes();
  if (word === null && costumes[0] !== undefined) return costumes[0];
  const id = word === null || /^\d+$/.test(word) ? Number(word) : game.costumeCalled(word);
  const found = costumes.find((it) => it.id === id);
  if (found === undefined) throw CostumierError.usage(`the game has no costume ${word ?? ""}`.trim());
  return found;
}

function chore(word: string): Chore {
  return (/^\d+$/.test(word) ? Number(word) : word) as Chore;
}

function angle(word: string): Facing {
  return (/^\d+$/.test(word) ? Number(word) : word) as Facing;
}

// Each attribute is a property: `player.facing = "north"`.
for (const name of ATTRIBUTES)
  Object.defineProperty(CostumierPlayer.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: CostumierPlayer) {
      return name === "paused" ? this.hasAttribute(name) : this.getAttribute(name);
    },
    set(this: CostumierPlayer, value: unknown) {
      if (value === null || value === undefined || value === false) this.removeAttribute(name);
      else this.setAttribute(name, value === true ? "" : String(value));
    },
  });

if (globalThis.customElements !== undefined && customElements.get("costumier-player") === undefined)
  customElements.define("costumier-player", CostumierPlayer);
