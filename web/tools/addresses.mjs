// The addresses of the repository and of the published page, and the version, from the one place that names them; empty while they are not known.
import { readFileSync } from "node:fs";

const manifest = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
const value = key => new RegExp(`^${key} = "(.*)"$`, "m").exec(manifest)?.[1] ?? "";
export const [repository, homepage, version] = [value("repository"), value("homepage"), value("version")];
