/** Finds what a game never shows. It is loaded when that is first asked for. */
import type { App } from "../app";
import { report } from "../worker/aside";
import type { Opened } from "../worker/protocol";
import { Unused } from "./unused";

const asked = new WeakSet<Opened>();

/** Finds what the open game never shows, once a game. */
export async function findUnused(app: App): Promise<void> {
  const { store } = app;
  const { game } = store.state;
  if (!game || asked.has(game)) return;
  asked.add(game);
  try {
    const found = await report(app.client, "unused");
    if (game === store.state.game) store.set({ unused: new Unused(found) });
  } catch (why) {
    asked.delete(game);
    if (game !== store.state.game) return;
    app.wardrobe.everything();
    app.failed("What this game never shows was not found.", why);
  }
}
