/** The whole page: opens games, keeps address and state together, and reports errors. */
import { actorOf, fresh, LOOKING, START, Store } from "./state";
import { readAddress, type Link } from "./address";
import { AddressBar } from "./address-bar";
import { embedBar, isEmbedded } from "./embed";
import { fit } from "./link";
import { h, put } from "./dom";
import { allKeys } from "./bindings";
import { Resources, withoutRoom } from "./resources";
import { Saver } from "./files/saver";
import { itemsOf, listenForDrops } from "./files/drops";
import { sample, served, type Source } from "./files/given";
import { inline, inlinePatch } from "./files/inline";
import { patched } from "./files/patch";
import { listen } from "./keys";
import { later } from "./later";
import type { Edit } from "./edit/edit";
import { offerEdits } from "./edit/offer";
import { Actions } from "./panels/actions";
import { BytesPanel } from "./panels/bytes-panel";
import { Colours } from "./panels/colours";
import { Notices } from "./panels/notices";
import { savingNote } from "./panels/saving";
import { shareBar } from "./panels/share";
import { modeSwitch } from "./panels/mode";
import { asksUnused } from "./panels/search";
import { Stage } from "./panels/stage";
import { Time } from "./panels/time";
import { Top } from "./panels/top";
import { Wardrobe } from "./panels/wardrobe";
import { Playback } from "./playback";
import { SHOW, stageAlone } from "./start";
import { remembered } from "./storage";
import { Overtaken, troubleOf, type Client } from "./worker/client";
import type { FileRef, Trouble } from "./worker/protocol";

export class App {
  readonly store = new Store({ ...START, tools: !isEmbedded, letters: remembered("letters") !== "false" });
  readonly playback: Playback;
  readonly wardrobe: Wardrobe;
  readonly stage: Stage;
  readonly time: Time;
  readonly actions: Actions;
  readonly bytes: BytesPanel;
  readonly colours: Colours;
  readonly top: Top;
  readonly saver: Saver;
  readonly notices = new Notices();
  /** Whether `costumier view` serves this page. */
  readonly served = served();
  showHelp: () => Promise<void>;
  /** Takes dropped files that are no game. */
  ondrop: (data: DataTransfer) => boolean = () => false;
  readonly address: AddressBar;
  private readonly resources: Resources;
  private edit: Promise<Edit> | null = null;
  private opening = 0;
  private panics = new Map<number, number>();

  constructor(
    root: HTMLElement,
    readonly client: Client,
  ) {
    const { store } = this;
    const failed = (why: unknown) => this.failed("This part of the page could not be loaded.", why);
    this.playback = new Playback(store, client, why => this.failed("The stage cannot show this.", why));
    this.address = new AddressBar(store, client, this.playback);
    this.address.isHeld = () => this.waiting !== null;
    this.top = new Top(store);
    this.wardrobe = new Wardrobe(store, client, id => this.choose(id));
    this.stage = new Stage(store, client, this.playback);
    this.time = new Time(store, client, this.playback);
    this.actions = new Actions(store, this.playback);
    const colours = (this.colours = new Colours(store, client));
    this.bytes = new BytesPanel(store, client, this.playback, failed);
    const saver = (this.saver = new Saver(store, client, this.playback, () => this.stage.picture()));
    // At the zoom of the stage.
    const zoom = () => this.stage.zoom / Math.max(1, Math.round(devicePixelRatio));
    const scale = () => Math.max(1, Math.min(8, Math.round(zoom())));
    // The panel is hidden until the tools are shown.
    let take: Promise<void> | null = null;
    store.watch(
      s => [s.tools, s.phase],
      ({ tools, phase }) => {
        if (!tools || phase !== "ready") return;
        take ??= import("./panels/take").then(({ Take }) =>
          this.actions.panel.element.after(new Take(store, saver, scale).panel.element),
        );
        take.catch(why => {
          take = null;
          failed(why);
        });
      },
    );
    this.stage.share(shareBar(store, saver, scale, () => this.address.link()));
    this.stage.panel.tools.prepend(modeSwitch(store));
    store.watch(
      s => [s.mode],
      s => s.mode === "edit" && void this.editing(),
    );
    store.watch(
      s => [asksUnused(s) && s.game],
      s => asksUnused(s) && void import("./panels/unused-found").then(it => it.findUnused(this), failed),
    );
    this.bytes.onlit = pixels => this.stage.light(pixels);
    this.stage.onpixel = (chain, pinned) => colours.pixel(chain, pinned);
    colours.onclose = () => this.stage.pointing.clear();
    colours.onbytes = (costume, byte) => void this.bytes.show(costume, byte);
    const keys = allKeys(this);
    const dialogs = () => import("./panels/dialogs");
    this.showHelp = later(root, () => dialogs().then(({ help }) => help(keys, store)), failed);
    this.top.onhelp = this.showHelp;
    const takeIn = () => import("./files/take-in");
    this.top.onpick = list => {
      // The browser empties the list when this returns.
      const files = [...list];
      void takeIn().then(it => it.takeIn(this, async () => it.fromInput(files)), failed);
    };
    this.top.onsample = () => void this.open(sample());
    this.top.onmenu = list =>
      void import("./files/kept").then(
        async ({ rowsOfKept }) => put(list, ...(await rowsOfKept(key => void this.openKept(key)))),
        failed,
      );
    this.top.onabout = later(root, () => dialogs().then(({ aboutDialog }) => aboutDialog()), failed);
    this.stage.onopen = () => this.top.showMenu();
    this.stage.onretry = () => this.retry();
    this.stage.onwhole = () =>
      void import("./panels/whole-screen").then(
        it => it.wholeScreen(),
        why => this.failed("Full screen could not be loaded.", why),
      );
    this.notices.about = () => `Costumier ${store.state.game?.info.key ?? ""} ${location.hash}`;
    root.append(
      this.top.element,
      h(
        "main",
        {},
        this.wardrobe.panel.element,
        h("div", { class: "middle" }, this.stage.panel.element, this.time.panel.element),
        h("div", { class: "side" }, this.actions.panel.element, colours.panel.element, colours.chain),
        this.bytes.panel.element,
      ),
      this.top.tabs(),
      this.notices.element,
      this.notices.status,
      savingNote(saver),
      listenForDrops(data => {
        if (this.ondrop(data)) return;
        const items = itemsOf(data);
        void takeIn().then(it => it.takeIn(this, () => it.fromDrop(items)), failed);
      }),
    );
    this.stage.placed();
    if (isEmbedded) {
      document.documentElement.dataset["embed"] = "";
      root.append(embedBar(store, () => this.time.toggle()));
    }
    listen(keys, () => store.state.letters);
    client.onprogress = ({ progress }) => {
      if (store.state.phase === "loading") store.set({ progress });
    };
    client.onpanic = trouble => this.panicked(trouble);
    store.watch(
      s => [s.phase],
      s => (document.body.dataset["phase"] = s.phase),
    );
    store.watch(
      s => [s.tools],
      s => (document.documentElement.dataset["tools"] = s.tools ? "in" : "away"),
    );
    this.resources = new Resources(store, client, this.notices, (words, why) => this.failed(words, why));
    addEventListener("popstate", () => void this.follow(readAddress(location.hash)));
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.address.last) void this.follow(readAddress(location.hash));
    });
  }

  /** Opens the game of the address: the sample, or the game that is served. */
  async begin(): Promise<void> {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.store.set({ playing: false, still: true });
    const isShow = location.hash.length < 2 && !this.served;
    const link = readAddress(isShow ? SHOW : location.hash);
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    // A first visit by a link, unless it leads to a panel.
    const isFirst = remembered("met") === null && visit?.type !== "reload" && !/[#&]panel=/.test(location.hash);
    if (!isEmbedded && (isShow || (isFirst && !this.served))) stageAlone(this.store, !isShow && !link.game);
    const given = this.served ?? inline(location.hash);
    const kept = link.game && !given ? await import("./files/kept").then(it => it.keptGame(link.game!)) : null;
    if (kept) return this.open(kept.source, link, kept.which);
    const source = given ?? sample();
    const carries = source.sample && !link.game ? inlinePatch(location.hash) : null;
    await this.open(carries ? patched(source, carries) : source, link);
    const wanted = link.game;
    const have = this.store.state.game?.info.key;
    if (wanted && have && wanted !== have && !this.served && !source.carried) this.another(link);
  }

  private waiting: Link | null = null;

  /** The mode that edits. It is loaded when it is first opened. */
  editing(): Promise<Edit> {
    this.edit ??= import("./edit/edit").then(({ Edit }) => new Edit(this));
    this.edit.catch(why => {
      this.edit = null;
      this.store.set({ mode: "look" });
      this.failed("The part of the page that edits could not be loaded.", why);
    });
    return this.edit;
  }

  // ------------------------------------------------------------------------------------------ games

  /** Tries again to open the last game. */
  retry: () => void = () => {};

  /** Opens a game. If that fails, the present game stays open. */
  async open(from: Source, link: Link | null = null, which?: string): Promise<void> {
    const turn = ++this.opening;
    const before = this.store.state;
    this.retry = () => {
      if (!this.store.state.game) this.client.restart();
      void this.open(from, link, which);
    };
    this.store.set({ phase: "loading", trouble: null, opening: from.name, progress: "" });
    this.notices.say(`Opening ${from.name} …`);
    this.notices.clear("alert");
    try {
      const given = await from.given();
      if (turn !== this.opening) return;
      const game = await this.client.ask("open", { ...given, ...(which ? { which } : {}) });
      if (turn !== this.opening) return;
      this.notices.clear();
      // Edits change the key of a costume in a link.
      const follows =
        link && (!link.game || link.game === game.info.key || (from.carried && !from.patch))
          ? link
          : this.waiting?.game === game.info.key
            ? this.waiting
            : null;
      // A link with a patch is for the game that it names.
      const carries = follows?.game && !game.patched ? inlinePatch(`#${follows.hash}`) : null;
      if (carries) return void (await this.open(patched(from, carries), follows, which));
      this.waiting = null;
      const { patched: changed } = game;
      const first = game.costumes.find(one => changed?.includes(one.id)) ?? game.costumes[0];
      const fitted = follows ? fit(follows, game) : null;
      this.playback.scene = follows?.tick ?? 0;
      this.resources.follow(follows, fitted?.patch ?? {}, game);
      this.store.set({
        ...fresh(before),
        together: false,
        actors: first ? [{ ...actorOf(first.id), ...(from.sample ? { facing: "east" as const } : {}) }] : [],
        selected: 0,
        // An own game opens with a room behind its figures.
        ...(fitted
          ? { ...LOOKING, ...fitted.patch }
          : from.sample || isEmbedded || game.isBare
            ? {}
            : { background: "room" as const }),
        phase: "ready",
        game,
        costume: null,
        unused: null,
        unreadable: null,
        scenery: null,
        ...(from.sample || from.carried || isEmbedded ? {} : { tools: true }),
        sample: from.sample,
        gameName: from.name,
        changed: changed ?? [],
        playing: (follows?.playing ?? true) && !before.still,
      });
      this.address.carried = from.carried ?? "";
      if (fitted) this.misfits(fitted.words);
      const title = from.sample ? "The sample game" : (game.info.title ?? from.name);
      this.notices.say(`${title} is open: ${game.costumes.length} costumes.`);
      void offerEdits(this, game.info.key);
      if (!from.sample && !from.carried && !from.patch && !from.isKept)
        void import("./files/kept").then(({ keep }) => keep(this.notices, from, game, given.files, which ?? null));
      const isDamaged = game.info.problems.some(one => one.severity === "broken");
      if (changed || game.notes.length || !game.costumes.length || isDamaged) {
        this.told(({ tell }) => turn === this.opening && tell(this.notices, game));
      }
    } catch (why) {
      if (why instanceof Overtaken || turn !== this.opening) return;
      this.notices.say("");
      const trouble = troubleOf(why);
      const isCarried = from.carried && trouble.kind !== "page";
      if (!isCarried && !before.game && from.sample) return this.store.set({ phase: "failed", trouble });
      const { notOpened, withoutCarried } = await import("./files/not-opened");
      if (isCarried) await withoutCarried(this, from, link, trouble);
      else await notOpened(this, from, link, trouble, before, () => turn === this.opening);
      return;
    }
    this.reopen = { from, which };
  }

  /** Opens a game that this browser stores. */
  private async openKept(key: string): Promise<void> {
    const { keptGame } = await import("./files/kept");
    const kept = await keptGame(key);
    if (kept) await this.open(kept.source, null, kept.which);
  }

  /** The open game. */
  reopen: { from: Source; which: string | undefined } | null = null;

  /** Shows the open game with a patch. */
  async patch(patch: FileRef): Promise<void> {
    const { from, which } = this.reopen!;
    await this.open(patched(from, { name: patch.name, read: () => patch }), null, which);
  }

  // --------------------------------------------------------------------------------------- costumes

  /** Changes the costume of the selected actor. */
  choose(id: number): void {
    const actor = this.store.chosen;
    if (!actor || actor.costume === id) return;
    const { mode, still, together } = this.store.state;
    this.address.push();
    this.notices.clearKind("action");
    this.playback.scene = 0;
    this.store.actor({
      costume: id,
      chore: together ? actor.chore : "walk",
      facing: together ? actor.facing : "south",
      palette: {},
      pixels: {},
      shadow: 0,
      vars: {},
      conditions: [],
      talking: false,
      flip: false,
    });
    this.store.set({ solo: null, muted: [], byte: null, ...(mode === "edit" ? {} : { playing: !still }) });
  }

  // ---------------------------------------------------------------------------------------- address

  private async follow(link: Link): Promise<void> {
    const game = this.store.state.game;
    if (!game) return;
    this.waiting = null;
    if (link.game && link.game !== game.info.key) return this.another(link);
    const { patch, words } = fit(link, game);
    this.resources.follow(link, patch, game);
    this.misfits(words);
    if (!patch.actors) return;
    this.address.last = location.hash.slice(1);
    this.playback.scene = link.tick;
    this.store.set({
      ...fresh(this.store.state),
      ...LOOKING,
      selected: 0,
      ...patch,
      actors: patch.background === "room" ? patch.actors : patch.actors.map(withoutRoom),
      playing: link.playing && !this.store.state.still,
    });
    this.playback.want();
  }

  private misfits(words: string[]): void {
    if (words.length)
      this.notices.show(`Not all of this link can be shown. ${words[0]}`, { kind: "link", text: words.join(" ") });
  }

  // Follows the link as soon as its game is open.
  private another(link: Link): void {
    this.waiting = link;
    this.told(({ tellAnother }) => tellAnother(this.notices, link, this.store.state.sample, () => this.top.showMenu()));
  }

  // Rare notices are loaded when they are needed.
  private told(tell: (it: typeof import("./files/told")) => unknown): void {
    import("./files/told").then(tell).catch(why => this.failed("This part of the page could not be loaded.", why));
  }

  // ---------------------------------------------------------------------------------------- trouble

  /** Reports an error, with its reason. */
  failed(words: string, why: unknown): void {
    if (why instanceof Overtaken) return;
    this.notices.show(words, troubleOf(why));
  }

  // The worker is a fresh one with the game open. The view is restored, unless it caused the panic twice.
  private panicked(trouble: Trouble): void {
    const id = this.store.chosen?.costume ?? -1;
    const times = (this.panics.get(id) ?? 0) + 1;
    this.panics.set(id, times);
    this.told(({ tellPanic }) => tellPanic(this.notices, trouble));
    if (times < 3) this.playback.want();
    else this.store.set({ playing: false });
  }
}
