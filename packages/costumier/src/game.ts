/** An open game. */
import { Costume } from "./costume.js";
import { CostumierError } from "./errors.js";
import { film } from "./film.js";
import type { RawGame } from "./glue.js";
import type { Core } from "./instance.js";
import { Scene } from "./scene.js";
import type {
  CostumeEntry, CostumeRow, Film, GameFile, GameInfo, GameOptions, SceneSpec, ScreenName,
} from "./types.js";

/** An open game. Free it when it is done with; what was opened from it lives on. */
export class Game {
  readonly #core: Core;
  readonly #raw: RawGame;
  readonly #files: readonly GameFile[];
  readonly #options: GameOptions;
  #freed = false;

  private constructor(core: Core, files: readonly GameFile[], options: GameOptions) {
    this.#core = core;
    this.#files = files;
    this.#options = options;
    this.#raw = core.call(() => new core.glue.Game([...files], JSON.stringify(options)));
  }

  /** @internal */
  static open(core: Core, files: readonly GameFile[], options: GameOptions): Game {
    return new Game(core, files, options);
  }

  get #game(): RawGame {
    if (this.#freed) throw CostumierError.freed("game");
    return this.#raw;
  }

  /** `info --json`, and what a viewer has to know. */
  info(): GameInfo {
    return this.#core.json(() => this.#game.info());
  }

  /** All costumes, from the directory and the scripts: none is opened, so this is quick. */
  costumes(): CostumeEntry[] {
    return this.#core.json(() => this.#game.costumes());
  }

  /** A costume in a few numbers, with its badge; one that cannot be opened is a row too. */
  row(id: number): CostumeRow {
    return this.#core.json(() => this.#game.row(id));
  }

  /**
   * A costume standing to the south, or what comes nearest to it, for a list: never throws for a broken costume, but
   * gives no frames. In the colours of exports.
   */
  thumbnail(id: number, options: { readonly maxFrames?: number; readonly maxTicks?: number } = {}): Film {
    return film(this.#core, () => this.#game.thumbnail(id, options.maxFrames ?? 24, options.maxTicks ?? 240));
  }

  /** Opens a costume. */
  costume(id: number): Costume {
    return new Costume(this.#core, this.#core.call(() => this.#game.costume(id)));
  }

  /** A scene that goes on. */
  scene(spec: SceneSpec): Scene {
    return new Scene(this.#core, (text) => this.#game.scene(text), spec);
  }

  /** The same game on another screen. */
  onScreen(screen: ScreenName): Game {
    return new Game(this.#core, this.#files, { ...this.#options, screen });
  }

  free(): void {
    if (!this.#freed) this.#core.free(this.#raw);
    this.#freed = true;
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
