/** Metered calls that Stripe has not taken yet: sent by cron, and woken when their payer gets a customer. */
import { asc, inArray, lt, lte, sql } from "drizzle-orm";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { billingCustomers, meterEvents, subscriptions } from "#drizzle/control/schema.ts";
import { sendMeterEvent } from "./meter.server.ts";

/** How many events one run of cron sends, and how many at once; Stripe takes 1,000 a second. */
const oneRun = 100;
const atOnce = 10;
/** As long as invoices are asked about. */
const kept_ms = 400 * day_ms;
const oneStep = 1000;

/**
 * Sends metered calls that are due, the oldest first. For cron.
 * @param now ms UTC
 * @returns how many were tried
 */
export async function sendDueMeterEvents(env: Env, now: number): Promise<number> {
  const db = new Database(env.DB, new Timing());
  const due = await platform(db)
    .select()
    .from(meterEvents)
    .where(lte(meterEvents.due_at, now))
    .orderBy(asc(meterEvents.due_at))
    .limit(oneRun);
  for (let from = 0; from < due.length; from += atOnce) {
    const tried = due.slice(from, from + atOnce);
    await Promise.all(tried.map((event) => sendMeterEvent(env, db, event, now)));
  }
  return due.length;
}

/**
 * Has the calls of a payer sent that waited for its customer, if they belong to a period of its subscription. Cheap when
 * there are none.
 */
export const wakeMeterEvents = (db: Database, payer_id: string, now: number) =>
  platform(db)
    .update(meterEvents)
    .set({
      due_at: now,
      customer_id: sql`(select c.customer_id from ${billingCustomers} c where c.organization_id = ${payer_id})`,
    })
    .where(
      sql`${meterEvents.payer_id} = ${payer_id} and ${meterEvents.sent_at} is null and ${meterEvents.due_at} is null
        and ${meterEvents.attempts} = 0 and exists (select 1 from ${billingCustomers} c where c.organization_id = ${payer_id})
        and ${meterEvents.at} >= (select min(s.stripe_created) from ${subscriptions} s where s.organization_id = ${payer_id})`,
    );

/** Deletes metered calls that are older than invoices are asked about, in bounded steps (R35). For cron. */
export async function forgetMeterEvents(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const old = db
    .select({ identifier: meterEvents.identifier })
    .from(meterEvents)
    .where(lt(meterEvents.at, now - kept_ms))
    .limit(oneStep);
  await db.delete(meterEvents).where(inArray(meterEvents.identifier, old));
}
