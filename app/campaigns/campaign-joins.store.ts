/** A single contact joins a campaign: it is put on the campaign's own list, which the dialer reads like every other one. */
import { eq, sql } from "drizzle-orm";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import { most } from "#app/contacts/contact-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { campaigns, contactListMembers, contactLists } from "#drizzle/organization/schema.ts";
import type { JoinAnswer } from "./campaign.schema.ts";
import { isInAudience } from "./campaign-audience.store.ts";
import { find } from "./campaigns.store.ts";
import { addLeads } from "./leads.store.ts";

/** Adds a contact to whom a campaign calls, unless it is there already. The campaign calls it under all of its rules. */
export function join(
  db: OrganizationDatabase,
  { campaign_id, contact_id }: { campaign_id: string; contact_id: string },
  by: string,
  now: number,
): JoinAnswer {
  const campaign = find(db, campaign_id);
  if (!campaign) return { ok: false, reason: "not_found" };
  const { status, name, draft } = campaign;
  const { audience } = draft;
  if (status === "stopped" || status === "finished") return { ok: false, reason: "over" };
  if (audience.redial_of !== null) return { ok: false, reason: "fixed" };
  const member = db.get<Member>(sql`select id as contact_id, phone_number, time_zone from contacts
    where id = ${contact_id} and archived_at is null and phone_number is not null`);
  if (!member) return { ok: false, reason: "no_contact" };
  if (isInAudience(db, audience, contact_id)) return { ok: true, changed: false };
  const isCalled = audience.lists.includes(campaign_id);
  if (!isCalled && audience.lists.length >= mostLists) return { ok: false, reason: "full" };
  if (!listKept(db, campaign_id, name, by, now)) return { ok: false, reason: "full" };
  db.insert(contactListMembers)
    .values({ list_id: campaign_id, contact_id, added_at: now })
    .onConflictDoNothing()
    .run();
  if (!isCalled) {
    const lists = [...audience.lists, campaign_id];
    db.update(campaigns)
      .set({ draft: { ...draft, audience: { ...audience, lists } }, updated_at: now })
      .where(eq(campaigns.id, campaign_id))
      .run();
  }
  // One that has begun may be about to end, or have read past this contact: it does not wait for the next reading.
  if (status !== "draft" && status !== "scheduled") {
    addLeads(db, campaign_id, [member], now);
    setTimer(db, dialTimer, "", now);
  }
  return { ok: true, changed: true };
}

type Member = { contact_id: string; phone_number: string; time_zone: string | null };

/** Lists of a campaign, as its draft bounds them. */
const mostLists = 100;

/** Makes the campaign's own list, whose id is the campaign's. @returns false: there are too many lists */
function listKept(db: OrganizationDatabase, id: string, name: string, by: string, now: number): boolean {
  if (db.get(sql`select 1 from contact_lists where id = ${id}`)) return true;
  if ((db.get<{ n: number }>(sql`select count(*) as n from contact_lists`)?.n ?? 0) >= most.lists)
    return false;
  const own = `Added to ${name}`.slice(0, 90);
  const isTaken = db.get(sql`select 1 from contact_lists where name = ${own} collate nocase`) !== undefined;
  db.insert(contactLists)
    .values({
      id,
      // Campaigns may have the same name, and lists may not.
      name: isTaken ? `${own} (${id.slice(-6)})` : own,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .run();
  return true;
}
