/**
 * The saga of an order: open, then paid, then bought; or refunding, then refunded. Each step can be repeated: the page
 * that the person returns to, Stripe's event and cron all call it, and one of them takes the step.
 */
import { stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { buyOrdered } from "./buy-ordered.server.ts";
import { expireSession, paymentOf } from "./order-session.server.ts";
import {
  change,
  claimOrder,
  dueOrders,
  lease_ms,
  type Order,
  orderById,
  payable_ms,
} from "./orders.server.ts";
import { refundOrder } from "./refund-order.server.ts";

/** Takes an order as far as it goes now. @throws what Stripe's client throws while the payment is not known */
export async function continueOrder(env: Env, db: Database, order: Order, now: number): Promise<Order> {
  switch (order.state) {
    case "open":
      return payment(env, db, order, now);
    case "paid": {
      const mine = await claimOrder(db, order, now);
      return mine ? bought(env, db, mine, now) : order;
    }
    case "refunding":
    case "refund_failed": {
      const mine = await claimOrder(db, order, now);
      return mine ? refundOrder(env, db, mine, now) : order;
    }
    default:
      return order;
  }
}

/** Asks Stripe whether an open order was paid. The caller that notes it goes on; the others find it in hand. */
async function payment(env: Env, db: Database, order: Order, now: number): Promise<Order> {
  if (order.session_id === null) {
    // Its form was never shown, so nothing can have been paid.
    return ended(db, order, now);
  }
  const told = await paymentOf(env, order.session_id);
  if (told.is === "paid") {
    const { payment_intent_id } = told;
    const paid = { state: "paid", payment_intent_id, due_at: now + lease_ms, attempts: 1 } as const;
    const mine = await change(db, order.id, "open", paid, now);
    return mine ? bought(env, db, mine, now) : ((await orderById(db, order.id)) ?? order);
  }
  if (told.is === "expired") return ended(db, order, now);
  if (order.created_at + payable_ms < now) await expireSession(env, order.session_id);
  // The bank may still be working; an expired form is seen by the next run.
  if (order.due_at !== null && order.due_at <= now)
    return (await change(db, order.id, "open", { due_at: now + 5 * minute_ms }, now)) ?? order;
  return order;
}

const ended = async (db: Database, order: Order, now: number): Promise<Order> =>
  (await change(db, order.id, "open", { state: "expired", due_at: null }, now)) ?? order;

/** Buys what was paid for. What cannot be bought is refunded at once. */
async function bought(env: Env, db: Database, order: Order, now: number): Promise<Order> {
  const after = await buyOrdered(env, db, order, now);
  return after.state === "refunding" ? refundOrder(env, db, after, now) : after;
}

/** How many orders one run of cron takes on: each takes a few statements and requests. */
const oneRun = 20;

/** Resumes every order whose next step is due. One that fails stops no other. @param now ms UTC */
export async function continueOrders(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  for (const order of await dueOrders(db, oneRun, now)) {
    try {
      await continueOrder(env, db, order, now);
    } catch (error) {
      await postpone(env, db, order, error, now);
    }
  }
}

/** What failed unexpectedly is tried again later, and stands where members and admins look. */
async function postpone(env: Env, db: Database, order: Order, error: unknown, now: number): Promise<void> {
  const { organization_id } = order;
  if (stripeProblem(error)?.is === "busy") log("warn", "order_waits", { order_id: order.id });
  else
    await recordError(env, {
      ...{ error, url: "/cron/orders", route: "cron/orders", organization_id },
      ...{ request_id: newId(), severity: "error" },
    });
  await change(db, order.id, order.state, { due_at: now + 5 * minute_ms }, now);
}
