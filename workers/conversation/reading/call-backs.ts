/** Finds the wish to be called back, by anyone: "please have Ms. Reyes call me", "can the doctor give me a ring". */
import {
  afterCall,
  arranging,
  callingMe,
  noCall,
  ofOthers,
} from "#workers/conversation/english/call-backs.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { type Found, phraseAt } from "#workers/conversation/words/phrases.ts";
import { type Word, wordsOf } from "#workers/conversation/words/words.ts";

/** How many words name who should call: "one of your doctors". */
const WHO = 5;

/** The requests in an utterance, from left to right; each runs from the word that asks to "me". */
export function callBacksIn(words: readonly Word[]): Found[] {
  const all: Found[] = [];
  for (let at = 0; at < words.length; at++) {
    const call = callsMe(words, at);
    if (!call) continue;
    const from = asksAt(words, at);
    if (from === null || words.slice(Math.max(0, from - 2), at).some(({ word }) => noCall.has(word)))
      continue;
    all.push({ id: "message", from, to: call.to });
  }
  return all;
}

/** Whether a message asks for a call: "call me when you're back", "ring me on my cell"; "he said he'd call me" tells of one. */
export function asksForCall(text: string): boolean {
  const words = wordsOf(text, sounds);
  return words.some((_, at) => {
    if (!callsMe(words, at)) return false;
    return !words.slice(Math.max(0, at - 2), at).some(({ word }) => noCall.has(word) || ofOthers.has(word));
  });
}

/** "Call me" that is followed by no name, as in "call me Bob". */
function callsMe(words: readonly Word[], at: number): Found | null {
  const call = phraseAt(callingMe, words, at);
  const next = call && words[call.to];
  return call && (!next || next.opensSentence || next.gap.includes(",") || afterCall.has(next.word))
    ? call
    : null;
}

/** The nearest word before a call that asks for it, with nothing but a name between. */
function asksAt(words: readonly Word[], call: number): number | null {
  for (let at = call - 1; at >= Math.max(0, call - WHO - 1); at--) {
    if (arranging.has(words[at]?.word ?? "")) return at;
    // "Ms. Reyes" is one name.
    if (words[at]?.opensSentence || words[at]?.gap.includes(",")) return null;
  }
  return null;
}
