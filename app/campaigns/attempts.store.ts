/** Attempts: leased for a lead, asked of the carrier, followed by their calls, and what comes of each for its lead. */
import { eq, sql } from "drizzle-orm";
import { carrierPatience_ms } from "#app/calls/outbound/placed-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { type calls, campaigns, dialAttempts, dialDays } from "#drizzle/organization/schema.ts";
import {
  type BlockCause,
  type Campaign,
  type CampaignDraft,
  type callResults,
  isLasting,
  retryResults,
} from "./campaign.schema.ts";
import { type Ended, tally } from "./campaign-tally.store.ts";
import { find } from "./campaigns.store.ts";
import { endWaiting, type Lead, leadOf, moveLead, retriedOf } from "./leads.store.ts";
import { clockOf } from "./standing.store.ts";

export type Attempt = typeof dialAttempts.$inferSelect;
export type Result = (typeof callResults)[number];

/** After a failure that is not the lead's, it is called again this much later. */
const again_ms = 5 * minute_ms;
/** When a lead is tried again for which no line was free. */
export const noLine_ms = 30 * second_ms;

export const attemptOf = (db: OrganizationDatabase, id: string): Attempt | undefined =>
  db.get<Attempt>(sql`select * from dial_attempts where id = ${id}`);

/** How many attempts of each campaign are not over, and when the first lease of them ends. */
export function openCounts(db: OrganizationDatabase, now: number) {
  const rows = db.all<{ campaign_id: string; n: number; leased: number; until: number | null }>(sql`
    select campaign_id, count(*) as n, sum(state = 'leased') as leased,
      min(case when state = 'leased' and lease_until > ${now} then lease_until end) as until
    from dial_attempts indexed by dial_attempts_open where state <> 'over' group by campaign_id`);
  const untils = rows.map(({ until }) => until).filter((at) => at !== null);
  return {
    of: new Map(rows.map(({ campaign_id, n }) => [campaign_id, n])),
    leased: rows.reduce((sum, { leased }) => sum + leased, 0),
    until: untils.length === 0 ? null : Math.min(...untils),
  };
}

/** Ends an attempt. */
export function close(
  db: OrganizationDatabase,
  { id }: Pick<Attempt, "id">,
  { result = null, why = null, outcome = null, cost_micros = 0, talk_seconds = 0 }: Ended,
  now: number,
): void {
  db.run(sql`update dial_attempts set state = 'over', ended_at = ${now}, result = ${result}, why = ${why},
    outcome = ${outcome}, cost_micros = ${cost_micros}, talk_seconds = ${talk_seconds} where id = ${id}`);
}

/** Takes back that an attempt left for the carrier: no phone rang, so no cap counts it. */
function uncount(db: OrganizationDatabase, { id, campaign_id, asked_at }: Attempt): void {
  if (asked_at === null) return;
  const campaign = find(db, campaign_id);
  db.update(dialAttempts).set({ asked_at: null }).where(eq(dialAttempts.id, id)).run();
  if (!campaign) return;
  db.update(dialDays)
    .set({ asked: sql`max(0, ${dialDays.asked} - 1)` })
    .where(eq(dialDays.day, localDate(asked_at, clockOf(db, campaign))))
    .run();
  db.update(campaigns)
    .set({ asked: sql`max(0, ${campaigns.asked} - 1)` })
    .where(eq(campaigns.id, campaign_id))
    .run();
}

/** Gives a lead back whom no one called: the attempt does not count. */
export function giveBack(
  db: OrganizationDatabase,
  attempt: Attempt,
  why: string,
  now: number,
  due_at = now,
): void {
  close(db, attempt, { result: "lost", why }, now);
  uncount(db, attempt);
  const lead = leadOf(db, attempt.campaign_id, attempt.contact_id);
  if (!lead || lead.state === "done") return;
  const attempts = Math.max(0, lead.attempts - (attempt.asked_at === null ? 0 : 1));
  moveLead(db, lead, { state: "waiting", attempts, due_at }, now);
  endOver(db, attempt, now);
}

/** Ends an attempt that the gate stopped: its lead waits, or is done where no time changes the cause. */
export function block(
  db: OrganizationDatabase,
  attempt: Attempt,
  cause: BlockCause,
  next_at: number | null,
  now: number,
): void {
  close(db, attempt, { why: cause }, now);
  uncount(db, attempt);
  const lead = leadOf(db, attempt.campaign_id, attempt.contact_id);
  if (lead) blockLead(db, lead, cause, next_at, now);
  endOver(db, attempt, now);
}

/** No lead waits in a campaign that ended while it was called. */
function endOver(db: OrganizationDatabase, { campaign_id }: Attempt, now: number): void {
  const status = find(db, campaign_id)?.status;
  if (status === "stopped" || status === "finished") endWaiting(db, campaign_id, now);
}

export function blockLead(
  db: OrganizationDatabase,
  lead: Lead,
  cause: BlockCause,
  next_at: number | null,
  now: number,
): void {
  const isOver = isLasting(cause) || next_at === null;
  moveLead(
    db,
    lead,
    { result: cause, ...(isOver ? { state: "done" } : { state: "waiting", due_at: next_at }) },
    now,
  );
}

/** What happens to a lead after an attempt: called again after a while, as often as the campaign says, or done. */
function follow(
  db: OrganizationDatabase,
  { draft }: Pick<Campaign, "draft">,
  lead: Lead,
  result: Result,
  now: number,
): void {
  moveLead(db, lead, followed(draft, lead, result, now), now);
}

/** @returns how the lead goes on */
function followed(
  { attempts }: CampaignDraft,
  lead: Lead,
  result: Result,
  now: number,
): Parameters<typeof moveLead>[2] {
  // No one was called: it counts as no attempt.
  if (result === "carrier")
    return { state: "waiting", result, attempts: Math.max(0, lead.attempts - 1), due_at: now + again_ms };
  const retryable = retryResults.find((one) => one === result);
  if (!retryable) return { state: "done", result };
  const retried = retriedOf(lead);
  const times = retried[retryable] ?? 0;
  const rule = attempts.retry[retryable];
  if (times >= rule.times || lead.attempts >= attempts.most) return { state: "done", result };
  const due_at = now + rule.after_minutes * minute_ms;
  return { state: "waiting", result, retried: { ...retried, [retryable]: times + 1 }, due_at };
}

/** Ends an attempt with what came of it. @param hasRung false: the carrier surely placed no call */
export function finish(
  db: OrganizationDatabase,
  attempt: Attempt,
  ended: Ended & { result: Result },
  now: number,
  hasRung = true,
): void {
  close(db, attempt, ended, now);
  if (!hasRung) uncount(db, attempt);
  const campaign = find(db, attempt.campaign_id);
  if (!campaign) return;
  tally(db, campaign, ended, hasRung, now);
  const lead = leadOf(db, attempt.campaign_id, attempt.contact_id);
  if (!lead || lead.state === "done") return;
  if (campaign.status === "stopped" || campaign.status === "finished")
    moveLead(db, lead, { state: "done", result: ended.result }, now);
  else follow(db, campaign, lead, ended.result, now);
}

const carrierDetails = ["not_placed", "no_relay"];

/** Whether a phone may have rung. A carrier that never answered may have placed the call. */
const mayHaveRung = ({ end_detail, started_at, ended_at }: Moved): boolean =>
  end_detail !== "not_placed" || (ended_at ?? 0) - (started_at ?? 0) >= carrierPatience_ms;
const machineDetails = ["voicemail", "voicemail_left", "voicemail_hangup", "mailbox_full", "ivr", "fax"];

type CallRow = Pick<
  typeof calls.$inferSelect,
  "status" | "outcome" | "end_reason" | "end_detail" | "answered_at" | "talk_seconds" | "cost_micros"
>;

/** What a call that is over means for its attempt. */
function resultOf(call: CallRow, answered_by: string | null, wasTalking: boolean): Result {
  const { status, outcome, end_reason, end_detail, answered_at } = call;
  const says = (names: readonly string[]) =>
    names.includes(end_reason ?? "") || names.includes(end_detail ?? "");
  if (outcome === "opted_out") return "opted_out";
  if (says(machineDetails) || answered_by?.startsWith("machine") || answered_by === "fax") return "voicemail";
  // A call whose end never came, though an agent talked in it, is not made again.
  if (answered_at !== null || (says(["lost"]) && wasTalking)) return "answered";
  if (status === "busy") return "busy";
  if (status === "no_answer" || status === "canceled") return "no_answer";
  if (says(["invalid_number"])) return "invalid";
  return says(carrierDetails) ? "carrier" : "failed";
}

type Moved = Omit<CallRow, "status" | "outcome"> & {
  id: string;
  live: Attempt["state"] | null;
  started_at: number | null;
  ended_at: number | null;
  status: CallRow["status"] | null;
  outcome: string | null;
  answered_by: string | null;
};

/** The state of an attempt whose call goes on. */
const liveState = sql`case when l.call_id is null then null when l.status in ('in_progress', 'transferring') then 'talking'
  when l.status = 'ringing' then 'ringing' else 'asked' end`;

/** Follows every open attempt by its call: it rings, an agent talks, it is over. A lease that ran out is given back. */
export function settle(db: OrganizationDatabase, now: number): void {
  const moved = db.all<Moved>(sql`
    select a.id, ${liveState} as live, c.status, c.outcome, c.end_reason, c.end_detail, c.started_at, c.answered_at,
      c.ended_at, c.talk_seconds, c.cost_micros, p.answered_by
    from dial_attempts a indexed by dial_attempts_open
      left join live_calls l on l.call_id = a.call_id
      left join calls c on c.id = a.call_id and l.call_id is null
      left join placed_calls p on p.call_id = c.id
    where a.state <> 'over' and case when a.call_id is null then a.lease_until <= ${now}
      else l.call_id is null or ${liveState} <> a.state end`);
  for (const call of moved) {
    const attempt = attemptOf(db, call.id);
    if (!attempt) continue;
    const { live, status, outcome } = call;
    if (attempt.call_id === null) giveBack(db, attempt, "lease_lost", now);
    else if (live !== null) db.run(sql`update dial_attempts set state = ${live} where id = ${attempt.id}`);
    // A call that was erased or deleted meanwhile is over too.
    else if (status === null || outcome === null)
      finish(db, attempt, { result: "failed", why: "no_call" }, now);
    else if (status === "rejected") {
      // A refusal names its own reason; this one is for an attempt that broke off before.
      if (now > attempt.lease_until) giveBack(db, attempt, "lease_lost", now);
    } else {
      const { cost_micros, talk_seconds, end_reason: why, end_detail, answered_by } = call;
      const says = (name: string) => status === "failed" && (why === name || end_detail === name);
      // The carrier works: it had no line for the call, or does not call there.
      if (says("no_line")) {
        giveBack(db, attempt, "no_line", now, now + noLine_ms);
        continue;
      }
      if (says("carrier_blocked")) {
        block(db, attempt, "country_blocked", null, now);
        continue;
      }
      const result = resultOf({ ...call, status, outcome }, answered_by, attempt.state === "talking");
      const hasRung = result !== "carrier" || mayHaveRung(call);
      finish(db, attempt, { result, why, outcome, cost_micros, talk_seconds }, now, hasRung);
    }
  }
}
