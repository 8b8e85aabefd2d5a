/** What was just done, said once, by the address that a form leads to: `?done=<what>`. */

/**
 * The sentence for an address; null for one that names nothing that is known.
 * @param sentences what can have been done on the page, by its name in the address
 */
export function doneWords(url: string, sentences: Readonly<Record<string, string>>): string | null {
  const done = new URL(url).searchParams.get("done");
  return done !== null && Object.hasOwn(sentences, done) ? (sentences[done] ?? null) : null;
}
