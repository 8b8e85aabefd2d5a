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

/** Before a number these say that it is not the one: "please don't call me on this number", "anything but this phone". */
export const notThisNumber = new Set(
  "not dont never cant cannot wont shouldnt isnt wasnt aint except besides stop avoid than but of".split(" "),
);
/** Of those, these do it only after another word. */
export const notThisAfter: Readonly<Record<string, ReadonlySet<string>>> = {
  than: new Set(["other", "rather"]),
  but: new Set(["anything", "anywhere", "any"]),
  of: new Set(["instead"]),
};
/** What may stand between such a word and the number. */
export const reaching = new Set(
  "call calling calls ring ringing phone phoning text texting reach reaching try trying use using contact contacting get getting got put down leave take me us my you they them anybody anyone somebody someone to be called reached rung back on at by from via with again ever please really also want wanna like need it is the that a good best right one".split(
    " ",
  ),
);
/** Said after a number, of the number: "this number isn't good". */
export const failing = phraseBook({
  fails: [
    "[is|was|does|will|would|really|just|probably] (isnt|not|wasnt|doesnt|wont|wouldnt|never|cant) [good|great|right|best|mine|work|working]",
    "[is|are] (no good|no longer|wrong|broken|dead|bad|out of order|out of service)",
  ],
});

/** Said before a number on which the caller wants to be called. */
export const toReach = phraseBook({
  reach: [
    "(call|ring|phone|text|reach|try|contact|use) [me|us] [back] [on|at|to|up] [my] [cell|mobile|other|work|home|office|new] [number|phone|line]",
    "(me|us) [back] (on|at)",
    "my [cell|mobile|other|work|home|office|new|phone] [number|phone|line] [is]",
  ],
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
