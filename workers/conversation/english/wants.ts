/** English for what a caller wants, said back to them in their own words: "I need a new roof for my house" is "a new roof for your house". */

const BEFORE = /^(?:(?:well|um|uh|hi|hello|so|yes|yeah|okay|please)[\s,]+)*/i;
const LEAD_IN =
  /^(?:(?:i|we)(?:['’]m| am|['’]re| are|['’]ve been| have been)? (?:just |really |still )?(?:looking|searching|shopping|calling|interested) (?:for|about|regarding|in) |(?:i|we)(?:['’]d| would| do)? (?:just |really )?(?:need|want|like|require)(?: to (?:get|have|buy|find))? |(?:it['’]?s|it is|this is) (?:for|about) |(?:looking|searching) for |interested in )/i;
/** Where reasons begin: they are written down, and not read back. */
const REASONS = /[.,;:!?]|\s(?:because|since|and (?:i|we|my|our)|so that|but)\s/i;
const OWN: Readonly<Record<string, string>> = {
  my: "your",
  our: "your",
  mine: "yours",
  ours: "yours",
  me: "you",
  us: "you",
  myself: "yourself",
};
/** Said of themselves, their words cannot be turned around by their pronouns alone. */
const SPEAKS = /\b(?:i|we|i['’]\p{L}+|we['’]\p{L}+)\b/iu;
/** More words than these are more than an ear keeps beside a name and a number. */
const MOST = 12;

/** What a caller wants as a part of a sentence of the agent's; empty when their words do not fit into one. */
export function wantSaid(words: string): string {
  const [first = ""] = words.trim().replace(BEFORE, "").replace(LEAD_IN, "").split(REASONS);
  const said = first.trim();
  if (SPEAKS.test(said) || said.split(/\s+/).length > MOST) return "";
  const turned = said.replace(/\p{L}+/gu, (word) => OWN[word.toLowerCase()] ?? word);
  return /^\p{Lu}(?:\p{Ll}|\s)/u.test(turned) ? turned.charAt(0).toLowerCase() + turned.slice(1) : turned;
}
