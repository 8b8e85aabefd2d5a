/** What people have agreed to. */
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";

export type Consent = {
  id: string;
  kind: "express_written" | "express" | "inquiry" | "customer" | "none";
  channel: "call" | "text";
  source: string;
  proof: string | null;
  given_at: number;
};

/** The strongest consent that was not revoked; null: there is none. */
export function consentOf(
  _db: OrganizationDatabase,
  _contact_id: string,
  _phone_number: string,
  _channel: "call" | "text",
): Consent | null {
  return null;
}
