/** How long a consent that was never put in writing lasts, where a country's law limits it. */
import type { Consent, ConsentKind } from "#app/contacts/contact-terms.schema.ts";
import { day_ms } from "#app/platform/durations.ts";

/**
 * By country, in the fewest days that so many months can have. United States, 47 CFR 64.1200(f)(5): a business
 * relationship lasts 18 months from the last transaction, and 3 months from an inquiry.
 */
const lasts_days: Readonly<Record<string, Partial<Record<ConsentKind, number>>>> = {
  US: { customer: 546, inquiry: 89 },
};

/** Whether a consent still counts. @param region of the number ("US-TX", "DE") @param now ms UTC */
export function isCurrent({ kind, given_at }: Consent, region: string, now: number): boolean {
  const days = lasts_days[region.slice(0, 2)]?.[kind];
  return days === undefined || now < given_at + days * day_ms;
}
