/** Edits that this browser stores, offered when their game is opened. */
import type { App } from "../app";
import { remembered } from "../storage";

/** Shows a notice if the browser stores edits of the game with this key. */
export async function offerEdits(app: App, key: string): Promise<void> {
  if (!(remembered("drafts") ?? "").split(" ").includes(key)) return;
  const { heads } = await import("./log");
  const [first, ...more] = (await heads(key).catch(() => [])).filter(one => one.applied);
  if (!first || app.store.state.game?.info.key !== key) return;
  const name = first.name ?? `costume ${first.id}`;
  const which = more.length
    ? `${name} and ${more.length} more costume${more.length === 1 ? "" : "s"}`
    : `${name} (${first.applied} change${first.applied === 1 ? "" : "s"})`;
  app.notices.tell(`Your edits of ${which} are kept here.`, [
    ["Go on editing", () => void app.editing().then(edit => edit.opening.resume())],
    ["Later", () => {}],
  ]);
}
