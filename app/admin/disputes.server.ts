/** Disputed payments that are not decided, as rows for platform admins. */
import { inArray, sql } from "drizzle-orm";
import { openDisputes } from "#app/billing/stripe/disputes.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { exactTime, type Place, price } from "#app/platform/format.ts";
import { organizations } from "#drizzle/control/schema.ts";

/** More than these at once are a fraud that is not found here. */
const mostShown = 50;

/** A disputed payment, as a row of the page. */
export type ShownDispute = {
  id: string;
  /** The amount and Stripe's reason: "$99.00: fraudulent". */
  title: string;
  organization: string | null;
  status: string;
  /** Until when evidence is taken. */
  deadline: string;
  charge: string;
};

export async function shownDisputes(db: Database, place: Place): Promise<ShownDispute[]> {
  const open = await openDisputes(db, mostShown);
  const ids = JSON.stringify(open.map(({ organization_id }) => organization_id));
  const rows = await platform(db)
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, sql`(select value from json_each(${ids}))`));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return open.map(({ dispute_id, amount, currency, reason, organization_id, status, due_by, charge_id }) => ({
    id: dispute_id,
    title: `${price(amount, currency, place.locale)}: ${reason.replaceAll("_", " ")}`,
    organization: names.get(organization_id ?? "") ?? null,
    status: status.replaceAll("_", " "),
    deadline: due_by === null ? "No deadline" : `Respond by ${exactTime(due_by, place)}`,
    charge: charge_id,
  }));
}
