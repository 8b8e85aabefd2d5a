/** Finds in English all that an utterance says of days and times, what it rules out, and what it takes back. */

import { type Days, dayList } from "#workers/conversation/time/calendar.ts";
import { type Mention, type Mentioned, type Times, timesOf } from "#workers/conversation/time/times.ts";
import type { Relation } from "#workers/conversation/words/acts.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import type { DayContext } from "./day-slots.ts";
import { daysAt } from "./days.ts";
import { isAge, isCount } from "./no-hours.ts";
import { glue, light, orWords, refusedBefore, relations, signals } from "./signals.ts";
import { timesAt } from "./times.ts";

const relationNames: readonly Relation[] = [
  "earlier",
  "later",
  "later_that_day",
  "earlier_that_day",
  "next_day",
  "same_time",
  "any",
];

type Candidate = Mention & { bare: boolean };

/**
 * What is said of days and times in the words that are free.
 * @param asksTime whether a day or time was asked for, so that a bare "four" answers it
 */
export function mentionsIn(
  words: readonly Word[],
  isFree: (at: number) => boolean,
  asksTime: boolean,
  context: DayContext,
): Mentioned {
  const scan = scanned(words, isFree, context);
  const accepted = accept(words, scan.candidates, asksTime, new Set(scan.used));
  const used = [
    ...accepted.flatMap(range),
    ...scan.used.filter((at) => accepted.length > 0 || !scan.ofNo.has(at)),
  ];
  // "In the morning, as soon as possible" leaves the day to us; a day that is named does not.
  const open = accepted.every(({ days, times }) => days === null && times?.at.length === 0);
  const only = scan.relation !== "any" || open ? scan.relation : null;
  return { mentions: accepted, relation: only, used };
}

const range = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: to - from }, (_, at) => from + at);

function scanned(words: readonly Word[], isFree: (at: number) => boolean, context: DayContext) {
  const candidates: Candidate[] = [];
  const used: number[] = [];
  const ofNo = new Set<number>();
  let relation: Relation | null = null;
  let not = false;
  let repairs = false;
  let fresh = false;
  let anew = false;
  /** Where the age told last ends: "ten and twelve" are two of them. */
  let age_to = -1;
  let at = 0;
  while (at < words.length) {
    if (!isFree(at)) {
      at++;
      continue;
    }
    if (words[at]?.opensSentence) {
      not = false;
      fresh = true;
    }
    const found = isSince(words, at) ? null : mentionAt(words, at, context);
    const signal = phraseAt(signals, words, at);
    const related = phraseAt(relations, words, at);
    const longest = Math.max(found?.to ?? 0, signal?.to ?? 0, related?.to ?? 0);
    const inFree = (to: number) => range({ from: at, to }).every(isFree);
    if (longest === 0 || !inFree(longest)) {
      at++;
    } else if (found && found.to === longest && isCount(words, found)) {
      at = found.to;
    } else if (
      found?.to === longest &&
      (isAge(words, found) || (age_to === at - 1 && found.bare && orWords.has(words[at - 1]?.word ?? "")))
    ) {
      at = found.to;
      age_to = at;
    } else if (found?.to === longest && !(related?.to === longest && found.times?.any)) {
      const last = candidates.at(-1);
      const or = last !== undefined && joinedByOr(words, last.to, at);
      if (
        not &&
        last &&
        !or &&
        last.ruledOut &&
        (sameKind(last, found) || partedFrom(words, at, last, found))
      )
        not = false;
      candidates.push({ ...found, or, fresh, anew, ruledOut: not, too: null, repairs });
      if (found.days) anew = false;
      repairs = false;
      fresh = false;
      at = found.to;
    } else if (related?.to === longest) {
      relation = relationNames.find((name) => name === related.id) ?? relation;
      used.push(...range(related));
      at = related.to;
    } else if (signal) {
      const here = range(signal);
      switch (signal.id) {
        case "not":
          not = true;
          fresh = true;
          used.push(...here);
          for (const one of here) ofNo.add(one);
          break;
        case "cannot":
          used.push(...here);
          // "I can't do Tuesday": nothing came before it, so it speaks of what follows.
          not = fresh || at - (candidates.at(-1)?.to ?? -NEAR) > NEAR || !ruleOutBefore(candidates);
          fresh ||= not;
          break;
        case "bad":
          if (at - (candidates.at(-1)?.to ?? -NEAR) <= NEAR && ruleOutBefore(candidates)) used.push(...here);
          not = false;
          break;
        case "early":
        case "late": {
          const last = candidates.at(-1);
          // "Is it too late to ask?"
          if (words[signal.to]?.word === "to") break;
          used.push(...here);
          if (!last) relation = signal.id === "early" ? "later" : "earlier";
          else if (at - last.to <= NEAR && ruleOutBefore(candidates)) last.too = signal.id;
          not = false;
          break;
        }
        case "good":
          not = false;
          break;
        case "repair":
          not = false;
          repairs = true;
          used.push(...here);
          for (const one of here) ofNo.add(one);
          break;
        case "no":
          // "no mornings" rules out; "no, Thursday" and "Monday, no, Tuesday" take back.
          if (isPlural(words, signal.to)) not = true;
          else if (candidates.at(-1)?.to === at && endsThere(words, signal.to)) {
            // "Tuesday yes, Monday no."
            if (!ruleOutBefore(candidates)) break;
            used.push(...here);
          } else {
            not = false;
            repairs = mentionAt(words, signal.to, context) !== null || candidates.length > 0;
          }
          if (not || repairs) used.push(...here);
          for (const one of here) ofNo.add(one);
          break;
        default:
          not = false;
          fresh = true;
          anew ||= signal.id === "anew";
      }
      at = signal.to;
    } else at++;
  }
  return { candidates, relation, used, ofNo };
}

/** "It has hurt since Sunday" tells when that began. */
const isSince = (words: readonly Word[], at: number) => words[at - 1]?.word === "since";

const endsThere = (words: readonly Word[], at: number) => words[at]?.opensSentence !== false;

const isPlural = (words: readonly Word[], at: number) =>
  /^(mornings|afternoons|evenings|nights|weekends|(mon|tues|wednes|thurs|fri|satur|sun)days)$/.test(
    words[at]?.word ?? "",
  );

const sameKind = (one: Mention, two: Pick<Mention, "days" | "times">) =>
  (one.days !== null && two.days !== null) || (one.times !== null && two.times !== null);

/** "Not in the morning, Tuesday": the day after the comma is wished for. */
const partedFrom = (words: readonly Word[], at: number, last: Mention, found: Pick<Mention, "days">) =>
  last.days === null && found.days !== null && words[at]?.gap.includes(",") === true;

/** Marks the mentions since the last fresh start as ruled out; false when there are none. */
function ruleOutBefore(candidates: Candidate[]): boolean {
  for (let at = candidates.length - 1; at >= 0; at--) {
    const mention = candidates[at];
    if (!mention) break;
    mention.ruledOut = true;
    const before = candidates[at - 1];
    if (mention.fresh || mention.repairs || (!mention.or && before && sameKind(before, mention))) break;
  }
  return candidates.length > 0;
}

function joinedByOr(words: readonly Word[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (orWords.has(words[at]?.word ?? "")) return true;
  return words[to]?.gap.includes("/") ?? false;
}

/** How many words may stand between a day and "… doesn't work". */
const NEAR = 3;
const prepositions = new Set(["on", "in", "at", "for", "of", "by"]);

/** The longest mention that begins at a word, or right after the preposition that stands there. */
export function mentionAt(words: readonly Word[], at: number, context: DayContext) {
  const here = mentionFrom(words, at, context);
  if (!prepositions.has(words[at]?.word ?? "")) return here;
  const behind = mentionFrom(words, at + 1, context);
  return behind && behind.to > (here?.to ?? 0) ? { ...behind, from: at } : here;
}

/** The longest day, time, or day with its part ("this morning", "tonight") that begins at a word. */
function mentionFrom(words: readonly Word[], at: number, context: DayContext) {
  const days = daysAt(words, at, context);
  const times = timesAt(words, at);
  const both = todaysPartAt(words, at, context);
  const to = Math.max(days?.to ?? 0, times?.to ?? 0, both?.to ?? 0);
  if (to === 0) return null;
  const from = at;
  if (both?.to === to) return { from, ...both, bare: false };
  if (days?.to === to) return { from, to, days: days.value, times: null, bare: days.value.bare };
  return times && { from, to, days: null, times: times.value, bare: isBare(times.value) };
}

const isBare = ({ at, part }: Times) => at.some(({ bare }) => bare) || part?.weak === true;

function todaysPartAt(
  words: readonly Word[],
  at: number,
  { today }: DayContext,
): { to: number; days: Days; times: Times } | null {
  const word = words[at]?.word;
  if (word === "tonight" || word === "tonite") {
    const part = { from: 17 * 60, to: 24 * 60, half: "pm" as const, weak: false };
    return { to: at + 1, days: dayList([today]), times: timesOf({ part }) };
  }
  const skip = word === "later" || word === "earlier" ? 1 : 0;
  if (words[at + skip]?.word !== "this") return null;
  const times = timesAt(words, at + skip + 1);
  return times?.value.part && !times.value.part.weak
    ? { to: times.to, days: dayList([today]), times: times.value }
    : null;
}

/** Drops mere numbers and ordinals that nothing around them makes a day or time. */
function accept(
  words: readonly Word[],
  candidates: readonly Candidate[],
  asksTime: boolean,
  signalled: ReadonlySet<number>,
): Mention[] {
  const sure = candidates.map(({ bare }) => !bare);
  const covered = new Set(candidates.flatMap(range));
  const near = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (!glue.has(words[at]?.word ?? "")) return false;
    return true;
  };
  const isLight = (at: number) => {
    const word = words[at];
    return word === undefined || light.has(word.word) || covered.has(at) || signalled.has(at);
  };
  // "Tim is ten, could he come on Friday at one?": the hour that is said as one wins.
  const hourStated = candidates.some(
    ({ bare, times, ruledOut }) => !bare && !ruledOut && times !== null && times.at.length > 0,
  );
  // Twice, so that what one neighbour makes sure can make the next sure.
  for (const step of [1, -1]) {
    for (let n = step > 0 ? 0 : candidates.length - 1; n >= 0 && n < candidates.length; n += step) {
      const one = candidates[n];
      if (!one || sure[n]) continue;
      if (refusedBefore.has(words[one.from - 1]?.word ?? "") && words[one.from]?.word.match(/^\d/)) continue;
      const [left, right] = [candidates[n - 1], candidates[n + 1]];
      const besideSure =
        (left && sure[n - 1] && differs(left, one) && near(left.to, one.from)) ||
        (right && sure[n + 1] && differs(right, one) && near(one.to, right.from)) ||
        (one.or && left && sure[n - 1] && near(left.to, one.from)) ||
        // "At two, no, sorry, three."
        (one.repairs && left && sure[n - 1] && sameKind(left, one));
      const fits = isLight(one.to) || words[one.to]?.opensSentence === true;
      const answers = asksTime && fits && (isLight(one.from - 1) || words[one.from]?.opensSentence === true);
      const outdone = hourStated && one.times !== null && !one.or && !one.repairs && right?.or !== true;
      sure[n] = (besideSure === true && fits) || (answers && !outdone);
    }
  }
  return candidates.filter((_, at) => sure[at]);
}

const differs = (one: Mention, two: Mention) =>
  (one.days === null) !== (two.days === null) || two.days !== null;
