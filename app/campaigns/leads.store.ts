/** A campaign's leads: added as its audience is read, moved from state to state, and counted as they move. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Lead as AudienceMember } from "#app/contacts/contact-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { campaignCounts, campaignLeads } from "#drizzle/organization/schema.ts";
import { retryResults } from "./campaign.schema.ts";

export type Lead = typeof campaignLeads.$inferSelect;
export type LeadState = Lead["state"];

type Counted = { state: LeadState; result: string | null; by: number };

const count = (db: OrganizationDatabase, campaign_id: string, changes: readonly Counted[]): void => {
  const rows = changes.map(
    ({ state, result, by }) => sql`(${campaign_id}, ${state}, ${result ?? ""}, ${by})`,
  );
  db.run(sql`insert into campaign_counts (campaign_id, state, result, leads) values ${sql.join(rows, sql`, `)}
    on conflict (campaign_id, state, result) do update set leads = leads + excluded.leads`);
};

type Joining = Pick<AudienceMember, "contact_id" | "phone_number" | "time_zone"> & {
  state: LeadState | null;
};

/**
 * Adds contacts that the campaign does not have yet. A contact whose number changed is called on the new one, and one that
 * had left the audience is back. Of a page that was read before, most rows change nothing: one statement finds the others.
 * @returns how many are new
 */
export function addLeads(
  db: OrganizationDatabase,
  campaign_id: string,
  members: readonly Pick<AudienceMember, "contact_id" | "phone_number" | "time_zone">[],
  now: number,
): number {
  const joining = db.all<Joining>(sql`
    select m.value ->> 'contact_id' as contact_id, m.value ->> 'phone_number' as phone_number,
      m.value ->> 'time_zone' as time_zone, l.state
    from json_each(${JSON.stringify(members)}) m
      left join campaign_leads l on l.campaign_id = ${campaign_id} and l.contact_id = m.value ->> 'contact_id'
    where l.contact_id is null
      or (l.state = 'waiting'
        and (l.phone_number <> m.value ->> 'phone_number' or l.time_zone is not m.value ->> 'time_zone'))
      or (l.state = 'done' and l.result = 'left_audience')`);
  let added = 0;
  for (const { contact_id, phone_number, time_zone, state } of joining) {
    const known = state === null ? undefined : leadOf(db, campaign_id, contact_id);
    if (!known) {
      const row = { campaign_id, contact_id, phone_number, time_zone, state: "waiting" as const };
      db.insert(campaignLeads)
        .values({ ...row, due_at: now, updated_at: now })
        .run();
      added++;
    } else if (known.state === "waiting")
      db.update(campaignLeads).set({ phone_number, time_zone }).where(isLead(known)).run();
    else moveLead(db, known, { state: "waiting", result: null, due_at: now }, now);
  }
  if (added > 0) count(db, campaign_id, [{ state: "waiting", result: null, by: added }]);
  return added;
}

const isLead = ({ campaign_id, contact_id }: Pick<Lead, "campaign_id" | "contact_id">) =>
  and(eq(campaignLeads.campaign_id, campaign_id), eq(campaignLeads.contact_id, contact_id));

type LeadTexts = Omit<Lead, "retried"> & { retried: string };

/** Leads as SQLite has them. */
export const leadsBy = (db: OrganizationDatabase, query: SQL): Lead[] =>
  db.all<LeadTexts>(query).map(({ retried, ...row }) => ({ ...row, retried: JSON.parse(retried) }));

export const leadOf = (db: OrganizationDatabase, campaign_id: string, contact_id: string): Lead | undefined =>
  leadsBy(
    db,
    sql`select * from campaign_leads where campaign_id = ${campaign_id} and contact_id = ${contact_id}`,
  )[0];

type Move = Partial<Pick<Lead, "state" | "result" | "attempts" | "retried" | "due_at" | "call_id">>;

/** Changes a lead; its counts follow. */
export function moveLead(db: OrganizationDatabase, lead: Lead, move: Move, now: number): void {
  const after = { ...lead, ...move };
  if (after.state !== lead.state || after.result !== lead.result)
    count(db, lead.campaign_id, [
      { state: lead.state, result: lead.result, by: -1 },
      { state: after.state, result: after.result, by: 1 },
    ]);
  const { campaign_id, contact_id, state, result, attempts, retried, due_at, call_id } = after;
  db.run(sql`update campaign_leads set state = ${state}, result = ${result}, attempts = ${attempts},
    retried = ${JSON.stringify(retried)}, due_at = ${due_at}, call_id = ${call_id}, updated_at = ${now}
    where campaign_id = ${campaign_id} and contact_id = ${contact_id}`);
}

const retriedShape = z.partialRecord(z.enum(retryResults), z.number()).catch({});

/** How often a lead was called again after each result. */
export const retriedOf = ({ retried }: Pick<Lead, "retried">) => retriedShape.parse(retried);

export type LeadCount = { state: LeadState; result: string | null; leads: number };

/** How many leads are in each state with each result. */
export const countsOf = (db: OrganizationDatabase, campaign_id: string): LeadCount[] =>
  db
    .select()
    .from(campaignCounts)
    .where(and(eq(campaignCounts.campaign_id, campaign_id), sql`${campaignCounts.leads} > 0`))
    .all()
    .map(({ state, result, leads }) => ({ state, result: result === "" ? null : result, leads }));
