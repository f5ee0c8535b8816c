/** The page as a whole: opens games, keeps address and state together, and says what went wrong. */
import { actorOf, START, Store, type State } from "./state";
import { readAddress, writeAddress, type Link } from "./address";
import { fit } from "./link";
import { h } from "./dom";
import { allKeys } from "./bindings";
import { Dressing } from "./dressing";
import { fromDrop, fromInput, TooMany, type Taken } from "./files/take-in";
import { sample, served, type Given, type Source } from "./files/given";
import { listen } from "./keys";
import { Actions } from "./panels/actions";
import { Bytes } from "./panels/bytes";
import { Colours } from "./panels/colours";
import { help } from "./panels/help";
import { Stage } from "./panels/stage";
import { Take } from "./panels/take";
import { Time } from "./panels/time";
import { Top } from "./panels/top";
import { Wardrobe } from "./panels/wardrobe";
import { Stagehand } from "./stagehand";
import { Failure, Overtaken, type Client } from "./worker/client";
import type { Trouble } from "./worker/protocol";

const remembered = (key: string): string | null => {
  try {
    return localStorage.getItem(`costumier-${key}`);
  } catch {
    return null;
  }
};
const remember = (key: string, value: string): void => {
  try {
    localStorage.setItem(`costumier-${key}`, value);
  } catch {
    /* private windows may refuse */
  }
};

export class App {
  readonly store = new Store({ ...START, letters: remembered("letters") !== "false" });
  readonly hand: Stagehand;
  readonly wardrobe: Wardrobe;
  readonly stage: Stage;
  readonly time: Time;
  readonly actions: Actions;
  readonly bytes: Bytes;
  readonly top: Top;
  /** Whether `costumier view` serves this page. */
  readonly served = served();
  showHelp: () => void;
  private opening = 0;
  private last = "";
  private writing: ReturnType<typeof setTimeout> | null = null;
  private panics = new Map<number, number>();

  constructor(
    root: HTMLElement,
    readonly client: Client,
  ) {
    const { store } = this;
    this.hand = new Stagehand(store, client, why => this.failed("The stage cannot show this", why));
    this.top = new Top(store);
    this.wardrobe = new Wardrobe(store, client, id => this.choose(id));
    this.stage = new Stage(store, client, this.hand);
    this.time = new Time(store, this.hand);
    this.actions = new Actions(store, this.hand);
    const colours = new Colours(store, client);
    this.bytes = new Bytes(store, client, this.hand);
    const take = new Take(store, client, this.hand, () => this.stage.picture());
    this.bytes.onlit = pixels => this.stage.light(pixels);
    this.stage.onpixel = (chain, pinned) => colours.pixel(chain, pinned);
    colours.onbytes = (costume, byte) => void this.bytes.show(costume, byte);
    const keys = allKeys(this);
    const sheet = help(keys, store);
    this.showHelp = sheet.open;
    this.top.onhelp = sheet.open;
    this.top.onpick = list => this.takeIn(() => Promise.resolve(fromInput(list)));
    this.top.onsample = () => void this.open(sample());
    root.append(
      this.top.element,
      this.top.notices,
      h(
        "main",
        {},
        this.wardrobe.panel.element,
        h("div", { class: "middle" }, this.stage.panel.element, this.time.panel.element),
        h("div", { class: "side" }, this.actions.panel.element, colours.panel.element, take.panel.element),
        this.bytes.panel.element,
      ),
      this.top.tabs(),
      sheet.element,
      h(
        "div",
        { class: "curtain", "aria-hidden": "true" },
        h("b", {}, "Let go to open this game"),
        h("span", {}, "Nothing leaves your computer"),
      ),
    );
    listen(keys, () => store.state.letters);
    client.onprogress = said => this.top.say(said.progress);
    client.onpanic = trouble => this.panicked(trouble);
    store.watch(
      s => [s.phase],
      s => (document.body.dataset["phase"] = s.phase),
    );
    new Dressing(store, client, this.top, (title, why) => this.failed(title, why));
    store.watch(
      s => [s],
      () => this.note(),
    );
    this.hand.listen(() => {
      if (!store.state.playing) this.note();
    });
    addEventListener("popstate", () => void this.follow(readAddress(location.hash)));
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.last) void this.follow(readAddress(location.hash));
    });
    this.listenForDrops();
  }

  /** What the address asks for, with the sample or the game that is served. */
  async begin(): Promise<void> {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.store.set({ playing: false, still: true });
    const link = readAddress(location.hash);
    if (remembered("met") === null && !this.served) this.stage.firstVisit(() => remember("met", "yes"));
    await this.open(this.served ?? sample(), link);
    const wanted = link.game;
    const have = this.store.state.game?.info.key;
    if (wanted && have && wanted !== have && !this.served) this.another(link);
  }

  private waiting: Link | null = null;

  // ------------------------------------------------------------------------------------------ games

  /** Opens a game; one that cannot be opened leaves what was there. */
  async open(from: Source, link: Link | null = null, which?: string): Promise<void> {
    const turn = ++this.opening;
    const before = this.store.state;
    this.store.set({ phase: "loading" });
    this.top.say(`Opening ${from.name} …`);
    try {
      const given = await from.given();
      if (turn !== this.opening) return;
      const game = await this.client.ask("open", { ...given, ...(which ? { which } : {}) });
      if (turn !== this.opening) return;
      this.top.clear();
      const follows =
        link && (!link.game || link.game === game.info.key)
          ? link
          : this.waiting?.game === game.info.key
            ? this.waiting
            : null;
      this.waiting = null;
      const first = game.costumes[0];
      const fitted = follows ? fit(follows, game) : null;
      this.hand.scene = follows?.tick ?? 0;
      this.store.set({
        ...fresh(before),
        actors: first ? [{ ...actorOf(first.id), ...(from.sample ? { facing: "east" as const } : {}) }] : [],
        selected: 0,
        ...(fitted ? { ...LOOKING, ...fitted.patch } : {}),
        phase: "ready",
        trouble: null,
        game,
        sample: from.sample,
        gameName: from.name,
        playing: (follows?.playing ?? true) && !before.still,
      });
      if (fitted) this.misfits(fitted.words);
      this.top.say(
        `${from.sample ? "The sample game" : (game.info.title ?? from.name)} is open: ${game.costumes.length} costumes.`,
      );
      if (!game.costumes.length)
        this.top.trouble("There are no costumes in this game", { kind: "empty", text: game.info.why });
      const bad = game.info.problems.filter(one => one.severity === "broken");
      if (bad.length)
        this.top.trouble("Parts of this game cannot be read", {
          kind: "broken",
          text: `${bad[0]!.path}: ${bad[0]!.text}`,
          hint: bad.length > 1 ? `And ${bad.length - 1} more; the rest works.` : "The rest works.",
        });
    } catch (why) {
      if (why instanceof Overtaken || turn !== this.opening) return;
      // What was open goes on; the worker has to open it again, since it lets go first.
      const trouble = troubleOf(why);
      this.top.say("");
      const games = trouble.games ?? [];
      this.top.trouble(
        `${from.name} cannot be opened`,
        trouble,
        games.length ? games.slice(0, 6).map(name => [name, () => void this.open(from, link, name)]) : [],
      );
      if (before.game && this.reopen) {
        await this.client.ask("open", this.reopen).catch(() => undefined);
        if (turn === this.opening) this.store.set({ phase: "ready", actors: [...before.actors] });
      } else if (!from.sample) await this.open(sample());
      else this.store.set({ phase: "failed", trouble });
      return;
    }
    this.reopen = { ...(await from.given()), ...(which ? { which } : {}) };
  }

  private reopen: (Given & { which?: string }) | null = null;

  private takeIn(take: () => Promise<Taken | null>): void {
    void (async () => {
      try {
        const taken = await take();
        if (!taken)
          return this.top.trouble("There is no file in what was dropped", {
            kind: "nothing",
            text: "Text and pictures of other pages are no games.",
            hint: "Drop a game's folder, its files, or a zip of them.",
          });
        if (!taken.files.length)
          return this.top.trouble(`${taken.name} is empty`, { kind: "nothing", text: "There is no file in it." });
        await this.open({ name: taken.name, sample: false, given: () => Promise.resolve({ files: taken.files }) });
      } catch (why) {
        if (why instanceof TooMany)
          this.top.trouble("That is more than a game", {
            kind: "limit",
            text: "There are over 20,000 files in it.",
            hint: "Drop the game's own folder.",
          });
        else this.failed("This cannot be opened", why);
      }
    })();
  }

  private listenForDrops(): void {
    let depth = 0;
    const over = (on: boolean) => document.body.classList.toggle("dropping", on);
    addEventListener("dragenter", event => {
      if (event.dataTransfer?.types.includes("Files")) {
        depth++;
        over(true);
      }
    });
    addEventListener("dragleave", () => {
      depth = Math.max(0, depth - 1);
      if (!depth) over(false);
    });
    addEventListener("dragover", event => event.preventDefault());
    addEventListener("drop", event => {
      event.preventDefault();
      depth = 0;
      over(false);
      if (event.dataTransfer) {
        const taken = fromDrop(event.dataTransfer);
        this.takeIn(() => taken);
      }
    });
  }

  // --------------------------------------------------------------------------------------- costumes

  /** Puts the selected actor into a costume. */
  choose(id: number): void {
    const actor = this.store.chosen;
    if (!actor || actor.costume === id) return;
    this.push();
    this.hand.scene = 0;
    this.store.actor({
      costume: id,
      chore: "walk",
      facing: "south",
      palette: {},
      pixels: {},
      shadow: 0,
      vars: {},
      conditions: [],
      talking: false,
      flip: false,
    });
    this.store.set({ solo: null, muted: [], byte: null, playing: !this.store.state.still });
  }

  // ---------------------------------------------------------------------------------------- address

  // A moment after the last change, and never often: some browsers throw when it is changed a lot.
  private note(): void {
    this.writing ??= setTimeout(() => this.write(), 600);
  }

  private write(): void {
    if (this.writing) clearTimeout(this.writing);
    this.writing = null;
    if (this.store.state.phase !== "ready" || this.waiting) return;
    const hash = writeAddress(this.store.state, this.hand.scene);
    if (hash === this.last) return;
    this.last = hash;
    try {
      history.replaceState(null, "", `#${hash}`);
    } catch {
      /* the browser has had enough of it */
    }
  }

  // A costume that was looked at is a place to come back from; those that were passed on the way to it are none.
  private push(): void {
    const now = performance.now();
    const passing = now - this.chosenAt < PASSING;
    this.chosenAt = now;
    if (passing) return;
    try {
      this.write();
      history.pushState(null, "", location.href);
    } catch {
      /* as above */
    }
  }

  private chosenAt = -Infinity;

  private async follow(link: Link): Promise<void> {
    const game = this.store.state.game;
    if (!game) return;
    this.waiting = null;
    if (link.game && link.game !== game.info.key) return this.another(link);
    const { patch, words } = fit(link, game);
    this.misfits(words);
    if (!patch.actors) return;
    this.last = location.hash.slice(1);
    this.hand.scene = link.tick;
    this.store.set({
      ...fresh(this.store.state),
      ...LOOKING,
      selected: 0,
      ...patch,
      playing: link.playing && !this.store.state.still,
    });
    this.hand.want();
  }

  private misfits(words: string[]): void {
    if (words.length)
      this.top.trouble("Not all of this link can be shown", {
        kind: "link",
        text: words.join(" "),
        hint: "The rest of it is shown.",
      });
  }

  // The link is followed as soon as its game is open.
  private another(link: Link): void {
    this.waiting = link;
    this.top.trouble(`This link shows something of the game ${link.game}`, {
      kind: "another game",
      text: "Links hold no games, only where to look. What was open stays open.",
      hint: "Open your copy of that game, and the link is followed.",
    });
  }

  // ---------------------------------------------------------------------------------------- trouble

  private failed(title: string, why: unknown): void {
    if (why instanceof Overtaken) return;
    this.top.trouble(title, troubleOf(why));
  }

  // The worker is a fresh one by now, with the game open; what was shown is shown again, unless it was the cause twice.
  private panicked(trouble: Trouble): void {
    const id = this.store.chosen?.costume ?? -1;
    const times = (this.panics.get(id) ?? 0) + 1;
    this.panics.set(id, times);
    this.top.trouble("A mistake of this program stopped it; it has started afresh", {
      ...trouble,
      hint: "Nothing of yours is lost. A report with the details, and which game it was, helps to mend it.",
    });
    if (times < 3) this.hand.want();
    else this.store.set({ playing: false });
  }
}

/** Milliseconds between two choices of costumes, of which the first is then only passed. */
const PASSING = 1500;

// How people like to look, which a link decides as well.
const LOOKING: Partial<State> = { feet: START.feet, speed: START.speed };

// What a new game begins with, keeping how somebody likes to look.
function fresh(state: State): Partial<State> {
  return {
    room: null,
    background: "checks",
    objects: "initial",
    screen: null,
    zoom: "fit",
    look: null,
    onion: 0,
    outlines: false,
    planes: false,
    solo: null,
    muted: [],
    byte: null,
    search: "",
    filter: START.filter,
    costume: null,
    unreadable: null,
    scenery: null,
    bytesOpen: state.bytesOpen,
    tab: state.tab,
  };
}

function troubleOf(why: unknown): Trouble {
  if (why instanceof Failure) return why.trouble;
  return { kind: "page", text: why instanceof Error ? why.message : String(why) };
}
