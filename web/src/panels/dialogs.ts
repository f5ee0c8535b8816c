/** Dialogs that are loaded when one of them is first asked for, as one file. */
export { aboutDialog } from "./about-dialog";
export { help } from "./help";
