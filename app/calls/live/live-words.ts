/** Names a running call in the browser, which does not load the table of phone number formats. */

/** "+1 415 555 0163" for North American numbers; other numbers unchanged. */
export const numberShown = (e164: string): string =>
  e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");

/** "1 call", "2 calls": how many go on. */
export const liveCount = (calls: number): string => `${calls} ${calls === 1 ? "call" : "calls"}`;

/** The caller, as far as known. */
export function liveCaller(call: {
  caller_name: string | null;
  other_number: string | null;
  /** Null: the call comes from a browser. */
  number_id: string | null;
}): string {
  if (call.caller_name !== null) return call.caller_name;
  if (call.other_number !== null) return numberShown(call.other_number);
  return call.number_id === null ? "Browser call" : "Private number";
}

/** The end of what was said, from the start of a word: the newest words count. */
export function lastOf(words: string, longest: number): string {
  if (words.length <= longest) return words;
  const end = words.slice(-longest);
  const isWholeWord = /\s$/.test(words.slice(0, -longest)) || /^\s/.test(end);
  const begun = (isWholeWord ? end : end.replace(/^\S+\s*/, "")).trimStart();
  return `… ${begun === "" ? end : begun}`;
}
