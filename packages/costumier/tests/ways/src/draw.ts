/** Opens a game from fetched files and draws an actor: the same in a page, a worker and Node. */
import { fromBytes, init, type WasmSource } from "costumier";

export async function draw(wasm: WasmSource, files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[]): Promise<string> {
  const costumier = await init(wasm);
  using game = costumier.openGame(fromBytes(files.map(({ name, bytes }) => [name, bytes] as const)));
  using scene = game.scene({ actors: [{ costume: 6, steps: [{ perform: "walk" }] }] });
  scene.tick(3);
  const { width, height, data } = scene.render();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(data)));
  return `${width} x ${height} ${Array.from(hash.subarray(0, 8), (it) => it.toString(16).padStart(2, "0")).join("")}`;
}

/** The files of a game that a server has, by a list of their names. */
export async function fetched(base: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }[]> {
  const names = (await (await fetch(`${base}files.json`)).json()) as string[];
  const get = async (name: string) => ({ name, bytes: new Uint8Array(await (await fetch(base + name)).arrayBuffer()) });
  return Promise.all(names.map(get));
}
