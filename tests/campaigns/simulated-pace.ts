/** How far the dialer is from the pace that a campaign was set to, on the simulated clock. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { simulate } from "./simulated-dialer.ts";

/** @returns the largest difference of any minute that begins on a second, of 1; and the rules that were broken */
export function simulatedPace(per_minute: number, minutes: number): { error: number; violations: string[] } {
  const { leasedAt, violations } = simulate({
    seed: 1,
    contacts: Math.ceil(per_minute * minutes * 1.6),
    most_attempts: per_minute * minutes,
    begin: instantOf("2026-11-04", "13:00", "America/New_York"),
    campaigns: 1,
    caps: { per_day: 1_000_000, per_minute: 100_000, number_per_day: 20, number_in_14_days: 200 },
    faults: { lost: 0, repeated: 0, optOut: 0, leave: 0, evict: 0, crash: 0, change: 0 },
    downAfter: null,
    pauseEvery: null,
    change: { per_minute, most_at_once: 200 },
  });
  const [first = 0] = leasedAt;
  const last = leasedAt.at(-1) ?? 0;
  let error = 0;
  let [from, to] = [0, 0];
  for (let at = first; at + minute_ms < last; at += second_ms) {
    while ((leasedAt[from] ?? last) < at) from++;
    while ((leasedAt[to] ?? last) < at + minute_ms) to++;
    error = Math.max(error, Math.abs(to - from - per_minute) / per_minute);
  }
  return { error, violations };
}
