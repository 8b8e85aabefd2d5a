/** Finds spoken numbers however their digits were grouped: with commas, in words, one by one or in pairs. */

const units: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
  o: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
const teens: Readonly<Record<string, string>> = {
  ten: "10",
  eleven: "11",
  twelve: "12",
  thirteen: "13",
  fourteen: "14",
  fifteen: "15",
  sixteen: "16",
  seventeen: "17",
  eighteen: "18",
  nineteen: "19",
};
const tens: Readonly<Record<string, string>> = {
  twenty: "2",
  thirty: "3",
  forty: "4",
  fifty: "5",
  sixty: "6",
  seventy: "7",
  eighty: "8",
  ninety: "9",
};
const repeats: Readonly<Record<string, number>> = { double: 2, triple: 3 };

const words = [units, teens, tens, repeats].flatMap((table) => Object.keys(table)).join("|");
const part = `(?:\\d+|(?:${words})(?![\\p{L}\\p{N}]))`;
/** What people say between two groups, and how a transcript writes a pause. */
const between =
  "(?:[\\s,;/()–—-]|\\.(?=\\d)|(?<!\\.)\\.{2,}(?!\\.)){1,4}(?:(?:then|and then|uh|um|er|dash)[\\s,]{1,2})?";
const runs = new RegExp(`(?<![\\p{L}\\p{N}])\\+?${part}(?:${between}${part})*`, "giu");
const parts = new RegExp(part, "giu");

/** The digits of a run as spoken: "double five, oh twelve" → "55012". */
function digitsOf(said: readonly string[]): string {
  let digits = "";
  let times = 1;
  said.forEach((one, index) => {
    const word = one.toLowerCase();
    const ten = tens[word];
    const next = units[said[index + 1]?.toLowerCase() ?? ""] ?? "0";
    const digit = units[word] ?? teens[word] ?? (ten && (next === "0" ? `${ten}0` : ten)) ?? one;
    const repeated = repeats[word];
    if (repeated === undefined) digits += digit.repeat(times);
    times = repeated ?? 1;
  });
  return digits;
}

/** The fewest digits of a telephone number, without its area code. */
const number = 7;
/** The fewest digits, said one by one, that are not a list of days or bus lines. */
const oneByOne = 4;
const amounts =
  /^\s?(?:dollars|bucks|euros|pounds|cents|percent|%|minutes|hours|days|weeks|am\b|pm\b|a\.m|p\.m|o'clock)/iu;

/** Whether a run of digit groups is more than prices or times. */
function isNumber(run: string, said: readonly string[], before: string, after: string): boolean {
  const digits = digitsOf(said);
  const spoken = said.filter((one) => !/^\d/.test(one));
  const single = said.filter((one) => /^\d$/.test(one) || one.toLowerCase() in units);
  if (single.length === said.length) return digits.length >= oneByOne;
  if (digits.length < number) return false;
  if (/^\d{1,3}(?:,\d{3})+$/.test(run)) return false;
  if (spoken.length === 0) return !(/[$€£]\s?$/.test(before) || amounts.test(after));
  // "ten thirty, eleven fifteen" are times; a caller who says a phone number says some of its digits alone.
  return single.length >= 3 || /\b(?:oh|o|zero|double|triple)\b/iu.test(run);
}

export type KnownNumbers = {
  /** The caller's numbers: parts of them are hidden too. Digits only. */
  readonly theirs: readonly string[];
  /** The organization's own numbers, which are public. Digits only. */
  readonly ours: readonly string[];
};

/** A run of groups of digits, however they were said. */
export type SpokenRun = {
  readonly said: string;
  readonly digits: string;
  /** Whether it is more than prices, times or a list. */
  readonly isNumber: boolean;
};

/** Replaces each run of digits by what `instead` returns for it; null: it stays. */
export function replacedRuns(text: string, instead: (run: SpokenRun) => string | null): string {
  return text.replaceAll(runs, (run: string, at: number) => {
    const said = run.match(parts) ?? [];
    const end = at + run.length;
    const isMany = isNumber(run, said, text.slice(Math.max(0, at - 2), at), text.slice(end, end + 12));
    return instead({ said: run, digits: digitsOf(said), isNumber: isMany }) ?? run;
  });
}

/** Replaces each spoken number by what `instead` returns for it; `isOurs`: the number is the organization's own. */
export function replacedNumbers(
  text: string,
  { theirs, ours }: KnownNumbers,
  instead: (said: string, isOurs: boolean) => string,
): string {
  return text.replaceAll(runs, (run: string, at: number) => {
    const said = run.match(parts) ?? [];
    const digits = digitsOf(said);
    if (digits.length >= number && ours.some((own) => own.endsWith(digits) || digits.endsWith(own)))
      return instead(run, true);
    const isTheirs = said.length > 2 && digits.length > 2 && theirs.some((one) => one.includes(digits));
    const end = at + run.length;
    return isTheirs || isNumber(run, said, text.slice(Math.max(0, at - 2), at), text.slice(end, end + 12))
      ? instead(run, false)
      : run;
  });
}

/** Groups that a sought number has at most: fifteen digits, each said alone, and words such as "double". */
const longestSought = 20;

/**
 * Replaces each part of a run whose digits are sought, the longest first; what is said around it stays. `isAlone`: it is
 * the whole run.
 */
export function replacedSought(
  text: string,
  isSought: (digits: string, isAlone: boolean) => boolean,
  instead: string,
): string {
  return text.replaceAll(runs, (run: string) => {
    const said = [...run.matchAll(parts)].map((found) => ({ word: found[0], at: found.index }));
    let left = "";
    let from = 0;
    for (let first = 0; first < said.length; ) {
      let end = Math.min(said.length, first + longestSought);
      while (end > first) {
        const words = said.slice(first, end).map(({ word }) => word);
        if (isSought(digitsOf(words), words.length === said.length)) break;
        end--;
      }
      const last = said[end - 1];
      if (end === first || last === undefined) {
        first++;
        continue;
      }
      left += `${first === 0 ? "" : run.slice(from, said[first]?.at)}${instead}`;
      from = last.at + last.word.length;
      first = end;
    }
    return left + run.slice(from);
  });
}
