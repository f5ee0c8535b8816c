/** What happens when a game cannot be opened: what was there goes on. */
import type { Link } from "../address";
import type { App } from "../app";
import type { Action } from "../panels/notices";
import type { State } from "../state";
import type { Trouble } from "../worker/protocol";
import { whyNotCarried, whyNotOpened, whyNotPatched } from "./contents";
import { sample, type Source } from "./given";

/** Says why. The worker has let go of what was open `before`, and opens it again, if this is still the last try. */
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
  // Where nothing was open, the sample is: opening it clears what was said before.
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

/** What a link carries cannot be read: the game is shown without it. */
export async function withoutCarried(app: App, from: Source, link: Link | null, trouble: Trouble): Promise<void> {
  const { unpatched } = from;
  await app.open(unpatched ?? sample(), unpatched && link ? { ...link, hash: "" } : null);
  app.notices.show(whyNotCarried(trouble, unpatched ? "changes" : "costume"), trouble);
}
