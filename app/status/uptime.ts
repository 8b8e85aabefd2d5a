/** The arithmetic of uptime: five minutes make a slot, a day has a bar, ninety bars are shown. */
import { day_ms, minute_ms } from "#app/platform/durations.ts";

/** As often as cron strikes. */
export const slot_ms = 5 * minute_ms;

/** The five minutes of an instant (ms UTC), since 1970. */
export const slotOf = (at: number): number => Math.floor(at / slot_ms);

/** The day of a slot or of an instant, since 1970, UTC. */
export const dayOfSlot = (slot: number): number => Math.floor((slot * slot_ms) / day_ms);
export const dayOf = (at: number): number => Math.floor(at / day_ms);

export const shownDays = 90;

/** A probe that is older than this says nothing about now: three that were missed. */
export const recent_ms = 20 * minute_ms;

/** A day on which this share of the probes failed or more is drawn as a bad one: 72 minutes of it. */
const badShare = 0.05;

export type DayRow = { day: number; probes: number; failures: number };

/** `none`: there was no probe on that day. */
export type BarTone = "none" | "good" | "some" | "bad";
export type UptimeBar = DayRow & { tone: BarTone };

function toneOf({ probes, failures }: DayRow): BarTone {
  if (probes === 0) return "none";
  if (failures === 0) return "good";
  return failures / probes < badShare ? "some" : "bad";
}

/** One bar for each of the last ninety days, the oldest first; a day without probes has an empty one. */
export function barsOf(rows: readonly DayRow[], today: number): UptimeBar[] {
  const found = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: shownDays }, (_, place) => {
    const day = today - shownDays + 1 + place;
    const row = found.get(day) ?? { day, probes: 0, failures: 0 };
    return { ...row, tone: toneOf(row) };
  });
}

/** The share of probes that found the service up; null: there were none. */
export function uptimeOf(rows: readonly DayRow[]): number | null {
  const probes = rows.reduce((sum, row) => sum + row.probes, 0);
  const failures = rows.reduce((sum, row) => sum + row.failures, 0);
  return probes === 0 ? null : (probes - failures) / probes;
}

/** "99.98%": cut off, never rounded up, so that only a flawless record is 100%. */
export function uptimeWords(share: number): string {
  const hundredths = Math.floor(share * 10_000 + 1e-6);
  return `${(hundredths / 100).toFixed(hundredths % 100 === 0 ? 0 : 2)}%`;
}
