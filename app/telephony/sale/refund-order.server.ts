/** Gives the money of an order back when its number could not be bought, and keeps trying until it is. */
import type Stripe from "stripe";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, mailOutbox } from "#drizzle/control/schema.ts";
import { orderMails } from "./order-mails.server.ts";
import { change, changing, type Order } from "./orders.server.ts";

const firstWait_ms = 5 * minute_ms;
const longestWait_ms = 12 * hour_ms;

/** How long after its n-th failure a refund is tried again: 5 minutes, 10, 20, up to 12 hours; never given up. */
const waitAfter = (attempts: number): number =>
  Math.min(longestWait_ms, firstWait_ms * 2 ** Math.max(0, Math.min(attempts, 12) - 1));

/** Tries to refund an order that its caller has claimed. */
export async function refundOrder(env: Env, db: Database, order: Order, now: number): Promise<Order> {
  try {
    const refund = await refunded(env, order);
    if (refund !== null && (refund.status === "failed" || refund.status === "canceled"))
      return await notRefunded(env, db, order, new Error(`refund ${refund.status}`), now);
    return await noteRefunded(env, db, order, refund?.id ?? null, now);
  } catch (error) {
    if (stripeProblem(error) === null) throw error;
    return notRefunded(env, db, order, error, now);
  }
}

/**
 * The whole payment goes back. The key of the first try is the order's own; a later try has another, because Stripe
 * repeats the answer of a key, a failure too. It never pays back twice: a payment that was refunded is refused.
 * @returns null: it was refunded before
 */
async function refunded(env: Env, order: Order): Promise<Stripe.Refund | null> {
  const { id, payment_intent_id, attempts } = order;
  if (payment_intent_id === null) return null;
  const stripe = await stripeOf(settings(env));
  const key = attempts > 1 ? `number-refund:${id}:${attempts}` : `number-refund:${id}`;
  try {
    return await stripe.refunds.create(
      {
        payment_intent: payment_intent_id,
        metadata: { order_id: id, organization_id: order.organization_id },
      },
      { idempotencyKey: key },
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "charge_already_refunded") return null;
    throw error;
  }
}

async function noteRefunded(
  env: Env,
  db: Database,
  order: Order,
  refund_id: string | null,
  now: number,
): Promise<Order> {
  const mails = await orderMails(env, db, order, now);
  const line = auditLine(noTrace, {
    ...{ actor_id: order.user_id, organization_id: order.organization_id },
    ...{ action: "number.refunded", target: order.id },
    changes: { phone_number: order.phone_number, reason: order.reason },
  });
  const all = platform(db);
  const [changed] = await all.batch([
    changing(db, order.id, order.state, { state: "refunded", refund_id, due_at: null }, now),
    all.insert(auditEvents).values(line),
    ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
  ]);
  await Promise.all(mails.map(({ send }) => send()));
  return changed[0] ?? order;
}

/** A refund that failed stands before platform admins until it works. */
async function notRefunded(
  env: Env,
  db: Database,
  order: Order,
  error: unknown,
  now: number,
): Promise<Order> {
  const attempts = Math.max(1, order.attempts);
  await recordError(env, {
    ...{ error, url: "/orders/refund", route: "orders/refund", organization_id: order.organization_id },
    ...{ request_id: newId(), severity: attempts > 1 ? "warning" : "critical" },
  });
  const waits = { state: "refund_failed", due_at: now + waitAfter(attempts), attempts } as const;
  return (await change(db, order.id, order.state, waits, now)) ?? order;
}
