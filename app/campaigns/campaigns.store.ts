/** The campaigns: listed, written, started, held and ended. */
import { and, eq, sql } from "drizzle-orm";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue, enqueueTask } from "#app/object/outbox.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { newId } from "#app/platform/id.ts";
import { campaignCounts, campaignLeads, campaigns, dialAttempts } from "#drizzle/organization/schema.ts";
import { missingCaller } from "./caller-numbers.store.ts";
import {
  type Campaign,
  type CampaignAuthor,
  type CampaignDraft,
  type CampaignRow,
  type CampaignStatus,
  campaignDraft,
  heldChange,
  runningChange,
} from "./campaign.schema.ts";
import { sizeOf } from "./campaign-audience.store.ts";
import { draftOf, versionOf } from "./campaign-drafts.ts";
import type { DialStanding } from "./dial.schema.ts";
import { countsOf, endWaiting, lookAgain } from "./leads.store.ts";
import { affordable } from "./pace.store.ts";
import { isRegisterOld, registerOld } from "./screening.schema.ts";
import { uploadedLists } from "./screening.store.ts";
import { keepStanding } from "./standing.store.ts";

const pageSize = 30;

/** A row as SQLite has it: the draft as its text. */
type CampaignTexts = Omit<Campaign, "draft"> & { draft: string; next_at: number; created_by: string };

const campaignOf = ({ draft, ...row }: CampaignTexts): Campaign & { next_at: number } => ({
  ...row,
  draft: draftOf(draft),
});

export type CampaignsAsked = { status: CampaignStatus | null; before: string | null };
export type CampaignsPage = { rows: CampaignRow[]; older: string | null };

/** A page of the campaigns, the newest first. */
export function list(
  db: OrganizationDatabase,
  { status, before }: CampaignsAsked,
  most: number = pageSize,
): CampaignsPage {
  const found = db.all<CampaignTexts>(sql`select * from campaigns
    where (${status} is null or status = ${status}) and (${before} is null or id < ${before})
    order by id desc limit ${most + 1}`);
  const shown = found.slice(0, most);
  const rows = shown.map((row) => {
    const counts = countsOf(db, row.id);
    const sum = (some: typeof counts) => some.reduce((n, { leads }) => n + leads, 0);
    return {
      ...campaignOf(row),
      leads: sum(counts),
      done: sum(counts.filter(({ state }) => state === "done")),
    };
  });
  return { rows, older: found.length > most ? (shown.at(-1)?.id ?? null) : null };
}

export function find(db: OrganizationDatabase, id: string): Campaign | null {
  const row = db.get<CampaignTexts>(sql`select * from campaigns where id = ${id}`);
  return row ? campaignOf(row) : null;
}

/** Campaigns that the dialer looks after, the oldest first. */
export const running = (db: OrganizationDatabase): (Campaign & { next_at: number })[] =>
  db
    .all<CampaignTexts>(sql`select * from campaigns where status in ('running', 'scheduled') order by id`)
    .map(campaignOf);

export function create(
  db: OrganizationDatabase,
  draft: CampaignDraft,
  { id: created_by, name: created_by_name, time_zone, locale, now }: CampaignAuthor,
  id = newId(now),
): string {
  const who = { created_by, created_by_name, time_zone, locale, created_at: now, updated_at: now };
  db.insert(campaigns)
    .values({ id, name: draft.name, status: "draft", draft: campaignDraft.parse(draft), ...who })
    .onConflictDoNothing()
    .run();
  return id;
}

/** How many attempts came to an outcome. */
const reachedOf = (db: OrganizationDatabase, id: string, outcome: string): number =>
  db.get<{ n: number }>(sql`select count(*) as n from dial_attempts
    where campaign_id = ${id} and outcome = ${outcome}`)?.n ?? 0;

export type UpdateAnswer = { ok: true } | { ok: false; reason: "not_found" | "over" | "changed" };

/**
 * Changes a campaign. Of one that runs, only what `runningChange` names, and of one that is held also who calls; the rest
 * stays as it is.
 * @param version of the draft that the change began with; null: whichever it is now
 */
export function update(
  db: OrganizationDatabase,
  id: string,
  draft: CampaignDraft,
  { time_zone, locale, now }: CampaignAuthor,
  version: string | null = null,
): UpdateAnswer {
  const before = find(db, id);
  if (!before) return { ok: false, reason: "not_found" };
  const { status } = before;
  if (status === "stopped" || status === "finished") return { ok: false, reason: "over" };
  if (version !== null && version !== versionOf(before.draft)) return { ok: false, reason: "changed" };
  const isDraft = status === "draft" || status === "scheduled";
  const next: CampaignDraft = isDraft
    ? campaignDraft.parse(draft)
    : { ...before.draft, ...(status === "running" ? runningChange : heldChange).parse(draft) };
  const { goal } = next;
  const hasOtherGoal = goal?.outcome !== before.draft.goal?.outcome;
  const hasOther = JSON.stringify(next.audience) !== JSON.stringify(before.draft.audience);
  db.update(campaigns)
    .set({
      name: next.name,
      draft: next,
      time_zone,
      locale,
      updated_at: now,
      ...(hasOther && { cursor: null, read_at: null }),
      ...(hasOtherGoal && { reached_goal: goal === null ? 0 : reachedOf(db, id, goal.outcome) }),
    })
    .where(eq(campaigns.id, id))
    .run();
  if (!isDraft) {
    if (JSON.stringify(next.schedule) !== JSON.stringify(before.draft.schedule)) lookAgain(db, id, now);
    setTimer(db, dialTimer, "", now);
  }
  return { ok: true };
}

/** Deletes a campaign that does not run. Its attempts and their evidence stay. @returns its name; null: there is none, or it runs */
export function remove(db: OrganizationDatabase, id: string): string | null {
  const campaign = find(db, id);
  if (!campaign || ["scheduled", "running", "paused"].includes(campaign.status) || hasOpen(db, id))
    return null;
  db.delete(campaigns).where(eq(campaigns.id, id)).run();
  db.delete(campaignLeads).where(eq(campaignLeads.campaign_id, id)).run();
  db.delete(campaignCounts).where(eq(campaignCounts.campaign_id, id)).run();
  return campaign.name;
}

const hasOpen = (db: OrganizationDatabase, id: string): boolean =>
  db
    .select({ id: dialAttempts.id })
    .from(dialAttempts)
    .where(and(eq(dialAttempts.campaign_id, id), sql`state <> 'over'`))
    .limit(1)
    .get() !== undefined;

/** A draft like another campaign. @param audience whom it calls instead; null: the same */
export function clone(
  db: OrganizationDatabase,
  id: string,
  name: string,
  author: CampaignAuthor,
  isRedial = false,
): string | null {
  const campaign = find(db, id);
  if (!campaign) return null;
  const { draft } = campaign;
  const nobody = { lists: [], segments: [], tags: [], everyone: false };
  return create(
    db,
    {
      ...draft,
      name,
      audience: isRedial ? { ...nobody, redial_of: id } : draft.audience,
      schedule: { ...draft.schedule, starts_on: null, ends_on: null },
    },
    author,
  );
}

/** Campaigns that may run at a time: each costs the dialer a look. */
const mostRunning = 50;

export const startRefusals = [
  "not_found",
  "over",
  "no_agent",
  "no_number",
  "no_audience",
  "ended",
  "too_many",
  "budget",
  registerOld,
] as const;
export type StartRefusal = (typeof startRefusals)[number];
export type StartAnswer = { ok: true; status: CampaignStatus } | { ok: false; reason: StartRefusal };

/** What keeps a campaign from being started; null: nothing. `today`: the local date of the organization. */
function againstStart(
  db: OrganizationDatabase,
  campaign: Campaign,
  today: string,
  now: number,
): StartRefusal | null {
  const { status, draft } = campaign;
  if (!["draft", "scheduled", "paused", "broken"].includes(status)) return "over";
  const { schedule, audience } = draft;
  const missing = missingCaller(db, draft);
  if (missing !== null) return missing;
  if (schedule.ends_on !== null && schedule.ends_on < today) return "ended";
  if (running(db).length >= mostRunning) return "too_many";
  if (affordable(campaign, 0) === 0) return "budget";
  if (isRegisterOld(uploadedLists(db).registerSince, now)) return registerOld;
  return sizeOf(db, audience) === 0 ? "no_audience" : null;
}

/** Starts a campaign, or continues one that is held. One that begins on a later day waits for it. */
export function start(
  db: OrganizationDatabase,
  id: string,
  { time_zone, locale, now }: CampaignAuthor,
  today: string,
  told: DialStanding | null = null,
): StartAnswer {
  if (told) keepStanding(db, told);
  const campaign = find(db, id);
  if (!campaign) return { ok: false, reason: "not_found" };
  const reason = againstStart(db, campaign, today, now);
  if (reason) return { ok: false, reason };
  const { starts_on } = campaign.draft.schedule;
  const status = starts_on !== null && starts_on > today ? "scheduled" : "running";
  db.update(campaigns)
    .set({
      status,
      time_zone,
      locale,
      why: null,
      held_until: null,
      faults: 0,
      started_at: campaign.started_at ?? now,
      updated_at: now,
    })
    .where(eq(campaigns.id, id))
    .run();
  setTimer(db, dialTimer, "", now);
  enqueueTask(db, { id: newId(now), kind: "dialer_noted", payload: {} }, now);
  return { ok: true, status };
}

/** Wakes the dialer if it has something to do. @returns whether it has */
export function rouse(db: OrganizationDatabase, now: number, told: DialStanding | null = null): boolean {
  if (told) keepStanding(db, told);
  const has = running(db).length > 0;
  if (has) setTimer(db, dialTimer, "", now);
  return has;
}

/** Holds a campaign: no new call is placed, and those that go on go on. @returns whether it ran */
export function pause(db: OrganizationDatabase, id: string, now: number): boolean {
  return end(db, id, "paused", "paused", now, ["running", "scheduled"]);
}

/** Ends a campaign for good. @returns whether it was not over */
export function stop(db: OrganizationDatabase, id: string, now: number): boolean {
  return end(db, id, "stopped", "stopped", now, ["running", "scheduled", "paused", "broken"]);
}

/** Moves a campaign out of one of some states. One that no person ended is told of. */
export function end(
  db: OrganizationDatabase,
  id: string,
  status: CampaignStatus,
  why: string,
  now: number,
  from: readonly CampaignStatus[],
): boolean {
  const isOver = status === "stopped" || status === "finished";
  const changed = db
    .update(campaigns)
    .set({ status, why, held_until: null, updated_at: now, ...(isOver && { ended_at: now }) })
    .where(
      and(
        eq(campaigns.id, id),
        sql`${campaigns.status} in (select value from json_each(${JSON.stringify(from)}))`,
      ),
    )
    .returning()
    .get();
  if (!changed) return false;
  setTimer(db, dialTimer, "", now);
  if (isOver) endWaiting(db, id, now);
  if (status === "finished" || status === "broken") {
    const { name, created_by, asked, answered } = changed;
    const payload = { campaign_id: id, name, status, why, created_by, ended_at: now, asked, answered };
    enqueue(db, { kind: "campaign.ended", payload: { v: 1, change_id: newId(now), ...payload }, at: now });
  }
  return true;
}
