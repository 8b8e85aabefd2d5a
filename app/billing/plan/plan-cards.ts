/** The plans to choose from, each with what choosing it does. */
import type { LowerLimits } from "#app/membership/plan-limits.ts";
import { wayOf } from "./change-rules.ts";
import { type Offer, offerOf, type Priced } from "./offer-words.ts";

export type PlanCard = Offer & {
  /** Where choosing it leads, and its words; null: it is the present plan, or another person chooses. */
  readonly choose: { readonly to: string; readonly label: string; readonly isDocument: boolean } | null;
  readonly isPresent: boolean;
  /** The one that most people choose next: its button stands out. */
  readonly isMain: boolean;
  /** It follows at the period's end. */
  readonly isNext: boolean;
};

export type Plans = {
  readonly cards: readonly PlanCard[];
  /** What the address means where it names no cadence. */
  readonly absentCadence: "monthly" | "yearly";
  /** Whether both can be chosen. */
  readonly hasCadences: boolean;
  readonly isTrial: boolean;
  /** No plan runs: choosing one is what the page is for. */
  readonly isFirst: boolean;
};

type Running = {
  readonly tier: string;
  readonly cadence: string;
  readonly price_id: string;
  readonly next_price_id: string | null;
};

type Facts = {
  readonly offers: readonly Priced[];
  readonly running: Running | null;
  readonly cadence: "monthly" | "yearly";
  readonly isTrial: boolean;
  readonly mayPay: boolean;
  readonly locale: string;
  /** What its agency allows it, where that is less than the plan does; null: it is no client. */
  readonly lower: LowerLimits | null;
};

/** Where a person goes who chooses a plan. */
function choiceOf({ running, isTrial, mayPay }: Facts, offer: Offer): PlanCard["choose"] {
  if (!mayPay) return null;
  if (running === null)
    return {
      to: `/checkout?${new URLSearchParams({ price: offer.priceId })}`,
      label: isTrial ? "Start trial" : `Choose ${offer.plan}`,
      isDocument: true,
    };
  const way = wayOf(running, offer);
  if (way === "none") return null;
  const to = `/subscription?${new URLSearchParams({ billing: offer.cadence, change: offer.priceId })}`;
  const isSame = running.tier === offer.tier;
  const label = isSame ? `Switch to ${offer.cadence}` : way === "now" ? "Upgrade" : "Downgrade";
  return { to, label, isDocument: false };
}

export function plansOf(facts: Facts): Plans {
  const { offers, running, cadence, isTrial, locale } = facts;
  // The next larger plan; for a first one, the one that is large enough for most.
  const sold = [...new Set(offers.map(({ tier }) => tier))];
  const next = sold[sold.indexOf(running?.tier ?? sold[0] ?? "") + 1];
  // No button stands out where no plan is larger.
  const main = next ?? (running === null ? sold[0] : undefined);
  const hasCadences = new Set(offers.map((offer) => offer.cadence)).size > 1;
  return {
    cards: offers
      .filter((offer) => !hasCadences || offer.cadence === cadence)
      .map((priced) => {
        const offer = offerOf(priced, locale, facts.lower);
        return {
          ...offer,
          choose: choiceOf(facts, offer),
          isPresent: running !== null && wayOf(running, offer) === "none",
          isMain: offer.tier === main,
          isNext: running?.next_price_id === offer.priceId,
        };
      }),
    absentCadence: running?.cadence === "yearly" ? "yearly" : "monthly",
    hasCadences,
    isTrial,
    isFirst: running === null,
  };
}
