/** English for what has been done: a sentence is only said when it is true. */
import type { Claim } from "#workers/conversation/line/guard-terms.ts";

const between = "(?: just| now| already| all| gone ahead and| successfully| officially| also)*";
const we = `\\b(?:i|we)(?: have|'ve)?${between}`;
const whom = "(?:you|him|her|them|that|it|everything|your [a-z]+|the [a-z]+|an? [a-z]+)";
const what =
  "\\b(?:you|it|that|this|he|she|everything|(?:your|the|his|her) (?:[a-z]+ )?(?:appointment|visit|booking|reservation|slot|spot|table|seat|cleaning))";
const is = "(?: is| are|'s|'re| has been| have been|'s been|'ve been)";
const first = "^(?:all |okay |ok |great |perfect |alright |all right |done |and |so )*";

const booked =
  "(?:booked|scheduled|reserved|locked in|penciled in|confirmed|signed up|arranged|in the (?:book|books|calendar|schedule|system)|on the (?:calendar|schedule|books)|down for)";
const moved = "(?:moved|rescheduled|pushed back|brought forward|switched)";
const canceled = "(?:cancell?ed|called off|taken off|removed|deleted)";

/** The patterns of each claim, for one clause in lower case. */
export const claims: Readonly<Record<Claim, readonly RegExp[]>> = {
  booked: [
    new RegExp(`${we} ${booked}`),
    new RegExp(
      `${we} (?:got |have |put |set |get )?${whom}${between} (?:${booked}|down|in at|in for|in on|up for)\\b`,
    ),
    new RegExp(
      `${we} (?:made|set up|created) (?:your|the|that|an?) (?:[a-z]+ )?(?:appointment|booking|reservation)`,
    ),
    new RegExp(`${first}(?:booked|scheduled|reserved|confirmed)\\b`),
    new RegExp(`\\byou(?: are|'re)${between} (?:set|good to go)\\b|${first}set for\\b`),
  ],
  stands: [
    new RegExp(`${what}${is}${between} ${booked}`),
    /\byour (?:[a-z]+ )?(?:appointment|booking|reservation|visit)(?: is|'s)(?: now)? (?:on|at|for|set|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/,
    /\byou have (?:an?|your) (?:[a-z]+ )?(?:appointment|booking|reservation)\b/,
    /\b(?:see|expecting) you (?:on|at|then|there|tomorrow|today|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/,
  ],
  moved: [
    new RegExp(`${we} ${moved} ${whom}`),
    new RegExp(`${we} (?:got |have )?${whom}${between} ${moved}`),
    new RegExp(`${what}${is}${between} ${moved}`),
    new RegExp(`${first}${moved}\\b`),
  ],
  canceled: [
    new RegExp(`${we} ${canceled}`),
    new RegExp(`${we} (?:got |have )?${whom}${between} ${canceled}`),
    new RegExp(`${what}${is}${between} ${canceled}`),
    new RegExp(`${first}cancell?ed\\b`),
  ],
  message: [
    new RegExp(
      `${we} (?:passed|forwarded|given|sent|taken|left|noted|saved|recorded)(?: down| on)? (?:it|that|your|the|a) ?(?:on|along|message|request|note|details|number)?`,
    ),
    new RegExp(`${we} (?:told|notified|informed|alerted|let) (?:them|him|her|the|our|dr|doctor)`),
    /\b(?:your|the) message(?: has been| was| is|'s been) (?:taken|passed|sent|left|saved|recorded|forwarded|noted)/,
  ],
  sent: [
    new RegExp(`${we} (?:sent|texted|emailed|mailed) (?:you|out|over|a|an|the)\\b`),
    /\b(?:text|email|confirmation|link|message)(?: has been| was| is|'s been) (?:sent|texted|emailed)/,
  ],
  done: [
    new RegExp(
      `${first}(?:(?:that|it|this|everything)(?: is|'s) )?(?:all )?(?:done|taken care of|sorted|settled)$`,
    ),
  ],
};

/** In a clause with one of these nothing is said to be done. */
export const notDone =
  /\b(?:not|no(?! problem)|never|nothing|none|nobody|cannot|if|once|when|whether|until|till|before|after|unless|might)\b|n't\b/;
/** A question that asks whether something is done, or offers to do it. */
export const asksDone =
  /^(?:so |and |or |okay |great )?(?:shall|should|would|could|can|may|do|did|does|is|are|has|have|was|were|will|when|what|which|who|how|if)\b.*\?$/;
/** "That time is already booked" tells that it is taken. */
export const isTaken =
  /\b(?:already|fully) (?:booked|reserved|scheduled|taken)\b|\bbooked (?:solid|up|out)\b|\b(?:sorry|unfortunately|afraid)\b.*\bbooked\b(?! for)/;
/** "You are already booked", all the same. */
export const isCallers = /\b(?:you|you're|your|you've)\b/;

/** Said instead of words that the guard refused: at first, and at the end of a turn. */
export const instead = {
  not_done: [
    "Let me check that for you.",
    "I can't confirm that yet. Is there anything else I can help with?",
  ],
  unknown_figure: [
    "Let me make sure I have that right.",
    "I'm not certain of that, so I'd rather not guess. Is there anything else I can help with?",
  ],
} as const;
