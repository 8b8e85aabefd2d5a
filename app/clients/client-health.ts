/** How a client does, in a word or two, from what its calls show. */
import { day_ms } from "#app/platform/durations.ts";

type Facts = {
  readonly archived_at: number | null;
  readonly suspended_at: number | null;
  readonly numbers: number;
  readonly calls: number;
  readonly answered: number;
  readonly last_call_at: number | null;
};

export type Health = { readonly words: string; readonly tone: "neutral" | "good" | "warn" | "bad" };

/** A client without a call for this long is quiet. */
const quietAfter_ms = 14 * day_ms;
/** A client that answers fewer of its calls misses too many, once there are enough to tell. */
const leastAnswered = 0.8;
const enoughCalls = 5;

/** @param now ms UTC */
export function healthOf(one: Facts, now: number): Health {
  if (one.archived_at !== null) return { words: "Archived", tone: "bad" };
  if (one.suspended_at !== null) return { words: "Suspended", tone: "bad" };
  if (one.calls >= enoughCalls && one.answered / one.calls < leastAnswered)
    return { words: "Missing calls", tone: "warn" };
  if (one.last_call_at !== null && now - one.last_call_at < quietAfter_ms)
    return { words: "Healthy", tone: "good" };
  return { words: one.numbers === 0 ? "Setting up" : "Quiet", tone: "neutral" };
}
