/** Whom a campaign calls: the contacts of its lists, segments and tags, or those whom another campaign did not reach. */
import { sql } from "drizzle-orm";
import { audienceOf, countAudience, isOf, isSampled, spreadOver } from "#app/contacts/audience.store.ts";
import type { Lead as AudienceMember } from "#app/contacts/contact-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { type CampaignAudience, retryResults } from "./campaign.schema.ts";

const notReached = JSON.stringify([...retryResults, "carrier", "lost", "stopped"]);

const leftOver = (id: string) => sql`from campaign_leads l join contacts c on c.id = l.contact_id
  where l.campaign_id = ${id} and l.state = 'done' and c.archived_at is null
    and c.phone_number is not null and l.result in (select value from json_each(${notReached}))`;

/** A page of the audience, by contact. @param after the last contact of the page before; null: the first page */
export function readAudience(
  db: OrganizationDatabase,
  { redial_of, ...audience }: CampaignAudience,
  after: string | null,
  limit: number,
): AudienceMember[] {
  if (redial_of === null) return audienceOf(db, audience, after, limit);
  return db.all<AudienceMember>(sql`
    select l.contact_id, c.name, c.phone_number, c.time_zone, c.country ${leftOver(redial_of)}
      and l.contact_id > ${after ?? ""} order by l.contact_id limit ${limit}`);
}

export const sizeOf = (db: OrganizationDatabase, { redial_of, ...audience }: CampaignAudience): number =>
  redial_of === null
    ? countAudience(db, audience)
    : (db.get<{ n: number }>(sql`select count(*) as n ${leftOver(redial_of)}`)?.n ?? 0);

/** About `most` people of the audience, spread evenly over it; all of them, if there are no more. @param size of the audience */
export function sampleOf(
  db: OrganizationDatabase,
  { redial_of, ...audience }: CampaignAudience,
  size: number,
  most: number,
): AudienceMember[] {
  if (redial_of === null) return spreadOver(db, audience, size, most);
  return db.all<AudienceMember>(sql`
    select l.contact_id, c.name, c.phone_number, c.time_zone, c.country ${leftOver(redial_of)}
      and ${isSampled(size, most)} order by l.contact_id`);
}

/** Whether a contact still belongs to it: lists and segments change while they are dialled. */
export const isInAudience = (
  db: OrganizationDatabase,
  { redial_of, ...audience }: CampaignAudience,
  contact_id: string,
): boolean =>
  redial_of === null
    ? isOf(db, audience, contact_id)
    : db.get(sql`select 1 ${leftOver(redial_of)} and l.contact_id = ${contact_id}`) !== undefined;
