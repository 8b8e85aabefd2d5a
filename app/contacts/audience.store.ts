/** The contacts that an audience names, in pages. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";

export type Audience = {
  lists: readonly string[];
  segments: readonly string[];
  tags: readonly string[];
  everyone?: boolean;
};

export type AudienceMember = {
  contact_id: string;
  name: string | null;
  phone_number: string;
  time_zone: string | null;
  country: string | null;
};

/** @param after the last contact of the page before; null: the first page */
export function audienceOf(
  db: OrganizationDatabase,
  { everyone }: Audience,
  after: string | null,
  limit: number,
): AudienceMember[] {
  if (!everyone) return [];
  return db.all<AudienceMember>(sql`
    select id as contact_id, name, phone_number, null as time_zone, null as country from contacts
    where id > ${after ?? ""} and archived_at is null and phone_number is not null
    order by id limit ${limit}`);
}

export const countAudience = (db: OrganizationDatabase, { everyone }: Audience): number =>
  everyone
    ? (db.get<{ n: number }>(
        sql`select count(*) as n from contacts where archived_at is null and phone_number is not null`,
      )?.n ?? 0)
    : 0;
