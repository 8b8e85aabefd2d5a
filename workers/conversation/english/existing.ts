/** English for an appointment that exists already: that it is to be moved or called off, or that the caller cannot come. */
import { phraseBook, phrasesIn } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";

const move =
  "(move|push|shift|switch|swap|change|reschedule|rebook|postpone|delay|rearrange|bump|put off|push back|move up|bring forward|put back|pull forward)";
const cancel = "(cancel|cancelling|canceling|scrap|call off|get rid of|drop|skip|miss)";
const cannot =
  "(cant|cannot|can not|wont|might not be able to|may not be able to|wont be able to|will not be able to|not going to be able to|not gonna be able to|not able to|unable to|couldnt|am not going to)";
const days = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight";
const noun =
  "appointment|booking|visit|cleaning|reservation|meeting|slot|spot|time|day|date|session|checkup|check up|exam|examination|consultation|filling|crown|viewing|service call|lesson|haircut|surgery|oclock|one";
const hours = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon";

/** `it`: changes what is meant by "it"; `moves`, `swaps`: do so beside a time, for a thing may be meant. `own`: changes what the caller calls theirs. `comes`: cannot come. `has` with `other`: has one and wants it otherwise. */
const changes = phraseBook({
  own: [
    `${move} (my|our|his|her|the) [existing|upcoming|next|other|current|old|dental|${days}|${hours}] (${noun}|${days}|${hours})`,
    `${move} (mine|ours|the one i have|the one we have|the one i had|the one i booked|what i have)`,
    `${cancel} (mine|ours|the one i have|the one we have|the one i had|the one i booked|what i have)`,
    `${cancel} (my|our|his|her|the) [existing|upcoming|next|other|current|old|dental|${days}|${hours}] (${noun}|${days}|${hours})`,
    `${cancel} [for] (${days})`,
    `(bring|move|push|pull) (my|our|the|it|that|this) [${noun}] (forward|back|up|out)`,
    "take (me|us|him|her) off",
    `(get out of|back out of|bow out of) (my|our|the|todays|tomorrows|${days}s) [${noun}]`,
    `${move} (me|us|him|her) (from|to|over to)`,
    "(dont|do not|no need to|please dont) send (him|her|them|anyone|anybody|someone|somebody|the guy|your guy|the plumber|the tech)",
    "never (made|booked|scheduled|asked for) (that|it|one|this|any|an appointment)",
    `[on] (${days}) instead of [on] (${days})`,
  ],
  it: [
    "(reschedule|rebook|postpone|rearrange) (it|that|this)",
    "(make|do) (it|that) (later|earlier|sooner|another day|another time|a different day|a different time|some other time|some other day|next week|the week after)",
    "(come|come in|do it|have it|get in) [on|at] (a different|another|some other) (day|time|date|week)",
    "(need|want|like|get|have|find) (a different|some other) (day|time|date|slot)",
  ],
  moves: [
    "(move|push|shift|postpone|delay|bump|push back|move up|bring forward|put off|pull forward) (it|that|this)",
  ],
  swaps: ["(change|switch|swap|put back) (it|that|this)"],
  off: ["(cancel|cancelling|canceling|scrap|call off) (it|that|this)"],
  comes: [
    `${cannot} (make it|be making it|be coming|be there|keep|attend|show up) [to|on|at|for|in]`,
    "(im|were|i am|we are|hes|shes|theyre) not (coming|going to come|gonna come|going to make it|gonna make it|going to be there|showing up)",
    `${cannot} make (my|our|the) (${noun}|${hours}|${days})`,
    `${cannot} (come|come in|get in|get there|do) [on|this|my|in on] (${days})`,
  ],
  has: [
    "(have|had|got|have got|ive got) (an|my|our|a) [existing|upcoming|dental] (appointment|booking|visit|cleaning|checkup|reservation|slot)",
    `(have|had|got|have got|ive got|has|got) (a|an|my|our|his|her) [dental|hair|follow up] (${noun}|blowout|color|trim|vaccination|nail trim) [scheduled|booked|set up|coming up|set] (on|at|for|with|this|next|tomorrow|today|${days})`,
    `(im|i was|were|i am|we are|we were|hes|shes|theyre|guy is|guys|he was|she was) [all|already|currently] (booked|scheduled|down|booked in|signed up|penciled in|on the books|on the schedule|on the calendar|on your books|on your schedule) (for|on|at|in|to come|tomorrow|today|${days})`,
    "(im|i was|i am|were|we were|we are|hes|shes|he was|she was) (supposed|meant|due|expected) to (come|come in|be in|be there|see|be seen|bring|get in|meet)",
    "(have|having|got) [me|us|him|her|them] in for (his|her|their|my|our|the)",
    `(has|have|got|you have|youve got|you got|put) (me|us|him|her) [down|in|booked|scheduled] (at|on|for|in for|tomorrow|today|${days})`,
    "(booked|scheduled|signed up|set up) (me|us|him|her) [in|up] [for|a|an|the|on|at]",
    `(my|our|his|her|tomorrows|todays|${days}s) (appointment|appointments|booking|visit|reservation|reminder|appointment card|confirmation|slot|time slot)`,
    "(got|get|received) [a|an] [reminder|confirmation|text|email|message|call|note] (for|about|that says|saying|confirming) [a|an|my|the]",
    `(the|my|our) (${noun}|vaccination|blowout|color|trim) (on|for|at) (${days})`,
    "(like|as|what) (we|you) (said|agreed|planned|told me)",
    "(i|we) see (the dentist|the doctor|dr|doctor|mr|mrs|ms|you|you guys)",
    "(supposed|meant|due|scheduled|booked) to (come|come in|come by|come out|be here|see|be seen)",
    `(i|we|he|she|they|wife|husband|mom|mother|dad|father|sister|brother|assistant|office|somebody|someone) [already|just] (booked|made|scheduled|set up) [me|us] [a|an|my|our] (${noun}|blowout|color|trim)`,
  ],
  // Another time, or what keeps the caller from coming.
  other: [
    "(something|anything|a bit|a little|little) (later|earlier|sooner|else)",
    "(instead|different|rather|moved|changed|move|change|reschedule|rescheduled|cancel|cancelled|canceled|postpone|push|swap|switch|fix)",
    `${cannot} (make|do|come|get|be|keep|get away|get off)`,
    "(came up|come up|comes up|conflict|conflicts|jury duty|out of town|overslept|forgot|mistake|mix up|mixup|double booked|no longer|not work|doesnt work|wont work|isnt going to work|not going to work|sick|ill|fever|flu|covid|in the hospital|broke down|flat tire|stuck|traffic|behind|late|refund|money back|new job|funeral|emergency)",
    "(have to|got to|gotta|need to|has to|having to|called in to) (work|leave|travel|fly|be at|be in|stay|pick up|go to|watch|drive)",
    "(do you have|have you got|is there|are there|got|any|can i|can we|can he|can she|could i|could we|could he|could she|could you|can you) [any|anything|a|an] [openings|opening|spot|slot|time|room|space|look] [for|on|come|come in|do|get|get in|have|squeeze me in] [something|it] [on|for|next|this] [next|this|early|late] (monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|tomorrow|today|morning|afternoon)",
    "(what|how) about (monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next week|the week after)",
    "(another|some other|a new) (day|time|date|week)",
    "(a later|an earlier) (one|slot|spot|day|time|date)",
    `(make|do) it [on|for] (${days}|next week)`,
    `${cannot} (do|make) it`,
    "(a|one|two|a couple|a couple of) (day|days|week|weeks|hour|hours) (later|earlier|sooner)",
    "(dont|do not|no longer|didnt) (need|want) (it|that|one|this)",
    "(any way|any chance|is it possible|would it be possible|wrong)",
    "(wrote down|i thought it was|thought it was|supposed to be|should be)",
    "(the week after|the day after|better for me|be better|works better|work better|would suit)",
  ],
  // A question about how it is done changes nothing.
  asks: [
    "if (i|we) (cant|cannot|need|have to|want to|book|must|dont)",
    "(what if|what happens|in case|do i have to|do we have to|do you charge|is there a fee|is there a charge|how much notice|how far in advance|how late can i|policy)",
  ],
  // Other things are moved and changed as well.
  neutral: [
    "(can|could|may|to|let|should|ill|id) [i|we|me|us] (have|get) (an|a) [new|first|dental] (appointment|booking|visit|cleaning|checkup|reservation|slot)",
    `${move} (my|our|his|her|the) (name|number|phone|email|address|mind|insurance|order|oil|tire|tires|locks|filter|pipes|tank)`,
    `${cannot} (make it|do|be there) (work|any|earlier|later|before|after|until)`,
    `${cancel} (my|our|the) (order|account|subscription|membership|insurance|card)`,
  ],
});

/** How a change of an appointment that exists is told: of one's own, of one that one has, that one cannot come, of "it", that it is off, or of something that is moved or swapped. */
export type Change = "own" | "has" | "comes" | "it" | "off" | "moves" | "swaps";

/** The change of an appointment that exists, if nothing else can be meant; null when none is told. */
export function changeTold(words: readonly Word[]): Change | null {
  const found = new Set(phrasesIn(changes, words).map(({ id }) => id));
  if (found.has("asks")) return null;
  if (found.has("has") && found.has("other")) return "has";
  const told: readonly Change[] = ["own", "comes", "it", "off", "moves", "swaps"];
  return told.find((id) => found.has(id)) ?? null;
}

/** Whether words say that an appointment of the caller exists, and whether they name another time or what keeps them from it. */
export function existingTold(words: readonly Word[]): { has: boolean; other: boolean } {
  const found = new Set(phrasesIn(changes, words).map(({ id }) => id));
  return { has: found.has("has"), other: found.has("other") };
}

/** Whether a normalised utterance tells the appointment that exists from the one that is being made. */
export function tellsApart(text: string): boolean {
  return /\b(existing|upcoming|other|current|old|mine|ours|(one|what) (i|we) (have|had|booked))\b/.test(text);
}

/** Whether a normalised utterance asks for a new appointment beside the one that exists. */
export function asksForNew(text: string): boolean {
  return /\b(new|separate|different) (appointment|booking|visit|one)\b/.test(text);
}
