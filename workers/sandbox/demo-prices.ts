/** What the demo's agency charges its clients, and since when the demo's organizations pay. */
import { minute_ms } from "#app/platform/durations.ts";
import { addDays, addMonths, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { agency, plumber } from "./demo-agency.ts";
import { clinic } from "./demo-clinic.ts";

/** A client's month at the agency by its plan: the fee in cents, the price of one more minute in micro-units. The clinic's busiest month has more minutes than Growth includes. */
export const demoPrices = {
  starter: { fee_amount: 59_00, included_minutes: 60, minute_micros: 450_000 },
  growth: { fee_amount: 149_00, included_minutes: 150, minute_micros: 360_000 },
  scale: { fee_amount: 349_00, included_minutes: 600, minute_micros: 300_000 },
} as const;
export type DemoTier = keyof typeof demoPrices;

/** `days` before the day `months` ago, at half past nine in the organization's zone. */
const before = (now: number, zone: string, months: number, days: number): number =>
  instantOf(addDays(addMonths(localDate(now, zone), -months), -days), "09:30", zone);

/** When each of the demo's subscriptions began, ms UTC: all of them are in the middle of a period, except one that is overdue. */
export const begunAt = (now: number) => ({
  agency: before(now, agency.time_zone, 3, 16),
  clinic: before(now, clinic.time_zone, 3, 12),
  /** Its third invoice is four days old. */
  plumber: before(now, plumber.time_zone, 2, 4),
  /** When the plumber's card was replaced by one without money. */
  plumberCard: before(now, plumber.time_zone, 1, 4) + minute_ms,
});
