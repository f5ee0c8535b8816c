/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The light module: a third of the size of the whole one, for a quick first picture and for engines that only draw actors. It
 * opens games of v5 and v6 from plain files, plays scenes and draws them. It reads no scripts (so no names, and only the
 * default roles), no archives and no images, and has no exports and explanations: such calls throw an error that names the
 * whole module.
 *
 * ```js
 * import { initLight } from "costumier/light";
 * import wasm from "costumier/costumier_light_bg.wasm?url";
 * const game = (await initLight(fetch(wasm))).openGame(files);
 * ```
 */
import { glue } from "./glue-light.js";
import { start, type Costumier, type WasmSource } from "./instance.js";

export type * from "./types.js";
export type { Costumier, WasmSource } from "./instance.js";
export { CostumierError } from "./errors.js";
export { fromBytes, fromFiles } from "./files.js";

/** Starts an instance of the light module, as `init` of `costumier` does of the whole one. */
export function initLight(wasm: WasmSource): Promise<Costumier> {
  return start(glue, wasm, true);
}
