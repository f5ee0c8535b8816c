/** Links out of the page. While the address of the repository is not known there are none. */
import { h } from "./dom";

/** A link that opens in a tab of its own. */
const link = (href: string, words: string): Node =>
  h("a", { href, target: "_blank", rel: "noopener noreferrer" }, words);

const known = (path: string, words: string): Node[] =>
  __REPOSITORY__ ? [link(`${__REPOSITORY__}${path}`, words)] : [];

export const source = (): Node[] => known("", "Source");
export const download = (): Node[] => known("/releases", "Download");
/** Where faults are reported and questions are asked. */
export const faults = (): Node[] => known("/issues", "Report a fault, ask a question");
/** A page of the documentation: `docs/viewer.md#time`. */
export const documentation = (path: string, words: string): Node[] => known(`/blob/main/${path}`, words);
