/** How a campaign goes: its figures, its leads, who is being called, and why a contact is not called yet. */
import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { campaignLeads, campaigns, contacts, dialAttempts } from "#drizzle/organization/schema.ts";
import { type BlockCause, blockCauses, type CampaignStatus, campaignStatuses } from "./campaign.schema.ts";
import { find } from "./campaigns.store.ts";
import { decide, groundOf } from "./gate.store.ts";
import { countsOf, type LeadCount, type LeadState } from "./leads.store.ts";

const pageSize = 50;
const rate_ms = 10 * minute_ms;

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
  /** Calls a minute, over the last ten. */
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
};

export function progress(db: OrganizationDatabase, id: string, now: number): Progress | null {
  const campaign = find(db, id);
  if (!campaign) return null;
  const recent =
    db.get<{ n: number }>(sql`select count(*) as n from dial_attempts indexed by dial_attempts_asked
      where asked_at > ${now - rate_ms} and campaign_id = ${id}`)?.n ?? 0;
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
    dial_rate:
      recent / (Math.min(rate_ms, Math.max(minute_ms, now - (campaign.started_at ?? now))) / minute_ms),
    answer_rate: asked === 0 ? null : answered / asked,
    cost_micros,
    asked,
    answered,
    outcomes,
    calling_now,
    next_at: next ? Math.max(next.at, campaign.held_until ?? 0, now) : null,
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

/** `cause`: what stands against it now; else what it waits for. */
export type WhyNot = {
  campaign_id: string;
  campaign: string;
  status: CampaignStatus;
  state: LeadState;
  result: string | null;
  cause: BlockCause | "campaign_not_running" | "campaign_held" | "calling" | "retry" | "its_turn" | "done";
  /** When it may be called, ms UTC; null: never, or not known. */
  next_at: number | null;
};

/** Why a contact is not called yet, campaign by campaign, the newest first. @param among the states of the campaigns */
export function whyNot(
  db: OrganizationDatabase,
  contact_id: string,
  now: number,
  among: readonly CampaignStatus[] = campaignStatuses,
): WhyNot[] {
  const rows = db
    .select({ lead: campaignLeads, campaign: campaigns.name, status: campaigns.status })
    .from(campaignLeads)
    .innerJoin(campaigns, eq(campaigns.id, campaignLeads.campaign_id))
    .where(and(eq(campaignLeads.contact_id, contact_id), inArray(campaigns.status, [...among])))
    .orderBy(desc(campaigns.id))
    .limit(pageSize)
    .all();
  return rows.map(({ lead, campaign, status }) => {
    const { campaign_id, state, result } = lead;
    const row = { campaign_id, campaign, status, state, result };
    const because = (cause: WhyNot["cause"], next_at: number | null): WhyNot => ({ ...row, cause, next_at });
    if (state === "done") return because(blockCauses.find((one) => one === result) ?? "done", null);
    if (state === "leased" || state === "calling") return because("calling", now);
    const whole = find(db, campaign_id);
    const decision = whole && decide(db, groundOf(db, whole), lead, now, true);
    if (decision && !decision.ok) {
      const { cause, next_at } = decision;
      return because(cause, next_at === null ? null : Math.max(next_at, lead.due_at));
    }
    if (status !== "running") return because("campaign_not_running", null);
    const held = whole?.held_until ?? 0;
    if (held > now) return because("campaign_held", Math.max(held, lead.due_at));
    // One that waits without a call had no free line, or its number was busy with another.
    return lead.due_at > now && lead.attempts > 0
      ? because("retry", lead.due_at)
      : because("its_turn", Math.max(lead.due_at, now));
  });
}
