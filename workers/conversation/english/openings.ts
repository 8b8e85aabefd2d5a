/** English questions about time, told apart: for an opening of the calendar, for opening hours, for the caller's own appointment. */

/** A question that wants to know whether a time is free is a wish; one about our hours is not. */
const FREE =
  /\b(anything|something|availab\w*|openings?|slots?|appointments?|free|fit (me|us|him|her) in|squeeze|see me|come in|do you have|have you got|got any|could i|can i|can you do|what about|how about)\b/i;
const TIME =
  /\b((mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|mornings?|afternoons?|evenings?|noon|weeks?|weekends?|months?|earlier|later|sooner|soon|next|earliest|soonest|first|before|after|availab\w*|openings?|slots?|appointments?|o'?clock|times?|\d+|the \w+(st|nd|rd|th))\b/i;
const OUR_HOURS =
  /\b(are|is|will) (you|you guys|the \w+|it|that|anybody|someone) .{0,30}\b(open|closed?|there|working|in)\b|\b(opening|business|office) hours\b|\byour hours\b|\bdo you (open|close|work)\b|\bwhat time do\b/i;
const ANY_FREE =
  /\b(soonest|earliest)\b|\b(what|which|when|any|next|first)\b.{0,40}\b(availab\w*|openings?|slots?|appointments?|free|come in|see me|fit me in|times? (do|are|have))\b/i;

/** Whether a question is about how something is, as "does it hurt", and tells of nothing that happened. */
export const asksOfService = (question: string): boolean =>
  /^\W*(and |but |so )?(does|do|is|are|will|would|how|what)\b/i.test(question);

/** Whether a question asks for an opening of the calendar, not for opening hours or anything else. */
export function asksForOpening(words: string): boolean {
  return FREE.test(words) && TIME.test(words) && !OUR_HOURS.test(words) && !isOfOwn(words);
}

const IS_ANYBODY_THERE =
  /^((hello|hi|hey|yes|sorry|um|uh|so|and|ok|okay) )*(hello|hi|hey|(are )?you (still )?(there|here|with me)|(is )?(anybody|anyone|somebody|someone) (still )?(there|here|on the line)|(can|do) you hear me|still there)( (hello|please|now)){0,4}$/;

/** Whether a normalised utterance only asks whether anybody is on the line ("hello?"). */
export function asksIfThere(text: string): boolean {
  return IS_ANYBODY_THERE.test(text);
}

/** Whether a question asks when we are open. */
export function asksForHours(words: string): boolean {
  return OUR_HOURS.test(words);
}

/** Whether a question asks what is free, without naming a time. */
export function asksWhatIsFree(words: string): boolean {
  return ANY_FREE.test(words) && !OUR_HOURS.test(words) && !isOfOwn(words);
}

/** "When is my appointment?" asks for none that is free; "when can I make the appointment?" does. */
function isOfOwn(words: string): boolean {
  return (
    asksForAppointment(words) && !/\b(can|could|make|book|get|do you|have you|free|available)\b/i.test(words)
  );
}

/** Whether a question asks for the appointment that was made or is being made in this call. */
export function asksForAppointment(words: string): boolean {
  return (
    /\b(when|what time|what day|which day|at what time)\b.{0,20}\b(my|the|our|that) (appointment|booking|visit)\b/i.test(
      words,
    ) || ASKS_AGAIN.test(words)
  );
}

const OWN_ONE = "(my|our|his|her|their) (\\w+ )?(appointment|booking|visit|reservation)s?";
const BEFORE_OWN = "((?!(can|could|make|book|get|would|should|want|need)\\b)[\\w']+ ){0,3}";
const OF_OWN = new RegExp(
  [
    `\\b(when|(what|which) (time|day|date))('s)? ${BEFORE_OWN}(${OWN_ONE}|the (appointment|booking|visit))\\b`,
    `\\b(look(ing)? (up|for|at|into)|check(ing)?( on| up on)?|find(ing)?( out about)?|confirm(ing)?|verify(ing)?|pull(ing)? up|remind me (of|about)|tell me( about)?) ${OWN_ONE}\\b`,
    `\\b(do|did|have) (i|we) (already |still |actually )?(have|got|make|made|book|booked) ((an?|any|another|my|the) )?(\\w+ )?(appointment|booking|visit)s?\\b`,
    `\\bam i (still |already |actually )?(booked|scheduled|down (for|on)|(on|in) (the|your) (schedule|calendar|books?|list|system))\\b`,
    `\\b(when|what (time|day)|which day) (am i|are we|do i|do we|is (he|she)) ((supposed|due|scheduled|booked|meant|have|need) to )?(come( in)?|be there|be in|coming|due|scheduled|booked( in| for)?|down for)\\b`,
    `\\b(is|was|has) ${OWN_ONE} (still |already |been )*(on|at|for|confirmed|scheduled|booked|today|tomorrow|this|next|set|gone through)\\b`,
    `\\b(time|day|date|details) (of|for) ${OWN_ONE}\\b`,
    `\\bdid ${OWN_ONE} go through\\b`,
    "\\b(appointment|booking|visit)\\b.{0,40}\\bwhen (it|that) (is|was)\\b",
  ].join("|"),
  "i",
);

/** Whether words ask about an appointment that the caller has, as far as they know: "I just want to know when my appointment is". */
export const asksOfOwn = (words: string): boolean => OF_OWN.test(words.replaceAll("’", "'"));

/** What a question wants to know of this very moment: its day, its hour, or neither. */
export function asksForNow(words: string): "day" | "time" | null {
  if (
    /\b(today'?s date|the date( today)?|(day|date) (is it|is (today|this)|are we|do we have)|day is today)\b/i.test(
      words,
    )
  )
    return /\b(my|the) (appointment|booking|visit)\b/i.test(words) ? null : "day";
  return /\b(what|whats|what's) (time is it|is the time|the time)( (now|right now|there|please|over there|where you are))?\W*$|\b(have|got) the time\b/i.test(
    words,
  )
    ? "time"
    : null;
}

const ASKS_AGAIN =
  /\b(what|which) (time|day|date)( and (day|time))? (was|is|were|did) (that|it|you say|we say|i (say|book|pick|choose))\b|\bwhen (was|is) (that|it)( again)?\W*$|\bwhen (it|that) (is|was)( again)?\W*$|\b(what|when|which day|what time) (i|we|i've|i have|we have|i'm|i am|am i|have i) (just )?(booked|agreed( on)?|scheduled|supposed to come|coming|down for)\b|\bwhat('?s| is| was) my (appointment|booking)\W*$|\bwhat did (i|you) book\b/i;

/** Whether the caller only announces a question: "can I ask you something?" */
export function announcesQuestion(words: string): boolean {
  return /^\W*((hi|hello|hey|so|and|yes|yeah|actually|um|well|oh|ok|okay|just|but|sorry)\W+)*((i|we)( have|'ve| had|'ve got| got| have got)? (just )?(a|one|another|some|two|a few|a couple of)( more| other| last)?( quick| small| little)? questions?( for you| though| first)?|(can|could|may|might) i ask( you)?( something| a question| one thing| you something| one more thing)?( else)?|(quick|one( more| last)?|another|just a( quick)?) question|i (was|am|'m) (just )?(wondering|curious)( about)?( something| one thing)?)( please| first| if that's ok| if i may)?\W*$/i.test(
    words,
  );
}

const aroundRequest = new Set(
  "can could would will you please hi hello hey yes no just i want need someone somebody to have get ask so then ok okay and me back at this number later thanks thank like id i'd um uh well for a the".split(
    " ",
  ),
);

/** Whether an utterance that holds a request for a call back also says what about, or when. */
export function saysWhatAbout(utterance: string, request: string): boolean {
  const rest = utterance.toLowerCase().replace(request.toLowerCase(), " ");
  return rest.split(/[^\p{L}\d']+/u).some((word) => word !== "" && !aroundRequest.has(word));
}

/** Whether the caller wants to leave word for a named person. */
export function tellsSomebody(words: string): boolean {
  return /\b(tell|inform) \p{L}+ (that |about |to |i\b|i'?m\b|we\b|he\b|she\b|my\b|the\b)|\blet \p{L}+ know\b/iu.test(
    words,
  );
}

/** Whether the caller wants to speak with a named person. */
export function asksForSomebody(words: string): boolean {
  return (
    /\b(speak|talk|chat) (to|with) \p{L}+/iu.test(words) ||
    /\bis \p{Lu}\p{L}+ (there|in|around|available)\b/u.test(words)
  );
}

/** Whether a question has its subject from before: "how much is it", "do they hurt". */
export function refersBack(words: string): boolean {
  return /\b(it|they|that|those|these|them|one|this)\b/i.test(words);
}

/** Whether words in a question's clothes want no answer from us: "are you serious?" */
export function isRemark(words: string): boolean {
  return /^\W*((well|oh|so|and|but|wow|ok|okay)\W+)*(are you (serious|kidding( me)?|joking|sure|for real)|what a \w+( \w+)?|(what|how) (do|can|should) (you|i) (think|say|know)|who knows|isn't it|is that so|is it|really|what's up|guess what|you know what|how about that|what do you know|what else|how (nice|lovely|sad|strange|funny)|what now|what the (hell|heck)|why is this (so hard|happening)|what is wrong with you|what's wrong with you|what can you do)\W*$/i.test(
    words,
  );
}

/** Whether the caller leaves the hour to us: "whatever you have on the first". */
export function leavesTheTime(words: string): boolean {
  return /\b(whatever|whenever|any ?time|as (soon|early) as (possible|you can)|asap|first available|(earliest|soonest|first) (you have|possible|time|slot|opening))\b/i.test(
    words,
  );
}

/** Which half of a day is meant when only its place in the question is said: 0 for the first named, 1 for the second. */
export function halfByPlace(words: string): 0 | 1 | null {
  if (/^(the )?(first|former|earlier)( one| half)?( please)?$/i.test(words)) return 0;
  return /^(the )?(second|latter|later)( one| half)?( please)?$/i.test(words) ? 1 : null;
}

/** Whether the caller only says that they want to hear more: why they call, and no question that anything could answer. */
export function wantsToHearMore(words: string): boolean {
  return /^\W*((hi|hello|hey|yes|yeah)\W+)?(i('?d| would)? (like|love|want|wanted) to (know|hear|find out|learn) (some )?more|(could|can) you tell me more|tell me more|i('?m| am) (interested|calling for more information)|i (want|need) more information)( about (it|that|this|your offer|the offer|what you offer))?( please)?\W*$/i.test(
    words,
  );
}
