/** The message about what was just done, shown once after a form redirects to `?done=<what>`. */

/**
 * The sentence for an address; null when its `done` is absent or unknown.
 * @param sentences the sentence for each value of `done` on this page
 */
export function doneWords(url: string, sentences: Readonly<Record<string, string>>): string | null {
  const done = new URL(url).searchParams.get("done");
  return done !== null && Object.hasOwn(sentences, done) ? (sentences[done] ?? null) : null;
}
