/** How many numbers the fee of a payer's plan pays for now: its own, and those of its clients. */
import { type SQL, sql } from "drizzle-orm";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";

/** A purchase that stopped before it was recorded anywhere else frees its place after this time. */
const claim_ms = day_ms;

const family = (payer: SQL) =>
  sql`(select c.id from organizations c where c.id = ${payer} or c.parent_organization_id = ${payer})`;

/** The rows `n` of the number index that a plan includes: they are in accounts of the platform's, no rent is paid for them, and no order is about to begin one. */
export const heldIncluded = (
  payer: SQL,
): SQL => sql`phone_numbers n where n.organization_id in ${family(payer)}
  and not exists (select 1 from carrier_accounts a where a.id = n.account_id and a.parent is null)
  and not exists (select 1 from number_rents r where r.number_id = n.number_id and r.ended_at is null)
  and not exists (select 1 from number_orders q where q.organization_id = n.organization_id
    and q.number_id = n.number_id and q.state = 'paid')`;

/** A number in SQL: the places that are taken, those of purchases on their way among them. `payer`: a column or id; `now`: ms UTC */
export const takenPlaces = (
  payer: SQL,
  now: number,
): SQL<number> => sql`((select count(*) from ${heldIncluded(payer)})
  + (select count(*) from number_claims k where k.organization_id in ${family(payer)} and k.claimed_at > ${now - claim_ms}
    and not exists (select 1 from phone_numbers h where h.organization_id = k.organization_id
      and h.number_id = k.number_id)))`;

/** The places that an organization and its clients have taken. */
export async function placesTaken(db: Database, organization_id: string, now: number): Promise<number> {
  const row = await platform(db).get<{ n: number } | undefined>(
    sql`select ${takenPlaces(sql`${organization_id}`, now)} as n`,
  );
  return row?.n ?? 0;
}
