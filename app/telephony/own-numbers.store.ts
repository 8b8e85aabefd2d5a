/** What of an organization's numbers is its own: those that ring here, and those that lie in its own account at a carrier. */
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { numbers } from "#drizzle/organization/schema.ts";

/** Whether the organization holds a number, or is buying it: then callers cannot be transferred to it, because the call would return to an agent. @param phone_number E.164 */
export const isOwnNumber = (db: OrganizationDatabase, phone_number: string): boolean =>
  db
    .select({ id: numbers.id })
    .from(numbers)
    .where(and(eq(numbers.phone_number, phone_number), inArray(numbers.status, ["buying", "active"])))
    .get() !== undefined;

/** Whether a number lies in a carrier account of the organization's own. @param number_id null: a call in a browser */
export const isAtOwnAccount = (db: OrganizationDatabase, number_id: string | null): boolean =>
  number_id !== null &&
  db
    .select({ id: numbers.id })
    .from(numbers)
    .where(and(eq(numbers.id, number_id), isNotNull(numbers.account_id), eq(numbers.is_in_subaccount, false)))
    .get() !== undefined;
