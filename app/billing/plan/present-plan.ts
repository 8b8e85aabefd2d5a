/** The present plan in words: what it costs, until when, and what a person can do about it. */
import { tierWords } from "#app/billing/plan-words.ts";
import { type Access, accessOf, grace_ms } from "#app/membership/entitlement.ts";
import { counted, price, shortDate } from "#app/platform/format.ts";
import { feeWords, type Priced } from "./offer-words.ts";
import { isLiving, shownStatus } from "./subscription-words.ts";

/** As the subscription's row has it. */
type Row = Priced & {
  readonly price_id: string;
  readonly status: string;
  readonly period_end: number;
  readonly trial_end: number | null;
  readonly cancel_at: number | null;
  readonly ended_at: number | null;
  readonly next_price_id: string | null;
};

type Facts = {
  readonly row: Omit<Row, "included_seconds" | "minute_micros"> | null;
  /** The plan that follows; null: none does, or it is not known. */
  readonly next: Pick<Priced, "tier" | "unit_amount" | "currency" | "cadence"> | null;
  readonly organization: {
    readonly name: string;
    readonly tier: string;
    readonly status: string;
    readonly locale: string;
    readonly timeZone: string;
  };
  /** The agency whose client the organization is. */
  readonly agency: string | null;
  readonly pastDueSince: number | null;
  /** Whether a paused plan could be charged now. */
  readonly hasMethod: boolean;
  /** What bought numbers cost beside the plan, by currency. */
  readonly rents: readonly { readonly numbers: number; readonly amount: number; readonly currency: string }[];
  readonly now: number;
};

export type PresentPlan = {
  readonly plan: string;
  readonly status: ReturnType<typeof shownStatus>;
  /** One sentence on what comes next. */
  readonly sentence: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly access: Access;
  /** It has, or had, a subscription: minutes beyond the plan can cost something. */
  readonly isSubscribed: boolean;
  readonly canCancel: boolean;
  readonly canResume: boolean;
  /** It is paused and can be charged. */
  readonly canUnpause: boolean;
  /** A smaller plan waits for the period's end. */
  readonly canKeep: boolean;
  /** The price of the plan that runs; null: none does. */
  readonly shown: string | null;
  /** When it ends if it is canceled now; null: at once. */
  readonly until: string | null;
};

/** "$4 a month for 2 numbers"; empty: none is rented. */
const rentWords = ({ rents, organization: { locale } }: Facts): string[] =>
  rents.map(
    ({ numbers, amount, currency }) =>
      `${price(amount, currency, locale)} a month for ${counted(numbers, "number", "numbers", locale)}`,
  );

/** What each status means for the organization, and how it is mended. `day` is written out. */
function sentenceOf(facts: Facts): string {
  const { row, next, organization, agency, pastDueSince, hasMethod, now } = facts;
  const rent = rentWords(facts).map((words) => `, and ${words}`);
  const { locale, timeZone, name } = organization;
  const day = (ms: number) => shortDate(ms, now, { locale, timeZone });
  if (row === null && agency !== null) return `${agency} provides your plan and bills you for it.`;
  if (row === null)
    return organization.status === "pending"
      ? `${name} hasn't subscribed yet. Try everything, then choose a plan.`
      : `${name} has this plan without a subscription.`;
  switch (row.status) {
    case "trialing":
      return row.cancel_at === null
        ? `Your trial ends on ${day(row.trial_end ?? row.period_end)}. Then the plan costs ${feeWords(row, locale)}${rent.join("")}.`
        : `Your trial ends on ${day(row.cancel_at)}, and you won't be charged.`;
    case "active":
      if (row.cancel_at !== null)
        return `Your plan ends on ${day(row.cancel_at)}. Everything works until then.`;
      return next
        ? `On ${day(row.period_end)} your plan changes to ${tierWords(next.tier)}, ${feeWords(next, locale)}.`
        : `Your plan renews on ${day(row.period_end)}.`;
    case "past_due":
      return accessOf({ subscription_status: row.status, past_due_since: pastDueSince }, now) === "grace"
        ? `Your last payment didn't go through. Everything works until ${day((pastDueSince ?? now) + grace_ms)}; pay before then.`
        : "Your last payment didn't go through. Until it's paid, everything can be read, but calls and changes are off.";
    case "unpaid":
      return "Several payments didn't go through. Pay the open invoices below, and everything works again.";
    case "paused":
      return hasMethod
        ? `Your plan is paused. Resume it, and it costs ${feeWords(row, locale)} from today.`
        : "Your plan is paused because it has no payment method. Add one, then resume the plan.";
    case "incomplete":
      return "Your first payment isn't finished. Pay the open invoice below within a day, or cancel and start again.";
    case "incomplete_expired":
      return "Your first payment was never finished, so the plan didn't start. Choose a plan to try again.";
    case "canceled":
      return `Your plan ended on ${day(row.ended_at ?? row.period_end)}. Everything can still be read; choose a plan to go on.`;
    default:
      return "We don't know this status of your subscription, so calls and changes are off. Contact us, please.";
  }
}

/** "Trial" is a plan's here; what an organization does before it subscribes has another word. */
function statusOf(row: Facts["row"], status: string): ReturnType<typeof shownStatus> {
  if (row === null && status === "pending") return { word: "Not subscribed", tone: "neutral" };
  if (row?.status === "trialing" && row.cancel_at !== null) return { word: "Trial, canceled", tone: "warn" };
  return shownStatus(row?.status ?? status);
}

export function presentPlan(facts: Facts): PresentPlan {
  const { row, organization, pastDueSince, now } = facts;
  const { locale, timeZone } = organization;
  const day = (ms: number) => shortDate(ms, now, { locale, timeZone });
  const tier = row && isLiving(row.status) ? row.tier : organization.tier;
  const isRunning = row !== null && isLiving(row.status);
  return {
    plan: tierWords(tier),
    status: statusOf(row, organization.status),
    sentence: sentenceOf(facts),
    facts: isRunning
      ? [
          ["Price", feeWords(row, locale)],
          ...rentWords(facts).map((words) => ["Bought numbers", words] as const),
          ...(row.status === "paused" || row.status === "incomplete"
            ? []
            : row.status === "trialing"
              ? [["Trial ends", day(row.trial_end ?? row.period_end)] as const]
              : [
                  [row.cancel_at === null ? "Renews" : "Ends", day(row.cancel_at ?? row.period_end)] as const,
                ]),
        ]
      : [],
    access: accessOf({ subscription_status: organization.status, past_due_since: pastDueSince }, now),
    isSubscribed: row !== null || organization.status !== "pending",
    canCancel: isRunning && row.cancel_at === null,
    canResume: isRunning && row.cancel_at !== null,
    canUnpause: row?.status === "paused" && facts.hasMethod,
    canKeep: isRunning && row.next_price_id !== null,
    shown: isRunning ? row.price_id : null,
    until: isRunning && row.status !== "incomplete" && row.status !== "paused" ? day(row.period_end) : null,
  };
}
