/** How start times and kinds of appointment are said in English. */
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { stretchesOf } from "#app/hours/opening-hours.ts";
import { clockSaid, dateSaid, dateSaidAgain } from "#app/hours/spoken-time.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { labelSaid } from "./questions.ts";

/** What saying a time depends on. */
export type Clockwork = {
  hours: OpeningHours;
  time_zone: string;
  today: string;
  /** The day under discussion: it was said in full before, so its month need not be said again. */
  said_date: string | null;
};

/** "Tuesday the 24th", "Thursday, December third"; without the month on the day under discussion. */
export function daySaid(date: string, { today, said_date }: Clockwork): string {
  return date === said_date ? dateSaidAgain(date) : dateSaid(date, today);
}

/** "half past two"; with "in the afternoon" when the day is open at the other half past two as well. */
export function timeOn(date: string, clock: string, { hours }: Clockwork): string {
  const other = clock < "12:00" ? Number(clock.slice(0, 2)) + 12 : Number(clock.slice(0, 2)) - 12;
  const twin = `${String(other).padStart(2, "0")}${clock.slice(2)}`;
  const twice = stretchesOf(hours, date).some(({ from, to }) => from <= twin && twin < to);
  return clockSaid(clock, twice);
}

/** "Tuesday the 24th at three": weekday and date, always (docs/conversation.md, "Time"). */
export function slotSaid(slot: number, clockwork: Clockwork): string {
  const date = localDate(slot, clockwork.time_zone);
  const near = daySaid(date, clockwork);
  return `${near}${near.startsWith("to") ? "," : ""} at ${timeOn(date, localClock(slot, clockwork.time_zone), clockwork)}`;
}

/** "half past two", where its day was just said. */
export function timeSaid(slot: number, clockwork: Clockwork): string {
  const { time_zone } = clockwork;
  return timeOn(localDate(slot, time_zone), localClock(slot, time_zone), clockwork);
}

/** "Tuesday the 24th at three", shorter once the month was said. */
export function slotSaidAgain(slot: number, clockwork: Clockwork): string {
  const date = localDate(slot, clockwork.time_zone);
  return `${dateSaidAgain(date)} at ${timeOn(date, localClock(slot, clockwork.time_zone), clockwork)}`;
}

/** "a cleaning", "an exam", "teeth whitening": a kind of appointment in a sentence. */
export function kindSaid(kind: string): string {
  const name = labelSaid(kind);
  if (/^(a|an|the|your) /i.test(name) || /s$/i.test(name) || / .*ing$/i.test(name)) return name;
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

/** The words as the beginning of a sentence. */
export function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
