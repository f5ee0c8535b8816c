/** The module that edits, loaded when a costume folder is opened. */
export { initEdit } from "costumier/edit";
