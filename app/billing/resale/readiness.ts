/** Whether an agency can take its clients' payments, and what is missing otherwise, in words. Pure. */
import { tierWords } from "#app/billing/plan-words.ts";
import { requirementWords } from "./requirement-words.ts";

/** An agency's account at Stripe as it was last read. */
export type Account = {
  readonly account_id: string;
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  /** Stripe's names of what is still missing. */
  readonly requirements: readonly string[];
  readonly currency: string;
};

/** A plan that living clients have: how many, and the agency's price for it. */
export type PlanInUse = {
  readonly tier: string;
  readonly clients: number;
  /** Clients of the plan without any price: no price for the plan, and none of their own. */
  readonly unpriced: number;
};

export type Facts = {
  /** Whether this deployment can take payments at all. */
  readonly takesPayments: boolean;
  /** `subscription_status` of the agency. */
  readonly status: string;
  readonly account: Account | null;
  readonly plans: readonly PlanInUse[];
  /** Of every price that a client may meet. */
  readonly currencies: readonly string[];
  /** Prices that Stripe does not have yet. */
  readonly unmade: number;
};

/** One setting that is missing: what, and where it is made. */
export type Missing = {
  readonly what: string;
  readonly where: "platform" | "plan" | "stripe" | "prices";
};

const at = (where: Missing["where"], ...words: string[]): Missing[] => words.map((what) => ({ what, where }));

function ofAccount(account: Account | null): Missing[] {
  if (account === null) return at("stripe", "Connect a Stripe account that your clients' payments go to.");
  const { details_submitted, charges_enabled, payouts_enabled, requirements } = account;
  return at(
    "stripe",
    ...(details_submitted ? [] : ["Finish Stripe's form: it was started but not submitted."]),
    ...requirements.map((name) => `Stripe asks for ${requirementWords(name)}.`),
    ...(charges_enabled ? [] : ["Stripe doesn't accept payments for your account yet."]),
    ...(payouts_enabled ? [] : ["Stripe doesn't pay out to your bank account yet."]),
  );
}

function ofPrices({ plans, currencies, account, unmade }: Facts): Missing[] {
  const unpriced = plans.filter((plan) => plan.unpriced > 0);
  const foreign = [...new Set(currencies)].filter((one) => account !== null && one !== account.currency);
  return at(
    "prices",
    ...(currencies.length === 0 && unpriced.length === 0 ? ["Set a price for at least one plan."] : []),
    ...unpriced.map(({ tier }) => `Set a price for the ${tierWords(tier)} plan: clients of yours are on it.`),
    ...foreign.map(
      (one) => `Some prices are in ${one}, but your Stripe account is paid in ${account?.currency}.`,
    ),
    ...(account !== null && unmade > 0 && foreign.length === 0
      ? ["Your newest prices are on their way to Stripe. This takes a few minutes."]
      : []),
  );
}

/** What is missing before a client sees a checkout; nothing: the agency is ready. */
export function missingOf(facts: Facts): Missing[] {
  return [
    ...(facts.takesPayments ? [] : at("platform", "Payments aren't switched on here. Contact support.")),
    ...(facts.status === "active"
      ? []
      : at(
          "plan",
          facts.status === "past_due"
            ? "Your own payment is overdue. Pay it under Plan and usage."
            : "Your own plan must be paid for before you can sell. Choose one under Plan and usage.",
        )),
    ...ofAccount(facts.account),
    ...ofPrices(facts),
  ];
}
