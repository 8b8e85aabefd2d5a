/** The results of a search in the command menu. */

/** An agent, a number or a call: its address, its name, and a note. */
export type Found = { to: string; label: string; note: string };

/** The words that were searched for, and what they found. */
export type Search = { q: string; found: Found[] };
