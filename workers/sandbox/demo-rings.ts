/** The clinic's calls: when, from whom, and for which agent. */
import { minute_ms } from "#app/platform/durations.ts";
import { addDays, instantOf, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import type { CallerTurn } from "#workers/conversation/simulation/simulated-line.ts";
import { type DemoCaller, demoCallers } from "./demo-callers.ts";
import { clinic, clinicNumbers, type DemoAgent, type DemoNumber, newPatientAgent } from "./demo-clinic.ts";

/** The last thirty days. */
const callCount = 400;
const dayCount = 30;
/** The two months before them: the facts of older calls would no longer be told (appliedKept_ms). */
const olderDays = 59;
const firstOlderSeed = 1001;
/** The second number belonged to the new-patient agent for the first half, then to the front desk. */
const newPatient_days = 14;
/** Openings between which people call, in minutes of the day. */
const firstMinute = 7 * 60 + 30;
const lastMinute = 20 * 60;

export type Ring = {
  at: number;
  caller: DemoCaller;
  number: DemoNumber;
  agent: DemoAgent;
  seed: number;
  /** Absent: they call in. */
  direction?: "outbound";
  /** All that they say before they hang up; absent: what they wish decides. */
  says?: readonly CallerTurn[];
};

/** Each call's time, caller and number: weekdays are busy, weekends quiet, no call is in the future. */
export function rings(now: number, random: () => number): Ring[] {
  const today = localDate(now, clinic.time_zone);
  const weights = Array.from({ length: dayCount }, (_, day) => {
    const date = addDays(today, day - dayCount + 1);
    const weekday = weekdayOf(date);
    const opened = instantOf(date, "00:00", clinic.time_zone) + firstMinute * minute_ms;
    const elapsed = Math.min(1, Math.max(0, (now - opened) / ((lastMinute - firstMinute) * minute_ms)));
    return {
      date,
      elapsed,
      weight: elapsed * (weekday === 6 ? 6 : weekday === 7 || weekday === 0 ? 4 : 15 + random() * 5),
    };
  });
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const made: Ring[] = [];
  let owed = 0;
  weights.forEach(({ date, elapsed, weight }, day) => {
    owed += (weight / total) * callCount;
    for (const latest = Math.round(owed); made.length < latest; ) {
      const index = made.length;
      const minute = firstMinute + random() * (lastMinute - firstMinute) * elapsed;
      const number = clinicNumbers[random() < 0.68 ? 0 : 1];
      const agent = number === clinicNumbers[1] && day < newPatient_days ? newPatientAgent : number.agent;
      const caller =
        demoCallers[index < demoCallers.length ? index : Math.floor(random() * demoCallers.length)];
      if (!caller) throw new Error("a call without a caller");
      made.push({
        at: instantOf(date, "00:00", clinic.time_zone) + Math.floor(minute * minute_ms),
        caller,
        number,
        agent,
        seed: index + 1,
      });
    }
  });
  return made.sort((a, b) => a.at - b.at);
}

/** The days before those: two or three calls each. */
export function olderRings(now: number, random: () => number): Ring[] {
  const today = localDate(now, clinic.time_zone);
  const made: Ring[] = [];
  for (let day = dayCount + olderDays - 1; day >= dayCount; day--) {
    const midnight = instantOf(addDays(today, -day), "00:00", clinic.time_zone);
    for (let left = random() < 0.5 ? 2 : 3; left > 0; left--) {
      const minute = firstMinute + random() * (lastMinute - firstMinute);
      const number = clinicNumbers[random() < 0.68 ? 0 : 1];
      const caller = demoCallers[Math.floor(random() * demoCallers.length)];
      if (!caller) throw new Error("a call without a caller");
      made.push({
        at: midnight + Math.floor(minute * minute_ms),
        caller,
        number,
        agent: number === clinicNumbers[1] ? newPatientAgent : number.agent,
        seed: firstOlderSeed + made.length,
      });
    }
  }
  return made.sort((a, b) => a.at - b.at);
}
