/** What the agent says in English to confirm, change and conclude: appointments and leads. */
import { listSaid } from "#app/hours/spoken-time.ts";
import type { Wordings } from "./sayings.ts";
import { kindSaid, upper } from "./slots.ts";

/** Who, what, weekday, date and time, before anything is booked. */
export function confirm(name: string, kind: string, when: string): Wordings {
  return [
    `So that's ${name} for ${kindSaid(kind)}, ${when}. Shall I book it?`,
    `That's ${kindSaid(kind)} for ${name}, ${when}. Would you like me to book that?`,
    `I have ${name}, ${kindSaid(kind)}, ${when}. Shall I put that down?`,
  ];
}

/** A confirmation after a change: only what changed. */
export function confirmChange(changed: string): Wordings {
  return [
    `${upper(changed)} instead. Shall I book that?`,
    `So now it's ${changed}. Shall I book it?`,
    `I've made it ${changed}. Is that right?`,
  ];
}

/** A confirmation whose words were talked over. */
export function confirmUnheard(when: string): Wordings {
  return [
    `Just to be sure: ${when}, right?`,
    `Before I book it: ${when}. Is that right?`,
    `That's ${when}, yes?`,
  ];
}

export const whichDayInstead: Wordings = [
  "Which day instead?",
  "What day should it be?",
  "Which day shall I change it to?",
];

export const whichTimeInstead: Wordings = [
  "What time instead?",
  "What time should it be?",
  "What time shall I change it to?",
];

/** What a lead's call collected, before it is passed on. */
export function confirmLead(values: readonly string[]): Wordings {
  const list = values.join("; ");
  if (list === "")
    return [
      "Shall I pass that on to the team?",
      "May I send that to the team?",
      "Is it all right to pass that on?",
    ];
  return [
    `So I have ${list}. Is that right?`,
    `That's ${list}. Did I get that right?`,
    `Let me read it back: ${list}. All correct?`,
  ];
}

const BEFORE_PART =
  "(?:no|not|wrong|change|switch|move|can|could|may|you|we|i|id|like|want|to|need|have|actually|wait|oh|lets|just|the|its|it is|is|was|a|different|other|another|please|only|with|about|sorry| )*";
const AFTER_PART =
  "(?: (?:is|was|isnt|wasnt|wrong|please|not|right|that|it|thanks|instead|doesnt work|of it))*";
const PART = new RegExp(`^${BEFORE_PART}\\b(day|date|time|hour)\\b${AFTER_PART}$`);
const NAME = new RegExp(`^${BEFORE_PART}\\bname\\b${AFTER_PART}$`);

/** Whether a normalised utterance only names the day or the time as what is wrong ("the time", "no, the day is wrong"). */
export function partNamed(text: string): "day" | "time" | null {
  const part = PART.exec(text)?.[1];
  if (part === undefined) return null;
  return part === "day" || part === "date" ? "day" : "time";
}

/** Whether a normalised utterance only names the name as what is wrong. */
export function nameNamed(text: string): boolean {
  return NAME.test(text);
}

/** Whether an utterance wants something changed and does not say what. */
export function changesSomething(text: string): boolean {
  return /\b(change|correct|fix) (something|anything|one thing|a thing|it|that|this)( please)?\W*$/i.test(
    text,
  );
}

/** Whether a normalised utterance asks for a change of something ("can you change the time", "the name is wrong"). */
export function asksForChange(text: string): boolean {
  return (
    /\b(change|switch|correct|fix|wrong|different)\b/.test(text) && /\b(name|day|date|time|hour)\b/.test(text)
  );
}

const DECLINES =
  /\b(?:i|we)(?: really| just| actually)?(?: don'?t| do not| didn'?t| did not|'m not| am not)(?: really| actually| even)? (?:want|need|wish|mean|plan|looking|calling|trying|intend)(?: to (?:book|make|schedule|have)| for)?(?: an?| any| the| another)?(?: appointments?| bookings?| visits?| anything| one)?(?= *(?:$|[,.;!?]|(?:i|we|but|just|only|do|are|can|what|how|is|so|and|thanks?|now|right now|today|yet)\b))/i;

/** The part of an utterance that declines any appointment ("I don't want to book"); null when it does not. */
export function declinesBooking(utterance: string): string | null {
  const part = DECLINES.exec(utterance.replaceAll("’", "'"))?.[0] ?? "";
  return /\b(book|make|schedule|appointments?|bookings?|visits?|another)\b/i.test(part) ? part : null;
}

/** "What should I change: the day, the time or the name?" */
export function whichPart(parts: readonly string[]): Wordings {
  const list = listSaid(parts, "or");
  return [`What should I change: ${list}?`, `Which part isn't right, ${list}?`, `Shall I change ${list}?`];
}

/**
 * An appointment that the store has written; never said before it has.
 * @param first_name the caller's; empty when it is unknown
 * @param other the first name of whom it is for; empty when that is the caller
 */
export function booked(when: string, first_name: string, other: string): Wordings {
  if (other !== "")
    return [
      `That's booked for ${other}: ${when}.`,
      `It's booked for ${other}: ${when}.`,
      `Done, it's booked for ${other}: ${when}.`,
    ];
  const name = first_name ? `, ${first_name}` : "";
  return [
    `You're booked for ${when}${name}.`,
    `It's booked${name}: ${when}.`,
    `Done${name}, you're booked for ${when}.`,
  ];
}

/** The appointment that was made, for a caller who asks for it again. */
export function bookedAs(when: string): Wordings {
  return [`Your appointment is ${when}.`, `You're booked for ${when}.`, `It's ${when}.`];
}

/** The booking and the goodbye in one, for a caller who took leave with the yes; its names are those of `booked`. */
export function bookedGoodbye(when: string, first_name: string, other: string): Wordings {
  const name = first_name ? `, ${first_name}` : "";
  if (other !== "")
    return [
      `That's booked for ${other}: ${when}. Goodbye${name}.`,
      `It's booked for ${other}: ${when}. Take care${name}.`,
      `Done, it's booked for ${other}: ${when}. Bye${name}.`,
    ];
  return [
    `You're booked for ${when}. Goodbye${name}.`,
    `It's booked: ${when}. Take care${name}.`,
    `Done, you're booked for ${when}. Bye${name}.`,
  ];
}
