/** Who pays for a number, and whether it can be had at all: decided from the organization's plan, without asking anyone. */
import { includedNumbersOf, isUnpaid } from "#app/membership/plan-limits.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import type { NumberKind } from "#app/telephony/number-terms.schema.ts";
import { isNorthAmerican, type SoldCountry } from "./sold-countries.schema.ts";

/** What the decision needs to know of who pays: the organization itself, or its agency. */
export type Payer = {
  /** False: this deployment takes no payments, so every number is included. */
  readonly takesPayments: boolean;
  readonly isClient: boolean;
  /** Of the payer. */
  readonly tier: string;
  readonly status: string;
  /** The currency of the payer's living subscription at Stripe; null: it has none. */
  readonly currency: string | null;
  /** Numbers that the plan's fee pays for now, the clients' among them. */
  readonly included: number;
};

type Sort = { readonly country: SoldCountry; readonly kind: NumberKind };

/**
 * How a number can be had. `included`: nothing is paid for it. `paid`: setup and the first month at once, then monthly.
 * `plan`: a subscription is needed first. `agency`: only the agency can help.
 */
export type Access = "included" | "paid" | "plan" | "agency";

/** How many numbers the payer's plan includes; null: as many as its limits allow. */
export const placesOf = ({ takesPayments, status, currency, isClient, tier }: Payer): number | null =>
  takesPayments && !isUnpaid(status) && (currency !== null || isClient) ? includedNumbersOf(tier) : null;

/** Statuses of a plan that was given by hand, without a subscription at Stripe. */
const given: readonly string[] = ["active", "trialing"];

export function accessTo(payer: Payer, { country, kind }: Sort): Access {
  if (!payer.takesPayments) return "included";
  const isLocal = isNorthAmerican(country) && kind === "local";
  if (isUnpaid(payer.status)) return isLocal && country === usualCountry ? "included" : remedyOf(payer);
  const hasSubscription = payer.currency !== null;
  if (!hasSubscription && !payer.isClient) return given.includes(payer.status) ? "included" : "plan";
  if (isLocal && payer.included < includedNumbersOf(payer.tier)) return "included";
  return payer.isClient ? "agency" : "paid";
}

const remedyOf = ({ isClient }: Payer): Access => (isClient ? "agency" : "plan");
