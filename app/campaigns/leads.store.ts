/** A campaign's leads: added as its audience is read, moved from state to state, and counted as they move. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Lead as AudienceMember } from "#app/contacts/contact-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { campaignCounts, campaignLeads } from "#drizzle/organization/schema.ts";
import { retryResults } from "./campaign.schema.ts";
import { calledResults } from "./lead-sums.ts";

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

type Member = Pick<AudienceMember, "contact_id" | "phone_number" | "time_zone">;
type Joining = Member & { state: LeadState | null };

/** A page of the audience as rows `m`. */
const pageOf = (members: readonly Member[]): SQL =>
  sql`(select value ->> 'contact_id' as contact_id, value ->> 'phone_number' as phone_number,
    value ->> 'time_zone' as time_zone from json_each(${JSON.stringify(members)})) m`;

/**
 * Adds contacts that the campaign does not have yet. A contact whose number changed is called on the new one, and one that
 * had left the audience is back. Of a page that was read before, most rows change nothing: one statement finds the others.
 * @returns how many are new
 */
export function addLeads(
  db: OrganizationDatabase,
  campaign_id: string,
  members: readonly Member[],
  now: number,
): number {
  const joining = db.all<Joining>(sql`
    select m.contact_id, m.phone_number, m.time_zone, l.state
    from ${pageOf(members)}
      left join campaign_leads l on l.campaign_id = ${campaign_id} and l.contact_id = m.contact_id
    where l.contact_id is null
      or (l.state = 'waiting' and (l.phone_number <> m.phone_number or l.time_zone is not m.time_zone))
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
    } else if (known.state === "waiting") moveLead(db, known, { phone_number, time_zone }, now);
    else moveLead(db, known, { phone_number, time_zone, state: "waiting", result: null, due_at: now }, now);
  }
  if (added > 0) count(db, campaign_id, [{ state: "waiting", result: null, by: added }]);
  return added;
}

/**
 * Leads of a page of the audience that are done for a cause that may be gone: one statement finds the few that the gate
 * must look at again. The page comes first in its join: there are far more leads that are done than rows of a page.
 * @param kinds of consent that are enough
 */
export const perhapsAgain = (
  db: OrganizationDatabase,
  campaign_id: string,
  members: readonly Member[],
  kinds: readonly string[],
): Lead[] =>
  leadsBy(
    db,
    sql`select l.* from ${pageOf(members)}
      cross join campaign_leads l on l.campaign_id = ${campaign_id} and l.contact_id = m.contact_id
    where l.state = 'done' and case
      when l.result in ('no_consent', 'consent_revoked', 'consent_expired') then exists (select 1 from consents c
        where c.contact_id = l.contact_id and c.channel = 'call' and c.revoked_at is null
          and c.kind in (select value from json_each(${JSON.stringify(kinds)})))
      when l.result = 'do_not_call' then not exists (select 1 from do_not_call d where d.phone_number = m.phone_number)
      when l.result = 'screened' then not exists (select 1 from screened_numbers s
        join screening_lists t on t.id = s.list_id where s.phone_number = m.phone_number and t.kind <> 'line_types')
      when l.result in ('blocked_number', 'out_of_reach') then true
      when l.result in ('unknown_place', 'no_number', 'called_before')
        then l.phone_number <> m.phone_number or l.time_zone is not m.time_zone
      else false end`,
  );

/** Lets leads wait again that are done for a cause. */
function reopen(db: OrganizationDatabase, campaign_id: string, result: string, now: number): void {
  const known = countsOf(db, campaign_id).find((one) => one.state === "done" && one.result === result);
  if (!known) return;
  db.run(sql`update campaign_leads set state = 'waiting', due_at = ${now}, updated_at = ${now}
    where campaign_id = ${campaign_id} and state = 'done' and result = ${result}`);
  count(db, campaign_id, [
    { state: "done", result, by: -known.leads },
    { state: "waiting", result, by: known.leads },
  ]);
}

/** The hours are others: leads that wait for the old ones, or that ended for them, are looked at again. */
export function lookAgain(db: OrganizationDatabase, campaign_id: string, now: number): void {
  reopen(db, campaign_id, "calling_hours", now);
  db.run(sql`update campaign_leads set due_at = ${now}
    where campaign_id = ${campaign_id} and state = 'waiting' and result = 'calling_hours'`);
}

/** Ends the leads of a campaign that is over: who was called keeps what came of it, and no one waits any more. */
export function endWaiting(db: OrganizationDatabase, campaign_id: string, now: number): void {
  const waiting = countsOf(db, campaign_id).filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return;
  const called = sql`(select value from json_each(${JSON.stringify(calledResults)}))`;
  // Who was called waits for the caps of the number, say: the last call says what came of it.
  const ended = sql`case when result in ${called} then result when attempts = 0 then 'stopped' else coalesce(
    (select a.result from dial_attempts a where a.campaign_id = campaign_leads.campaign_id
      and a.contact_id = campaign_leads.contact_id and a.result in ${called} order by a.id desc limit 1), 'stopped') end`;
  const ends = db.all<{ result: string; leads: number }>(sql`select ${ended} as result, count(*) as leads
    from campaign_leads where campaign_id = ${campaign_id} and state = 'waiting' group by 1`);
  db.run(sql`update campaign_leads set state = 'done', updated_at = ${now}, result = ${ended}
    where campaign_id = ${campaign_id} and state = 'waiting'`);
  count(db, campaign_id, [
    ...waiting.map(({ state, result, leads }) => ({ state, result, by: -leads })),
    ...ends.map(({ result, leads }) => ({ state: "done" as const, result, by: leads })),
  ]);
}

/**
 * A lead with the number and the zone that its contact has now: the lead's number while it is one of theirs, else their
 * first. Of a contact that is gone, archived or without a number it stays as it is: the audience does not have them.
 */
export function renewed(db: OrganizationDatabase, lead: Lead, now: number): Lead {
  const { contact_id, phone_number } = lead;
  const own = db.get<Pick<Lead, "phone_number" | "time_zone">>(sql`
    select time_zone, case when exists (select 1 from contact_numbers n where n.phone_number = ${phone_number}
        and n.contact_id = c.id and n.is_live = 1) then ${phone_number} else c.phone_number end as phone_number
    from contacts c where c.id = ${contact_id} and c.archived_at is null and c.phone_number is not null`);
  if (!own || (own.phone_number === phone_number && own.time_zone === lead.time_zone)) return lead;
  moveLead(db, lead, own, now);
  return { ...lead, ...own };
}

/** Whether the campaign is done with a number under another contact: one that was archived, or had it before. */
export const isCalledBefore = (
  db: OrganizationDatabase,
  { campaign_id, contact_id, phone_number }: Pick<Lead, "campaign_id" | "contact_id" | "phone_number">,
): boolean =>
  db.get(sql`select 1 from campaign_leads indexed by campaign_leads_number
    where phone_number = ${phone_number} and campaign_id = ${campaign_id} and contact_id <> ${contact_id}
      and state = 'done' and result in (select value from json_each(${JSON.stringify(calledResults)}))`) !==
  undefined;

/** How far a lead is: what was called is further than what is not, and what waits further than what may not be called. */
const progressOf = ({ state, result }: Lead): number =>
  state === "done"
    ? calledResults.includes(result ?? "")
      ? 4
      : 0
    : ["waiting", "leased", "calling"].indexOf(state) + 1;

/** Two contacts became one: of their leads in a campaign the one that is further stays, and their attempts are the other's. */
export function mergeLeads(
  db: OrganizationDatabase,
  { into, from }: { into: string; from: string },
  now: number,
): void {
  for (const gone of leadsBy(db, sql`select * from campaign_leads where contact_id = ${from}`)) {
    const own = leadOf(db, gone.campaign_id, into);
    if (own) {
      count(db, gone.campaign_id, [{ state: gone.state, result: gone.result, by: -1 }]);
      db.delete(campaignLeads).where(isLead(gone)).run();
      const [further, other] = progressOf(gone) > progressOf(own) ? [gone, own] : [own, gone];
      // One person has one attempt at a time; a call that went out goes on.
      db.run(sql`update dial_attempts set state = 'over', result = 'lost', why = 'merged', ended_at = ${now}
        where campaign_id = ${other.campaign_id} and contact_id = ${other.contact_id} and state = 'leased'`);
      moveLead(db, own, { ...further, ...together(gone, own), contact_id: into }, now);
    } else db.update(campaignLeads).set({ contact_id: into }).where(isLead(gone)).run();
  }
  db.run(sql`update dial_attempts set contact_id = ${into} where contact_id = ${from}`);
}

/** How often both were called. */
function together(one: Lead, other: Lead): Pick<Lead, "attempts" | "retried"> {
  const [first, second] = [retriedOf(one), retriedOf(other)];
  const retried = Object.fromEntries(
    retryResults.map((result) => [result, (first[result] ?? 0) + (second[result] ?? 0)]),
  );
  return { attempts: one.attempts + other.attempts, retried };
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

type Move = Partial<Omit<Lead, "campaign_id" | "updated_at">>;

/** Changes a lead; its counts follow. */
export function moveLead(db: OrganizationDatabase, lead: Lead, move: Move, now: number): void {
  const after = { ...lead, ...move };
  if (after.state !== lead.state || after.result !== lead.result)
    count(db, lead.campaign_id, [
      { state: lead.state, result: lead.result, by: -1 },
      { state: after.state, result: after.result, by: 1 },
    ]);
  const { campaign_id, contact_id, phone_number, time_zone } = after;
  const { state, result, attempts, retried, due_at, call_id } = after;
  // Its index is written only when it changes.
  if (phone_number !== lead.phone_number || time_zone !== lead.time_zone)
    db.update(campaignLeads).set({ phone_number, time_zone }).where(isLead(lead)).run();
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
