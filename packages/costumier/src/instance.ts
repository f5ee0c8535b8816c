/** An instance of the WebAssembly, and the code that all calls on it pass through. */
import { CostumierError } from "./errors.js";
import { listed, reading } from "./files.js";
import { Game } from "./game.js";
import type { Glue } from "./glue.js";
import type { Failure, FoundGame, GameFile, GameOptions } from "./types.js";

/** A source of the WebAssembly: its bytes, a compiled module, or the response of `fetch` or a promise of it. */
export type WasmSource = BufferSource | WebAssembly.Module | Response | Promise<Response>;

/** Starts an instance with this glue. @internal */
export async function start(glue: () => Glue, wasm: WasmSource, light: boolean): Promise<Costumier> {
  const module = await compile(await wasm);
  const it = glue();
  initialise(it, module);
  return new Costumier(new Core(it, module, light));
}

/** Gives the glue its module. @internal */
export function initialise(glue: Glue, module: WebAssembly.Module): void {
  try {
    glue.initSync({ module });
  } catch (thrown) {
    throw CostumierError.usage(`this is not Costumier's WebAssembly: ${words(thrown)}`);
  }
}

/** Whether it is the module that edits. @internal */
export const edits = (module: WebAssembly.Module): boolean =>
  WebAssembly.Module.exports(module).some(({ name }) => name === "draft_read");

/** Compiles the WebAssembly. @internal */
export async function compile(wasm: BufferSource | WebAssembly.Module | Response): Promise<WebAssembly.Module> {
  try {
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (ArrayBuffer.isView(wasm) || wasm instanceof ArrayBuffer) return await WebAssembly.compile(wasm);
    if (typeof wasm?.arrayBuffer !== "function")
      throw CostumierError.usage(
        "init wants the WebAssembly: `init(fetch(wasm))` in a page, `init(await readFile(wasm))` in Node",
      );
    if (!wasm.ok) throw new TypeError(`the server says ${wasm.status} ${wasm.statusText}`.trim());
    const type = wasm.headers.get("content-type")?.split(";")[0]?.trim();
    if (type === "text/html") throw new TypeError("this is a web page, not WebAssembly: is the address right?");
    if (type === "application/wasm")
      return await WebAssembly.compileStreaming(wasm);
    return await WebAssembly.compile(await wasm.arrayBuffer());
  } catch (thrown) {
    if (thrown instanceof CostumierError) throw thrown;
    throw CostumierError.usage(`the WebAssembly cannot be loaded: ${words(thrown)}`);
  }
}

/** The message of a thrown value. */
function words(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The state that all objects of an instance share. */
export class Core {
  dead: CostumierError | null = null;
  #said = "";

  constructor(
    readonly glue: Glue,
    readonly module: WebAssembly.Module,
    readonly light: boolean,
  ) {
    glue.on_panic((message) => {
      this.#said = message;
    });
  }

  /** Calls into the instance. An exception becomes a {@link CostumierError}; after a trap, all later calls throw. */
  call<T>(act: () => T): T {
    if (this.dead !== null) throw this.dead;
    try {
      return act();
    } catch (thrown) {
      if (thrown instanceof CostumierError) throw thrown;
      if (typeof thrown === "string") throw new CostumierError(JSON.parse(thrown) as Failure);
      if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError || this.#said !== "") {
        this.dead = CostumierError.panic(this.#said === "" ? words(thrown) : this.#said);
        throw this.dead;
      }
      // The light module and its glue lack functions. It may have been started as the whole module.
      const lacks = thrown instanceof TypeError && /is not a (function|constructor)/.test(thrown.message);
      if (lacks && (this.light || thrown.message.startsWith("wasm.")))
        throw CostumierError.usage("the light module cannot do this: start the whole one");
      throw CostumierError.usage(words(thrown));
    }
  }

  /** As {@link call}, for calls that return JSON. */
  json<T>(act: () => string): T {
    return JSON.parse(this.call(act)) as T;
  }

  /** Frees an object. Does nothing in a dead instance, whose memory is freed as a whole. */
  free(thing: { free(): void }): void {
    if (this.dead === null) this.call(() => thing.free());
  }
}

/** A running instance. */
export class Costumier {
  readonly #core: Core;

  /** @internal */
  constructor(core: Core) {
    this.#core = core;
  }

  /** The compiled WebAssembly. It starts further instances, and can be posted to workers. */
  get module(): WebAssembly.Module {
    return this.#core.module;
  }

  /** The package's version. */
  get version(): string {
    return this.#core.call(() => this.#core.glue.version());
  }

  /**
   * The error that stopped the instance, a mistake of the program (`kind: "panic"`), or `null`. Every later call throws it.
   * Start a fresh instance from {@link module}, and open the game again.
   */
  get dead(): CostumierError | null {
    return this.#core.dead;
  }

  /** Whether it is the light module, which only draws. */
  get isLight(): boolean {
    return this.#core.light;
  }

  /** Size of its memory in bytes. It never shrinks. */
  get memory(): number {
    return this.#core.glue.memory().buffer.byteLength;
  }

  /** The games among these files, archives and images included. A game that cannot be opened has the reason. */
  games(files: readonly GameFile[]): FoundGame[] {
    const all = listed("games", files);
    return reading(all, () => this.#core.json(() => this.#core.glue.find_games(all)));
  }

  /** Opens the game among these files. `options.which` picks one of several; without it, the error `several-games` names them. */
  openGame(files: readonly GameFile[], options: GameOptions = {}): Game {
    return Game.open(this.#core, listed("openGame", files), options);
  }

  /** Stops the instance as a mistake of the program would, for tests of programs that start a fresh one. */
  panicForTest(): void {
    this.#core.call(() => this.#core.glue.panic_for_test());
  }
}
