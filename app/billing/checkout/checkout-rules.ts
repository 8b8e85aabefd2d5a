/** Why a checkout is refused, in words (docs/product.md, "Error texts"). */
import { tooMuchWords } from "#app/billing/plan/too-much.ts";
import { tierWords } from "#app/billing/plan-words.ts";

/** Before the reason that a server gives. */
export const failedToStart = (reason: string): string => `Failed to start checkout: ${reason}`;
export const signInFirst = "Please sign in to continue with checkout";
export const verifyFirst = "Please verify your email before starting a trial";
/** The form itself did not appear. */
export const notInitialized = "Failed to initialize checkout. Please try again.";
/** The page does not know what is to be bought. */
export const notStartable =
  "Checkout Error: Unable to start checkout. Please try again from the subscription page.";

export type Refusal =
  /** The price is not offered. */
  | { reason: "unknown_price" }
  /** The organization has a plan. */
  | { reason: "subscribed" }
  /** A first payment waits to be finished. */
  | { reason: "unfinished" }
  /** Invoices of an earlier plan are open. */
  | { reason: "unpaid" }
  /** What the organization has, and the plan does not allow. */
  | { reason: "too_small"; tier: string; over: readonly string[] }
  | { reason: "too_many"; retryAfter: number }
  /** Stripe refuses or does not answer. */
  | { reason: "stripe" };

export const refusalStatus: Record<Refusal["reason"], number> = {
  unknown_price: 422,
  subscribed: 409,
  unfinished: 409,
  unpaid: 402,
  too_small: 409,
  too_many: 429,
  stripe: 502,
};

/** One or two sentences, which stand alone or after `failedToStart`. */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.reason) {
    case "unknown_price":
      return "This plan isn't offered anymore. Choose another one.";
    case "subscribed":
      return "Your organization already has a plan. You can change it under Plan and usage.";
    case "unfinished":
      return "A payment for your organization isn't finished yet. Finish it under Plan and usage, or wait a day and start again.";
    case "unpaid":
      return "An invoice of your previous plan is still open. Pay it under Plan and usage first.";
    case "too_small":
      return tooMuchWords(tierWords(refusal.tier), refusal.over);
    case "too_many":
      return "You've started checkout many times. Please wait a while and try again.";
    case "stripe":
      return "Our payment provider isn't responding. Nothing was charged. Please try again.";
  }
}
