/** Times, dates and weekdays in spoken English: words that a listener understands. */
import { daysBetween, weekdayOf } from "#app/platform/zoned-time.ts";

const HOURS = [
  "twelve",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
];
const TEENS = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty"];
const UNITS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const ORDINALS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function numberSaid(n: number): string {
  if (n < 10) return UNITS[n] ?? "";
  if (n < 20) return TEENS[n - 10] ?? "";
  return [TENS[Math.floor(n / 10)], UNITS[n % 10]].filter(Boolean).join("-");
}

/** "Monday" for a date (YYYY-MM-DD). */
export function weekdaySaid(date: string): string {
  return WEEKDAYS[weekdayOf(date) - 1] ?? "";
}

/** "Monday" for 1, "Sunday" for 7 (ISO weekdays). */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? "";
}

/** "in the morning", "in the afternoon", "in the evening" or "at night"; empty at noon and midnight. */
export function dayPartSaid(clock: string): string {
  if (clock === "12:00" || clock === "00:00" || clock === "24:00") return "";
  if (clock < "12:00") return "in the morning";
  if (clock < "17:00") return "in the afternoon";
  return clock < "21:00" ? "in the evening" : "at night";
}

/**
 * A wall-clock time as people say it: "half past two", "a quarter past eight", "twenty to five", "noon", "nine seventeen".
 * @param clock HH:MM, 24:00 included
 * @param withDayPart adds "in the afternoon" and its kind, for hours that are open twice a day
 */
export function clockSaid(clock: string, withDayPart = false): string {
  const hour = Number(clock.slice(0, 2)) % 24;
  const minute = Number(clock.slice(3, 5));
  if (minute === 0 && hour === 12) return "noon";
  if (minute === 0 && hour === 0) return "midnight";
  const this_hour = HOURS[hour % 12] ?? "";
  const next_hour = HOURS[(hour + 1) % 12] ?? "";
  const words =
    minute === 0
      ? this_hour
      : minute === 15
        ? `a quarter past ${this_hour}`
        : minute === 30
          ? `half past ${this_hour}`
          : minute === 45
            ? `a quarter to ${next_hour}`
            : minute % 5 !== 0
              ? `${this_hour} ${minute < 10 ? "oh " : ""}${numberSaid(minute)}`
              : minute < 30
                ? `${numberSaid(minute)} past ${this_hour}`
                : `${numberSaid(60 - minute)} to ${next_hour}`;
  const part = withDayPart ? dayPartSaid(clock) : "";
  return part ? `${words} ${part}` : words;
}

/** The day of a month: "third" up to the twelfth, "23rd" after it. */
export function ordinalSaid(day: number): string {
  const word = ORDINALS[day - 1];
  if (word) return word;
  const ending =
    day % 10 === 1 && day !== 11 ? "st" : day % 10 === 2 ? "nd" : day % 10 === 3 && day !== 13 ? "rd" : "th";
  return `${day}${ending}`;
}

/**
 * A date with its weekday, always: "Tuesday the 24th", "Thursday, December third" when the month is not today's,
 * "today, Friday the 20th" and "tomorrow, Saturday the 21st" (docs/conversation.md, "Time"). A year is said when it is not within eleven months.
 * @param today the local date of the call, YYYY-MM-DD
 */
export function dateSaid(date: string, today: string): string {
  const day = ordinalSaid(Number(date.slice(8, 10)));
  const away = daysBetween(today, date);
  const near = away === 0 ? "today, " : away === 1 ? "tomorrow, " : "";
  if (date.slice(0, 7) === today.slice(0, 7)) return `${near}${weekdaySaid(date)} the ${day}`;
  const month = MONTHS[Number(date.slice(5, 7)) - 1] ?? "";
  const year = away > 330 || away < 0 ? ` ${date.slice(0, 4)}` : "";
  return `${near}${weekdaySaid(date)}, ${month} ${day}${year}`;
}

/** A date that was said in full before: "Tuesday the 24th", without month. */
export function dateSaidAgain(date: string): string {
  return `${weekdaySaid(date)} the ${ordinalSaid(Number(date.slice(8, 10)))}`;
}

/** "one", "one or two", "one, two or three". */
export function listSaid(items: readonly string[], word: "and" | "or"): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`;
}
