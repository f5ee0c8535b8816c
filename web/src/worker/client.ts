/**
 * The page's end of the worker: asks, waits, and begins anew after a panic. A panic in WebAssembly leaves its
 * memory in a state that nobody vouches for, so the whole worker goes; the compiled module is kept, and the
 * game that was open is opened again, which costs some ten milliseconds.
 */
import type { FromWorker, Modules, Op, Ops, Progress, Request, ToWorker, Trouble } from "./protocol";

/** A failure that has been said for people. */
export class Failure extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble.text);
  }
}

/** The request was overtaken by a newer game. */
export class Overtaken extends Error {}

interface Waiting {
  gen: number;
  done: (answer: never) => void;
  failed: (why: Error) => void;
}

export class Client {
  private worker!: Worker;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private gen = 0;
  private opened: Ops["open"]["asked"] | null = null;
  private reviving: Promise<unknown> | null = null;
  /** Told as well, before: what the worker had to know besides the game is to be said again. */
  onafresh: () => void = () => {};
  /** Whether blocks may be shown that are not the game's. */
  wears = false;
  /** Says how far a long request is. */
  onprogress: (said: Progress) => void = () => {};
  /** Told after a panic, when a fresh worker has the game open again. */
  onpanic: (trouble: Trouble) => void = () => {};

  constructor(
    private readonly make: () => Worker,
    private readonly modules: Pick<Modules, "light" | "whole" | "edit">,
    private readonly first: Modules["begin"],
    private module: WebAssembly.Module | null = null,
  ) {
    this.begin(first);
  }

  /**
   * Another worker with the same game open, for what takes long: this one goes on answering. It lives until it is
   * ended.
   */
  async aside(onprogress: Client["onprogress"], begun: (other: Client) => void): Promise<Client> {
    const other = new Client(this.make, this.modules, "whole", this.module);
    other.onprogress = onprogress;
    begun(other);
    if (this.opened) await other.ask("open", this.opened);
    if (this.wears) for (const one of await this.ask("worn", {})) await other.ask("wear", one);
    return other;
  }

  /** Stops the worker in the middle of what it does. Whoever waits hears {@link Overtaken}. */
  end(): void {
    this.worker.terminate();
    for (const one of this.waiting.values()) one.failed(new Overtaken());
    this.waiting.clear();
  }

  /** A new worker, as in the beginning: for a page whose module could not be loaded. */
  restart(): void {
    this.end();
    this.begin(this.first);
  }

  private begin(begin: Modules["begin"]): void {
    this.worker = this.make();
    this.worker.onmessage = event => this.heard(event.data as FromWorker);
    this.worker.onerror = event => {
      event.preventDefault();
      this.panicked({ text: event.message || "the part of the page that reads games has stopped", kind: "panic" });
    };
    this.worker.postMessage({ begin, ...this.modules, module: this.module } satisfies ToWorker);
  }

  private heard(said: FromWorker): void {
    if ("progress" in said) return this.onprogress(said);
    if ("module" in said) return void (this.module = said.module);
    if ("panic" in said) return this.panicked(said.panic);
    const waiting = this.waiting.get(said.id);
    if (!waiting) return;
    this.waiting.delete(said.id);
    if (said.gen !== this.gen) waiting.failed(new Overtaken());
    else if ("trouble" in said) waiting.failed(new Failure(said.trouble));
    else waiting.done(said.answer as never);
  }

  private panicked(trouble: Trouble): void {
    this.worker.terminate();
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    this.begin("whole");
    if (this.opened) this.reviving = this.send("open", this.opened).catch(() => undefined);
    for (const one of lost) one.failed(new Failure(trouble));
    this.onafresh();
    this.onpanic(trouble);
  }

  private send<O extends Op>(op: O, asked: Ops[O]["asked"]): Promise<Ops[O]["answer"]> {
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { gen: this.gen, done, failed });
      this.worker.postMessage({ id, gen: this.gen, op, asked } as Request);
    });
  }

  /** Asks the worker. Rejects with a {@link Failure}, or with {@link Overtaken}. */
  async ask<O extends Op>(op: O, asked: Ops[O]["asked"]): Promise<Ops[O]["answer"]> {
    if (op === "open") {
      this.gen++;
      this.opened = asked as Ops["open"]["asked"];
      this.reviving = null;
    } else if (this.reviving) {
      await this.reviving;
    }
    return this.send(op, asked);
  }
}

/** What was thrown, as it is shown. */
export function troubleOf(why: unknown): Trouble {
  if (why instanceof Failure) return why.trouble;
  return { kind: "page", text: why instanceof Error ? why.message : String(why) };
}
