/** English for two appointments asked for in one breath: where the first ends, what the second is, and for whom. */
import type { Wordings } from "./sayings.ts";

const TWO =
  /\b(two|2|a couple of|a pair of) (appointments|bookings|visits|slots|times|consultations|meetings|sessions)\b/i;
const ANOTHER =
  /(?:[,;.]|(?<!\s))\s+(?:and|plus|then|also)\s+(?:(?:also|then|maybe|i|we|would|i'd|like|need|want|to|book|make|get|have)\s+){0,12}(?:another(?:\s+(?:one|appointment|visit|slot))?|an?\s+(?:second|other|separate)(?:\s+(?:one|appointment))?|one(?:\s+more)?|the\s+(?:other|second)(?:\s+one)?)\s+(?=for|on|at|next|this|tomorrow|with|to|in|after|before|mon|tue|wed|thu|fri|sat|sun)/i;
const SOMEBODY =
  "(?:(?:my|our) (?:wife|husband|son|daughter|kid|child|kids|mother|father|mom|mum|dad|partner|girlfriend|boyfriend|sister|brother|friend|grandmother|grandfather|grandma|grandpa|grandson|granddaughter|baby|boy|girl|other (?:son|daughter|kid|child))|him|her|them)";
const FOR_BOTH = new RegExp(`\\bfor (?:me|myself) and (?:also )?(?:one )?(?:for )?(${SOMEBODY})\\b`, "i");
const OF_MYSELF = /\bfor (?:me|myself)\b/gi;
const OF_SOMEBODY = new RegExp(`\\bfor (?:${SOMEBODY})\\b`, "i");
const EVERY_OF_SOMEBODY = new RegExp(OF_SOMEBODY, "gi");
const NEEDED_BY = new RegExp(
  `\\b${SOMEBODY} (?:also |too )?(?:needs?|wants?|would like|has to|have to)\\b`,
  "i",
);
const A_BOOKING = /\b(appointments?|bookings?|book|schedule|slot|visit|come in|for me|one (for|on))\b/i;

/** Two wishes of one utterance; an empty second one is still to be told. */
export type TwoWishes = { first: string; second: string };

/** The two wishes of an utterance that says itself that there are two, or null. */
export function twoWishes(utterance: string): TwoWishes | null {
  const each = forOneEach(utterance);
  if (each) return each;
  const joint = ANOTHER.exec(utterance);
  if (joint) {
    const first = utterance.slice(0, joint.index);
    if (A_BOOKING.test(first))
      return { first: single(first), second: utterance.slice(joint.index + joint[0].length) };
  }
  const both = FOR_BOTH.exec(utterance);
  if (both) return { first: utterance.replace(FOR_BOTH, "for me"), second: `for ${both[1]}` };
  return TWO.test(utterance) ? { first: single(utterance), second: "" } : null;
}

/** "Monday for me and Tuesday for my son": the "and" is the first one between the caller's own and another person's. */
function forOneEach(utterance: string): TwoWishes | null {
  const other = [...utterance.matchAll(EVERY_OF_SOMEBODY)].at(-1);
  const ands = [...utterance.slice(0, other?.index ?? 0).matchAll(/,? and /gi)];
  const own = [...utterance.slice(0, ands.at(-1)?.index ?? 0).matchAll(OF_MYSELF)].at(-1);
  const and = own && ands.find(({ index }) => index >= own.index + own[0].length);
  if (!and) return null;
  return {
    first: single(utterance.slice(0, and.index)),
    second: single(utterance.slice(and.index + and[0].length)),
  };
}

/** The two ends of an utterance around an "and": two wishes, if each of them is one. */
export function aroundAnd(utterance: string): TwoWishes[] {
  return [...utterance.matchAll(/,? and (?:then )?(?=\S)/gi)].map(({ index, 0: and }) => ({
    first: single(utterance.slice(0, index)),
    second: single(utterance.slice(index + and.length)),
  }));
}

/** Whether something else of its own is named after an "and": "and a filling". */
export function namesAnother(utterance: string): boolean {
  return /\band an? /i.test(utterance);
}

/** "One for Monday" of two is an appointment, and no hour. */
function single(words: string): string {
  return words
    .replace(TWO, "an appointment")
    .replace(/\b(?:the first |the second )?one (?=for|on|at|next|this|tomorrow|in)/gi, "")
    .replace(/\bthe (?:first|second)(?: one)? (?=for|on|at|next|this|tomorrow|in)/gi, "");
}

/** Whether an appointment is for another person than the caller. */
export function isForSomebody(words: string): boolean {
  return OF_SOMEBODY.test(words) || NEEDED_BY.test(words);
}

const TOLD =
  /^\W*(?:(?:hi|hello|hey|so|yes|well|um|yeah)\W+)*(?:i|we|he|she|they|my \w+)(?:'ve| have| had| has|'d)?(?: already| just| recently)? (?:(?:had|was|were|came|saw|been|went|visited)\b(?! to\b)|(?:have|has|got|booked|made) (?:an?|my|the|our|one)\b.{0,20}\b(?:appointment|booking|visit|one)\b)/i;

/** Whether words tell of an appointment that was or is already there, and wish for none. */
export function isTold(words: string): boolean {
  return TOLD.test(words.replaceAll("’", "'"));
}

/** What is wished for after an appointment that is only told of: "I had one yesterday and I need another on Monday"; null when nothing is told so. */
export function afterTold(utterance: string): string | null {
  const joint = ANOTHER.exec(utterance);
  if (!joint || !isTold(utterance.slice(0, joint.index))) return null;
  return `an appointment ${utterance.slice(joint.index + joint[0].length)}`;
}

export const firstOfTwo: Wordings = [
  "Let's book the first one now and the second right after.",
  "Let's do the first one, then the second.",
  "Let's take them one at a time.",
];

export const nowTheSecond: Wordings = ["Now the second one.", "And now the second.", "Next, the second one."];

/** Asks for the name for another person's appointment. */
export const nameOfOther: Wordings = [
  "What name is this one for?",
  "Whose name should I put down for this one?",
  "And who's it for?",
];

/** Whether a normalised utterance asks for one appointment more, not for another time of the one that is booked. */
export function asksForAnother(text: string): boolean {
  return /\b(another|also|too|second|one more|as well|in addition|additional|for my|for our)\b/.test(text);
}
