/** Tells a listener which patterns match, so that a test can say which one misread an utterance. */

/** A match: the pattern, the first of its words, and the word after them. */
type Listener = (pattern: string, from: number, to: number) => void;

/** A test sets the listener while it reads an utterance. */
export const trace: { matched: Listener | null } = { matched: null };

/** Returns a match, and tells the listener of it. */
export function traced<M extends { pattern: string; to: number }>(match: M | null, from: number): M | null {
  if (match && trace.matched) trace.matched(match.pattern, from, match.to);
  return match;
}
