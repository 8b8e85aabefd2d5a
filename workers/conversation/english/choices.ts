/** English around choosing from a list: places in it, what denies a choice, and words too general to name one. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/** Places: a number from 1, `last`, or `number` when the place is said after it. */
export const byPlace = phraseBook({
  "1": ["[the] former", "[the] top one", "[the] (first|1st)"],
  "2": ["the other [one]", "the other one", "[the] (second|2nd)"],
  last: ["[the] (last|latter|final|bottom) [one|option|choice]"],
  number: ["[the] (number|option|choice|letter)"],
});

/** After these a place in a row is another one's: "first name", "last week", "first of all". */
export const placesElsewhere = new Set("name names of week month year night visit".split(" "));
/** Before an ordinal: "my first time", "his second visit" choose nothing. */
export const ofSomebody = new Set("my his her our their your".split(" "));

export const notThis = new Set(["not", "no", "without", "except", "besides", "instead", "than", "never"]);
export const tooGeneral = new Set(
  "possible appointment appointments visit visits consultation call meeting session time first new patient patients customer client general regular other with your from have that this office home".split(
    " ",
  ),
);

/** Words that are verbs more often than parts of a name: "can you check", but "a check". */
export const verbs = new Set(
  "check checking checked look looking looked book visit clean fill see".split(" "),
);
/** What stands before a noun. */
export const beforeNoun = new Set(
  "a an the my another one this that his her our dental quick for routine regular yearly annual".split(" "),
);

/** Names of options that are everyday words: unasked they name nothing. */
export const everyday = new Set(
  "now later soon urgent right away yes no maybe other others none nothing new next year month week today tomorrow morning afternoon evening any both good fine ok okay work home phone email call text either one two three more less not sure hurry as possible the a of in on at to for within never always often here there me my self myself".split(
    " ",
  ),
);

/** After "any" these speak of more than what was offered: "any day but Friday", "anything except mornings". */
export const beginsRange = new Set(
  "day days date morning afternoon evening week time but except besides other".split(" "),
);

/** Whether a normalised utterance only names a place among what was offered, with or without taking back another ("no, the second one"). */
export function choosesAgain(text: string): boolean {
  return /^((no|nope|oh|wait|sorry|actually|rather|better|i|mean|meant|make|it|id|like|prefer|ill|take|lets|do|can|could|have|want|we|instead) )*the (first|second|third|last|earlier|later|other|former|latter)( (one|time|slot|option))?( (instead|please|then|sorry|after all|actually))*$/.test(
    text,
  );
}

/** All that means "as soon as possible". */
export const soonest = phraseBook({
  soonest: [
    "[as] (soon|early|quick|quickly|fast) as (possible|i can|we can|you can|they can|you guys can|i could|we could|it gets)",
    "(asap|a s a p|immediately|right away|right now|straight away|at once)",
    "the sooner the better",
  ],
});

/** After an option that is ruled out these lead to what is wanted in its place. */
export const leadsInstead = phraseBook({
  instead: [
    "[but] [rather|actually] (more like|rather|closer to|its more like|maybe more like|probably more like)",
    "[but] [it's|it's more|we're|i'm|i was|we were] (thinking|thinking of|thinking about|thinking more like|maybe|probably|more)",
    "but [rather|maybe|probably]",
  ],
});

/** Words with which a time begins that is wanted in its place. */
export const beginsInstead = new Set("sometime around in by next until till after before".split(" "));

/** Which of the times that were offered. */
export const amongOffers = phraseBook({
  earliest: [
    "the (earlier|early|earliest|sooner|soonest) [one|time|slot|option]",
    "(earlier|early|earliest|sooner|soonest) one",
    "whichever is (earlier|first|sooner|earliest)",
  ],
  latest: [
    "the (later|late|latest) [one|time|slot|option]",
    "(later|late|latest) one",
    "whichever is (later|latest)",
  ],
  either: [
    "(either|any|whichever|whatever) [one|of them|of those|time|is fine|works|of the two]",
    "both work",
    "you (choose|pick|decide)",
  ],
  neither: [
    "(neither|none) [one|of them|of those|of these|works|of those work|of them work|of those works|of the two]",
    "not either",
    "(neither|none) of (those|these|them) (work|works|suit|suits) [me|for me]",
    "(don't|do not) have (any other|anything else|something else)",
  ],
  half: ["[at] half past", "the half [past] [one]"],
  quarter_past: ["[the] [a] quarter (past|after) [one]"],
  quarter_to: ["[the] [a] quarter (to|of|till) [one]"],
});
