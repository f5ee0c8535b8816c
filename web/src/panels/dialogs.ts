/** The dialogs, in one file that is loaded at the first use of one of them. */
export { aboutDialog } from "./about-dialog";
export { dialog } from "./dialog";
export { help } from "./help";
