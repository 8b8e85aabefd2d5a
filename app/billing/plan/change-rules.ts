/** Which way a change of plan goes, and how a person reads what became of it. */
import { rankOf } from "./too-much.ts";

type Chosen = { readonly tier: string; readonly cadence: string };

/**
 * `now`: a larger plan, or a year in place of months: it is paid and works at once. `later`: a smaller one, from the end
 * of what was paid. `none`: it is the same plan.
 */
export function wayOf(from: Chosen, to: Chosen): "now" | "later" | "none" {
  const step = rankOf(to.tier) - rankOf(from.tier);
  if (step !== 0) return step > 0 ? "now" : "later";
  if (from.cadence === to.cadence) return "none";
  return to.cadence === "yearly" ? "now" : "later";
}

export type PlanRefusal =
  /** The plan is another one than the form showed, or is being changed just now. */
  | { reason: "changed" }
  /** The change would cost another sum than the page showed. */
  | { reason: "amounts" }
  /** The plan that was to follow has begun. */
  | { reason: "begun"; plan: string }
  /** No other plan is to follow any more. */
  | { reason: "stays"; plan: string }
  /** Stripe was asked too often for this organization. */
  | { reason: "often" }
  /** Nothing runs that could be changed. */
  | { reason: "none" }
  | { reason: "unknown_price" }
  | { reason: "unpaid" }
  | { reason: "too_small"; words: string }
  | { reason: "declined"; words: string }
  /** A paused plan can only go on where it can be charged. */
  | { reason: "no_method" }
  /** The bank asks the card's holder: on Stripe's page, after which the change applies. */
  | { reason: "confirm"; url: string }
  /** The same, where the change cannot wait for it. */
  | { reason: "unconfirmed" }
  /** Stripe refuses or does not answer. */
  | { reason: "stripe" };

export const planRefusalStatus: Record<PlanRefusal["reason"], number> = {
  changed: 409,
  amounts: 409,
  begun: 409,
  stays: 409,
  often: 429,
  none: 409,
  unknown_price: 422,
  unpaid: 402,
  too_small: 409,
  declined: 402,
  no_method: 402,
  confirm: 402,
  unconfirmed: 402,
  stripe: 502,
};

export function planRefusalWords(refusal: PlanRefusal): string {
  switch (refusal.reason) {
    case "changed":
      return "The plan was changed in the meantime. Look at the plan below, then choose again.";
    case "amounts":
      return "The amounts have changed since they were shown. Look at them below, then confirm again.";
    case "begun":
      return `It's too late to take this change back: ${refusal.plan} has begun. You can change the plan again below.`;
    case "stays":
      return `No change of plan is waiting anymore: you stay on ${refusal.plan}.`;
    case "often":
      return "That was too often in a short time. Please try again in a minute.";
    case "none":
      return "There's no running plan to change. Choose one below.";
    case "unknown_price":
      return "This plan isn't offered anymore. Choose another one.";
    case "unpaid":
      return "An invoice is still open. Pay it first, then change the plan.";
    case "too_small":
      return refusal.words;
    case "declined":
      return `Your card was declined: ${refusal.words} Your plan stays as it is. You can use another card under Payment.`;
    case "no_method":
      return "Your plan has no payment method. Add one under Payment, then resume the plan.";
    case "confirm":
      return "Your bank wants you to confirm this payment. The plan changes when it's paid.";
    case "unconfirmed":
      return "Your bank wants you to confirm this payment, which can't be done here. Your plan stays as it is. Use another card under Payment, or keep your plan first, then change it.";
    case "stripe":
      return "Our payment provider isn't responding. Nothing was changed. Please try again.";
  }
}

/** A change as the page shows it before it is confirmed. */
export type Preview = {
  readonly title: string;
  readonly sentence: string;
  /** What the invoice would say, and its sum; empty: nothing is charged now. */
  readonly lines: readonly { readonly words: string; readonly amount: string }[];
  readonly total: string | null;
  /** Why it cannot be confirmed; null: it can. */
  readonly refusal: string | null;
  readonly confirm: string;
  readonly fields: {
    readonly price: string;
    readonly shown: string;
    readonly at: number;
    readonly total: number | null;
  };
};
