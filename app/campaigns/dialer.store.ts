/** The dialer: wakes with the organization's alarm, follows what is open, and leases attempts to the leads that are due, at each campaign's pace and within the caps of all (docs/campaigns.md, "The dialer"). */
import { eq, sql } from "drizzle-orm";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { firstIdAt, newId } from "#app/platform/id.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { campaigns, dialDays } from "#drizzle/organization/schema.ts";
import { blockLead, close, openCounts, settle } from "./attempts.store.ts";
import { callerFor, callersOf } from "./caller-numbers.store.ts";
import type { Campaign } from "./campaign.schema.ts";
import { advance, readMore } from "./campaign-life.store.ts";
import { end, running } from "./campaigns.store.ts";
import { capsOf, decide, type Ground, groundOf } from "./gate.store.ts";
import { type Lead, leadsBy, moveLead } from "./leads.store.ts";
import { append } from "./ledger.store.ts";

/** How long an attempt may wait in the queue before its lead is given back. */
const lease_ms = 2 * minute_ms;
/** A dialer that woke late makes up for so much of its pace, and no more: calls never come in bursts. */
const lateness_ms = 2 * second_ms;
/** The soonest that it wakes again, and the latest while calls are open, in case no end of a call wakes it. */
const soonest_ms = 250;
const openWatch_ms = 15 * second_ms;
/** Leads that one tick looks at for one campaign: most of them wait for another hour. */
const mostLookedAt = 200;
const mostAtOnce = 50;
/** Leads that are read besides those that the pace allows: some of them are not called. */
const spare = 5;

/** What is left for all campaigns together: this minute, and this day. */
type Room = { minute: number; day: number; freeAt: number };

function roomOf(db: OrganizationDatabase, time_zone: string, leased: number, now: number): Room {
  const caps = capsOf(db);
  const since = now - minute_ms;
  // Ids are of the moment of the lease.
  const last = db.get<{ n: number; at: number | null }>(sql`
    select count(*) as n, min(leased_at) as at from (select leased_at from dial_attempts
      where id >= ${firstIdAt(since)} and leased_at > ${since} and (state <> 'over' or asked_at is not null)
      limit ${caps.per_minute})`);
  const today = localDate(now, time_zone);
  const asked = db.select().from(dialDays).where(eq(dialDays.day, today)).get()?.asked ?? 0;
  const day = caps.per_day - asked - leased;
  const nextDay = instantOf(addDays(today, 1), "00:00", time_zone);
  return {
    minute: caps.per_minute - (last?.n ?? 0),
    day,
    freeAt: day <= 0 ? nextDay : (last?.at ?? now) + minute_ms,
  };
}

/** The leads that are due, those that wait longest first. */
const dueLeads = (db: OrganizationDatabase, campaign_id: string, most: number, now: number): Lead[] =>
  leadsBy(
    db,
    sql`select * from campaign_leads where campaign_id = ${campaign_id} and state = 'waiting' and due_at <= ${now}
      order by due_at limit ${most}`,
  );

const isBeingCalled = (db: OrganizationDatabase, phone_number: string): boolean =>
  db.get(sql`select 1 from dial_attempts where phone_number = ${phone_number} and state <> 'over'
    union all select 1 from live_calls where other_number = ${phone_number} limit 1`) !== undefined;

/** Whether a lead may have an attempt now; one that may not waits, or is done. */
function isCallable(
  db: OrganizationDatabase,
  campaign: Campaign,
  ground: Ground,
  lead: Lead,
  now: number,
): boolean {
  if (isBeingCalled(db, lead.phone_number)) {
    blockLead(db, lead, "already_calling", now + minute_ms, now);
    return false;
  }
  const decision = decide(db, ground, lead, now, false);
  if (decision.ok) return true;
  const { cause, next_at, evidence } = decision;
  if (next_at === null) {
    // It will not be called: the decision is kept, as that of a call would be.
    const id = lease(db, campaign.id, campaign.draft.agent_id, lead, "", now);
    const { campaign_id, contact_id } = lead;
    append(db, { attempt_id: id, campaign_id, contact_id, at: now, evidence });
    close(db, { id }, { why: cause }, now);
  }
  blockLead(db, lead, cause, next_at, now);
  return false;
}

function lease(
  db: OrganizationDatabase,
  campaign_id: string,
  agent_id: string,
  { contact_id, phone_number }: Lead,
  number_id: string,
  now: number,
): string {
  const id = newId(now);
  db.run(sql`insert into dial_attempts
    (id, campaign_id, contact_id, phone_number, number_id, agent_id, state, leased_at, lease_until)
    values (${id}, ${campaign_id}, ${contact_id}, ${phone_number}, ${number_id}, ${agent_id}, 'leased', ${now},
      ${now + lease_ms})`);
  return id;
}

/** Leases attempts for a campaign. @returns their ids, and when it wants to go on */
function grant(
  db: OrganizationDatabase,
  campaign: Campaign & { next_at: number; affordable: number },
  open: number,
  roomNow: () => Room,
  now: number,
): { ids: string[]; next: number | null } {
  const { draft } = campaign;
  const spacing = minute_ms / draft.per_minute;
  const first = firstDue(db, campaign.id);
  if (first === null) return { ids: [], next: null };
  // With no line of its own free, the end of a call wakes it.
  const most = Math.min(draft.most_at_once - open, campaign.affordable);
  if (most <= 0) return { ids: [], next: now + openWatch_ms };
  if (Math.max(first, campaign.next_at) > now) return { ids: [], next: Math.max(first, campaign.next_at) };
  const room = roomNow();
  const ids: string[] = [];
  let next_at = Math.max(campaign.next_at, now - lateness_ms);
  const free = () => Math.min(most - ids.length, room.minute, room.day);
  if (next_at <= now && free() > 0) {
    const callers = callersOf(db, draft);
    if (callers.length === 0) {
      end(db, campaign.id, "broken", "no_caller", now, ["running"]);
      return { ids: [], next: null };
    }
    const ground = groundOf(db, campaign);
    let lookedAt = 0;
    let isMore = true;
    while (isMore && next_at <= now && free() > 0 && lookedAt < mostLookedAt) {
      const batch = Math.min(mostAtOnce, Math.ceil((now - next_at) / spacing) + spare);
      const due = dueLeads(db, campaign.id, batch, now);
      isMore = due.length === batch;
      for (const lead of due) {
        if (next_at > now || free() <= 0) break;
        lookedAt++;
        if (!isCallable(db, campaign, ground, lead, now)) continue;
        const number_id = callerFor(callers, draft.rotation, lead.phone_number, campaign.asked + ids.length);
        ids.push(lease(db, campaign.id, draft.agent_id, lead, number_id, now));
        moveLead(db, lead, { state: "leased" }, now);
        room.minute--;
        room.day--;
        next_at += spacing;
      }
    }
    db.update(campaigns)
      .set({ next_at: Math.round(next_at) })
      .where(eq(campaigns.id, campaign.id))
      .run();
  }
  const due = firstDue(db, campaign.id);
  if (due === null) return { ids, next: null };
  if (ids.length >= most) return { ids, next: now + openWatch_ms };
  const roomAt = room.minute <= 0 || room.day <= 0 ? room.freeAt : 0;
  return { ids, next: Math.max(due, next_at, roomAt) };
}

const firstDue = (db: OrganizationDatabase, campaign_id: string): number | null =>
  db.get<{ at: number | null }>(sql`select due_at as at from campaign_leads
    where campaign_id = ${campaign_id} and state = 'waiting' order by due_at limit 1`)?.at ?? null;

/** Does what is due. @returns the attempts to put into the queue; each is leased, and comes back by itself when the queue loses it */
export function tick(db: OrganizationDatabase, now: number): string[] {
  settle(db, now);
  const wakes: number[] = [];
  const leased: string[] = [];
  const due = isDeleted(db) ? [] : running(db);
  const open = openCounts(db, now);
  let room: Room | null = null;
  // Each campaign is the first in its turn.
  const first = due.length === 0 ? 0 : Math.floor(now / second_ms) % due.length;
  for (const one of [...due.slice(first), ...due.slice(0, first)]) {
    const own = open.of.get(one.id) ?? 0;
    const { campaign, next } = advance(db, one, own, now);
    if (next !== null) wakes.push(next);
    if (!campaign) continue;
    wakes.push(readMore(db, campaign, now));
    if ((campaign.held_until ?? 0) > now) {
      wakes.push(campaign.held_until ?? now);
      continue;
    }
    const roomNow = () => (room ??= roomOf(db, campaign.time_zone, open.leased, now));
    const granted = grant(db, campaign, own, roomNow, now);
    leased.push(...granted.ids);
    if (granted.next !== null) wakes.push(granted.next);
  }
  if (open.until !== null) wakes.push(open.until);
  if (open.of.size > 0 || leased.length > 0) wakes.push(now + openWatch_ms);
  if (wakes.length === 0) clearTimer(db, dialTimer, "");
  else setTimer(db, dialTimer, "", Math.max(now + soonest_ms, Math.min(...wakes)));
  return leased;
}
