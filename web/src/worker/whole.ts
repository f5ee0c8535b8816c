/** The whole module, as a chunk that a first visit does not wait for. */
export { init } from "costumier";
