/** English words around days and times: what rules out, takes back, or begins anew, and what may stand beside a bare number. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/**
 * `not` rules out what follows, `bad` what came before, `early` and `late` all that is as early or late, `cannot` what came before or else what follows. `fresh` ends that,
 * `anew` also lets what follows stand instead of what came before ("so", "how about"). `repair` takes back what was said before it,
 * as does a bare `no` beside a day or time.
 */
export const signals = phraseBook({
  not: [
    "(not|never|except|excluding|besides|avoid|without|minus|barring|cannot|can't|unavailable|unable) [on|in|at|for|the|any|this|anything|do|make|come|come in|make it|do it] [on|in|at|for|the]",
    "[but] not (too|so|very|that|super|quite)",
    "[but] not (a|on a|on any|in the|on the|on|in|at|for|during|the|this)",
    "(any day|any time|anytime|anything|everything|every day|all days|any day of the week|whenever|any|all) (but|except|besides|other than|apart from|bar|not) [for|on|in] [the|a]",
    "(except|save|apart|aside) (for|from|on|in) [the|on|in]",
    "(other than|rather than|instead of|as opposed to|than|and not|over) [on|in] [the]",
    "(can't|cannot|can not|couldn't|won't|don't|do not|am not able to|i'm not able to|i won't be able to|not able to|unable to) (do|make|come|come in|make it|manage|want|like|get there|be there|get in|get away|go|go with|work with|use|have|take) [it|anything|one] [on|in|at|for|before|the|this] [the]",
    "(i'm|i am|we're|we are) [all|completely|totally] (busy|away|working|out of town|not available|unavailable|not free|booked|booked up|tied up|in meetings|in a meeting|at work|on vacation|on holiday|traveling|travelling|out) [on|in|at|all|for] [the|day]",
    "i (work|have work|have class|have school|have meetings|have a meeting) [on|in|at|from] [the]",
    "i (can't|cannot|won't|don't) [on|in|at] [the]",
    "(would|i'd|i'll) rather not [do|on|in|come|come in|have] [on|in|the]",
    "(don't|doesn't|do not) (want|need|like) [it|to come|to come in|anything|an appointment] [on|in|at] [the]",
    "[i|we|he|she|they] (have to|need to|must|gotta|got to|has to|needs to) (pick up|drop off|collect|fetch|take|drive|be) [up] [my|our|the|his|her|at|in|to] [kid|kids|son|daughter|child|children|wife|husband|mother|father|boss|dog|car|work|school|a|the] [up|off|meeting|from|to] [school|daycare|work|home] [at|by|around|about|on]",
    "[i|we|he|she|they] [usually|always|normally|often|only|never] (get up|wake up|have lunch|have breakfast|have dinner|eat|eat lunch|go to bed|start work|begin work|leave for work|work out) (at|around|about|by|before|until|till)",
    "(i've|i have|there's|we have|we've|i've got) (something|plans|a meeting|a conflict|another appointment|other plans|a class|a flight|a train|an interview|a call|a lesson) (at|on|from|around)",
    "(my|our|the) (meeting|class|flight|train|shift|lunch|lunch break|interview|call|bus|lesson|game) (is|starts|begins|leaves|goes) [at|around|on]",
    "no good [on]",
    "busy [on|in|all] [the|day]",
  ],
  bad: [
    "(is|are|'s|was) [really|just|also|kind of|a bit|a little] (no good|bad|out|not good|not great|not possible|not ideal|not an option|impossible|no use|tough|difficult|hard|tricky|off|full|taken|booked|terrible|awful|hopeless|too far|too far out|no good for me|off the table|a problem|a no go|out of the question) [for me|for us]",
    "(isn't|is not|aren't|are not|wasn't) [really|so|very|too|that] (good|great|possible|ideal|an option|best|available|open|convenient|going to work|gonna work|bookable) [for me|for us]",
    "(no good|no go|out of the question|bad|impossible|hopeless|terrible|too busy|fully booked) [for me|for us]",
    "(i'm|we're|i am) (busy|away|working|out of town|not available|unavailable|not free|booked|tied up)",
    "(i've|i have|there's|we have|we've) (something|plans|a meeting|a conflict|an appointment|other plans|got something|got plans)",
    "doesn't [work|suit]",
  ],
  early: [
    "[that|that's|it|it's|which] [is|are|was|'s|would be|will be] [really|just|also|kind of|a bit|a little|much|way|far|still] too (early|soon) [in the day|in the morning] [for me|for us]",
  ],
  late: [
    "[that|that's|it|it's|which] [is|are|was|'s|would be|will be] [really|just|also|kind of|a bit|a little|much|way|far|still] too late [in the day|in the evening] [for me|for us]",
  ],
  cannot: [
    "[really] (doesn't|don't|won't|wouldn't|can't|does not|do not|will not|would not|isn't going to|is not going to|isn't gonna) [really] (work|do|suit|fit|be possible|work out|go|be good) [for me|for us|me|well|so well|either|great]",
    "[that] i (can't|cannot|can not|won't|don't|am busy|work|have to work|have work|won't be able to|couldn't) [do|make|make it|manage|come|come in]",
  ],
  good: [
    "(is|are|would be|sounds|looks|seems|'s|might be|should be|will be) [really|just|also|all|totally|perfectly] (good|great|fine|ok|okay|perfect|best|better|possible|ideal|alright|all right|lovely|free|open|easier|easiest|preferable)",
  ],
  fresh: ["(but|maybe|then|otherwise|else|or else|i can|i could|if not|failing that|also|even)"],
  anew: [
    "(how about|what about|instead|rather|so|let's|could we|can we|can i|could i|can you|could you|i'd prefer|i'd rather|i would prefer|i prefer|prefer|what if|try|let's try|let's do|let's say|better make it)",
  ],
  repair: [
    "(no wait|wait no|oh wait|oh no|oh sorry|no sorry|sorry no|no actually|actually no|wait|wait sorry|sorry wait|no no|hang on|hold on|no hang on|no hold on|oops|whoops|my bad|my mistake|nope) [sorry|i mean|i meant|make it|make that|actually|let's do|let's say|not that]",
    "(i mean|i meant|i meant to say|i should say|what i mean is|that is to say|excuse me|pardon me)",
    "(actually|sorry|rather|or rather|scratch that|strike that|correction|forget that|better yet|better|let me correct that|let me change that|on second thought|on second thoughts|come to think of it|no rather|no better) [no|make it|make that|let's do|let's say|let's make it|i mean]",
    "[actually|no|can you|could you|can we|could we|please|let's] (make|change|move|switch|push) (it|that|this) [to|till|until|back to|up to|rather|instead]",
    "[actually|no|can you|could you|can we|could we|please|let's] (change|move|switch|push|shift) (the|my) (day|date|time|hour|appointment|booking|slot) [to|till|until|for]",
    "(instead of that|not that)",
    "no (let's|let us|make it|make that|can we|could we|i said|i want|i'd like|it's|it was|that's|i need|i would like|how about|what about|it should be|that should be) [do|say|make it|have]",
    "(make it|make that|make this) [actually|for|at|on]",
    "(it's|it should be|it was|should be|that should be|i said) (actually|supposed to be|meant to be)",
    "no (on|at|the|for)",
  ],
  no: ["no", "nope", "nah", "not that"],
});

export const relations = phraseBook({
  later_that_day: [
    "(later|later on|later in|anything later) [on] (that|the same|the) [same] day",
    "(later|later on) (that|the same) (afternoon|morning|evening)",
    "the same day [but] later",
  ],
  earlier_that_day: [
    "(earlier|earlier on|earlier in|anything earlier|sooner) [on] (that|the same|the) [same] day",
    "the same day [but] earlier",
  ],
  same_time: ["[at] [the] same (time|hour|times)", "[at] that [same] time", "same time"],
  next_day: ["[the] (next|following) one day"],
  earlier: [
    "(anything|something|somewhat|a bit|a little|a little bit|any|much|slightly|is there anything|even|an|even a bit) (earlier|sooner) [one|time|slot|appointment|than that|on|available]",
    "(earlier|sooner) [one|time|slot|than that|please|if possible|if you have it|would be better|is better]",
    "(before|earlier than) that",
  ],
  later: [
    "(anything|something|somewhat|a bit|a little|a little bit|any|much|slightly|is there anything|even|a|even a bit) later [one|time|slot|appointment|than that|on|available]",
    "later [on|time|slot|than that|please|if possible|would be better|is better]",
    "after that",
  ],
  any: [
    "(as soon as possible|asap|a s a p|as soon as you can|the sooner the better|right away|right now|immediately|now|at once|straight away|as early as possible|the soonest)",
    "[the|your|my|whatever's|whatever is|whatever your|what's your|what is your|what's the|what is the|when is your|when's your] (first|next|earliest|soonest|nearest) (available|availability|opening|open slot|free slot|available slot|available appointment|possible|appointment|slot|time|possible time|you have|you've got|you got|one you have|convenience|thing you have|available time|one available)",
    "[the] (earliest|soonest|nearest)",
    "(any day|any time|anytime|whenever|whatever day|any of the days|any day at all|any day works|every day) [at all|is fine|works|works for me|is good|you have|you like|you want|is ok|is okay|you've got|that works|that suits you|you can]",
    "(i'm|i am|we're) [very|pretty|totally|completely|quite] (flexible|free all day|free any time|free anytime|open|easy|free whenever|wide open|free all week)",
    "(whatever|whichever|whenever) (you have|you've got|works|works for you|works best|is easiest|is free|is open|is available|is first|is soonest|comes first|suits you|you can|you like|you want)",
    "(i don't mind|i don't care|doesn't matter|it doesn't matter|no preference|i have no preference|don't have a preference|i don't have a preference|it's up to you|up to you|you choose|you pick|you decide|surprise me|no particular day|no particular time)",
  ],
});

const words = (line: string) => new Set(line.split(" "));
export const orWords = words("or and either nor & plus");
/** What may stand between a day and its time without parting them. */
export const glue = words(
  "on at in the for or and either maybe perhaps then please say around about like of possibly preferably ideally probably of a would be is by also to make it do this that any kind sort just works good",
);
/** What may stand beside a bare "four" or "the third" that answers a question about time. */
export const light = words(
  "at on in the for or and either maybe perhaps then please say around about like of possibly preferably ideally probably would be is its it that thats works work good fine great perfect ok okay yes yeah yep yup sure no nope how what lets let us do make can could we i id ill take have me you think guess suits suit sounds best better prefer if possible available free open to by just thanks thank well so actually sorry wait mean meant hmm oh ah and a one want need like instead rather go with put down hi hello not but too late early i'm im any day date time day yeah alright right fits fit will should works too does do did first thing when around get see come book",
);
const wishing = words(
  "how what could can would works work suits prefer rather instead better make made move moved change switch try lets no not nope sorry actually wait wrong mean meant said want wanted need like love come book booked booking appointment see until till before after around between id ill",
);
const MOST_HEAVY = 1;

/** Whether an hour was only mentioned ("the bus gets me there at ten"): much is said beside it, and none of that is a wish. */
export function isInPassing(beside: readonly string[]): boolean {
  return (
    beside.filter((word) => !light.has(word)).length > MOST_HEAVY && !beside.some((word) => wishing.has(word))
  );
}

const COMMANDED =
  /\b(make|change|move|switch|push|shift|put) (it|that|this|the (time|hour|day|date|appointment|booking|slot)|my (time|appointment|booking))\b/;
const TAKEN_BACK =
  /^(oh|ah|wait|no|nope|sorry|actually|oops|whoops|hang on|hold on|rather|better|correction|scratch that|i mean|i meant|on second thoughts?|come to think of it)\b/;

const TOO =
  /\btoo (early|soon|late)( in the (day|morning|evening))?( for (me|us))?( sorry| thanks| please)?$/;

/** Whether a normalised utterance ends in calling a time too early or too late; null when it does not. */
export function tooEarlyOrLate(text: string): "early" | "late" | null {
  const word = TOO.exec(text)?.[1];
  return word === undefined ? null : word === "late" ? "late" : "early";
}

/** "That's too early, after ten please"; "is it too late to ask" calls no time so. */
const OFF = /^.{0,30}\btoo (early|soon|late)\b(?! to\b)/;

/** Whether a normalised utterance calls a time too early or too late, whatever it goes on with. */
export function callsOff(text: string): boolean {
  return OFF.test(text);
}

/** Whether a normalised utterance takes back what was agreed: in so many words ("make it four", "that's too early"), only by how it begins ("oh wait, 12"), or not. */
export function takesBack(text: string): "by_command" | "by_opening" | null {
  if (COMMANDED.test(text) || callsOff(text)) return "by_command";
  return TAKEN_BACK.test(text) ? "by_opening" : null;
}

/** After a number these are counted: "two appointments". */
export const counted = words(
  "appointments bookings visits slots consultations sessions people persons adults kids children patients teeth fillings cleanings crowns cavities questions things minutes times weeks days months years year fifty dollars",
);
export const refusedBefore = words(
  "number option room suite age extension ext apartment unit door step press dial aged number's code floor line channel highway route exit gate page type size phase level part chapter grade version plan",
);

/** Said before a value, these take back an earlier one; said after it, "instead" does. */
export const repairWords = words(
  "no nope sorry actually wait mean meant rather correction instead scratch oops nah",
);
