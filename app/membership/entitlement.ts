/** What a subscription's status opens (R31): for the guard of every verb, for admission, and for the pages that explain it. */
import { day_ms } from "#app/platform/durations.ts";

/** How long an overdue payment changes nothing. */
export const grace_ms = 7 * day_ms;

/**
 * `full`: everything within the plan. `grace`: the same, with a banner. `read_only`: pages and exports, no calls and no
 * changes.
 */
export type Access = "full" | "grace" | "read_only";

/** The columns of `organizations` that decide. */
export type Standing = {
  readonly subscription_status: string;
  /** ms UTC; null: no payment is overdue. */
  readonly past_due_since: number | null;
};

/**
 * The access of an organization. One that never subscribed has a trial of its own limits (docs/product.md, "Trial").
 * A status that this version does not know opens nothing.
 * @param now ms UTC
 */
export function accessOf({ subscription_status, past_due_since }: Standing, now: number): Access {
  switch (subscription_status) {
    case "pending":
    case "trialing":
    case "active":
      return "full";
    case "past_due":
      return past_due_since === null || now < past_due_since + grace_ms ? "grace" : "read_only";
    default:
      return "read_only";
  }
}

/**
 * The access of an organization that may have an agency, whose plan pays for it: it has no more than the agency.
 * @param agency null: it has none
 */
export function accessUnder(own: Standing, agency: Standing | null, now: number): Access {
  const access = accessOf(own, now);
  return agency !== null && accessOf(agency, now) === "read_only" ? "read_only" : access;
}
