/** Contacts as their pages use them. */
export { exists, lookUp, open, save } from "./contact-file.store.ts";
export { count, exportPage, fields, isEmpty, list, tagNames } from "./contact-list.store.ts";
export { addNote, change, deleteNote, fieldFor, lists } from "./contact-marks.store.ts";
export { emailStanding } from "./email-standing.store.ts";
