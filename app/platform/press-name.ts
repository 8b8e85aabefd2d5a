/** The field that a list button sends: which list, and which rows. Apart from the rules for names, which browsers do without. */
export const pressName = "__intent__";
