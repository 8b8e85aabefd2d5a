/** English questions about the day that is agreed: "is that a Friday?", "so Tuesday at ten, right?", "what day of the week is that?", and their answers. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

// Each pattern is tested against words that are followed by a blank, the last one too.
const LEAD =
  "(?:(?:wait|hold on|hang on|sorry|and|so|ok|okay|but|oh|well|actually|hey|then|just to be sure|just to check|just checking) )*";
const NEAR_DAY =
  "(?:(?:on|at|in|for|the|a|an|down|me|us|still|really|actually|also|definitely|then|be) ){0,8}";
const ASKS = new RegExp(
  `^${LEAD}(?:is|isnt|was|wasnt|would|will) (?:that|it|this|(?:my|the|our) (?:appointment|booking|visit)|that (?:day|date|one)) ${NEAR_DAY}$`,
);
const ASKS_DATE = new RegExp(`^${LEAD}(?:is|isnt|was|wasnt|would|will) (?:(?:on|the|that|it) )*$`);
const SAYS = new RegExp(
  `^${LEAD}(?:(?:thats|that is|its|it is|that was|thatll be|that would be|this is|(?:you|we|i) said|did you say|you mean|you have|youve got|you put|did you put|i have|im) )?${NEAR_DAY}$`,
);
const SAYS_IT = /\b(?:thats|that is|its|it is|that was|thatll be|that would be|said|say|mean)\b/;
const TAG =
  / (?:then )?(?:right|correct|isnt it|is it|is it not|is that right|is that correct|am i right|huh|wasnt it)$/;
const TAG_OF_QUESTION = / (?:yes|yeah|yep|no|ok|okay)$/;
const WHICH = new RegExp(
  `^${LEAD}(?:what|whats|which) (?:weekday|day of the week|week day|day) (?:of the week )?(?:(?:is|was|would|does|will|s) )?(?:(?:that|it|this) )?(?:(?:be|fall|falls|land|on|then|again|the) )*$`,
);
const OF_WEEK = /\b(?:weekday|week)\b/;
const OF_DAY = /\bday (?:does|would|will|is|was) (?:that|it)\b/;
const FALLS_ON = /\b(?:fall|be|on)\b/;

/** What a question about the day under discussion wants: whether it is as said, whether a date is a weekday, or which weekday it is. */
export type DayQuestion = "whether" | "whether_date" | "which";

/** The words at the end of a normalised sentence that make a question of it ("right", "isn't it"), or none. */
export function tagOf(line: string, asks: boolean): string {
  return (TAG.exec(line) ?? (asks ? TAG_OF_QUESTION.exec(line) : null))?.[0].trim() ?? "";
}

/** Whether a normalised sentence asks which weekday it is, and names no other day. */
export function asksWhichDay(line: string): boolean {
  return WHICH.test(`${line} `) && (OF_WEEK.test(line) || follows(line, OF_DAY, FALLS_ON));
}

/**
 * The question that the normalised words before a day make with it; null when it is none.
 * @param tagged whether words after the day make a question of it
 * @param asks whether a question mark ends it
 */
export function dayQuestion(before: string, tagged: boolean, asks: boolean): DayQuestion | null {
  const words = before === "" ? "" : `${before} `;
  if (WHICH.test(words)) return "which";
  if (ASKS.test(words)) return "whether";
  if (ASKS_DATE.test(words)) return "whether_date";
  return SAYS.test(words) && (tagged || (asks && SAYS_IT.test(words))) ? "whether" : null;
}

/** Whether the words before a day ask about the one that was just said ("is that …"). */
export function asksOfThat(before: string): boolean {
  return ASKS.test(`${before} `);
}

/** What is asked about an agreed appointment and wishes for no other one, whatever day it names: "can I cancel on Monday". */
export const besides = phraseBook({
  besides: [
    "(can|could|may|should|will|would|do|must|might) (i|we|you|they|he|she|somebody|someone) [still|also|then|always|maybe|just|please] (cancel|pay|remind|text|email|send|eat|drink|drive|park|charge|refund|notify)",
    "(is|would) it [still|be] [ok|okay|fine|possible|all right] to cancel",
  ],
});

const IF = /\bif (?:i|we|he|she|it|something|anything|they|theres)\b/;
const COMES_UP =
  /\b(?:need|needs|have to|has to|must|cant|cannot|comes up|come up|happens|happened|want|wanted|changes|sick|late)\b/;
const IN_CASE = /\b(?:in case|if necessary|if needed|just in case)\b/;

/** Whether one thing is said in a normalised sentence, and another after it. One search each, however often the first is said. */
function follows(line: string, first: RegExp, second: RegExp): boolean {
  const found = first.exec(line);
  return found !== null && second.test(line.slice(found.index + found[0].length));
}

/** "If I need to", "if something comes up": what is asked with it is meant for some other day than today. */
export const isInCase = (line: string): boolean => IN_CASE.test(line) || follows(line, IF, COMES_UP);

/** It is as the caller said. */
export const thatIsSo = (when: string): readonly string[] => [
  `Yes, ${when}.`,
  `Yes, that's ${when}.`,
  `That's right, ${when}.`,
];

/** It is not as the caller said. */
export const thatIsNotSo = (when: string): readonly string[] => [
  `No, it's ${when}.`,
  `No, that's ${when}.`,
  `No, that would be ${when}.`,
];

/** Which weekday it is. */
export const itIs = (when: string): readonly string[] => [
  `That's ${when}.`,
  `It's ${when}.`,
  `That is ${when}.`,
];

/** The confirmation again, right after what it confirms was said. */
export const bookThat: readonly string[] = [
  "Shall I book it?",
  "Would you like me to book that?",
  "Shall I put that down?",
];
