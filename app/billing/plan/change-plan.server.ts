/** Changing the plan: a larger one is paid and works at once, a smaller one follows at the end of what was paid. */
import type Stripe from "stripe";
import { z } from "zod";
import { tierWords } from "#app/billing/plan-words.ts";
import type { Offer } from "#app/billing/resale/offers.server.ts";
import { owesInvoices } from "#app/billing/stripe/open-invoices.server.ts";
import { wantsConfirmation } from "#app/billing/stripe/stripe.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Actor } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { Fault } from "#app/platform/errors.ts";
import { wayOf } from "./change-rules.ts";
import { mustGoFirst } from "./must-go-first.server.ts";
import { offeredTo } from "./offered.server.ts";
import {
  changing,
  goingOn,
  type PlanChanged,
  type PlanDeps,
  type Running,
  releaseSchedule,
} from "./running-plan.server.ts";
import { tooMuchWords } from "./too-much.ts";
import { type Credit, chargedAtOnce, creditsOf, itemsOf, previewedInvoice } from "./upgrade-charge.server.ts";

export const planChoice = z.object({
  price: z.string().min(1).max(255),
  /** The price of the plan that the page showed. */
  shown: z.string().min(1).max(255),
  /** The moment, in seconds, up to which the page's preview counted. */
  at: z.coerce.number().int().optional(),
  /** The sum that the preview showed, in minor units; absent: it showed none. */
  total: z.coerce.number().int().optional(),
});

/** A preview is good for this long; then the amounts would be others. */
const previewed_ms = 15 * minute_ms;

/** The moment of the preview, in seconds; undefined: it is too old, or not of this time. */
function previewedAt(at: number | undefined, now: number): number | undefined {
  if (at === undefined) return undefined;
  const age = now - at * 1000;
  return age >= 0 && age < previewed_ms ? at : undefined;
}

/** In a trial nothing is charged. */
async function inTrial({ stripe, told, row, key }: Running, offer: Offer): Promise<PlanChanged> {
  await stripe.subscriptions.update(
    row.subscription_id,
    { items: itemsOf(row, offer), ...goingOn(told), proration_behavior: "none" },
    { idempotencyKey: key(`change:${offer.price_id}`) },
  );
  return { ok: true };
}

/** @param total what the page said that it costs; the charge is that, or none */
async function toLarger(
  running: Running,
  offer: Offer,
  credits: readonly Credit[],
  total: number | undefined,
): Promise<PlanChanged> {
  const { stripe, told, row, key } = running;
  if (total !== undefined) {
    const invoice = await previewedInvoice(stripe, row, offer, told, credits);
    if (invoice.total !== total) return { ok: false, reason: "amounts" };
  }
  await releaseSchedule(running);
  const taken = credits.map(({ amount }) => amount).join("+");
  try {
    await stripe.subscriptions.update(
      row.subscription_id,
      // Who chooses a larger plan wants to stay.
      {
        items: itemsOf(row, offer),
        ...goingOn(told),
        ...chargedAtOnce(told, credits),
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey: key(`change:${offer.price_id}:${taken}`) },
    );
    return { ok: true };
  } catch (error) {
    if (!wantsConfirmation(error)) throw error;
    return confirmedLater(running, offer, credits);
  }
}

/** The change waits until its invoice is paid on Stripe's page, where the bank can ask; unpaid, it is dropped in a day. */
async function confirmedLater(
  { stripe, told, row, key }: Running,
  offer: Offer,
  credits: readonly Credit[],
): Promise<PlanChanged> {
  // A change that waits cannot take a cancellation back.
  if (Object.keys(goingOn(told)).length > 0) return { ok: false, reason: "unconfirmed" };
  const { latest_invoice, pending_update } = await stripe.subscriptions.update(
    row.subscription_id,
    {
      items: itemsOf(row, offer),
      ...chargedAtOnce(told, credits),
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice"],
    },
    { idempotencyKey: key(`confirm:${offer.price_id}`) },
  );
  if (pending_update === null) return { ok: true };
  const url = typeof latest_invoice === "string" ? null : latest_invoice?.hosted_invoice_url;
  return url ? { ok: false, reason: "confirm", url } : { ok: false, reason: "unconfirmed" };
}

type PhaseItems = Stripe.SubscriptionScheduleUpdateParams.Phase.Item[];

/** The items of a subscription as a phase takes them, with other prices in the place of some. */
const phaseItems = (told: Stripe.Subscription, instead: ReadonlyMap<string, string>): PhaseItems =>
  told.items.data.map(({ id, price, quantity }) => ({
    price: instead.get(id) ?? price.id,
    ...(price.recurring?.usage_type !== "metered" && { quantity: quantity ?? 1 }),
  }));

async function toSmaller({ stripe, told, row, key }: Running, offer: Offer): Promise<PlanChanged> {
  // A plan that follows has a present one that does not end.
  if (Object.keys(goingOn(told)).length > 0)
    await stripe.subscriptions.update(row.subscription_id, goingOn(told), { idempotencyKey: key("go-on") });
  const known = typeof told.schedule === "string" ? told.schedule : (told.schedule?.id ?? null);
  const schedule =
    known === null
      ? await stripe.subscriptionSchedules.create(
          { from_subscription: row.subscription_id },
          { idempotencyKey: key("schedule") },
        )
      : await stripe.subscriptionSchedules.retrieve(known);
  const start = schedule.current_phase?.start_date ?? Math.floor(row.period_start / 1000);
  const end = Math.floor(row.period_end / 1000);
  const next = new Map([[row.plan_item_id, offer.price_id]]);
  if (row.minutes_item_id !== null) next.set(row.minutes_item_id, offer.minutes_price_id);
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: "release",
      proration_behavior: "none",
      phases: [
        { items: phaseItems(told, new Map()), start_date: start, end_date: end, proration_behavior: "none" },
        {
          items: phaseItems(told, next),
          start_date: end,
          duration: { interval: offer.cadence === "yearly" ? "year" : "month", interval_count: 1 },
          proration_behavior: "none",
        },
      ],
    },
    { idempotencyKey: key(`phases:${offer.price_id}`) },
  );
  return { ok: true };
}

/** What stands in the way of a plan for this organization, before Stripe is asked for anything. */
async function refusedBefore(
  actor: Actor,
  deps: PlanDeps,
  offer: Offer,
  now: number,
): Promise<PlanChanged | null> {
  const over = actor.isClient ? [] : await mustGoFirst(actor, deps, offer.tier, now);
  if (over.length === 0) return null;
  return { ok: false, reason: "too_small", words: tooMuchWords(tierWords(offer.tier), over) };
}

/** Changes the plan that the page showed to another one. In a trial nothing is charged, whichever way it goes. */
export const changePlan = verb(
  {
    verb: "plan.change",
    permission: "subscription.write",
    section: "subscription",
    isPersonal: true,
    worksUnpaid: true,
    input: planChoice,
  },
  async (actor, { price, shown, at, total }, deps: PlanDeps): Promise<PlanChanged> => {
    if (isHidden(actor.hiddenSections, "upgrade")) throw new Fault("not_found");
    const now = Date.now();
    const offer = await offeredTo(actor, deps, price);
    if (offer === null) return { ok: false, reason: "unknown_price" };
    const refused = await refusedBefore(actor, deps, offer, now);
    if (refused) return refused;
    const changed = await changing(actor, deps, shown, async (running) => {
      const way = wayOf(running.row, offer);
      if (way === "none") return { ok: false, reason: "changed" };
      const isTrial = running.told.status === "trialing";
      if (!isTrial && (await owesInvoices(deps.env, deps.db, actor.organization.id)))
        return { ok: false, reason: "unpaid" };
      if (way === "later" && !isTrial) return toSmaller(running, offer);
      if (isTrial) {
        await releaseSchedule(running);
        return inTrial(running, offer);
      }
      const moment = previewedAt(at, now);
      if (moment === undefined) return { ok: false, reason: "changed" };
      return toLarger(running, offer, await creditsOf(actor, deps, running.row, running.told, moment), total);
    });
    if (changed.ok) await actor.record("plan.changed", price, { from: shown, to: price, tier: offer.tier });
    return changed;
  },
);
