/** The people of a campaign for its file, one of them, and two of them who are one. */
import { and, asc, eq, gt } from "drizzle-orm";
import { merge as mergeContacts } from "#app/contacts/contact-file.store.ts";
import type { Saved } from "#app/contacts/contact-views.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { campaignLeads, contacts, dialAttempts, numbers } from "#drizzle/organization/schema.ts";
import { mergeLeads } from "./leads.store.ts";
import type { LeadRow, LeadsAsked } from "./progress.store.ts";

/** How many rows of a file are read at a time. */
const filePage_rows = 1000;

const shown = {
  contact_id: campaignLeads.contact_id,
  name: contacts.name,
  phone_number: campaignLeads.phone_number,
  state: campaignLeads.state,
  result: campaignLeads.result,
  attempts: campaignLeads.attempts,
  due_at: campaignLeads.due_at,
  call_id: campaignLeads.call_id,
  updated_at: campaignLeads.updated_at,
};

export type FilePage = {
  rows: (LeadRow & {
    outcome: string | null;
    talk_seconds: number | null;
    cost_micros: number | null;
    /** The number that called. */
    called_from: string | null;
  })[];
  after: string | null;
};

/** A part of the file, by contact, with what came of the last call. */
export function filePage(
  db: OrganizationDatabase,
  id: string,
  { state, result, after }: LeadsAsked,
): FilePage {
  const { outcome, talk_seconds, cost_micros } = dialAttempts;
  const rows = db
    .select({ ...shown, outcome, talk_seconds, cost_micros, called_from: numbers.phone_number })
    .from(campaignLeads)
    .leftJoin(contacts, eq(contacts.id, campaignLeads.contact_id))
    .leftJoin(dialAttempts, eq(dialAttempts.call_id, campaignLeads.call_id))
    .leftJoin(numbers, eq(numbers.id, dialAttempts.number_id))
    .where(
      and(
        eq(campaignLeads.campaign_id, id),
        state === null ? undefined : eq(campaignLeads.state, state),
        result === null ? undefined : eq(campaignLeads.result, result),
        after === null ? undefined : gt(campaignLeads.contact_id, after),
      ),
    )
    .orderBy(asc(campaignLeads.contact_id))
    .limit(filePage_rows)
    .all();
  return { rows, after: rows.length < filePage_rows ? null : (rows.at(-1)?.contact_id ?? null) };
}

/** Someone in a campaign; null: they are not in it. */
export const person = (db: OrganizationDatabase, id: string, contact_id: string): LeadRow | null =>
  db
    .select(shown)
    .from(campaignLeads)
    .leftJoin(contacts, eq(contacts.id, campaignLeads.contact_id))
    .where(and(eq(campaignLeads.campaign_id, id), eq(campaignLeads.contact_id, contact_id)))
    .get() ?? null;

/** Makes one contact of two, in their campaigns too: who was called as one is not called again as the other. */
export function merge(...[db, both, author]: Parameters<typeof mergeContacts>): Saved {
  const saved = mergeContacts(db, both, author);
  if (saved.ok) mergeLeads(db, both, author.now);
  return saved;
}
