/** Exports: the command line's files. */
import type { RawJob } from "./glue.js";
import { Handle } from "./handle.js";
import type { Core } from "./instance.js";
import type { ExportedFile } from "./types.js";

/** An export under way: one costume at a time, so that progress can be shown and one can stop. */
export class ExportJob {
  readonly #job: Handle<RawJob>;

  /** @internal */
  constructor(core: Core, raw: RawJob) {
    this.#job = new Handle(core, "export", raw);
  }

  /** Costumes that are done. */
  get done(): number {
    return this.#job.call((raw) => raw.done);
  }

  /** Costumes in all. */
  get total(): number {
    return this.#job.call((raw) => raw.total);
  }

  /** Exports the next costume. False when all are done and the export is complete. */
  step(): boolean {
    return this.#job.call((raw) => raw.step());
  }

  /** The files. What is not done yet is done first. */
  files(): ExportedFile[] {
    this.#finish();
    const paths = this.#job.json<string[]>((raw) => raw.paths());
    return paths.map((path, number) => ({ path, bytes: this.#job.call((raw) => raw.file(number)) }));
  }

  /** The files as a zip. What is not done yet is done first. */
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
