/** Handles games that cannot be opened: the page shows the reason, and the game before stays open. */
import type { Link } from "../address";
import type { App } from "../app";
import type { Action } from "../panels/notices";
import type { State } from "../state";
import type { Trouble } from "../worker/protocol";
import { whyNotCarried, whyNotOpened, whyNotPatched } from "./contents";
import { sample, type Source } from "./given";

/** Reports the reason. The worker has closed the game `before`, and opens it again, if this is still the last try. */
export async function notOpened(
  app: App,
  from: Source,
  link: Link | null,
  trouble: Trouble,
  before: State,
  isLast: () => boolean,
): Promise<void> {
  const files = await from.given().then(
    given => given.files,
    () => [],
  );
  const games = (trouble.games ?? []).slice(0, 6);
  const actions: Action[] = games.length
    ? games.map(name => [name, () => void app.open(from, link, name)])
    : ["page", "source"].includes(trouble.kind)
      ? [["Try again", app.retry]]
      : [["Choose another file …", () => app.top.showMenu()]];
  const words = from.patch ? whyNotPatched(from.patch, trouble) : await whyNotOpened(from.name, files, trouble);
  // Opens the sample if no game was open. That clears earlier notices.
  if (!before.game || !app.reopen) await app.open(sample());
  app.notices.show(words, trouble, actions);
  if (before.game && app.reopen) {
    const { from, which } = app.reopen;
    const asked = { ...(await from.given()), ...(which ? { which } : {}) };
    await app.client.ask("open", asked).catch(() => undefined);
    app.client.onafresh();
    if (isLast()) app.store.set({ phase: "ready", actors: [...before.actors] });
  }
}

/** Reports unreadable contents of a link. The game is shown without them. */
export async function withoutCarried(app: App, from: Source, link: Link | null, trouble: Trouble): Promise<void> {
  const { unpatched } = from;
  await app.open(unpatched ?? sample(), unpatched && link ? { ...link, hash: "" } : null);
  app.notices.show(whyNotCarried(trouble, unpatched ? "changes" : "costume"), trouble);
}
