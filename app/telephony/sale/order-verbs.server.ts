/** Ordering a number that is paid for: the order, and the payment form that its page shows. */
import { stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { demand, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { sameSecret } from "#app/platform/crypto.server.ts";
import { log } from "#app/platform/log.ts";
import { spendRequest } from "#app/telephony/carrier-limits.server.ts";
import { lacksDocuments, offerProof } from "#app/telephony/number-offers.server.ts";
import { numberContextOf, offeredNumber } from "#app/telephony/number-verbs.server.ts";
import { continueOrder } from "./continue-order.server.ts";
import { numberPrice } from "./number-prices.ts";
import { withSession } from "./order-session.server.ts";
import { change, dropUnmade, type Order, payable_ms, placeOrder, type Wish } from "./orders.server.ts";
import { payerOf } from "./payer.server.ts";
import { accessTo } from "./sale-terms.ts";

export type OrderDeps = Pick<Deps, "db" | "env"> & {
  /** The person's own address, for the customer at Stripe. */
  readonly email: string;
  /** Where the page lives that Stripe leads back to. */
  readonly origin: string;
};

type Ordered =
  | { ok: true; order_id: string }
  | { ok: false; reason: "unoffered" | "held" | "plan_full" | "reserved" | "stripe" }
  | { ok: false; reason: "too_many"; retryAfter: number };

/** Orders an offered number that the plan does not include. A second press finds the first one's order. */
export const orderNumber = verb(
  {
    verb: "numbers.order",
    permission: "numbers.write",
    section: "purchase_numbers",
    isPersonal: true,
    input: offeredNumber,
  },
  async (actor, { proof, agent_id, ...offer }, deps: OrderDeps): Promise<Ordered> => {
    await demand(actor, "subscription.write");
    const { settings, db } = numberContextOf(actor, deps);
    const { id, currency } = actor.organization;
    if (!sameSecret(proof, await offerProof({ settings, organization_id: id }, offer)))
      return { ok: false, reason: "unoffered" };
    const payer = await payerOf(db, settings, id);
    const price = numberPrice(offer.country, offer.kind, payer.currency ?? currency);
    const isForSale = accessTo(payer, offer) === "paid" && takesPayments(settings) && price !== null;
    if (!isForSale || lacksDocuments(settings, offer)) return { ok: false, reason: "unoffered" };
    const now = Date.now();
    const spent = await spendRequest({ db, organization_id: id }, now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const numbers = await actor.store.numbers.list();
    if (numbers.some(({ phone_number }) => phone_number === offer.phone_number))
      return { ok: false, reason: "held" };
    if (numbers.length >= actor.limits.numbers) return { ok: false, reason: "plan_full" };
    const wish = {
      ...offer,
      organization_id: id,
      user_id: personOf(actor).id,
      locality: offer.locality || null,
      region: offer.region || null,
      agent_id,
      setup_amount: price.setup,
      monthly_amount: price.monthly,
      currency: price.currency,
    };
    const order = await livingNow(deps, await placeOrder(db, wish, now), wish, now);
    if (order?.organization_id !== id) return { ok: false, reason: "reserved" };
    return begun(order, agent_id, { ...deps, name: actor.organization.name }, now);
  },
);

/** The order that counts: one whose payment form has expired makes room for another. */
async function livingNow(
  { env, db }: OrderDeps,
  order: Order | null,
  wish: Wish,
  now: number,
): Promise<Order | null> {
  if (order === null || order.organization_id !== wish.organization_id) return order;
  if (order.created_at + payable_ms > now) return order;
  await continueOrder(env, db, order, now);
  return placeOrder(db, wish, now);
}

/** The order with its payment form. An order whose form could not be made is dropped. */
async function begun(
  order: Order,
  agent_id: string | null,
  { env, db, ...payer }: OrderDeps & { name: string },
  now: number,
): Promise<Ordered> {
  try {
    await withSession(env, db, order, payer, now);
    if (order.agent_id !== agent_id) await change(db, order.id, "open", { agent_id }, now);
    return { ok: true, order_id: order.id };
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    log("warn", "order_not_started", { order_id: order.id, is: problem.is, message: problem.message });
    await dropUnmade(db, order.id);
    return { ok: false, reason: "stripe" };
  }
}
