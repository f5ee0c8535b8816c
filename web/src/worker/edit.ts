/** The module that edits, loaded when a costume folder is opened or a costume is edited. */
export { initEdit } from "costumier/edit";
export { Drafts } from "./drafts";
