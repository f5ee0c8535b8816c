/** The displayed game: on the chosen screen, with edited blocks in place of the game's. */
import type { Game, ScreenName } from "costumier";

export class ShownGame {
  /** The game on its own screen. */
  base: Game;
  /** The game on the last other screen. */
  game: Game;
  /** Edited blocks, which are shown in place of the game's. */
  readonly worn = new Map<number, Uint8Array>();
  private screen: ScreenName | null = null;
  private readonly screens = new Map<string, Game>();

  constructor(
    /** The game of the files, without edits. */
    readonly original: Game,
    /** Whether that game is freed with this object. */
    private readonly isOwner = true,
  ) {
    this.base = this.game = original;
  }

  /** Returns the game on a screen, and keeps it as the displayed one. */
  onScreen(screen: ScreenName | null): Game {
    this.screen = screen;
    this.game = this.at(screen);
    return this.game;
  }

  /** The game on a screen. */
  at(screen: ScreenName | null): Game {
    if (!screen || this.base.info().screen === screen) return this.base;
    const have = this.screens.get(screen);
    if (have) return have;
    let game = this.base.onScreen(screen);
    for (const [id, payload] of this.worn) game = dressed(game, id, payload);
    this.screens.set(screen, game);
    return game;
  }

  /** The screen of a game; empty for its own. */
  nameOf(game: Game): string {
    return [...this.screens].find(([, one]) => one === game)?.[0] ?? "";
  }

  /** Shows a block in place of the game's. */
  wear(id: number, payload: Uint8Array): void {
    this.worn.set(id, payload);
    const before = this.base;
    this.base = before.withCostume(id, payload);
    if (before !== this.original) before.free();
    for (const [screen, game] of this.screens) this.screens.set(screen, dressed(game, id, payload));
    this.game = this.at(this.screen);
  }

  free(): void {
    for (const game of this.screens.values()) game.free();
    if (this.base !== this.original) this.base.free();
    if (this.isOwner) this.original.free();
  }
}

// Replaces a block, and frees the game before, which has no other owner.
function dressed(game: Game, id: number, payload: Uint8Array): Game {
  const other = game.withCostume(id, payload);
  game.free();
  return other;
}
