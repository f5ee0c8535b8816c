// Declarations that are written by hand go where the compiled ones are.
import { copyFileSync, readdirSync } from "node:fs";

const [from, to] = ["src", "dist"].map((it) => new URL(`../${it}/`, import.meta.url));
for (const name of readdirSync(from)) if (name.endsWith(".d.ts")) copyFileSync(new URL(name, from), new URL(name, to));
