/** Reads questions about the day under discussion, and those beside an agreed appointment: they name a day and wish for none. */

import { weekdayAt } from "#workers/conversation/english/dates.ts";
import {
  asksOfThat,
  asksWhichDay,
  besides,
  dayQuestion,
  isInCase,
  tagOf,
} from "#workers/conversation/english/day-checks.ts";
import { mentionsIn } from "#workers/conversation/english/when.ts";
import type { Mention } from "#workers/conversation/time/times.ts";
import { wishOf } from "#workers/conversation/time/when.ts";
import type { DayCheck, ReadContext } from "#workers/conversation/words/acts.ts";
import {
  type Clause,
  claim,
  type Heard,
  isFree,
  type Range,
  wordsSaid,
} from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import { lineOf, type Word } from "#workers/conversation/words/words.ts";
import { isOfDay } from "./days-in-play.ts";
import { tasksIn } from "./read-acts.ts";
import { type Ask, beginsQuestion } from "./read-asks.ts";
import { fits } from "./read-offer.ts";
import { asksForOne, dayContextOf, namesTime } from "./read-times.ts";

type Found = Omit<DayCheck, "question">;

/** Longer sentences ask for more than the day. */
const MOST_WORDS = 16;

/** The questions about a day, claimed, with what each of them wants to know. */
export function dayChecksIn(said: Heard, context: ReadContext): { asks: Ask[]; checks: DayCheck[] } {
  const asks: Ask[] = [];
  const checks: DayCheck[] = [];
  for (const sentence of sentencesOf(said)) {
    if (sentence.to - sentence.from > MOST_WORDS || !isFree(said, sentence)) continue;
    const found = checkOf(said, sentence, context);
    if (!found) continue;
    const ask = asked(said, sentence);
    asks.push(ask);
    checks.push({ ...found, question: ask.question });
  }
  return { asks, checks };
}

/** Questions about an agreed appointment that wish for no other one, claimed: "can I cancel on Monday if I need to". */
export function asksBesides(said: Heard, clauses: readonly Clause[], context: ReadContext): Ask[] {
  if (context.agreed === null || asksForOne(context)) return [];
  const called = tasksIn(said);
  return clauses.flatMap((clause) => {
    if (!isFree(said, clause) || called.some(({ from }) => from >= clause.from && from < clause.to))
      return [];
    const line = lineOf(said.words.slice(clause.from, clause.to));
    const in_case = isInCase(line) && beginsQuestion(said, clause);
    const other = saysBesides(said, clause) && (in_case || namesTime(said, clause, context));
    return in_case || other ? [asked(said, clause)] : [];
  });
}

function saysBesides({ words }: Heard, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (phraseAt(besides, words, at)) return true;
  return false;
}

function asked(said: Heard, range: Range): Ask {
  claim(said, range);
  return { ...range, question: wordsSaid(said, range) };
}

function sentencesOf({ words }: Heard): (Range & { asks: boolean })[] {
  const begins = words.flatMap((word, at) => (at === 0 || word.opensSentence ? [at] : []));
  return begins.map((from, n) => {
    const to = begins[n + 1] ?? words.length;
    return { from, to, asks: words[to - 1]?.after.includes("?") ?? false };
  });
}

function checkOf(said: Heard, sentence: Range & { asks: boolean }, context: ReadContext): Found | null {
  const whole = said.words.slice(sentence.from, sentence.to);
  const { agreed, focus } = context;
  const date = agreed?.date ?? focus.date;
  const line = lineOf(whole);
  if (asksWhichDay(line)) return date === null ? null : { date, holds: null };
  const tag = tagOf(line, sentence.asks);
  const words = tag === "" ? whole : whole.slice(0, -tag.split(" ").length);
  const { mentions } = mentionsIn(words, () => true, true, dayContextOf(context));
  const [mention, more] = mentions;
  const { today } = dayContextOf(context);
  // "What day is it today?", "is it Friday today?"
  if (
    date !== today &&
    mentions.some(({ days }) => days?.dates[0] === today && days.weekday === null && days.dayOfMonth === null)
  )
    return null;
  const end = mentions.at(-1)?.to;
  if (!mention || end !== words.length || mentions.some(({ ruledOut }) => ruledOut)) return null;
  const before = lineOf(words.slice(0, mention.from));
  // "Was that a Wednesday or a Thursday?"
  if (mentions.some(({ or }) => or))
    return date !== null && asksOfThat(before) ? { date, holds: null } : null;
  const question = dayQuestion(before, tag !== "", sentence.asks);
  const named = more ? undefined : mention.days?.dates[0];
  switch (question) {
    case "which":
      return named === undefined || mention.days?.stretch
        ? null
        : { date: mention.days && date && isOfDay(date, mention.days) ? date : named, holds: null };
    case "whether_date":
      return named === undefined || mention.days?.dayOfMonth === null || !namesWeekday(words, mention)
        ? null
        : { date: named, holds: mention.days?.clash === null };
    case "whether": {
      // With nothing agreed yet, "so Tuesday at ten, right?" chooses.
      const open = agreed === null && (mentions.some(({ times }) => times) || !asksOfThat(before));
      return date === null || open ? null : { date, holds: holds(mentions, date, context) };
    }
    case null:
      return null;
  }
}

/** Whether all that is mentioned is so of the day under discussion. */
function holds(mentions: readonly Mention[], date: string, context: ReadContext): boolean {
  const meant = mentions.map((mention) => ofDay(mention, date));
  const when = wishOf({ mentions: meant, relation: null, used: [] }, context)?.when;
  const { agreed } = context;
  const fitting = when?.options.some((option) =>
    agreed ? fits(option, date, agreed.at) : option.date === date,
  );
  return fitting === true && !when?.clash;
}

/** "A Friday" and "the 18th" are about the day they are said of, if it is one. */
function ofDay(mention: Mention, date: string): Mention {
  const { days } = mention;
  return days && isOfDay(date, days)
    ? { ...mention, days: { ...days, dates: [date], later: null } }
    : mention;
}

function namesWeekday(words: readonly Word[], { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (weekdayAt(words, at)) return true;
  return false;
}
