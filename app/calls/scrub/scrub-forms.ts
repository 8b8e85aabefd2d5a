/**
 * The forms in which people say names, addresses and dates, for `scrub.ts`. These patterns start again at each
 * character of a run, so callers cut endless runs first; then the work grows linearly with the text.
 */

const digit = "zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple";
const month =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const street =
  "street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|square|way|terrace|close|crescent|highway|hwy|parkway|alley|row";
const name = "\\p{L}[\\p{L}'’-]*";
const Name = "\\p{Lu}[\\p{L}'’-]*";
const notOne = (words: string) => `(?!(?:${words})(?![\\p{L}\\p{N}]))`;
/** Words that follow a name, or stand in its place without being one; not "will" or "so", which are also names. */
const ordinary =
  "a|the|and|or|but|if|when|while|because|that|which|who|i|i'm|i'd|i'll|i've|you|he|she|it|it's|we|they|my|your|her|his|our|their|is|isn't|was|are|be|been|not|no|yes|of|on|in|at|to|for|from|with|by|under|about|as|than|then|there|here|this|please|thanks|thank|ok|okay|sorry|all|also|both|again|already|never|still|just|now|today|tonight|tomorrow|would|could|did|have|has|had|need|want|calling|speaking|how|what|where|why";
/** "my name is spelled …", "the name is wrong": said about a name. */
const aboutNames = `${ordinary}|spelled|spelt|written|pronounced|misspelled|wrong|right|correct|missing|different|listed|registered|difficult|private|fine|perfect|required|optional|unknown`;
const weekday = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
/** "call me back", "call me after work": when and how, not a name. */
const afterCallMe = `${ordinary}|${weekday}|back|right|later|soon|sooner|first|next|once|twice|before|after|afterwards|during|until|till|between|around|whenever|wherever|anytime|any|any time|every|each|asap|instead|directly|only|tomorrow's|early|earlier|late|immediately|up|over|out|collect|anyway|maybe|either|anymore|morning|noon|regarding|some|one|two|crazy|old-fashioned`;
const capitals = ordinary.split("|").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
/** Capitalized words that are not names: besides people, they follow a greeting, "it's" and "for". */
const ordinaryName = `${capitals.join("|")}|OK|Sir|Madam|Ma'am|Everyone|Everybody|Mr|Mrs|Ms|Dr|English|Spanish|French|German|Italian|Christmas|Easter|Thanksgiving|Halloween|Hanukkah|Ramadan|New Year|Zoom|WhatsApp|Google|AM|PM`;
/** Days and months begin with a capital too; four of them are as often a person's name when another name follows. */
const daysAndMonths =
  "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr|Jul(?:y)?|Aug|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|(?:April|May|June|August)(?! \\p{Lu}\\p{L})";

export type Form = readonly [form: RegExp, instead: string];

/** In order: a form that a later one would split comes first. These contain digits that are not a phone number. */
export const formsWithDigits: readonly Form[] = [
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, "[e-mail]"],
  [/\b(born(?: on| in)?|birthday(?: is)?|date of birth(?: is)?|dob:?) [^.!?;]{3,40}/giu, "$1 [date]"],
  [new RegExp(`\\b(?:${month})\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d\\d\\b`, "giu"), "[date]"],
  [
    new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:${month})\\.?,? (?:19|20)\\d\\d\\b`, "giu"),
    "[date]",
  ],
  [/\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/gu, "[date]"],
  [new RegExp(`\\b\\d{1,6}[a-z]?,? (?:[\\p{L}\\d'’.-]+ ){1,4}(?:${street})\\b\\.?`, "giu"), "[address]"],
  [/(?<![\p{L}-])[\p{L}-]+(?:stra(?:ße|sse)|gasse|weg|platz) \d{1,4}[a-z]?\b/giu, "[address]"],
  [/\b(?:p\.? ?o\.? box) \d+/giu, "[address]"],
  [/\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/gu, "[address]"],
];

export const forms: readonly Form[] = [
  [/(?:\+|\b)\d(?:[\s().-]{0,2}\d){3,}/gu, "[number]"],
  [new RegExp(`\\b(?:${digit})(?:[\\s,-]+(?:${digit})){3,}\\b`, "giu"), "[number]"],
  [/\b[a-z](?:(?:[\s,]+|-|\. ?)[a-z]\b){2,}\.?/giu, "[spelled]"],
  [
    new RegExp(
      `\\b((?:my|her|his|their|the|patient'?s?) (?:\\p{L}+ )?name(?:'s| is)|name's|i'm called|surname is) (?:(?:uh|um|er|actually|just),? )?${notOne(aboutNames)}${name}(?: ${notOne(aboutNames)}${Name}){0,2}`,
      "giu",
    ),
    "$1 [name]",
  ],
  [
    new RegExp(`\\b(call me) ${notOne(afterCallMe)}${name}(?: ${notOne(afterCallMe)}${Name}){0,2}`, "giu"),
    "$1 [name]",
  ],
  [
    new RegExp(
      `\\b([Tt]his is|[Ii]t'?s|I'm|I am|[Ss]peaking (?:with|to)|[Ff]or|[Tt]hank you,?|[Tt]hanks,?|[Hh]ello,?|[Hh]i,?|[Dd]ear) ${notOne(`${ordinaryName}|${daysAndMonths}`)}${Name}(?: ${notOne(ordinaryName)}${Name}){0,2}`,
      "gu",
    ),
    "$1 [name]",
  ],
  [new RegExp(`\\b(Mr|Mrs|Ms|Miss|Dr|Prof)\\.? ${Name}(?: ${Name})?`, "gu"), "$1 [name]"],
];
