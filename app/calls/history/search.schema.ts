/** What a search of the command menu leads to. */

/** An agent, a number or a call: where it is, what it is called, and quiet words beside that. */
export type Found = { to: string; label: string; note: string };

/** The words that were searched for, as far as they were read, and what they found. */
export type Search = { q: string; found: Found[] };
