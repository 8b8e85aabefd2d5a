/**
 * E-mail addresses that somebody said, found whole: "m a r a underscore lind at brightsmile dot com", "mara lind at gmail".
 *
 * It goes over the words once, and from an "at" back and forth over a bounded number of them, so the work grows with the
 * text alone. It hides too much rather than too little: of "find it at example dot com" nothing is left.
 */

type Token = { text: string; word: string; from: number; to: number; isGlued: boolean };

/** Words, and each other character by itself; glued: without a blank before it. */
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
const glue = new Set([".", "_", "-", "+"]);
/** Said in place of the ending too often to wait for it. */
const providers = new Set(
  "gmail googlemail yahoo hotmail outlook icloud aol protonmail proton gmx comcast verizon msn ymail fastmail".split(
    " ",
  ),
);
const halves = new Set("gmail googlemail hotmail icloud ymail protonmail fastmail".split(" "));
const endings = new Set(
  "com org net edu gov info biz dental health clinic co io de at ch uk us eu".split(" "),
);
/** What stands before an address and is no part of it. */
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

/** Farther than this from its "at" no word belongs to an address. */
const reach = 40;

/** How many tokens from here on are a mark between two parts: "dot", "under score", a "." without blanks; 0: none. */
function jointAt(tokens: readonly Token[], at: number): number {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token) return 0;
  if (joints.has(token.word)) return 1;
  if (token.word === "under" && next?.word === "score") return 2;
  if (token.word === "full" && next?.word === "stop") return 2;
  return glue.has(token.text) && token.isGlued && next?.isGlued ? 1 : 0;
}

/** A label of a domain: words run together, or letters that are spelled; where it ends. */
function labelAt(tokens: readonly Token[], from: number, most: number): number {
  let to = from;
  while (to < tokens.length && to - from < most && isPlain(tokens[to])) {
    // A new word behind a comma is another thought, a letter is spelled on.
    to += tokens[to + 1]?.text === "," && isLetter(tokens[to + 2]) && isLetter(tokens[to]) ? 2 : 1;
  }
  return to;
}

/** Where a domain that begins here ends; null: none begins here. */
function domainAt(tokens: readonly Token[], from: number): number | null {
  const start = ["sign", "symbol"].includes(tokens[from]?.word ?? "") ? from + 1 : from;
  const [first, second] = [tokens[start], tokens[start + 1]];
  if (first === undefined) return null;
  const provider = providers.has(first.word)
    ? start + 1
    : second !== undefined && halves.has(first.word + second.word)
      ? start + 2
      : null;
  let to = provider ?? labelAt(tokens, start, 12);
  if (to === start) return null;
  let dots = 0;
  while (dots < 4) {
    const joint = jointAt(tokens, to);
    const ending = joint === 0 ? to : labelAt(tokens, to + joint, isLetter(tokens[to + joint]) ? 6 : 1);
    const isEnding = ending > to + joint && !/^\p{N}+$/u.test(tokens[to + joint]?.text ?? "");
    // "at 8.30 a.m." is a time: one letter behind a dot is no ending.
    if (joint === 0 || !isEnding || (ending === to + joint + 1 && isLetter(tokens[to + joint]))) break;
    to = ending;
    dots++;
  }
  return dots > 0 || provider !== null ? to : null;
}

/** Where the part before an "at" begins: back over marks, letters and digits, and over plain words of the same thought. */
function localBefore(tokens: readonly Token[], at: number, least: number): number {
  let from = at;
  while (from > least && at - from < reach) {
    const [token, right] = [tokens[from - 1], tokens[from]];
    if (!token) break;
    const isBeforeJoint = from < at && jointAt(tokens, from) > 0;
    const isComma = token.text === "," && (isLetter(right) || isLetter(tokens[from - 2]) || isBeforeJoint);
    const isHalf = token.word === "under" && right?.word === "score";
    const isJoint = joints.has(token.word) || isHalf || (glue.has(token.text) && right?.isGlued === true);
    const isSpelled = isLetter(token) && (from === at || isLetter(right) || right?.text === ",");
    const isPart = isBeforeJoint ? isWord(token) : isPlain(token) || isSpelled;
    if (!isPart && !isJoint && !isComma) break;
    from--;
  }
  return from;
}

type Range = { from: number; to: number };

/** Parts joined by marks without an "at": the half of an address that was said in a breath of its own. */
function chainAt(tokens: readonly Token[], at: number, least: number): Range | null {
  const joint = jointAt(tokens, at);
  const word = tokens[at]?.word ?? "";
  const isSaid = ["dot", "underscore"].includes(word) || (word === "under" && joint === 2);
  if (!isSaid || !isPlain(tokens[at - 1]) || !isPlain(tokens[at + joint])) return null;
  const from = localBefore(tokens, at, least);
  let to = at;
  let marks = 0;
  for (let next = jointAt(tokens, to); next > 0 && to - at < reach; next = jointAt(tokens, to)) {
    const end = labelAt(tokens, to + next, isLetter(tokens[to + next]) ? 12 : 1);
    if (end === to + next) break;
    to = end;
    marks++;
  }
  // "brightsmile dot com" is a page that anybody may read.
  const isPage = marks === 1 && word === "dot" && endings.has(tokens[to - 1]?.word ?? "");
  return isPage ? null : { from, to };
}

/** The address whose "at", or whose mark without one, stands here. */
function addressAt(tokens: readonly Token[], at: number, least: number): Range | null {
  const token = tokens[at];
  // What is written in one piece is found by its form.
  const isAt = token?.word === "at" || (token?.text === "@" && !(token.isGlued && tokens[at + 1]?.isGlued));
  const domain = isAt ? domainAt(tokens, at + 1) : null;
  if (domain !== null) return { from: localBefore(tokens, at, least), to: domain };
  const chain = chainAt(tokens, at, least);
  const written = chain && tokens[chain.to]?.text === "@" ? domainAt(tokens, chain.to + 1) : null;
  return chain && { from: chain.from, to: written ?? chain.to };
}

function addresses(tokens: readonly Token[]): Range[] {
  const found: Range[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const last = found.at(-1);
    const next = addressAt(tokens, at, last?.to ?? 0);
    if (next === null) continue;
    // "mara dot lind" has been found when its "at" comes.
    if (last && next.from <= last.to) last.to = next.to;
    else found.push(next);
    at = next.to - 1;
  }
  return found;
}

/** A text in which every e-mail address that was said is `instead`, whole. */
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
