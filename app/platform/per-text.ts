/** Remembers what a pure function answers for a text, for texts that come again and again, such as SQL. */

/** How many answers one function keeps: far more than the texts it meets, and little memory if they never end. */
const mostKept = 1000;

/** The same function, computed once for each text. `compute` must be pure. */
export function perText<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, { answer: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.answer;
    if (known.size >= mostKept) known.clear();
    const answer = compute(text);
    known.set(text, { answer });
    return answer;
  };
}
