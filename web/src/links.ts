/** Links out of the page. There are none while the address of the repository is unknown. */
import { h } from "./dom";

/** A link that opens in a new tab. */
const link = (href: string, words: string): Node =>
  h("a", { href, target: "_blank", rel: "noopener noreferrer" }, words);

const known = (path: string, words: string): Node[] =>
  __REPOSITORY__ ? [link(`${__REPOSITORY__}${path}`, words)] : [];

export const source = (): Node[] => known("", "Source");
export const download = (): Node[] => known("/releases", "Download");
/** The place for reports and questions. */
export const faults = (): Node[] => known("/issues", "Report a fault, ask a question");
/** A page of the documentation: `docs/viewer.md#time`. */
export const documentation = (path: string, words: string): Node[] => known(`/blob/main/${path}`, words);
