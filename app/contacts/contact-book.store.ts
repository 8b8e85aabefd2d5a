/** Contacts as their pages use them. */
export { countedFields, fields, removeField, saveField } from "./contact-fields.store.ts";
export { exists, lookUp, open, save } from "./contact-file.store.ts";
export { count, exportPage, isEmpty, list, tagNames } from "./contact-list.store.ts";
export { addNote, change, deleteNote, lists } from "./contact-marks.store.ts";
export { emailStanding } from "./email-standing.store.ts";
