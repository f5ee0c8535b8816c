/** The light module's generated glue. What only the whole one has is missing in it. */
import type { Glue } from "./glue.js";

export function glue(): Glue;
