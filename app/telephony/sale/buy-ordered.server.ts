/** Buys the number of a paid order at the carrier, once, however often it is tried (`number_id` is fixed before). */
import { eq } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { limitsOf, smallerTier } from "#app/membership/plan-limits.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { numberKinds } from "#app/telephony/number-terms.schema.ts";
import {
  type Bought,
  buyNumber,
  type NumberContext,
  reconcileNumber,
} from "#app/telephony/numbers.server.ts";
import { auditEvents, mailOutbox, numberRents, organizations } from "#drizzle/control/schema.ts";
import { monthAfter } from "./calendar-month.ts";
import { receiptMails } from "./order-mails.server.ts";
import { change, changing, lease_ms, type Order } from "./orders.server.ts";
import { isSoldCountry } from "./sold-countries.schema.ts";

/** A carrier that is busy is asked again this often, a minute apart; then the money goes back. */
const mostTries = 5;

/** Why an ordered number is not bought; a page and a mail say it. */
export type RefundReason = "taken" | "refused" | "busy" | "held" | "plan_full" | "gone" | "lost";

/** @returns the order: bought, refunding, or still paid while the carrier is silent */
export async function buyOrdered(env: Env, db: Database, order: Order, now: number): Promise<Order> {
  const buyer = await buyerOf(db, order.organization_id);
  if (buyer === null) return giveUp(db, order, "gone", now);
  const numberContext: NumberContext = {
    organization_id: order.organization_id,
    store: storeOf(organizationObject({ id: order.organization_id, region: buyer.region }, env)),
    db,
    settings: settings(env),
  };
  const begun = await numberContext.store.numbers.find(order.number_id);
  if (begun !== null) return resumed(env, db, order, numberContext, now);
  const outcome = await purchase(numberContext, order, buyer.most);
  if (outcome.ok) return noteBought(env, db, order, now);
  switch (outcome.reason) {
    case "silent":
      // Whether it was bought is found out by the number's own check.
      return again(db, order, {}, now);
    case "busy":
      // A sure refusal: another try is another purchase.
      return order.attempts >= mostTries
        ? giveUp(db, order, "busy", now)
        : again(db, order, { number_id: newId(now) }, now);
    case "no_agent":
      // The agent was archived meanwhile; the number was paid for all the same.
      return again(db, order, { agent_id: null, due_at: now }, now);
    default:
      return giveUp(db, order, outcome.reason, now);
  }
}

async function buyerOf(db: Database, id: string): Promise<{ region: string | null; most: number } | null> {
  const row = await platform(db).select().from(organizations).where(eq(organizations.id, id)).get();
  if (!row || row.archived_at !== null) return null;
  return {
    region: row.region,
    most: limitsOf(smallerTier(row.subscription_tier, row.next_tier), row.client_limits, row.granted_limits)
      .numbers,
  };
}

function purchase(numberContext: NumberContext, order: Order, most: number): Promise<Bought> {
  const { number_id, phone_number, locality, region, agent_id, monthly_amount, currency, country } = order;
  const kind = numberKinds.find((one) => one === order.kind);
  if (!kind || !isSoldCountry(country)) throw new Fault("bad_request", "an order of no kind that is sold");
  return buyNumber(numberContext, {
    ...{ id: number_id, phone_number, country, kind, locality, region, agent_id, most },
    monthly: { micros: monthly_amount * 10_000, currency },
    created_by: order.user_id,
  });
}

/** A purchase that was begun earlier: the carrier says what became of it. */
async function resumed(
  env: Env,
  db: Database,
  order: Order,
  { store }: NumberContext,
  now: number,
): Promise<Order> {
  const { organization_id, number_id } = order;
  try {
    await reconcileNumber(env, { organization_id, number_id });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return again(db, order, {}, now);
  }
  const number = await store.numbers.find(number_id);
  switch (number?.status) {
    case undefined:
    case "failed":
      return giveUp(db, order, "lost", now);
    case "buying":
      return again(db, order, {}, now);
    default:
      return noteBought(env, db, order, now);
  }
}

const again = async (
  db: Database,
  order: Order,
  changes: Parameters<typeof change>[3],
  now: number,
): Promise<Order> =>
  (await change(db, order.id, "paid", { due_at: now + minute_ms, ...changes }, now)) ?? order;

const giveUp = async (db: Database, order: Order, reason: RefundReason, now: number): Promise<Order> =>
  (await change(
    db,
    order.id,
    "paid",
    { state: "refunding", reason, due_at: now + lease_ms, attempts: 0 },
    now,
  )) ?? order;

/** The order is done, the rent begins and a receipt goes out: one batch. The first month is paid with the order. */
async function noteBought(env: Env, db: Database, order: Order, now: number): Promise<Order> {
  const { organization_id, number_id, phone_number, country, kind, monthly_amount, currency } = order;
  const paid_until = monthAfter(now);
  const rent = { number_id, organization_id, phone_number, country, kind, monthly_amount, currency };
  const line = auditLine(noTrace, {
    ...{ actor_id: order.user_id, organization_id, action: "number.bought", target: number_id },
    changes: { phone_number },
  });
  const own = tenant(db, organization_id);
  const all = platform(db);
  const mails = await receiptMails(env, db, order, paid_until, now);
  const [changed] = await all.batch([
    changing(db, order.id, "paid", { state: "bought", due_at: null }, now),
    own
      .insert(numberRents)
      .values({ ...rent, paid_until, started_at: now, due_at: paid_until })
      .onConflictDoNothing(),
    own.insert(auditEvents).values(line),
    ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
  ]);
  await Promise.all(mails.map(({ send }) => send()));
  return changed[0] ?? order;
}
