/**
 * What a sentence that calls something done is about: of one appointment it may say only its own day, time and name, and
 * without these it tells of a deed that the caller has not heard of yet.
 */
import { z } from "zod";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import type { Action, Outcome } from "./conversation.ts";
import type { Claim, Figure, Guarded } from "./guard-terms.ts";

type Deed = Guarded["deeds"][string];

const found = z.object({
  appointments: z.array(z.object({ booking_id: z.string(), starts_at: z.int(), name: z.string() })),
});

/** What is kept of an action besides its type: the times and names that it is about. */
export function aboutOf(action: Action, { rows }: Pick<Guarded, "rows">): Pick<Deed, "at" | "names"> {
  switch (action.type) {
    case "book":
      return { at: [action.starts_at], names: [action.name] };
    case "move_appointment":
    case "cancel_appointment": {
      const old = rows[action.booking_id];
      const now = action.type === "move_appointment" ? [action.starts_at] : [];
      return { at: [...now, ...(old ? [old.starts_at] : [])], names: old ? [old.name] : [] };
    }
    default:
      return { at: [], names: [] };
  }
}

/** Takes in the appointments that an action found. */
export function takeRows(guard: Guarded, deed: Deed, outcome: Outcome): void {
  const read = outcome.ok ? found.safeParse(outcome.data).data : undefined;
  if (deed.type !== "find_appointments" || !read) return;
  for (const { booking_id, starts_at, name } of read.appointments)
    guard.rows[booking_id] = { starts_at, name };
  deed.at = read.appointments.map(({ starts_at }) => starts_at);
  deed.names = read.appointments.map(({ name }) => name);
}

const locales = ["en-US", "es-US"] as const;
const date = (month: number, day: number): Date => new Date(Date.UTC(2026, month, day));
const bare = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** The names of days and months, each with its number. */
function names(part: "weekday" | "month"): Map<string, number> {
  const count = part === "weekday" ? 7 : 12;
  return new Map(
    locales.flatMap((locale) => {
      const said = new Intl.DateTimeFormat(locale, { [part]: "long", timeZone: "UTC" });
      return Array.from({ length: count }, (_, at): [string, number] => [
        // The fourth of January 2026 is a Sunday.
        bare(said.format(part === "weekday" ? date(0, 4 + at) : date(at, 1))),
        at,
      ]);
    }),
  );
}
const weekdays = names("weekday");
const months = names("month");

/** What a sentence names: times on a clock of twelve hours, weekdays, and days of a month. */
type Named = { times: string[]; weekdays: number[]; days: number[] };

function namedIn(sentence: string, figures: readonly Figure[]): Named {
  const words = bare(sentence).match(/[\p{L}\p{N}]+/gu) ?? [];
  const days = words.flatMap((word, at) => {
    const [, digits, ordinal] = /^(\d{1,2})(st|nd|rd|th)?$/.exec(word) ?? [];
    if (digits === undefined) return [];
    const next = words[at + 1] === "de" ? words[at + 2] : words[at + 1];
    const isDay = ordinal !== undefined || months.has(words[at - 1] ?? "") || months.has(next ?? "");
    return isDay ? [Number(digits)] : [];
  });
  return {
    times: [...new Set(figures.flatMap(({ kind, value }) => (kind === "time" ? [value] : [])))],
    weekdays: [...new Set(words.flatMap((word) => weekdays.get(word) ?? []))],
    days: [...new Set(days)],
  };
}

type Row = { time: string; weekday: number; day: number };

function rowAt(instant: number, time_zone: string): Row {
  const day = new Date(`${localDate(instant, time_zone)}T00:00:00Z`);
  const [hour = 0, minute = 0] = localClock(instant, time_zone).split(":").map(Number);
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")}`;
  return { time, weekday: day.getUTCDay(), day: day.getUTCDate() };
}

/** Whether one row is all that is named; of several, whether each part is in one of them. */
function areNamed({ times, weekdays: on, days }: Named, rows: readonly Row[]): boolean {
  const isOne = times.length <= 1 && on.length <= 1 && days.length <= 1;
  const fits = (row: Row): boolean =>
    times.every((time) => time === row.time) &&
    on.every((weekday) => weekday === row.weekday) &&
    days.every((day) => day === row.day);
  if (isOne) return rows.some(fits);
  return (
    times.every((time) => rows.some((row) => row.time === time)) &&
    on.every((weekday) => rows.some((row) => row.weekday === weekday)) &&
    days.every((day) => rows.some((row) => row.day === day))
  );
}

const partsOf = (name: string): string[] => name.match(/[\p{L}\p{N}'’-]{2,}/gu) ?? [];

/** A name that a sentence ends with: "You're booked, Dana." */
const calledBy = (sentence: string): string | null =>
  /, (\p{Lu}\p{Ll}{1,30})\p{P}*$/u.exec(sentence.slice(-60).trimEnd())?.[1] ?? null;

/** Whether the names in a sentence are those of these deeds, or the caller's own. */
function areTheirs(sentence: string, deeds: readonly Deed[], guard: Guarded): boolean {
  const said = new Set(partsOf(sentence));
  const everyone = Object.values(guard.deeds).flatMap((deed) => deed.names);
  const theirs = deeds.flatMap((deed) => deed.names).flatMap(partsOf);
  const mentioned = everyone.filter((name) => said.has(partsOf(name)[0] ?? ""));
  const called = calledBy(sentence);
  const callers = Object.values(guard.collected).flatMap(partsOf);
  return (
    mentioned.every((name) => theirs.includes(partsOf(name)[0] ?? "")) &&
    (called === null || theirs.length === 0 || [...theirs, ...callers].includes(called))
  );
}

/** Claims about an appointment; without its day, time or name they tell of a new one. */
const ofAppointments: ReadonlySet<Claim> = new Set(["booked", "stands", "moved", "canceled"]);

export type Told = { deed: Deed; said: string[] };

/** The deeds that a claim tells of, with what it says of them; null: it is not so. */
export function toldBy(
  claim: Claim,
  sentence: string,
  proven: readonly Deed[],
  { guard, figures, time_zone }: { guard: Guarded; figures: readonly Figure[]; time_zone: string },
): Told[] | null {
  if (proven.length === 0) return null;
  if (!ofAppointments.has(claim)) return [];
  const words = partsOf(sentence);
  const byName = proven.filter((deed) => deed.names.some((name) => words.includes(partsOf(name)[0] ?? "")));
  const meant = byName.length > 0 ? byName : proven;
  if (!areTheirs(sentence, meant, guard)) return null;
  const named = namedIn(sentence, figures);
  const said = [
    ...named.times,
    ...named.weekdays.map((weekday) => `weekday ${weekday}`),
    ...named.days.map((day) => `day ${day}`),
  ];
  if (said.length === 0) {
    const untold = meant.find((deed) => !deed.told);
    if (claim === "stands") return [];
    return untold ? [{ deed: untold, said }] : null;
  }
  const rows = meant.flatMap((deed) => deed.at.map((at) => ({ deed, row: rowAt(at, time_zone) })));
  if (
    areNamed(
      named,
      rows.map(({ row }) => row),
    )
  )
    return rows.filter(({ row }) => areNamed(named, [row])).map(({ deed }) => ({ deed, said }));
  // Of a deed whose time is not known here, any time is said once, and later no other one.
  const other = meant.find(
    (deed) => deed.at.length === 0 && (!deed.told || said.every((one) => deed.said.includes(one))),
  );
  return other ? [{ deed: other, said }] : null;
}
