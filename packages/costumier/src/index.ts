/// <reference lib="esnext.disposable" preserve="true" />
/**
 * SCUMM games in JavaScript: open one from bytes, find its costumes, play and draw them exactly as the game does.
 *
 * ```js
 * import { readFile } from "node:fs/promises";
 * import { init } from "costumier";
 * import { fromFolder } from "costumier/node";
 *
 * const costumier = await init(await readFile(new URL(import.meta.resolve("costumier/costumier_bg.wasm"))));
 * const game = costumier.openGame(fromFolder("monkey2"));
 * for (const { id, name } of game.costumes()) console.log(id, name, game.row(id).pictures);
 * const scene = game.scene({ actors: [{ costume: 1, steps: [{ chore: "init" }, { chore: "walk" }] }] });
 * const { width, height, data } = scene.render(); // for new ImageData(data, width, height)
 * scene.tick();
 * ```
 *
 * Calls are synchronous, for workers and Node. The package fetches nothing, keeps no global state and needs no page. Calls
 * throw {@link CostumierError}.
 */
import { CostumierError } from "./errors.js";
import { glue } from "./glue.js";
import { compile, edits, start, type Costumier, type WasmSource } from "./instance.js";

export type * from "./types.js";
export { CostumierError } from "./errors.js";
export { fromBytes, fromFiles } from "./files.js";
export { Costumier, type WasmSource } from "./instance.js";
export { Game } from "./game.js";
export { Costume } from "./costume.js";
export { Actor, Scene } from "./scene.js";
export { ExportJob } from "./exports.js";

/**
 * Starts an instance with memory of its own. The `WebAssembly.Module` of an earlier instance (`costumier.module`) starts
 * quickly. A `Response` with a wrong MIME type works too.
 */
export async function init(wasm: WasmSource): Promise<Costumier> {
  const module = await compile(await wasm);
  if (edits(module)) throw CostumierError.usage("this WebAssembly edits: start it with `initEdit`");
  return start(glue, module, false);
}
