/**
 * Removes cards, identity numbers, addresses and telephone numbers from what is said on a call, however they are said:
 * in digits, in words, in groups, spread over several lines. It hides too much rather than too little.
 */
import type { CallLine } from "#app/calls/calls.schema.ts";
import { replacedEmails } from "#app/calls/scrub/scrub-emails.ts";
import { replacedRuns, type SpokenRun } from "#app/calls/scrub/scrub-numbers.ts";
import { type Redaction, redactedAs } from "#app/object/data-classes.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { cardIn, isNationalId, letteredIds } from "./identity-numbers.ts";

/** A run of characters longer than any word: patterns start again at each of its characters, so it is cut out first. */
const endless = /[\p{L}\p{M}\p{N}._%+@'’-]{300,}/gu;
const written = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,200}/gu;
const date = /^(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})$/;
/** Words after which few digits are a part of a card, or of an identity number. */
const cardAsked = /\b(?:card|cvv|cvc|security code|expir\w{0,8})\b/iu;
const idAsked =
  /\b(?:social security|social|ssn|national insurance|tax id|passport|driver'?s licen[cs]e|identity card|id number|aadhaar|cpf|sin number)\b/iu;
const lettered = /\b[A-Z]{1,3} ?\d{5,9}[A-Z]?\b/giu;

type Around = {
  /** The organization's own numbers, which stay. Digits only. */
  readonly ours: readonly string[];
  /** What was said just before: a question for a card or for an identity number. */
  readonly before: string;
};

const nothingAround: Around = { ours: [], before: "" };

function kindOf({ said, digits, isNumber }: SpokenRun, text: string, around: Around): keyof Redaction | null {
  const { ours, before } = around;
  if (digits.length >= 7 && ours.some((own) => own.endsWith(digits) || digits.endsWith(own))) return null;
  if (date.test(said)) return null;
  if (!said.startsWith("+") && cardIn(digits) !== null) return "cards";
  const asked = `${before} ${text}`;
  if (!said.startsWith("+") && isNationalId(digits)) return "national_ids";
  if (digits.length >= 4 && digits.length <= 15 && idAsked.test(asked)) return "national_ids";
  if (digits.length >= 3 && cardAsked.test(asked)) return "cards";
  return isNumber && digits.length >= 7 ? "phones" : null;
}

/** Characters without a width, which would part a number for a pattern and not for a reader. */
const unseen = /(?<=\d)[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+(?=\d)/g;
const wideDigits = /[\uff10-\uff19]/g;

/** A text whose digits are plain: full-width ones as ASCII, nothing unseen or an underscore between two of them. */
const plainDigits = (text: string): string =>
  text
    .replace(wideDigits, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(unseen, "")
    .replace(/(?<=\d)_(?=\d)/g, " ");

/** A text without the kinds that are to be removed. */
export function redactedText(text: string, redaction: Redaction, around: Around = nothingAround): string {
  const hidesNumbers = redaction.cards || redaction.national_ids || redaction.phones;
  let left = (hidesNumbers ? plainDigits(text) : text).replaceAll(endless, "[unreadable]");
  if (redaction.emails) left = replacedEmails(left.replaceAll(written, redactedAs.emails), redactedAs.emails);
  if (redaction.national_ids) {
    for (const form of letteredIds) left = left.replaceAll(form, redactedAs.national_ids);
    if (idAsked.test(`${around.before} ${text}`)) left = left.replaceAll(lettered, redactedAs.national_ids);
  }
  if (!hidesNumbers) return left;
  return replacedRuns(left, (run) => {
    const kind = kindOf(run, left, around);
    return kind !== null && redaction[kind] ? redactedAs[kind] : null;
  });
}

/** JSON with every text in it redacted. */
function redactedJson(value: Json, redaction: Redaction, around: Around): Json {
  if (typeof value === "string") return redactedText(value, redaction, around);
  if (Array.isArray(value)) return value.map((one) => redactedJson(one, redaction, around));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, redactedJson(one, redaction, around)]),
    );
  return value;
}

const isSaidByCaller = ({ type }: CallLine): boolean => type === "caller" || type === "keys";

const digitsOf = (text: string): string => {
  let all = "";
  replacedRuns(text, ({ digits }) => {
    all += digits;
    return null;
  });
  return all;
};

/** At most so many lines of a caller hold one card. */
const longestSpread = 19;

/** A card that is said in several lines: every digit in those lines goes, and what the agent repeated of it. */
function withoutSpreadCards(lines: readonly CallLine[]): CallLine[] {
  const left = [...lines];
  const pieces = left.flatMap((line, at) => {
    const digits = isSaidByCaller(line) ? digitsOf(line.text) : "";
    return digits === "" ? [] : [{ at, digits }];
  });
  for (const [first, { at: from }] of pieces.entries()) {
    let digits = "";
    for (const { at, digits: more } of pieces.slice(first, first + longestSpread)) {
      // Lines without digits between two pieces are fillers; more than a few of them end the number.
      if (more.length > 12 || at - from > 2 * longestSpread) break;
      digits += more;
      if (digits.length < 13) continue;
      if (cardIn(digits) === null) {
        if (digits.length > 23) break;
        continue;
      }
      for (let line = from; line <= at; line++) {
        const one = left[line];
        if (one) left[line] = withoutDigits(one, digits, redactedAs.cards);
      }
      break;
    }
  }
  return left;
}

/** Words after which the digits of several lines are a telephone number. */
const phoneAsked = /\b(?:phone|number|mobile|cell|call(?:ing)? (?:you|me)|reach (?:you|me)|call back)\b/iu;
/** More words than these beside its digits make a line a sentence, and no piece of a number. */
const mostWordsBeside = 6;
/** So many lines may lie between two pieces, and before the first one for what was asked. */
const mostBetween = 3;
const fewest = { national_ids: 6, phones: 7 } as const;
const longestNumber = 15;

/** Identity and telephone numbers that are dictated in groups, a line each, after a word that says what they are. */
function withoutSpreadNumbers(
  lines: readonly CallLine[],
  redaction: Redaction,
  ours: readonly string[],
): CallLine[] {
  const left = [...lines];
  if (!redaction.national_ids && !redaction.phones) return left;
  const pieces = left.flatMap((line, at) => {
    const digits = isSaidByCaller(line) ? digitsOf(line.text) : "";
    const beside = replacedRuns(line.text, () => " ").match(/\p{L}+/gu)?.length ?? 0;
    return digits !== "" && digits.length < longestNumber && beside <= mostWordsBeside
      ? [{ at, digits }]
      : [];
  });
  for (let first = 0; first < pieces.length; ) {
    const from = pieces[first]?.at ?? 0;
    let end = first + 1;
    let digits = pieces[first]?.digits ?? "";
    for (let next = pieces[end]; next; next = pieces[++end]) {
      const isFar = next.at - (pieces[end - 1]?.at ?? 0) > mostBetween + 1;
      if (isFar || digits.length + next.digits.length > longestNumber) break;
      digits += next.digits;
    }
    const asked = left
      .slice(Math.max(0, from - mostBetween), from + 1)
      .map(({ text }) => text)
      .join(" ");
    const kind = idAsked.test(asked) ? "national_ids" : phoneAsked.test(asked) ? "phones" : null;
    const isOurs = ours.some((own) => own.endsWith(digits) || digits.endsWith(own));
    if (kind !== null && redaction[kind] && end - first > 1 && digits.length >= fewest[kind] && !isOurs) {
      const to = pieces[end - 1]?.at ?? from;
      for (let line = from; line <= to; line++) {
        const one = left[line];
        if (one) left[line] = withoutDigits(one, digits, redactedAs[kind]);
      }
    }
    first = end;
  }
  return left;
}

function withoutDigits(line: CallLine, whole: string, as: string): CallLine {
  const instead = (text: string) =>
    replacedRuns(text, (run) => {
      const isTheirs = isSaidByCaller(line) || (run.digits.length > 1 && whole.includes(run.digits));
      return isTheirs ? as : null;
    });
  return { ...line, text: instead(line.text), heard: line.heard === null ? null : instead(line.heard) };
}

/**
 * Lines of a script without the kinds that are to be removed. Doing it twice changes nothing more, so lines that were
 * redacted before can be given again, with those that came since.
 */
export function redactedLines(
  lines: readonly CallLine[],
  redaction: Redaction,
  ours: readonly string[],
): CallLine[] {
  let before = "";
  const each = lines.map((line): CallLine => {
    const around = { ours, before };
    if (line.type === "agent") before = line.text;
    return {
      ...line,
      text: redactedText(line.text, redaction, around),
      heard: line.heard === null ? null : redactedText(line.heard, redaction, around),
      detail: redactedJson(line.detail, redaction, around),
    };
  });
  const cardless = redaction.cards ? withoutSpreadCards(each) : each;
  return withoutSpreadNumbers(cardless, redaction, ours);
}
