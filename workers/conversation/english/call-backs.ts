/** English for the wish to be called by somebody. */

import { phraseBook } from "#workers/conversation/words/phrases.ts";
import { firstNames } from "./names.ts";

export const callingMe = phraseBook({
  call: [
    "(call|ring|phone|contact) (me|us) [back]",
    "(give|gives) (me|us) a (call|ring|call back|callback)",
    "get back to (me|us)",
    "return my call",
  ],
});

const words = (line: string) => new Set(line.split(" "));

/** Asks for somebody to do something: "have Ms. Reyes …", "can the doctor …". */
export const arranging = words("have get ask can could should want need like please");

/** Makes it the contrary: "don't have anybody call me". */
export const noCall = words("dont not never stop no without didnt doesnt wont cant");

/** May follow "call me", where a name would make it an introduction. */
export const afterCall = words(
  "back please on at about when if tomorrow today tonight later as this in after before regarding again so because then and or for to with instead thanks thank soon asap right",
);

/** Whom a message is for, or who was asked for, as the caller said it ("Ms. Reyes"); null when nobody is named. */
export function addresseeOf(utterance: string): string | null {
  const [, courtesy = "", first = "", more = ""] =
    /\b(?:(?:messages?|note) (?:for|to)|(?:speak|talk|chat) (?:to|with)) ((?:(?:mrs?|ms|miss|dr|doctor)\b\.? )?)(\p{L}[\p{L}'’-]*)((?: \p{L}[\p{L}'’-]*)?)/iu.exec(
      utterance,
    ) ?? [];
  const isCased = /^\p{Lu}/u.test(first);
  if (first === "" || !(courtesy !== "" || isCased || firstNames.has(first.toLowerCase()))) return null;
  const isMore = isCased && /^ \p{Lu}/u.test(more);
  return `${courtesy}${first}${isMore ? more : ""}`;
}

/** Whether a request to be called says by whom: "have Ms. Reyes call me", "can Jenna call me". */
export const namesWho = (request: string): boolean =>
  /\b(mr|mrs|ms|miss|dr|doctor)\b/i.test(request) || /\S\s+\p{Lu}\p{Ll}+\b/u.test(request);
