/** An object of the instance that JavaScript holds until it is freed. */
import { CostumierError } from "./errors.js";
import type { Freed } from "./glue.js";
import type { Core } from "./instance.js";

/** A handle of an object. After {@link Handle.free}, which calls `freed`, every call throws an error of kind `freed`. */
export class Handle<T extends Freed> {
  #freed = false;

  constructor(
    readonly core: Core,
    readonly what: string,
    readonly raw: T,
    readonly freed: () => void = () => {},
  ) {}

  /** Calls the object. */
  call<R>(act: (raw: T) => R): R {
    if (this.#freed) throw CostumierError.freed(this.what);
    return this.core.call(() => act(this.raw));
  }

  /** As {@link call}, for calls that return JSON. */
  json<R>(act: (raw: T) => string): R {
    return JSON.parse(this.call(act)) as R;
  }

  free(): void {
    if (this.#freed) return;
    this.#freed = true;
    try {
      this.core.free(this.raw);
    } finally {
      this.freed();
    }
  }
}
