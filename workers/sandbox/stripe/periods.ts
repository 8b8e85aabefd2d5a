/** Billing periods: whole intervals counted from an anchor, in UTC. */
import { day_s, second_ms } from "#app/platform/durations.ts";
import type { Interval, Price } from "./shapes-base.ts";

type Every = { interval: Interval; interval_count: number };
export type Period = { start: number; end: number };

/** `count` intervals after `anchor`; the 31st becomes the last day of a shorter month. */
export function after(anchor: number, { interval, interval_count }: Every, count: number): number {
  const steps = interval_count * count;
  if (interval === "day") return anchor + steps * day_s;
  if (interval === "week") return anchor + steps * 7 * day_s;
  const at = new Date(anchor * second_ms);
  const month = at.getUTCMonth() + steps * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = Date.UTC(
    at.getUTCFullYear(),
    month,
    Math.min(at.getUTCDate(), lastDay),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
  return moved / second_ms;
}

/** The period that contains `moment`; one that begins there, when it is a boundary. */
export function periodAt(anchor: number, every: Every, moment: number): Period {
  let count = 0;
  while (after(anchor, every, count + 1) <= moment) count += 1;
  while (after(anchor, every, count) > moment) count -= 1;
  return { start: after(anchor, every, count), end: after(anchor, every, count + 1) };
}

export const everyOf = ({ recurring }: Price): Every => recurring ?? { interval: "month", interval_count: 1 };
