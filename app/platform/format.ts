/**
 * How numbers, money, times and durations look to people: pure, with every zone and locale given in.
 * Pages get the strings from the server, because two engines' `Intl` need not agree to the letter.
 */
import { hour_ms, minute_ms } from "./durations.ts";
import { addDays, daysBetween, localDate } from "./zoned-time.ts";

/** Where and in whose language a time is read. */
export type Place = { timeZone: string; locale: string };

// Making a format costs more than using it a hundred times, and a page uses few.
const made = new Map<string, Intl.DateTimeFormat>();
const madeForNumbers = new Map<string, Intl.NumberFormat>();

function dateFormat({ timeZone, locale }: Place, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(key, format);
  }
  return format;
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = madeForNumbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    madeForNumbers.set(key, format);
  }
  return format;
}

/** "3:00 pm": normal spaces, which search finds, and lower case. */
const calm = (words: string) =>
  words.replaceAll(/[\u2009\u202f\u00a0]/g, " ").replace(/\b[AP]M\b/g, (m) => m.toLowerCase());

/** A text whose times do not break in the middle: "10:00 am" stays on one line. */
export const unbroken = (words: string): string => words.replaceAll(/(\d) (?=[ap]m\b)/g, "$1\u00a0");

/** "1,204". */
export const count = (n: number, locale: string): string => numberFormat(locale).format(n);

/** "1 call", "1,204 calls", "no calls". */
export function counted(n: number, one: string, many: string, locale: string): string {
  if (n === 0) return `no ${many}`;
  return `${count(n, locale)} ${n === 1 ? one : many}`;
}

/** "90%", rounded to whole percents; null when there is nothing to divide by. */
export function percent(part: number, whole: number, locale: string): string | null {
  if (whole === 0) return null;
  return numberFormat(locale, { style: "percent" }).format(part / whole);
}

/**
 * "$0.31" for 310,000 micro-units. Amounts too small for the currency's usual digits get more of them ("$0.0085"), so
 * that no cost looks like zero.
 * Pages set it in tabular figures: in the font's proportional ones "$1.15" reads as "$115".
 * @param micros millionths of the currency's unit
 * @param currency ISO 4217 code
 */
export function money(micros: number, currency: string, locale: string): string {
  const amount = micros / 1_000_000;
  const usual = numberFormat(locale, { style: "currency", currency });
  const digits = usual.resolvedOptions().maximumFractionDigits ?? 2;
  if (micros === 0 || Math.abs(amount) >= 0.5 * 10 ** -digits) return usual.format(amount);
  return numberFormat(locale, { style: "currency", currency, maximumSignificantDigits: 2 }).format(amount);
}

/** "$99" or "$29.50": a price without empty decimals. @param minor in the currency's hundredths */
export const price = (minor: number, currency: string, locale: string): string =>
  numberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }).format(
    minor / 100,
  );

const two = (n: number) => String(n).padStart(2, "0");

/** "2:41" or "1:02:03": how a clock counts up. Seconds are cut off, never rounded up. */
export function clockDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** "41 s", "2 min 41 s", "1 h 2 min": how people say how long. */
export function wordDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${count(Math.floor(minutes / 60), "en")} h ${minutes % 60} min`;
}

/** "8" for 432 seconds: minutes are whole on every page, and a started one counts, as on a carrier's bill. */
export const startedMinutes = (seconds: number, locale: string): string =>
  count(Math.ceil(Math.max(0, seconds) / 60), locale);

/** "0.8 s" from milliseconds. */
export function tenthsOfSeconds(ms: number, locale: string): string {
  const seconds = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${seconds.format(ms / 1000)} s`;
}

/** "3:00 pm" (or "15:00") of an instant, ms UTC. */
export const timeOfDay = (at: number, place: Place): string =>
  calm(dateFormat(place, { hour: "numeric", minute: "2-digit" }).format(at));

/** "3:00 – 3:30 pm": two instants of one day, with the shared part written once. */
export const timeSpan = (from: number, to: number, place: Place): string =>
  calm(dateFormat(place, { hour: "numeric", minute: "2-digit" }).formatRange(from, to)).replace(
    /\s*–\s*/,
    " to ",
  );

/** "Tuesday, November 24" of an instant; with the year when it is not `now`'s. */
export function longDate(at: number, now: number, place: Place): string {
  const isThisYear = localDate(at, place.timeZone).slice(0, 4) === localDate(now, place.timeZone).slice(0, 4);
  return dateFormat(place, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  }).format(at);
}

/** "Nov 24" of an instant; with the year when it is not `now`'s. */
export function shortDate(at: number, now: number, place: Place): string {
  const isThisYear = localDate(at, place.timeZone).slice(0, 4) === localDate(now, place.timeZone).slice(0, 4);
  return dateFormat(place, {
    month: "short",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  }).format(at);
}

/** The parts of a calendar leaf: "NOV" and 24. */
export function leaf(at: number, place: Place): { month: string; day: number } {
  return {
    month: dateFormat(place, { month: "short" }).format(at).replace(".", "").toLocaleUpperCase(place.locale),
    day: Number(localDate(at, place.timeZone).slice(8)),
  };
}

const utcDay = (date: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ timeZone: "UTC", locale }, { month: "short", day: "numeric", ...options }).format(
    Date.parse(date),
  );

/** "Nov 24" of a local date (YYYY-MM-DD), whatever the zone: where its year stands nearby or says nothing. */
export const monthDay = (date: string, locale: string): string => utcDay(date, locale, {});

/** "Nov 24" of a local date (YYYY-MM-DD); with the year when it is not `now`'s. */
export const dayLabel = (date: string, locale: string, now: number = Date.now()): string =>
  utcDay(date, locale, date.slice(0, 4) === localDate(now, "UTC").slice(0, 4) ? {} : { year: "numeric" });

/** "Friday" of a local date (YYYY-MM-DD). */
export const weekdayName = (date: string, locale: string): string =>
  dateFormat({ timeZone: "UTC", locale }, { weekday: "long" }).format(Date.parse(date));

/** "today", "tomorrow", "yesterday" or "Tuesday, November 24". */
export function dayInWords(at: number, now: number, place: Place): string {
  const today = localDate(now, place.timeZone);
  const away = daysBetween(today, localDate(at, place.timeZone));
  if (away === 0) return "today";
  if (away === 1) return "tomorrow";
  if (away === -1) return "yesterday";
  return longDate(at, now, place);
}

/**
 * How long ago something was, in the shortest form: "just now", "4 min ago", "3 h ago" (today), "yesterday at 2:06 pm",
 * "Nov 17, 2:06 pm", "Nov 17, 2025".
 */
export function ago(at: number, now: number, place: Place): string {
  const age = now - at;
  if (age < minute_ms) return "just now";
  if (age < hour_ms) return `${Math.floor(age / minute_ms)} min ago`;
  const today = localDate(now, place.timeZone);
  const day = localDate(at, place.timeZone);
  if (day === today) return `${Math.floor(age / hour_ms)} h ago`;
  if (day === addDays(today, -1)) return `yesterday at ${timeOfDay(at, place)}`;
  const date = shortDate(at, now, place);
  return day.slice(0, 4) === today.slice(0, 4) ? `${date}, ${timeOfDay(at, place)}` : date;
}

/** "Friday, November 20, 2:06:41 pm EST": the full time, for a tooltip. */
export const exactTime = (at: number, place: Place): string =>
  calm(
    dateFormat(place, {
      weekday: "long",
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
    }).format(at),
  );
