/** The whole module, apart: a page that is looked at for the first time does not wait for it. */
export { init } from "costumier";
