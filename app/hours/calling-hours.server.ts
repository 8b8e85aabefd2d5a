/** The calling hours of an organization in D1. */

import { eq } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationSettings } from "#drizzle/control/schema.ts";
import { type CallingHours, callingHours } from "./calling-hours.schema.ts";

const hoursInColumn = callingHours.nullish();

/** The column's value; null: not set. */
export const callingHoursIn = (column: unknown): CallingHours | null => hoursInColumn.parse(column) ?? null;

/** The hours with which an organization's new agents begin; null: those of their starting point. */
export async function callingHoursOf(db: Database, organizationId: string): Promise<CallingHours | null> {
  const row = await tenant(db, organizationId)
    .select({ hours: organizationSettings.calling_hours })
    .from(organizationSettings)
    .where(eq(organizationSettings.organization_id, organizationId))
    .get();
  return callingHoursIn(row?.hours);
}
