/**
 * Finds spoken e-mail addresses whole: "m a r a underscore lind at brightsmile dot com", "mara lind at gmail".
 * It goes over the words once, and from each "at" over a limited number of words in both directions, so the work
 * grows linearly with the text. It hides too much rather than too little: nothing is left of "find it at example dot
 * com".
 */

type Token = { text: string; word: string; from: number; to: number; isGlued: boolean };

/** Words, and each other character by itself; glued: not preceded by a space. */
function tokensOf(text: string): Token[] {
  let end = -1;
  return [...text.matchAll(/[\p{L}\p{M}\p{N}'’]+|\S/gu)].map(({ 0: found, index }) => {
    const token = {
      text: found,
      word: found.toLowerCase(),
      from: index,
      to: index + found.length,
      isGlued: index === end,
    };
    end = token.to;
    return token;
  });
}

const joints = new Set(["dot", "dots", "point", "period", "underscore", "dash", "hyphen", "minus", "plus"]);
const glue = new Set([".", "_", "-", "+", "．", "＿", "－", "＋"]);
/** Providers that people often name without an ending. */
const providers = new Set(
  "gmail googlemail yahoo hotmail outlook icloud aol protonmail proton gmx comcast verizon msn ymail fastmail".split(
    " ",
  ),
);
/** Also common, but ordinary words too: these need an ending, with or without a spoken "dot". */
const shortProviders = new Set("live me mail mac web att cox hey zoho freenet posteo".split(" "));
const halves = new Set("gmail googlemail hotmail icloud ymail protonmail fastmail".split(" "));
const endings = new Set(
  `com org net edu gov mil int info biz dental health clinic care dentist law email online app dev me tv ai co io
  de at ch li fr es it pt nl be lu dk se no fi is ie uk us eu ca au nz in jp cn pl cz hu ro gr tr ua mx br ar cl za`.split(
    /\s+/,
  ),
);
/** Endings that are not words, so a page name before them needs no "dot"; other endings need a well-known name. */
const bareEndings = new Set(["com", "org", "edu"]);
const ats = new Set(["@", "＠", "﹫"]);
const openings = new Set(["(", "[", "{", "<"]);
const closings = new Set([")", "]", "}", ">"]);
/** Fillers that people say, or a transcript writes, beside an "at". */
const fillers = new Set(
  "um umm uh uhh er erm ah hm hmm mm like well so then and the that's it's is sign symbol , . … - – — ( [ ) ] : ;".split(
    " ",
  ),
);
const mostFillers = 5;
/** Words that stand before an address as often as they are part of one: a part when another part precedes them. */
const either = new Set(
  "live me mail email my mine work call contact go come meet use us here today dear info".split(" "),
);
/** Words that stand before an address and are no part of it. */
const before = new Set(
  `i i'm im i'd me you your yours my mine our his her their the a an this that these those it it's its is isn't are was
  were be been that's there there's here here's what what's which where who how when email emails mail address to at in on
  of for from by with and or so but well then okay ok sure yes yeah yep no not um uh er please thanks thank just send sent
  write use reach contact call find see look meet come go live work tomorrow today us`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const isWord = (token: Token | undefined): boolean =>
  token !== undefined && /^[\p{L}\p{M}\p{N}]/u.test(token.text);
const isLetter = (token: Token | undefined): boolean =>
  token !== undefined && /^[\p{L}\p{N}]$/u.test(token.text);
const isPlain = (token: Token | undefined): token is Token =>
  token !== undefined && isWord(token) && !before.has(token.word) && !joints.has(token.word);

/** Words farther than this from the "at" do not belong to the address. */
const reach = 40;

/** How many tokens from here form a joint between two parts: "dot", "under score", a "." without spaces; 0: none. */
function jointAt(tokens: readonly Token[], at: number): number {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token) return 0;
  if (joints.has(token.word)) return 1;
  if (openings.has(token.text) && joints.has(next?.word ?? "") && closings.has(tokens[at + 2]?.text ?? ""))
    return 3;
  if (token.word === "under" && next?.word === "score") return 2;
  if (token.word === "full" && next?.word === "stop") return 2;
  return glue.has(token.text) && token.isGlued && next?.isGlued ? 1 : 0;
}

/** The position of the first token that is not a filler; backwards with a `step` of -1. */
function pastFillers(tokens: readonly Token[], from: number, step: 1 | -1): number {
  let at = from;
  while (Math.abs(at - from) < mostFillers && fillers.has(tokens[at]?.word ?? "")) at += step;
  return at;
}

/** Where an ending that begins here ends: a known one, even if it is an ordinary word like "it", or one made of plain words. */
function endingAt(tokens: readonly Token[], from: number): number {
  if (endings.has(tokens[from]?.word ?? "")) return from + 1;
  return labelAt(tokens, from, isLetter(tokens[from]) ? 6 : 1);
}

/** Where an ending without a "dot" ends, after the words of a label from `start` on; null: there is none. */
function bareEndingAt(tokens: readonly Token[], start: number): number | null {
  const first = tokens[start];
  if (!first || !isWord(first)) return null;
  const isKnown = providers.has(first.word) || shortProviders.has(first.word);
  const most = isKnown ? 1 : 4;
  for (let to = start + 1; to <= start + most; to++) {
    const word = tokens[to]?.word ?? "";
    if (isKnown ? endings.has(word) : bareEndings.has(word)) return to + 1;
    if (!isPlain(tokens[to])) return null;
  }
  return null;
}

/** Where a domain label ends: words run together, or spelled letters. */
function labelAt(tokens: readonly Token[], from: number, most: number): number {
  let to = from;
  while (to < tokens.length && to - from < most && isPlain(tokens[to])) {
    // A new word after a comma is another thought; a letter continues the spelling.
    to += tokens[to + 1]?.text === "," && isLetter(tokens[to + 2]) && isLetter(tokens[to]) ? 2 : 1;
  }
  return to;
}

/** Where a domain that begins here ends; null: none begins here. */
function domainAt(tokens: readonly Token[], from: number): number | null {
  const start = pastFillers(tokens, from, 1);
  const [first, second] = [tokens[start], tokens[start + 1]];
  if (first === undefined || !isWord(first)) return null;
  const provider = providers.has(first.word)
    ? start + 1
    : second !== undefined && halves.has(first.word + second.word)
      ? start + 2
      : null;
  // "at live dot com": a word that is too common to be a part counts before a known ending.
  const joint = jointAt(tokens, start + 1);
  const isBeforeEnding = joint > 0 && endings.has(tokens[start + 1 + joint]?.word ?? "");
  let to = provider ?? (isBeforeEnding ? start + 1 : labelAt(tokens, start, 12));
  let dots = 0;
  while (to > start && dots < 4) {
    const next = jointAt(tokens, to);
    const ending = next === 0 ? to : endingAt(tokens, to + next);
    const isEnding = ending > to + next && !/^\p{N}+$/u.test(tokens[to + next]?.text ?? "");
    // "at 8.30 a.m." is a time: one letter after a dot is not an ending.
    if (next === 0 || !isEnding || (ending === to + next + 1 && isLetter(tokens[to + next]))) break;
    to = ending;
    dots++;
  }
  if (dots > 0) return to;
  return bareEndingAt(tokens, start) ?? provider;
}

/**
 * Where the part before an "at" begins: back over fillers, then over joints, letters and digits, and over plain words
 * of the same thought.
 */
function localBefore(tokens: readonly Token[], at: number, least: number): number {
  const end = Math.max(least, pastFillers(tokens, at - 1, -1) + 1);
  const from = partBefore(tokens, end, least);
  return from < end ? from : at;
}

function partBefore(tokens: readonly Token[], at: number, least: number): number {
  let from = at;
  while (from > least && at - from < reach) {
    const [token, right] = [tokens[from - 1], tokens[from]];
    if (!token) break;
    if (from - 4 >= least && jointAt(tokens, from - 3) === 3 && isWord(tokens[from - 4])) {
      from -= 4;
      continue;
    }
    const isBeforeJoint = from < at && jointAt(tokens, from) > 0;
    const isComma = token.text === "," && (isLetter(right) || isLetter(tokens[from - 2]) || isBeforeJoint);
    const isHalf = token.word === "under" && right?.word === "score";
    const isJoint = joints.has(token.word) || isHalf || (glue.has(token.text) && right?.isGlued === true);
    const isSpelled = isLetter(token) && (from === at || isLetter(right) || right?.text === ",");
    const left = tokens[from - 2];
    const isEither = from - 1 > least && either.has(token.word) && (isPlain(left) || isLetter(left));
    const isPart = isBeforeJoint ? isWord(token) : isPlain(token) || isSpelled || isEither;
    if (!isPart && !isJoint && !isComma) break;
    from--;
  }
  return from;
}

/** `isHalf`: still without its "at". */
type Range = { from: number; to: number; isHalf?: boolean };

/** Parts joined without an "at": half of an address, said before a pause. */
function chainAt(tokens: readonly Token[], at: number, least: number): Range | null {
  const joint = jointAt(tokens, at);
  const word = tokens[at]?.word ?? "";
  const isSaid = ["dot", "underscore"].includes(word) || (word === "under" && joint === 2);
  if (!isSaid || !isPlain(tokens[at - 1]) || !isPlain(tokens[at + joint])) return null;
  const from = partBefore(tokens, at, least);
  let to = at;
  let marks = 0;
  for (let next = jointAt(tokens, to); next > 0 && to - at < reach; next = jointAt(tokens, to)) {
    const end = labelAt(tokens, to + next, isLetter(tokens[to + next]) ? 12 : 1);
    if (end === to + next) break;
    to = end;
    marks++;
  }
  // "brightsmile dot com" is a public page.
  const isPage = marks === 1 && word === "dot" && endings.has(tokens[to - 1]?.word ?? "");
  return isPage ? null : { from, to, isHalf: true };
}

/** The "at" at this position, with its brackets; null: there is none. Addresses written in one piece are found by their form. */
function atSign(tokens: readonly Token[], at: number): Range | null {
  const [left, token, right] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined) return null;
  if (token.word === "at") {
    const isBracketed = openings.has(left?.text ?? "") && closings.has(right?.text ?? "");
    return isBracketed ? { from: at - 1, to: at + 2 } : { from: at, to: at + 1 };
  }
  const isWritten = token.text === "@" && token.isGlued && right?.isGlued && tokens[at + 2]?.text === ".";
  return ats.has(token.text) && !isWritten ? { from: at, to: at + 1 } : null;
}

/** The address whose "at", or whose joint without one, is here. */
function addressAt(tokens: readonly Token[], at: number, least: number): Range | null {
  const sign = atSign(tokens, at);
  const domain = sign && domainAt(tokens, sign.to);
  if (sign && domain !== null) return { from: localBefore(tokens, sign.from, least), to: domain };
  const chain = chainAt(tokens, at, least);
  const written = chain && tokens[chain.to]?.text === "@" ? domainAt(tokens, chain.to + 1) : null;
  return chain && { ...chain, to: written ?? chain.to };
}

function addresses(tokens: readonly Token[]): Range[] {
  const found: Range[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const last = found.at(-1);
    const next = addressAt(tokens, at, last?.to ?? 0);
    if (next === null) continue;
    // "mara dot lind" has already been found when its "at" comes, perhaps after a pause.
    const begins = last?.isHalf ? Math.min(next.from, pastFillers(tokens, next.from - 1, -1) + 1) : next.from;
    if (last && begins <= last.to) Object.assign(last, { to: next.to, isHalf: next.isHalf });
    else found.push(next);
    at = next.to - 1;
  }
  return found;
}

/** A text in which every spoken e-mail address is replaced whole by `instead`. */
export function replacedEmails(text: string, instead: string): string {
  const tokens = tokensOf(text);
  let left = "";
  let done = 0;
  for (const { from, to } of addresses(tokens)) {
    left += text.slice(done, tokens[from]?.from ?? done) + instead;
    done = tokens[to - 1]?.to ?? done;
  }
  return left + text.slice(done);
}

/** The words of a value that a call has learned; of an address those before its "@". */
export const wordsOf = (value: string): string[] =>
  value.replaceAll(/@\S*/g, "").split(value.includes("@") ? /[\s,._+-]+/ : /[\s,]+/);
