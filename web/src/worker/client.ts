/**
 * The page's end of the worker: sends requests, waits, and starts a new worker after a panic. A panic in WebAssembly leaves
 * invalid memory, so the worker ends. The compiled module is kept, and the new worker opens the game again.
 */
import type { FromWorker, Modules, Op, Ops, Progress, Request, ToWorker, Trouble } from "./protocol";

/** A failure with a message for people. */
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
  /** Called before that: sends the worker its other state again. */
  onafresh: () => void = () => {};
  /** Whether edited blocks may be shown. */
  wears = false;
  /** Called with the progress of a long request. */
  onprogress: (said: Progress) => void = () => {};
  /** Called after a panic, when a new worker has the game open again. */
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
   * Starts another worker with the same game, for long work; this one continues to answer. It runs until it is ended.
   */
  async aside(onprogress: Client["onprogress"], begun: (other: Client) => void): Promise<Client> {
    const other = new Client(this.make, this.modules, "whole", this.module);
    other.onprogress = onprogress;
    begun(other);
    if (this.opened) await other.ask("open", this.opened);
    if (this.wears) for (const one of await this.ask("worn", {})) await other.ask("wear", one);
    return other;
  }

  /** Stops the worker at once. Waiting requests reject with {@link Overtaken}. */
  end(): void {
    this.worker.terminate();
    for (const one of this.waiting.values()) one.failed(new Overtaken());
    this.waiting.clear();
  }

  /** Starts a new worker, for a page whose module could not be loaded. */
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

/** The message of a thrown value. */
export function troubleOf(why: unknown): Trouble {
  if (why instanceof Failure) return why.trouble;
  return { kind: "page", text: why instanceof Error ? why.message : String(why) };
}
