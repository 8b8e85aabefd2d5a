/** Places in a plan for purchases of included numbers: taken before the carrier is asked, in one statement, so that parallel purchases never take more than there are. */
import { and, eq, sql } from "drizzle-orm";
import { takenPlaces } from "#app/billing/plan/included-numbers.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { numberClaims } from "#drizzle/control/schema.ts";

type Claim = {
  organization_id: string;
  number_id: string;
  /** How many numbers the payer's plan includes. */
  places: number;
};

/** Takes a place for a number that is about to be bought; false: none is left. `now`: ms UTC */
export async function claimPlace(
  db: Database,
  { organization_id, number_id, places }: Claim,
  now: number,
): Promise<boolean> {
  const payer = sql`coalesce(o.parent_organization_id, o.id)`;
  const claimed = await platform(db)
    .insert(numberClaims)
    .select(
      sql`select ${number_id}, ${organization_id}, ${now} from organizations o
        where o.id = ${organization_id} and ${takenPlaces(payer, now)} < ${places}`,
    )
    .returning({ id: numberClaims.number_id });
  return claimed.length > 0;
}

/** The statement that gives a place back, or leaves it to the number index, which shows the number from now on. */
export const endingClaim = (db: Database, organization_id: string, number_id: string) =>
  tenant(db, organization_id)
    .delete(numberClaims)
    .where(and(eq(numberClaims.organization_id, organization_id), eq(numberClaims.number_id, number_id)));
