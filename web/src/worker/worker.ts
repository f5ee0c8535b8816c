/**
 * The worker: hears requests, lets the desk answer them, says what went wrong. A panic ends it: the page then
 * makes a fresh one. Requests about the stage go before all others that wait, so that thumbnails never hold up
 * what people look at.
 */
import { CostumierError, init } from "costumier";
import { Desk } from "./desk";
import type { FromWorker, Request, ToWorker, Trouble } from "./protocol";

const post = (said: FromWorker, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(said, transfer);

let desk: Promise<Desk> | null = null;
const queue: Request[] = [];
let busy = false;
let newest = 0;

async function start(wasm: WebAssembly.Module | Promise<Response>): Promise<Desk> {
  const costumier = await init(wasm);
  post({ module: costumier.module });
  return new Desk(costumier, text => post({ progress: text }));
}

function trouble(why: unknown): Trouble {
  if (why instanceof CostumierError) return why.toJSON();
  if (why instanceof Error) return { kind: "page", text: why.message || why.name };
  return { kind: "page", text: String(why) };
}

const URGENT = new Set(["open", "stage", "clip", "actorAt", "chain", "costume", "room"]);

function next(): Request | undefined {
  const urgent = queue.findIndex(one => URGENT.has(one.op));
  return queue.splice(Math.max(0, urgent), 1)[0];
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
      const at = await desk;
      if (!at) continue;
      const answer = await at.answer(asked.op, asked.asked);
      post({ id, gen, answer }, transferable(answer));
    } catch (why) {
      const said = trouble(why);
      if (said.kind === "panic" || why instanceof WebAssembly.RuntimeError)
        return post({ panic: { ...said, kind: "panic" } });
      post({ id, gen, trouble: said });
    }
    // What has arrived meanwhile is heard before the next thing is begun.
    await new Promise<void>(done => {
      channel.port1.onmessage = () => done();
      channel.port2.postMessage(null);
    });
  }
  busy = false;
}
const channel = new MessageChannel();

// Buffers of an answer are given away, each once.
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
  if ("module" in said) desk = start(said.module);
  else if ("wasm" in said) desk = start(fetch(said.wasm));
  else {
    newest = Math.max(newest, said.gen);
    queue.push(said);
    void work();
  }
};
