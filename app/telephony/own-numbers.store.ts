/** The numbers that ring here: callers cannot be transferred to one, because the call would return to an agent. */
import { and, eq, inArray } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { numbers } from "#drizzle/organization/schema.ts";

/** Whether the organization holds a number, or is buying it. @param phone_number E.164 */
export const isOwnNumber = (db: OrganizationDatabase, phone_number: string): boolean =>
  db
    .select({ id: numbers.id })
    .from(numbers)
    .where(and(eq(numbers.phone_number, phone_number), inArray(numbers.status, ["buying", "active"])))
    .get() !== undefined;
