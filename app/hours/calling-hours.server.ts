/** The calling hours of an organization, as D1 keeps them. */

import { eq } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationSettings } from "#drizzle/control/schema.ts";
import { type CallingHours, callingHours } from "./calling-hours.schema.ts";

/** What the column holds; null: nothing is set. */
export const callingHoursIn = (column: unknown): CallingHours | null =>
  callingHours.nullish().parse(column) ?? null;

/** The hours with which new agents of an organization begin; null: with those of their starting point. */
export async function callingHoursOf(db: Database, organizationId: string): Promise<CallingHours | null> {
  const row = await tenant(db, organizationId)
    .select({ hours: organizationSettings.calling_hours })
    .from(organizationSettings)
    .where(eq(organizationSettings.organization_id, organizationId))
    .get();
  return callingHoursIn(row?.hours);
}
