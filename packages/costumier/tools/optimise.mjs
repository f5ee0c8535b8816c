// Makes dist/costumier_bg.wasm smaller: binaryen's wasm-opt, with the features that rustc uses named one by one. All of
// them at once would let it write what browsers do not read yet.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const wasm = fileURLToPath(new URL("../dist/costumier_bg.wasm", import.meta.url));
const tool = fileURLToPath(new URL("../node_modules/binaryen/bin/wasm-opt", import.meta.url));
const features = ["bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"];
const before = statSync(wasm).size;
const done = spawnSync(process.execPath, [tool, wasm, "-o", wasm, "-Os", ...features.map((it) => `--enable-${it}`)], { stdio: "inherit" });
if (done.status !== 0) process.exit(1);
console.log(`costumier_bg.wasm: ${before} bytes, optimised ${statSync(wasm).size}`);
