/** How a campaign goes: its figures, its leads, and who is being called. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { campaignLeads, contacts, dialAttempts } from "#drizzle/organization/schema.ts";
import type { DialCaps } from "./campaign.schema.ts";
import { find } from "./campaigns.store.ts";
import { capsOf } from "./dial-limits.store.ts";
import { countsOf, type LeadCount, type LeadState } from "./leads.store.ts";

const pageSize = 50;

export type CallingNow = {
  attempt_id: string;
  contact_id: string;
  name: string | null;
  phone_number: string;
  state: string;
  call_id: string | null;
  since: number;
};

export type Progress = {
  counts: LeadCount[];
  /** Calls that left for the carrier in the last minute. */
  dial_rate: number;
  /** The share of attempts that a person answered, 0 to 1; null: none has ended. */
  answer_rate: number | null;
  cost_micros: number;
  asked: number;
  answered: number;
  outcomes: { outcome: string; count: number }[];
  calling_now: CallingNow[];
  /** When the next call is due, ms UTC; null: none waits. */
  next_at: number | null;
  /** On all campaigns together. */
  caps: DialCaps;
};

export function progress(db: OrganizationDatabase, id: string, now: number): Progress | null {
  const campaign = find(db, id);
  if (!campaign) return null;
  const dial_rate =
    db.get<{ n: number }>(sql`select count(*) as n from dial_attempts indexed by dial_attempts_asked
      where asked_at > ${now - minute_ms} and campaign_id = ${id}`)?.n ?? 0;
  const calling_now = db
    .select({
      attempt_id: dialAttempts.id,
      contact_id: dialAttempts.contact_id,
      name: contacts.name,
      phone_number: dialAttempts.phone_number,
      state: dialAttempts.state,
      call_id: dialAttempts.call_id,
      since: dialAttempts.leased_at,
    })
    .from(dialAttempts)
    .leftJoin(contacts, eq(contacts.id, dialAttempts.contact_id))
    .where(and(eq(dialAttempts.campaign_id, id), sql`${dialAttempts.state} <> 'over'`))
    .orderBy(asc(dialAttempts.id))
    .limit(pageSize)
    .all();
  const next = db
    .select({ at: campaignLeads.due_at })
    .from(campaignLeads)
    .where(and(eq(campaignLeads.campaign_id, id), eq(campaignLeads.state, "waiting")))
    .orderBy(asc(campaignLeads.due_at))
    .limit(1)
    .get();
  const outcomes = db.all<{ outcome: string; count: number }>(sql`
    select outcome, count(*) as count from dial_attempts
    where campaign_id = ${id} and outcome is not null group by outcome order by count desc`);
  const { asked, answered, cost_micros } = campaign;
  return {
    counts: countsOf(db, id),
    dial_rate,
    answer_rate: asked === 0 ? null : answered / asked,
    cost_micros,
    asked,
    answered,
    outcomes,
    calling_now,
    next_at: next ? Math.max(next.at, campaign.held_until ?? 0, now) : null,
    caps: capsOf(db),
  };
}

export type LeadsAsked = { state: LeadState | null; result: string | null; after: string | null };
export type LeadRow = {
  contact_id: string;
  name: string | null;
  phone_number: string;
  state: LeadState;
  result: string | null;
  attempts: number;
  due_at: number;
  call_id: string | null;
  updated_at: number;
};
export type LeadsPage = { rows: LeadRow[]; after: string | null };

/** A page of a campaign's leads, by contact. */
export function leads(db: OrganizationDatabase, id: string, { state, result, after }: LeadsAsked): LeadsPage {
  const { contact_id, phone_number, attempts, due_at, call_id, updated_at } = campaignLeads;
  const rows = db
    .select({
      contact_id,
      name: contacts.name,
      phone_number,
      state: campaignLeads.state,
      result: campaignLeads.result,
      attempts,
      due_at,
      call_id,
      updated_at,
    })
    .from(campaignLeads)
    .leftJoin(contacts, eq(contacts.id, contact_id))
    .where(
      and(
        eq(campaignLeads.campaign_id, id),
        state === null ? undefined : sql`+${campaignLeads.state} = ${state}`,
        result === null ? undefined : eq(campaignLeads.result, result),
        after === null ? undefined : gt(contact_id, after),
      ),
    )
    .orderBy(asc(contact_id))
    .limit(pageSize + 1)
    .all();
  const shown = rows.slice(0, pageSize);
  return { rows: shown, after: rows.length > pageSize ? (shown.at(-1)?.contact_id ?? null) : null };
}
