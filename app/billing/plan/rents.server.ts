/** What an organization's bought numbers cost beside its plan, for the page of the plan. */
import { sql } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { numberRents } from "#drizzle/control/schema.ts";

/** Of one currency; in minor units. */
export type Rents = { readonly numbers: number; readonly amount: number; readonly currency: string };

/** The rents that go on, by currency: nearly always one, and none where nothing was bought. */
export const rentsOf = (db: Database, organization_id: string): Promise<Rents[]> =>
  tenant(db, organization_id)
    .select({
      numbers: sql<number>`count(*)`.as("numbers"),
      amount: sql<number>`sum(monthly_amount)`.as("amount"),
      currency: numberRents.currency,
    })
    .from(numberRents)
    .where(sql`organization_id = ${organization_id} and ended_at is null`)
    .groupBy(numberRents.currency)
    .all();
