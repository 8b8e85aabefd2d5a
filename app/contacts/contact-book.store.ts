/** Contacts as their pages use them. */
export { lookUp, merge, open, save } from "./contact-file.store.ts";
export { count, fields, isEmpty, list, tagNames } from "./contact-list.store.ts";
export { addNote, change, deleteNote, fieldFor, lists } from "./contact-marks.store.ts";
