/** Exports: the command line's files. */
import type { RawJob } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import type { ExportedFile } from "./types.js";

/** An export that runs one costume at a time, to show progress and to be stopped. */
export class ExportJob {
  readonly #job: Handle<RawJob>;

  /** @internal */
  constructor(core: Core, raw: RawJob) {
    this.#job = new Handle(core, "export", raw);
  }

  /** Number of finished costumes. */
  get done(): number {
    return this.#job.call((raw) => raw.done);
  }

  /** Number of all costumes. */
  get total(): number {
    return this.#job.call((raw) => raw.total);
  }

  /** Exports the next costume. False when all are done and the export is complete. */
  step(): boolean {
    return this.#job.call((raw) => raw.step());
  }

  /** Finishes the export, and returns its files. */
  files(): ExportedFile[] {
    this.#finish();
    const paths = this.#job.json<string[]>((raw) => raw.paths());
    return paths.map((path, number) => ({ path, bytes: this.#job.call((raw) => raw.file(number)) }));
  }

  /** Finishes the export, and returns its files as a zip. */
  zip(): Uint8Array<ArrayBuffer> {
    this.#finish();
    return this.#job.call((raw) => raw.zip());
  }

  #finish(): void {
    while (this.step());
  }

  free(): void {
    this.#job.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
