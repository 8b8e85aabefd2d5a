/** Hides a person in the reasons of placed calls, which colleagues wrote. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { placedCalls } from "#drizzle/organization/schema.ts";
import { withoutIdentifiers } from "./erased-words.ts";

/** @returns whether the reason of a call held anything of the person */
export function hideInReason(
  db: OrganizationDatabase,
  call_id: string,
  known: Parameters<typeof withoutIdentifiers>[1],
): boolean {
  const reason = db
    .select({ reason: placedCalls.reason })
    .from(placedCalls)
    .where(eq(placedCalls.call_id, call_id))
    .get()?.reason;
  const left = String(withoutIdentifiers(reason ?? "", known));
  if (!reason || left === reason) return false;
  db.update(placedCalls).set({ reason: left }).where(eq(placedCalls.call_id, call_id)).run();
  return true;
}
