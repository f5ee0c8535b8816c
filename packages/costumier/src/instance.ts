/** An instance of the WebAssembly, and what every call on it goes through. */
import { CostumierError } from "./errors.js";
import { listed } from "./files.js";
import { Game } from "./game.js";
import type { Glue } from "./glue.js";
import type { Failure, FoundGame, GameFile, GameOptions } from "./types.js";

/** Where the WebAssembly comes from: its bytes, a compiled module, or a response (of `fetch`, or promised). */
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

/** Compiles the WebAssembly from where it comes. @internal */
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

/** What was thrown, in words. */
function words(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** What all objects of an instance share. */
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

  /** Calls into the instance: what it throws becomes a {@link CostumierError}; what stops it stops it for good. */
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
      // The light module, or its glue, has no such function. It may have been started as the whole one.
      const lacks = thrown instanceof TypeError && /is not a (function|constructor)/.test(thrown.message);
      if (lacks && (this.light || thrown.message.startsWith("wasm.")))
        throw CostumierError.usage("the light module cannot do this: start the whole one");
      throw CostumierError.usage(words(thrown));
    }
  }

  /** As {@link call}, for what gives JSON. */
  json<T>(act: () => string): T {
    return JSON.parse(this.call(act)) as T;
  }

  /** Frees something, unless the instance is dead: then its memory goes as a whole. */
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

  /** The compiled WebAssembly: starts further instances, can be posted to workers. */
  get module(): WebAssembly.Module {
    return this.#core.module;
  }

  /** The package's version. */
  get version(): string {
    return this.#core.call(() => this.#core.glue.version());
  }

  /**
   * Why it is of no use any more: a mistake of the program stopped it (`kind: "panic"`). Every later call throws this.
   * Start a fresh one from {@link module} and open the game again. `null` while all is well.
   */
  get dead(): CostumierError | null {
    return this.#core.dead;
  }

  /** Whether it is the light module, which only draws. */
  get isLight(): boolean {
    return this.#core.light;
  }

  /** Bytes of memory that it has. It never shrinks. */
  get memory(): number {
    return this.#core.glue.memory().buffer.byteLength;
  }

  /** The games among these files, also inside archives and images; those that cannot be opened say why. */
  games(files: readonly GameFile[]): FoundGame[] {
    return this.#core.json(() => this.#core.glue.find_games(listed("games", files)));
  }

  /** Opens the game among these files; of several, `options.which` says which (else `several-games` names them). */
  openGame(files: readonly GameFile[], options: GameOptions = {}): Game {
    return Game.open(this.#core, listed("openGame", files), options);
  }

  /** Stops the instance as a mistake would: for the tests of whoever has to start a fresh one. */
  panicForTest(): void {
    this.#core.call(() => this.#core.glue.panic_for_test());
  }
}
