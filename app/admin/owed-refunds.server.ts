/** Money of orders that could not be given back yet, as rows for platform admins. */
import { inArray, sql } from "drizzle-orm";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { ago, counted, type Place, price } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { owedOrders } from "#app/telephony/sale/orders.server.ts";
import { organizations } from "#drizzle/control/schema.ts";

/** Refunds rarely fail: more than these are a fault that is not found here. */
const mostShown = 50;

/** A refund that has not worked yet, as a row of the page. */
export type OwedRefund = {
  id: string;
  title: string;
  organization: string | null;
  /** Attempts and times, in words. */
  note: string;
  payment: string;
};

/** The refunds that failed, the oldest first. */
export async function owedRefunds(db: Database, place: Place): Promise<OwedRefund[]> {
  const orders = await owedOrders(db, mostShown);
  const ids = JSON.stringify(orders.map(({ organization_id }) => organization_id));
  const rows = await platform(db)
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, sql`(select value from json_each(${ids}))`));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const now = Date.now();
  return orders.map((order) => ({
    id: order.id,
    title: `${price(order.setup_amount + order.monthly_amount, order.currency, place.locale)} for ${internationally(order.phone_number)}`,
    organization: names.get(order.organization_id) ?? null,
    note: `${counted(order.attempts, "attempt", "attempts", place.locale)}, ordered ${ago(order.created_at, now, place)}`,
    payment: order.payment_intent_id ?? "",
  }));
}
