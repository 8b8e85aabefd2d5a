/** The words by which a person stops, starts and asks about text messages, as carriers and the law name them (docs/telephony.md, "Text messages"). */

import type { TextWish } from "./texts.schema.ts";

const stops = new Set([
  "stop",
  "stopall",
  "unsubscribe",
  "cancel",
  "end",
  "quit",
  "optout",
  "revoke",
  "alto",
]);
const starts = new Set(["start", "unstop", "yes"]);
const helps = new Set(["help", "info", "ayuda"]);

/** A sentence that asks for no more texts, and says so plainly. */
const plainStop =
  /\b(?:stop|quit) (?!by\b|in\b|at\b|over\b)(?:\w+ ){0,3}(?:text(?:s|ing)?|sms|messag(?:es|ing))\b|\bno more (?:text(?:s|ing)?|sms|messag(?:es|ing))(?= *(?:$|[.,;!?]|please|thank|from|to me))|\b(?:don'?t|do not|never) (?:text|message|sms) (?:me|us|this)\b(?! (?:before|until|till|after|at|on|while|when|during|now|today|tomorrow|tonight|yet)\b)|\b(?:don'?t|do not) send (?:me |us )?(?:any ?)?(?:more )?(?:texts|messages)\b|\b(?:take|remove) me (?:off|from) (?:\w+ ){0,3}list\b/;
/** No wish: the person tells of something else that stops. */
const aboutOther = /\b(?:can'?t|cannot|won'?t|why|did|does) (?:\w+ )?(?:stop|quit)\b/;

/** What a text asks of the texting itself; null: nothing. `yes` alone only counts for a person who has opted out. */
export function textWish(text: string, hasOptedOut: boolean): TextWish | null {
  const words = text.toLowerCase().replaceAll(/[‘’]/g, "'").trim();
  const bare = words.replaceAll(/[^a-z]+/g, "");
  const isOneWord = words.split(/\s+/).length <= 2;
  if (isOneWord && stops.has(bare)) return "stop";
  if (isOneWord && starts.has(bare)) return bare === "yes" && !hasOptedOut ? null : "start";
  if (isOneWord && helps.has(bare)) return "help";
  return plainStop.test(words) && !aboutOther.test(words) ? "stop" : null;
}

/** Names the words that end or begin the texting, as only businesses' own texts do: "Reply STOP to opt out". */
const keywordNotice =
  /\b(?:reply|respond|text|txt|responda) ["“'«]?(?:stop|start|unsubscribe)["”'»]? (?:to|para)\b/;

/** Whether a text is a business's own: it asks for nothing, whatever words it names. */
export const isNotice = (text: string): boolean => keywordNotice.test(text.toLowerCase());

/** What machines write back by themselves. */
const automatic =
  /\b(?:auto(?:matic|mated)?[ -]?(?:reply|response|responder|message)|this is an automated|do not reply|not monitored|unmonitored|out of (?:the )?office|i(?:'m| am) driving)\b/;

/** Whether a text is what a machine answers by itself: an agent that answers it would never come to an end. */
export const isAutoReply = (text: string): boolean =>
  automatic.test(text.toLowerCase().replaceAll(/[‘’]/g, "'")) || isNotice(text);

/** Two texts that say the same. */
export const sameWords = (one: string, other: string): boolean => {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return bare(one) === bare(other);
};
