/** Simulated attempts of the dialer, with every fault, and lines shared by fifty clients. `ATTEMPTS=1000000` says how many. */
import { usualCaps } from "#app/campaigns/campaign.schema.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { simulate } from "../campaigns/simulated-dialer.ts";
import { simulatedPace } from "../campaigns/simulated-pace.ts";
import { simulateSharing } from "../campaigns/simulated-sharing.ts";

export type Figure = { figure: string; value: number; unit: string; budget?: string };

/** Attempts of one organization: each run has a database of its own, in memory. */
const oneRun = 50_000;
const usualRun = 5000;

export function dialerBench(wanted: number): Figure[] {
  let attempts = 0;
  let cpu = 0;
  let hours = 0;
  let lost = 0;
  const violations: string[] = [];
  for (let seed = 1; attempts < wanted; seed++) {
    // With the usual caps an organization makes a thousand calls a day.
    const isUsual = seed % 4 === 0;
    const most_attempts = Math.min(isUsual ? usualRun : oneRun, wanted - attempts);
    const outcome = simulate({
      seed,
      contacts: Math.max(500, Math.ceil(most_attempts / 1.6)),
      most_attempts,
      begin: instantOf(seed % 2 === 0 ? "2026-03-07" : "2026-10-31", "12:00", "America/New_York"),
      campaigns: 4,
      caps: isUsual
        ? usualCaps
        : { per_day: 1_000_000, per_minute: 100_000, number_per_day: 20, number_in_14_days: 200 },
      faults: {
        lost: 0.002,
        repeated: 0.005,
        optOut: 0.005,
        leave: 0.02,
        evict: 0.01,
        crash: 0.001,
        change: 0.02,
      },
      downAfter: hour_ms,
      pauseEvery: 3 * hour_ms,
    });
    if (outcome.attempts === 0) throw new Error("no attempts");
    attempts += outcome.attempts;
    cpu += outcome.cpu_ms * outcome.attempts;
    hours += outcome.fake_hours;
    lost += outcome.leases_lost;
    violations.push(...outcome.violations);
    console.log(
      `run ${seed}: ${outcome.asked} calls in ${outcome.fake_hours.toFixed(1)} hours, at most ${outcome.busiest} in a minute, ${outcome.evictions} evictions, ${outcome.optOuts} opt-outs, ${outcome.changes} contacts merged, archived or brought in anew, ${outcome.cpu_ms.toFixed(2)} ms an attempt`,
    );
  }
  for (const one of violations) console.log(`violation: ${one}`);
  const paces = [10, 60, 120].map((per_minute) => simulatedPace(per_minute, 30).error);
  const { clients, lines } = simulateSharing({ seed: 1, clients: 50, lines: 100, minutes: 60 });
  for (const { name, asked, got } of clients)
    console.log(`${name}: asked for ${asked.toFixed(1)} of ${lines} lines, got ${got.toFixed(1)}`);
  const greedy = clients.filter(({ wanted: most }) => most === 30).map(({ got }) => got);
  return [
    {
      figure: "simulated attempts",
      value: attempts,
      unit: `attempts in ${Math.round(hours)} hours of campaigns`,
    },
    {
      figure: "called twice, outside hours, or after opting out",
      value: violations.length,
      unit: "calls",
      budget: "= 0",
    },
    { figure: "leases lost to the queue and evictions", value: lost, unit: "leases" },
    { figure: "dialer's CPU for each attempt", value: cpu / attempts, unit: "ms", budget: "< 1" },
    {
      figure: "pacing error of the worst minute, at 10, 60 and 120 calls a minute",
      value: 100 * Math.max(...paces),
      unit: "%",
      budget: "< 5",
    },
    {
      figure: "fifty clients: the least against the most among those that want more than there is",
      value: Math.min(...greedy) / Math.max(...greedy),
      unit: "of 1",
      budget: "≥ 0.8",
    },
  ];
}
