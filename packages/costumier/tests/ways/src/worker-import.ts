/** A worker for esbuild, whose loader `file` makes an address of the WebAssembly. */
import wasm from "costumier/costumier_bg.wasm";
import { draw, fetched } from "./draw.js";

onmessage = async ({ data: base }: MessageEvent<string>) => {
  postMessage(await draw(fetch(new URL(wasm, import.meta.url)), await fetched(base)).catch(String));
};
