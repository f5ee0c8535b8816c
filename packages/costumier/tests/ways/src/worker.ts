/** A worker for Vite and webpack, which find the WebAssembly by its address. */
import { draw, fetched } from "./draw.js";

const wasm = new URL("costumier/costumier_bg.wasm", import.meta.url);
onmessage = async ({ data: base }: MessageEvent<string>) => {
  postMessage(await draw(fetch(wasm), await fetched(base)).catch(String));
};
