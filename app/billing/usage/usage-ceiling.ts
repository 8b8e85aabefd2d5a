/** The most that the platform lends: minutes beyond the plan that are not paid for yet. Pure. */
import { plans } from "#app/billing/stripe/plans.ts";
import { day_ms } from "#app/platform/durations.ts";
import { microsOf } from "./cap-terms.schema.ts";

/** Of the plan's monthly fee: starter 58, growth 198, scale 598, agency 998, in the currency of the plan. */
const monthlyFees = 2;

/** The first invoice with minutes beyond the plan comes within this time; until then nothing shows that they are paid for. */
export const firstMonth_ms = 31 * day_ms;

/** The ceiling of a plan in a period, in micro-units; a plan that is not known has the smallest one's. */
export function ceilingMicros(tier: string): number {
  const fees = plans.filter((plan) => plan.tier === tier).map(({ fee }) => fee);
  return microsOf(monthlyFees * Math.min(...(fees.length > 0 ? fees : plans.map(({ fee }) => fee))));
}

/**
 * `spending_warnings.percent` of the ceiling's warnings, which are sent beside those of the organization's own cap: so
 * much is added.
 */
export const ceilingMark = 1000;
/** The mark of a period whose ceiling is reached. */
export const ceilingReached = ceilingMark + 100;
