/** English for the appointments that a caller has: which one, whether it is to be moved or cancelled, and what is said about it. */
import { listSaid } from "#app/hours/spoken-time.ts";
import { onDay } from "./changing.ts";
import type { Wordings } from "./sayings.ts";

/** Several appointments, by their times. */
export function whichOfThem(times: readonly string[]): Wordings {
  const list = listSaid(times, "and");
  return [
    `I see ${list}. Which one do you mean?`,
    `You have ${list}. Which of them is it?`,
    `There's ${list}. Which one is it about?`,
  ];
}

/** The appointment that is to be moved, when no new time was said. */
export function moveWhen(when: string): Wordings {
  return [
    `I see your appointment ${onDay(when)}. When would you like it instead?`,
    `That's the one ${onDay(when)}. What day and time would suit you better?`,
    `Your appointment is ${onDay(when)}. When would be better for you?`,
  ];
}

/** The appointment that the caller cannot keep: moved or cancelled is up to them. */
export function moveOrCancel(when: string): Wordings {
  return [
    `I see your appointment ${onDay(when)}. When would you like it instead, or should I cancel it?`,
    `That's the one ${onDay(when)}. When would suit you instead, or shall I cancel it?`,
    `Your appointment is ${onDay(when)}. Is there a better day for it, or shall I cancel it?`,
  ];
}

export const staysAsItIs: Wordings = [
  "All right, your appointment stays as it is.",
  "Okay, I'll leave your appointment as it is.",
  "Then I won't change anything.",
];

/** Nothing was found under the number of the line. */
export const notUnderNumber: Wordings = [
  "I don't see an existing appointment under this number, so my colleagues may have to help.",
  "There's no existing appointment under your number; my colleagues can look for it.",
  "I can't find an existing appointment under this number, but my colleagues can look.",
];

/** The number of the line is withheld. */
export const numberNotSeen: Wordings = [
  "I can't see your number, so my colleagues may have to help with an existing appointment.",
  "Your number isn't shown, so my colleagues may have to find your existing appointment.",
  "Without your number I may have to leave an existing appointment to my colleagues.",
];

/** An existing appointment is looked for once its name is known. */
export const looksItUp: Wordings = [
  "I can look for an existing appointment, and where I can't, my colleagues will.",
  "Let me look for your existing appointment; if I don't find it, my colleagues will.",
  "I'll look the existing appointment up, and my colleagues can help if I don't find it.",
];

export const whoseAppointment: Wordings = [
  "What name and phone number was it made with?",
  "Which name and number is it under?",
  "Whose name is it in, and with what phone number?",
];

/** What a caller says who no longer wants an appointment that they have. */
export const callsOff =
  /\b(?:cancel\w*|call(?:ed)? (?:it|that|this|the whole thing)? ?off|call(?:ed)? off|scrap|get rid of|skip (?:it|that|my)|get out of|back out of|bow out of|take (?:me|us|him|her) off|dont send|no need to send|(?:dont|do not|no longer|didnt) (?:need|want) (?:it|that|the|my)|never (?:made|booked|scheduled|asked)|drop (?:it|that|my|the))\b/;

/** What keeps a caller from coming: neither moved nor cancelled is said by it. */
export const cannotCome =
  /\b(?:cant|cannot|can not|wont|not able|unable|not (?:coming|going|gonna)|not be able) ?(?:to )?(?:make|be|come|keep|attend|show|do|get|going|gonna)?\b/;

/** A caller who comes late wants their appointment neither moved nor cancelled. */
export const runsLate =
  /\b(?:(?:running|be|bit|little|minutes|hour|hours) (?:late|behind)|(?:in|by) traffic|on (?:my|our) way)\b/;

/** Not what was asked about: the caller keeps their appointment. */
export const keepsIt =
  /\b(?:never mind|nevermind|forget (?:it|that)|leave (?:it|that)(?: as it is| alone| there)?|keep (?:it|that|my|the)|dont (?:cancel|move|change)|do not (?:cancel|move|change))\b/;

/** Words that part an utterance in clauses of which each may name a time. */
export const betweenTimes = /[,.;:?!]|\b(?:but|and|so|then|to|into|onto|from|until|till|rather than|for)\b/i;

/** The clause after these words names what the caller does not want. */
export const insteadOf = /\b(?:instead of|rather than)\b/i;

/** The appointment as it stands is spoken of. */
export const ofTheirs = /\b(?:my|our|his|her|the one)\b/;

/** The time beside these words is the new one. */
export const putsInstead = /\b(?:instead|rather|make it)\b/;

/** Another time is wanted. */
export const wantsOther =
  /\b(?:move|moved|push|shift|switch|swap|change|reschedule|rebook|postpone|bump|instead|rather|make it|(?:can|could) (?:we|i) (?:do|come|get)|another (?:day|time))\b/;
