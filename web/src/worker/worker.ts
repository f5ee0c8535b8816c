/**
 * The worker: receives requests, lets the session answer them, and reports errors. A panic ends it, and the page starts a new
 * one. Requests about the stage go before all others that wait, so that thumbnails never delay the stage.
 *
 * It starts with the package's light module, which draws the sample before the whole one is there. The first request that needs
 * the whole module loads it, opens the game with it, and drops the light one. The change is invisible: every request describes
 * the whole stage.
 */
import { CostumierError, initLight } from "costumier/light";
import { Session, type Tell } from "./session";
import type { FromWorker, Modules, Ops, Request, ToWorker, Trouble } from "./protocol";

const post = (said: FromWorker, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(said, transfer);

const progress: Tell = (text, done, total) =>
  post({ progress: text, ...(total === undefined ? {} : { done: done ?? 0, total }) });

let modules: Modules | null = null;
let session: Promise<Session> | null = null;
let isLight = false;
/** The session of the whole module, once a request needs it. */
let coming: Promise<Session> | null = null;
let arrived = false;
let opened: Ops["open"]["asked"] | null = null;
let staged: Ops["stage"]["asked"] | null = null;
const queue: Request[] = [];
let busy = false;
let newest = 0;

function start(said: Modules): void {
  modules = said;
  isLight = said.begin === "light";
  if (isLight) session = initLight(fetch(said.light)).then(it => new Session(it, progress, edit));
  else session = whole();
}

function whole(): Promise<Session> {
  coming ??= (async () => {
    // A first visit needs neither the module nor its glue, which follows it.
    const module = modules!.module ?? (await fetch(modules!.whole));
    const { init } = await import("./whole");
    const costumier = await init(module);
    post({ module: costumier.module });
    return new Session(costumier, progress, edit);
  })();
  coming.then(
    () => {
      arrived = true;
      void work();
    },
    // Waiting requests get the error. The light module continues, and the next request for the whole one tries again.
    why => {
      coming = null;
      for (let i = queue.length - 1; i >= 0; i--)
        if (!byLight(queue[i]!)) {
          const [{ id, gen }] = queue.splice(i, 1) as [Request];
          post({ id, gen, trouble: trouble(why) });
        }
    },
  );
  return coming;
}

/** The module that opens costume folders and edits, loaded when the first one is opened or edited. */
let editor: ReturnType<typeof import("./edit").initEdit> | null = null;
function edit(): NonNullable<typeof editor> {
  editor ??= import("./edit").then(({ initEdit }) => initEdit(fetch(modules!.edit)));
  editor.catch(() => (editor = null));
  return editor;
}

/** Requests that need the module that edits. */
const EDITS = new Set([
  "draft",
  "edit",
  "undo",
  "record",
  "rowsOf",
  "spare",
  "bring",
  "filesOf",
  "fits",
  "shownBy",
  "out",
  "program",
  "whatis",
]);
let isEditing = false;

/** A session in the module that edits. */
async function drafting(): Promise<Session> {
  const [{ Drafts }, editor] = await Promise.all([import("./edit"), edit()]);
  const next = new Session(editor, progress, edit);
  next.drafts = new Drafts(editor, next);
  isEditing = true;
  return next;
}

/** Changes to another module: opens the game again, and sets up the stage. */
async function change(to: () => Promise<Session>): Promise<void> {
  const next = await to();
  isLight = false;
  session = Promise.resolve(next);
  if (opened) await next.answer("open", opened);
  if (staged) await next.answer("stage", staged);
}

function trouble(why: unknown): Trouble {
  if (why instanceof CostumierError) return why.toJSON();
  if (why instanceof Error && why.name === "no-draft") return { kind: why.name, text: why.message };
  if (why instanceof Error) return { kind: "page", text: why.message || why.name };
  return { kind: "page", text: String(why) };
}

const URGENT = new Set(["open", "edit", "undo", "stage", "clip", "actorAt", "chain", "costume", "room"]);

// Requests that the light module can answer: those for the first view of the sample.
const LIGHT = new Set(["stage", "clip", "actorAt", "costume", "room"]);
const byLight = (one: Request) => (one.op === "open" ? one.asked.light === true : LIGHT.has(one.op));

function next(): Request | undefined {
  const waits = isLight && !arrived;
  const able = (one: Request) => !waits || one.gen < newest || byLight(one);
  const urgent = queue.findIndex(one => URGENT.has(one.op) && able(one));
  const found = urgent >= 0 ? urgent : queue.findIndex(able);
  if (found >= 0) return queue.splice(found, 1)[0];
  // The remaining requests wait for the whole module; `work` continues when it is loaded.
  if (queue.length) void whole();
  return undefined;
}

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let asked = next(); asked; asked = next()) {
    const { id, gen } = asked;
    if (gen < newest) {
      post({ id, gen, trouble: { kind: "overtaken", text: "another game was opened" } });
      continue;
    }
    try {
      if (!isEditing && EDITS.has(asked.op)) await change(drafting);
      else if (isLight && (arrived || !byLight(asked))) await change(whole);
      const at = await session;
      if (!at) continue;
      if (asked.op === "open") [opened, staged] = [asked.asked, null];
      if (asked.op === "stage") staged = asked.asked;
      const answer = await at.answer(asked.op, asked.asked);
      post({ id, gen, answer }, transferable(answer));
    } catch (why) {
      const said = trouble(why);
      if (said.kind === "panic" || why instanceof WebAssembly.RuntimeError)
        return post({ panic: { ...said, kind: "panic" } });
      post({ id, gen, trouble: said });
    }
    // Receives new messages before the next request starts.
    await new Promise<void>(done => {
      channel.port1.onmessage = () => done();
      channel.port2.postMessage(null);
    });
  }
  busy = false;
}
const channel = new MessageChannel();

// The buffers of an answer, each once, to be transferred.
function transferable(value: unknown, found = new Set<ArrayBuffer>(), depth = 0): Transferable[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength === value.byteLength) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null && depth < 4) {
    for (const one of Object.values(value)) if (typeof one === "object") transferable(one, found, depth + 1);
  }
  return [...found];
}

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const said = event.data;
  if ("begin" in said) start(said);
  else {
    newest = Math.max(newest, said.gen);
    queue.push(said);
    void work();
  }
};
