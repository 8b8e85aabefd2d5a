/** What a change of plan would cost, before it is confirmed: Stripe's own preview for a larger plan. */
import { tierWords } from "#app/billing/plan-words.ts";
import type { Offer } from "#app/billing/resale/offers.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import type { SubscriptionRow } from "#app/billing/stripe/subscription-state.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { settings } from "#app/platform/env.server.ts";
import { money, shortDate } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { type Preview, planRefusalWords, wayOf } from "./change-rules.ts";
import { mustGoFirst } from "./must-go-first.server.ts";
import { cadenceNoun, feeWords } from "./offer-words.ts";
import { offeredTo } from "./offered.server.ts";
import type { PlanDeps } from "./running-plan.server.ts";
import { tooMuchWords } from "./too-much.ts";
import { creditsOf, previewedInvoice } from "./upgrade-charge.server.ts";

/** Minor units in micro-units. */
const micros = 10_000;

type Amounts = Pick<Preview, "lines" | "total"> & { readonly sum: number | null };

/** What Stripe would charge now. @throws what its client throws */
async function amountsOf(
  actor: Actor,
  deps: PlanDeps,
  row: SubscriptionRow,
  offer: Offer,
  at: number,
): Promise<Amounts> {
  const { locale } = actor.organization;
  const stripe = await stripeOf(settings(deps.env));
  const told = await stripe.subscriptions.retrieve(row.subscription_id);
  const credits = await creditsOf(actor, deps, row, told, at);
  const invoice = await previewedInvoice(stripe, row, offer, told, credits);
  const amount = (minor: number) => money(minor * micros, invoice.currency.toUpperCase(), locale);
  return {
    lines: invoice.lines.data
      .filter((line) => line.amount !== 0)
      .map((line) => ({ words: line.description ?? "", amount: amount(line.amount) })),
    total: amount(invoice.total),
    sum: invoice.total,
  };
}

const unknownAmounts = { lines: [], total: null };

/** Titles and sentences of a change, by when it works. */
function wordsOf(actor: Actor, row: SubscriptionRow, offer: Offer, now: number, way: "now" | "later") {
  const { locale, timeZone } = actor.organization;
  const plan = tierWords(offer.tier);
  const fee = feeWords(offer, locale);
  const end = shortDate(row.period_end, now, { locale, timeZone });
  if (row.status === "trialing")
    return {
      title: `Switch your trial to ${plan}`,
      sentence: `It works at once, and nothing is charged. Your trial keeps the minutes it began with; from ${end} the plan costs ${fee} and brings its own.`,
      confirm: `Switch to ${plan}`,
    };
  if (way === "later")
    return {
      title: `Move to ${plan} on ${end}`,
      sentence: `You keep ${tierWords(row.tier)} until ${end}. Then the plan costs ${fee}. You can take this back until then.`,
      confirm: `Move to ${plan}`,
    };
  return {
    title: row.tier === offer.tier ? `Switch ${plan} to ${offer.cadence} billing` : `Change to ${plan}`,
    sentence: `It works at once. A new ${cadenceNoun(offer.cadence)} begins today, then it costs ${fee}. What you haven't used of your present plan, in time and in minutes, is taken off. Minutes you've used beyond your present plan are billed at its price.`,
    confirm: `Pay and change to ${plan}`,
  };
}

/** The same of a canceled plan: a change takes the cancellation back, and says so before. */
const takingBack = (words: ReturnType<typeof wordsOf>, { tier }: Offer) => ({
  ...words,
  sentence: `${words.sentence} This takes back your cancellation: your plan goes on and renews.`,
  confirm: words.confirm.startsWith("Pay")
    ? `Pay and go on with ${tierWords(tier)}`
    : `Go on with ${tierWords(tier)}`,
});

/**
 * The preview of one plan; null: there is nothing to change, or the price is not offered.
 * @param isOften Stripe was asked too often for this organization: the amounts come with the next try
 * @param now ms UTC
 */
export async function previewOf(
  actor: Actor,
  deps: PlanDeps,
  row: SubscriptionRow,
  { priceId, isOften }: { readonly priceId: string; readonly isOften: boolean },
  now: number,
): Promise<Preview | null> {
  const offer = await offeredTo(actor, deps, priceId);
  const way = offer ? wayOf(row, offer) : "none";
  if (offer === null || way === "none") return null;
  const at = Math.floor(now / 1000);
  const over = actor.isClient ? [] : await mustGoFirst(actor, deps, offer.tier, now);
  const words = wordsOf(actor, row, offer, now, way);
  const preview = {
    ...(row.cancel_at === null ? words : takingBack(words, offer)),
    ...unknownAmounts,
    refusal: over.length > 0 ? tooMuchWords(tierWords(offer.tier), over) : null,
    fields: { price: priceId, shown: row.price_id, at, total: null },
  };
  if (way === "later" || row.status === "trialing" || preview.refusal !== null) return preview;
  if (isOften) return { ...preview, refusal: planRefusalWords({ reason: "often" }) };
  try {
    const { sum, ...amounts } = await amountsOf(actor, deps, row, offer, at);
    return { ...preview, ...amounts, fields: { ...preview.fields, total: sum } };
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    log("warn", "change_not_previewed", { organization_id: actor.organization.id, is: problem.is });
    const reason = problem.is === "gone" ? "unknown_price" : "stripe";
    return { ...preview, refusal: planRefusalWords({ reason }) };
  }
}
