/** Begins the checkout of a plan: one session at Stripe for a person, an organization and a price, however often it is pressed. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { hasTrial } from "#app/billing/plan/trial-grants.server.ts";
import { checkoutTermsOf, type Offer } from "#app/billing/resale/offers.server.ts";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import { endOpenCheckouts } from "#app/billing/stripe/one-plan.server.ts";
import { owesInvoices } from "#app/billing/stripe/open-invoices.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { checkoutSessions } from "#drizzle/control/schema.ts";
import { buyable } from "./checkout-refusal.server.ts";
import type { Refusal } from "./checkout-rules.ts";
import { statusAtStripe } from "./other-purchases.server.ts";
import { priceChoice } from "./trial-intent.schema.ts";
import { trialDays } from "./trial-terms.ts";

export type CheckoutDeps = Pick<Deps, "db" | "env"> & {
  /** The person's own address, for the customer at Stripe. */
  readonly email: string;
  /** Where the page lives that Stripe leads back to. */
  readonly origin: string;
};

type Started = { ok: true; clientSecret: string } | ({ ok: false } & Refusal);
type Subject = { organization_id: string; user_id: string; price_id: string };

/** A session that is still open is gone on with, so that going back and pressing again starts no other. */
const reusedFor_ms = 30 * minute_ms;
/** Presses within this time are one attempt. */
const attempt_ms = 15 * second_ms;

const ofSubject = ({ organization_id, user_id, price_id }: Subject) =>
  and(
    eq(checkoutSessions.organization_id, organization_id),
    eq(checkoutSessions.user_id, user_id),
    eq(checkoutSessions.price_id, price_id),
    eq(checkoutSessions.kind, "plan"),
  );

/** The newest session that was begun since then. */
const begunSince = (db: Database, subject: Subject, since: number) =>
  tenant(db, subject.organization_id)
    .select({ session_id: checkoutSessions.session_id })
    .from(checkoutSessions)
    .where(and(ofSubject(subject), gt(checkoutSessions.created_at, since)))
    .orderBy(desc(checkoutSessions.created_at))
    .get();

/** The secret of a session that can still be paid; null: it cannot. */
const openSecret = ({ status, client_secret }: Stripe.Checkout.Session): string | null =>
  status === "open" ? client_secret : null;

/** Stores a session unless another of the same attempt is stored; returns the one that counts. */
async function stored(db: Database, subject: Subject, session_id: string, now: number): Promise<string> {
  const { organization_id, user_id, price_id } = subject;
  await tenant(db, organization_id)
    .insert(checkoutSessions)
    .select(
      sql`select ${session_id}, ${organization_id}, ${user_id}, 'plan', ${price_id}, null, ${now}
        where not exists (select 1 from ${checkoutSessions} where ${ofSubject(subject)}
          and ${checkoutSessions.created_at} > ${now - attempt_ms})`,
    )
    .onConflictDoNothing();
  return (await begunSince(db, subject, now - attempt_ms - 1))?.session_id ?? session_id;
}

async function sessionParams(
  actor: Actor,
  deps: CheckoutDeps,
  customer: string,
  offer: Offer,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { id } = actor.organization;
  const isTrial = await hasTrial(actor, deps, offer);
  const metadata = { organization_id: id };
  return {
    mode: "subscription",
    ui_mode: "embedded_page",
    customer,
    client_reference_id: id,
    metadata: { ...metadata, user_id: personOf(actor).id },
    line_items: [{ price: offer.price_id, quantity: 1 }, { price: offer.minutes_price_id }],
    payment_method_collection: "always",
    billing_address_collection: "auto",
    customer_update: { address: "auto", name: "auto" },
    subscription_data: {
      metadata,
      billing_mode: { type: "flexible" },
      ...checkoutTermsOf(offer),
      ...(isTrial && {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      }),
    },
    return_url: `${deps.origin}/checkout/return?session_id={CHECKOUT_SESSION_ID}`,
  };
}

/** The secret with which the browser shows the form of a new session, or of the one that another press has begun. */
async function begin(actor: Actor, deps: CheckoutDeps, offer: Offer, now: number): Promise<string> {
  const stripe = await stripeOf(settings(deps.env));
  const { id: organization_id, name } = actor.organization;
  const subject = { organization_id, user_id: personOf(actor).id, price_id: offer.price_id };
  const earlier = await begunSince(deps.db, subject, now - reusedFor_ms);
  const kept = earlier && openSecret(await stripe.checkout.sessions.retrieve(earlier.session_id));
  if (kept) return kept;
  const customer = await customerOf(deps.env, deps.db, { organization_id, name, email: deps.email });
  const params = await sessionParams(actor, deps, customer, offer);
  const attempt = await sha256(JSON.stringify([params, Math.floor(now / attempt_ms), earlier?.session_id]));
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey: `checkout:${attempt}` });
  const counts = await stored(deps.db, subject, session.id, now);
  if (counts === session.id) {
    await endOpenCheckouts(stripe, deps.db, organization_id, { customer, except: session.id });
    await actor.record("checkout.started", session.id, { price: offer.price_id });
    return session.client_secret ?? "";
  }
  // Two presses that Stripe could not tell apart by their key: the first one's session is shown.
  await stripe.checkout.sessions.expire(session.id).catch(() => undefined);
  return openSecret(await stripe.checkout.sessions.retrieve(counts)) ?? "";
}

/** Begins a checkout of a plan, with a trial if the organization and its owners had none. */
export const startCheckout = verb(
  {
    verb: "checkout.start",
    permission: "subscription.write",
    section: "subscription",
    isPersonal: true,
    worksUnpaid: true,
    input: z.object({ priceId: priceChoice }),
  },
  async (actor, { priceId }, deps: CheckoutDeps): Promise<Started> => {
    const now = Date.now();
    const asked = await buyable(actor, deps, priceId, now);
    if (!asked.ok) return asked;
    const { id } = actor.organization;
    const spent = await spend(deps.db, [limits.checkout(personOf(actor).id, id)], now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    try {
      const unheard = await statusAtStripe(deps, id, now);
      if (unheard !== null)
        return { ok: false, reason: unheard === "incomplete" ? "unfinished" : "subscribed" };
      if (await owesInvoices(deps.env, deps.db, id)) return { ok: false, reason: "unpaid" };
      const clientSecret = await begin(actor, deps, asked.offer, now);
      return clientSecret === "" ? { ok: false, reason: "stripe" } : { ok: true, clientSecret };
    } catch (error) {
      const problem = stripeProblem(error);
      if (problem === null) throw error;
      log("warn", "checkout_not_started", { organization_id: id, is: problem.is, message: problem.message });
      return { ok: false, reason: problem.is === "gone" ? "unknown_price" : "stripe" };
    }
  },
);
