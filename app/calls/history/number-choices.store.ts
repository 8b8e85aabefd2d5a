/** What lists of calls can be asked for by number. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { internationally } from "#app/platform/phone-number.ts";

export type Choice = { value: string; label: string };

/** The numbers that calls can be asked for. */
export function numberChoices(db: OrganizationDatabase): Choice[] {
  return db
    .all<{ id: string; phone_number: string; label: string | null }>(
      sql`select id, phone_number, label from numbers where status in ('active', 'releasing') order by seq`,
    )
    .map(({ id, phone_number, label }) => ({
      value: id,
      label: label ? `${label}, ${internationally(phone_number)}` : internationally(phone_number),
    }));
}
