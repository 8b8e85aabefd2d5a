/** Days that no calendar has: "the 31st of February", and those that are another weekday than was said. */
import { dateSaid, ordinalSaid } from "#app/hours/spoken-time.ts";
import type { Wordings } from "./sayings.ts";

const days = new Map([
  ["30", 30],
  ["thirtieth", 30],
  ["31", 31],
  ["thirty first", 31],
  ["thirty one", 31],
]);
/** The months that have fewer than 31 days, and how many they have at most. */
const shortMonths = new Map([
  ["february", 29],
  ["feb", 29],
  ["april", 30],
  ["june", 30],
  ["september", 30],
  ["november", 30],
]);
const counts = new Map([
  [29, "twenty-nine"],
  [30, "thirty"],
]);
const DAY = `(${[...days.keys()].sort((a, b) => b.length - a.length).join("|")})(?: ?(?:st|nd|rd|th))?`;
const MONTH = `(${[...shortMonths.keys()].join("|")})`;
const NAMED = new RegExp(`(?<!\\d[ :.])\\b(?:${DAY} (?:day )?(?:of )?${MONTH}|${MONTH} (?:the )?${DAY})\\b`);

/** What is said of a day that does not exist, in a normalised utterance; null when it names none. */
export function noSuchDay(text: string): Wordings | null {
  const found = NAMED.exec(text);
  const month = found?.[2] ?? found?.[3] ?? "";
  const day = days.get(found?.[1] ?? found?.[4] ?? "") ?? 0;
  const last = shortMonths.get(month) ?? 31;
  if (day <= last) return null;
  const name = month === "feb" ? "February" : month.charAt(0).toUpperCase() + month.slice(1);
  return [
    `${name} has only ${counts.get(last) ?? last} days.`,
    `There is no ${ordinalSaid(day)} of ${name}.`,
    `${name} has no ${ordinalSaid(day)}.`,
  ];
}

/** Asks which of two days is meant, when the weekday says one and the date the other. */
export function otherWeekday([one, other]: readonly [string, string], today: string): Wordings {
  const [first, second] = [dateSaid(one, today), dateSaid(other, today)];
  return [
    `Did you mean ${first}, or ${second}?`,
    `Would that be ${first}, or ${second}?`,
    `Is it ${first}, or ${second}?`,
  ];
}
