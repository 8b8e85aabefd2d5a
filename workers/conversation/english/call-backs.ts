/** English for the wish to be called back, and for the subject of a call or a message. */

import { phraseBook } from "#workers/conversation/words/phrases.ts";
import { firstNames } from "./names.ts";
import type { Wordings } from "./sayings.ts";

export const callingMe = phraseBook({
  call: [
    "(call|ring|phone|contact) (me|us) [back]",
    "(give|gives) (me|us) a (call|ring|call back|callback)",
    "get back to (me|us)",
    "return my call",
  ],
});

const words = (line: string) => new Set(line.split(" "));

/** Asks a person to do something: "have Ms. Reyes …", "can the doctor …". */
export const arranging = words("have get ask can could should want need like please");

/** Makes it the contrary: "don't have anybody call me". */
export const noCall = words("dont not never stop no without didnt doesnt wont cant");

/** Before a call these tell of one that others spoke of. */
export const ofOthers = words("he she they hed shed theyd hell shell theyll it who");

/** May follow "call me", where a name would make it an introduction. */
export const afterCall = words(
  "back please on at about when if tomorrow today tonight later as this in after before regarding again so because then and or for to with instead thanks thank soon asap right",
);

/** The person whom a message is for, or who was asked for, in the caller's words ("Ms. Reyes"); null without a name. */
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

/** Answers to "what should I pass on" that say nothing to pass on. */
export const tellsNothing =
  /^(i )?(dont|do not) (really )?know$|^(im )?not (really )?sure$|^(oh )?(nothing|whatever|anything|just that|thats all|hello|hi)$/;

/** Asks once more, where only a name or a mere "okay" came. */
export const whatAbout: Wordings = [
  "And what's it about?",
  "What should I tell them it's about?",
  "In a few words, what's it about?",
];

/** The words of a message whose caller gave none. */
export const didNotSay = "Didn't say what it's about";
