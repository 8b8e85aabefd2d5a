/** How a client does, in a word or two: what its account allows, then what its calls show. */
import { statusWords } from "#app/billing/plan-words.ts";
import { accessOf } from "#app/membership/entitlement.ts";
import { grantedTrial, isTrialOver } from "#app/membership/plan-limits.ts";
import { day_ms } from "#app/platform/durations.ts";

type Facts = {
  readonly archived_at: number | null;
  readonly suspended_at: number | null;
  /** `organizations.subscription_status` */
  readonly status: string;
  readonly past_due_since: number | null;
  /** What the platform's admins made of its trial; null: the usual minutes. */
  readonly trial_minutes: number | null;
  /** Of all its calls, while it never subscribed. */
  readonly talked_seconds: number;
  readonly numbers: number;
  readonly calls: number;
  readonly answered: number;
  readonly last_call_at: number | null;
  /** The agency whose plan it goes by; left out: it has none, or the agency itself asks. */
  readonly agency_status?: string | null;
  readonly agency_past_due_since?: number | null;
  readonly agency_suspended_at?: number | null;
};

export type Health = { readonly words: string; readonly tone: "neutral" | "good" | "warn" | "bad" };

/** A client without a call for this long is quiet. */
const quietAfter_ms = 14 * day_ms;
/** A client that answers fewer of its calls misses too many, once there are enough to tell. */
const leastAnswered = 0.8;
const enoughCalls = 5;

const hasUsedTrial = ({ status, trial_minutes, talked_seconds }: Facts): boolean =>
  isTrialOver(
    status,
    talked_seconds,
    grantedTrial(status, trial_minutes === null ? null : { trial_minutes }, talked_seconds),
  );

/** What keeps it from being in use as its plan says; null: nothing does. */
function hindrance(one: Facts, now: number): Health | null {
  if (one.archived_at !== null) return { words: "Archived", tone: "bad" };
  if (one.suspended_at !== null || (one.agency_suspended_at ?? null) !== null)
    return { words: "Suspended", tone: "bad" };
  const { status: subscription_status, past_due_since } = one;
  const access = accessOf({ subscription_status, past_due_since }, now);
  if (access !== "full") {
    const words = subscription_status === "canceled" ? "Plan ended" : statusWords(subscription_status);
    return { words, tone: access === "grace" ? "warn" : "bad" };
  }
  const agency = {
    subscription_status: one.agency_status ?? "active",
    past_due_since: one.agency_past_due_since ?? null,
  };
  if (accessOf(agency, now) === "read_only") return { words: "Agency unpaid", tone: "bad" };
  return hasUsedTrial(one) ? { words: "Trial ended", tone: "bad" } : null;
}

/** @param now ms UTC */
export function healthOf(one: Facts, now: number): Health {
  const hindered = hindrance(one, now);
  if (hindered !== null) return hindered;
  if (one.calls >= enoughCalls && one.answered / one.calls < leastAnswered)
    return { words: "Missing calls", tone: "warn" };
  if (one.last_call_at !== null && now - one.last_call_at < quietAfter_ms)
    return { words: "Healthy", tone: "good" };
  return { words: one.numbers === 0 ? "Setting up" : "Quiet", tone: "neutral" };
}
