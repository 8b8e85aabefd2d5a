/** What a period's minutes cost, as the control plane tells an organization's object. */
import { z } from "zod";

export const usageTermsShape = z.object({
  /** Whose terms they are: a subscription at Stripe, or a statement of an agency. */
  subscription_id: z.string(),
  tier: z.string(),
  /** ms UTC; a call belongs to the period in which it ends. */
  period_start: z.int(),
  period_end: z.int(),
  included_seconds: z.int().min(0),
  /** Price of one more minute, in micro-units. */
  minute_micros: z.int().min(0),
  /** ISO 4217, upper case. */
  currency: z.string(),
  is_trial: z.boolean(),
});
export type UsageTerms = z.infer<typeof usageTermsShape>;
