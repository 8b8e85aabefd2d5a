/** A Spanish text without accents, capitals and marks, as its patterns read it. */

/** Marks stay: a question and the end of a clause tell something. */
export const unaccented = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/\s+/g, " ");

/** Only words. */
export const wordsOnly = (text: string): string =>
  unaccented(text)
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
