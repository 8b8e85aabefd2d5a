/** English for how a name is written: which letters sound alike, and how they are told of. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/** `with`, `without`, `1` to `3`: a letter follows. `lead`: one of the others may follow. */
export const toldOfLetters = phraseBook({
  lead: ["(that's|that is|it's|it is|and|which is|spelled|spelt|written|that's spelled|it's spelled)"],
  with: ["with (a|an|the)"],
  without: ["without (a|an|the)", "with no"],
  "1": ["with (one|1|a single|only one|just one)"],
  "2": ["with (two|2|double|a double)", "two"],
  "3": ["with (three|3|triple|a triple)"],
  joined: [
    "(no|without|without a|without any) (space|spaces|gap)",
    "[all|written|spelled|in|as] one word",
    "[all|written|spelled] together",
  ],
  hyphen: ["[with] (a|the) (hyphen|dash)", "with (hyphen|dash)", "hyphenated"],
});

/** "Ross, double s": said of a name before it, by themselves. */
export const timesLetter = new Map([
  ["double", "2"],
  ["triple", "3"],
]);

/** Beside what is told of letters these add nothing: "no, it's actually with a K, please". */
export const aboutLetters = new Set(
  "no nope sorry actually wait but and oh it its thats that is the my last first name spelled written please thanks though yes yeah".split(
    " ",
  ),
);

/** What a letter may have been heard as. */
export const lettersOfSound = new Map<string, readonly string[]>(
  Object.entries({
    k: ["ch", "ck", "c", "q"],
    c: ["k"],
    q: ["ck", "k"],
    z: ["s"],
    s: ["z"],
    y: ["ie", "i"],
    i: ["y"],
    f: ["ph"],
    v: ["ph", "w"],
    w: ["v"],
    g: ["j"],
    j: ["g"],
    x: ["cks", "ks"],
    ph: ["v", "f"],
  }),
);

/** Second halves of first names that are written as one or as two: "Mary Ann", "Jo Anne". */
export const spelledParts = new Set(
  "ann anne anna ellen beth lynn lou jo jane rose marie lee leigh belle kate luc claude pierre paul".split(
    " ",
  ),
);
