/** The clinic's calls of the two months before its last thirty days: a few each day, from the same engine, and all of them dealt with. */
import { minute_ms } from "#app/platform/durations.ts";
import { randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import { type DemoCall, missedCall, toldCall } from "./demo-calls.ts";
import { olderRings } from "./demo-rings.ts";

const stretchesOf = ({ bookings }: DemoCall) =>
  bookings.map(({ request: { starts_at, duration_minutes } }) => ({
    from: starts_at,
    to: starts_at + duration_minutes * minute_ms,
  }));

/**
 * Oldest first. They book around the appointments of the newer calls, so that those stay as they are.
 * @param now ms UTC
 */
export function olderCalls(now: number, newer: readonly DemoCall[]): DemoCall[] {
  const random = randomOf(20_260_920);
  const busy = newer.flatMap(stretchesOf);
  return olderRings(now, random).map((ring) => {
    if (random() < 0.05) return missedCall(ring);
    const told = toldCall(ring, busy);
    busy.push(...stretchesOf(told));
    return { ...told, questions: [] };
  });
}
