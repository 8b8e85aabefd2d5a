/** English for holidays, also those that move through the year. */
import { addDays } from "#app/platform/zoned-time.ts";
import { type Days, dayList, easter, nthWeekday, type Today } from "#workers/conversation/time/calendar.ts";
import type { Read } from "#workers/conversation/words/grammar.ts";
import { phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";

/** Phrases for holidays, by their date or their name. */
export const holidays = phraseBook({
  "12-24": ["(christmas|xmas) eve", "the day before (christmas|xmas)"],
  "12-25": ["(christmas|xmas) [day]"],
  "12-26": ["boxing day"],
  "12-31": ["new year's eve", "new years eve", "new year eve"],
  "01-01": ["new year's [day]", "new years [day]", "new year day"],
  "02-14": ["valentine's [day]", "valentines [day]", "valentine day"],
  "03-15": ["(the|) ides of march"],
  "03-17": ["(saint|st) patrick's [day]", "st paddy's day"],
  "06-19": ["juneteenth"],
  "07-04": ["independence day", "(the|) (fourth|4 th) of july"],
  "10-31": ["halloween", "hallowe'en"],
  "11-11": ["(veterans|veteran's) day"],
  mlk: ["(mlk|martin luther king) [jr|junior] day"],
  presidents: ["(presidents|president's) day"],
  mothers: ["(mothers|mother's) day"],
  fathers: ["(fathers|father's) day"],
  memorial: ["memorial day"],
  labor: ["(labor|labour) day"],
  columbus: ["columbus day", "indigenous peoples day"],
  thanksgiving: ["thanksgiving [day]", "turkey day"],
  black_friday: ["black friday"],
  cyber_monday: ["cyber monday"],
  good_friday: ["good friday"],
  easter: ["easter [sunday]"],
  easter_monday: ["easter monday"],
});

/** Holidays that move: of a year, as observed in the United States. */
const moving: Readonly<Record<string, (year: number) => string | null>> = {
  mlk: (year) => nthWeekday(`${year}-01-01`, 1, 3),
  presidents: (year) => nthWeekday(`${year}-02-01`, 1, 3),
  mothers: (year) => nthWeekday(`${year}-05-01`, 7, 2),
  fathers: (year) => nthWeekday(`${year}-06-01`, 7, 3),
  memorial: (year) => nthWeekday(`${year}-05-01`, 1, -1),
  labor: (year) => nthWeekday(`${year}-09-01`, 1, 1),
  columbus: (year) => nthWeekday(`${year}-10-01`, 1, 2),
  thanksgiving: (year) => nthWeekday(`${year}-11-01`, 4, 4),
  black_friday: (year) => addDays(nthWeekday(`${year}-11-01`, 4, 4) ?? `${year}-11-26`, 1),
  cyber_monday: (year) => addDays(nthWeekday(`${year}-11-01`, 4, 4) ?? `${year}-11-26`, 4),
  good_friday: (year) => addDays(easter(year), -2),
  easter,
  easter_monday: (year) => addDays(easter(year), 1),
};

/** The next holiday of the name that begins at a word. */
export function holidayAt(words: readonly Word[], at: number, { today }: Today): Read<Days> | null {
  const found = phraseAt(holidays, words, at);
  if (!found) return null;
  const year = Number(today.slice(0, 4));
  const inYear = (of: number) => moving[found.id]?.(of) ?? `${of}-${found.id}`;
  const date = inYear(year) >= today ? inYear(year) : inYear(year + 1);
  return { value: dayList([date]), to: found.to };
}
