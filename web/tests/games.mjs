// Games for tests, written by the command, and the sample as a zip.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const TOP = fileURLToPath(new URL("../../", import.meta.url));
export const OUT = join(TOP, "target", "viewer");
export const COMMAND =
  process.env.COSTUMIER ??
  ["release", "debug"].map(one => join(TOP, "target", one, "costumier")).find(one => existsSync(one)) ??
  "costumier";
mkdirSync(OUT, { recursive: true });
const written = new Set();

/** The sample game in a generation, as a folder. */
export function sampleFolder(which) {
  const folder = join(OUT, which);
  if (!written.has(which)) {
    const generation = which === "sample" ? "v5" : which.slice(7);
    execFileSync(COMMAND, ["sample", folder, "--generation", generation, "--force", "--quiet"]);
    written.add(which);
  }
  return folder;
}

/** One of them as a zip. */
export function sampleZip(which = "sample-v7") {
  const zip = join(OUT, `${which}.zip`);
  rmSync(zip, { force: true });
  sampleFolder(which);
  execFileSync("zip", ["-qr", zip, which], { cwd: OUT });
  return zip;
}
