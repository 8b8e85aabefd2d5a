/** English around telephone numbers: how digits are said, and "the number I'm calling from". */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/** The number the caller calls from. */
export const thisNumber = phraseBook({
  this: [
    "[at|on|to|use|using|with] (this|the same|same|that same|this same|my current) (number|phone|line|phone number|cell|one|cell phone|telephone number|mobile)",
    "[at|on|to|use] [the|this] (number|one|phone|line|phone number) [that] (i'm|i am|i'm now|we're) [calling|phoning|ringing|on|using] [from|on|you from|with|now|right now]",
    "[the|this] (number|one) [that] i (called|phoned|called you|rang) (from|on|with)",
    "[the] (number|one) (you have|you've got|you see|on your screen|on the screen|that shows up|showing up|on caller id|on your display)",
    "[the] caller id [number]",
  ],
  same: ["(this one|this|the same|same one|the same one|the same number)"],
});

/** Said before the digits that a number ends with, and after them. */
export const beforeEnding = phraseBook({
  end: [
    "(ends|ending|end|finishes) (in|with|on)",
    "(the|my|its) (last|final) [two|three|four|couple|2|3|4] [digits|numbers|ones] (are|is|were|should be|would be|need to be|must be)",
    "(the|my|its) (end|ending) (is|should be|must be)",
  ],
});
export const afterEnding = phraseBook({
  end: [
    "(at|in) the [very] end",
    "(is|are) the last [two|three|four|2|3|4] [digits|numbers|ones]",
    "for the last [two|three|four|2|3|4] [digits|numbers|ones]",
  ],
});

/** Digits as a recogniser may write them; only between other digits. */
export const digitSounds = new Map([
  ["to", "2"],
  ["too", "2"],
  ["for", "4"],
  ["fore", "4"],
  ["ate", "8"],
  ["won", "1"],
  ["tree", "3"],
  ["sex", "6"],
]);

/** May stand within a number and mean nothing. */
export const withinNumber = new Set(
  "dash hyphen minus then and area code dot space slash parentheses bracket open close paren".split(" "),
);

/** "Is this number …": the caller offers it. */
export const suits = new Set("ok okay fine good alright all enough best right".split(" "));

export const extensionWords = new Set(["extension", "ext"]);
