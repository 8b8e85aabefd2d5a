/** The dialer: wakes with the organization's alarm, follows what is open, and leases attempts to the leads that are due, at each campaign's pace and within the caps of all (docs/campaigns.md, "The dialer"). */
import { eq, sql } from "drizzle-orm";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { campaigns } from "#drizzle/organization/schema.ts";
import { blockLead, close, openCounts, settle } from "./attempts.store.ts";
import { callerFor } from "./caller-numbers.store.ts";
import type { Campaign } from "./campaign.schema.ts";
import { advance, readMore } from "./campaign-life.store.ts";
import { end, running } from "./campaigns.store.ts";
import { type Ground, groundOf, standOf } from "./gate.store.ts";
import { type Lead, leadsBy, moveLead } from "./leads.store.ts";
import { append } from "./ledger.store.ts";
import { type Halt, haltOf, openingOf, type Room, roomFor, roomOf } from "./pace.store.ts";
import { registerOld } from "./screening.schema.ts";

/** How long an attempt may wait in the queue before its lead is given back. */
const lease_ms = 2 * minute_ms;
/** A dialer that woke late makes up for so much of its pace, and no more: calls never come in bursts. After a minute without calls only whole calls are made up for, so that the first minute has none too many by the rest of one. */
const lateness_ms = 2 * second_ms;
/** The soonest that it wakes again, and the latest while calls are open, in case no end of a call wakes it. */
const soonest_ms = 250;
const openWatch_ms = 15 * second_ms;
/** Leads that one tick looks at for one campaign: most of them wait for another hour. */
const mostLookedAt = 200;
const mostAtOnce = 50;
/** Leads that are read besides those that the pace allows: some of them are not called. */
const spare = 5;

/** The leads that are due, those that wait longest first. */
const dueLeads = (db: OrganizationDatabase, campaign_id: string, most: number, now: number): Lead[] =>
  leadsBy(
    db,
    sql`select * from campaign_leads where campaign_id = ${campaign_id} and state = 'waiting' and due_at <= ${now}
      order by due_at limit ${most}`,
  );

/** Whether a lead may have an attempt now; one that may not waits, or is done. */
function isCallable(
  db: OrganizationDatabase,
  campaign: Campaign,
  ground: Ground,
  lead: Lead,
  now: number,
): boolean {
  const stands = standOf(db, ground, lead, now, false);
  if (stands.ok) return true;
  const { cause, next_at, evidence } = stands;
  if (next_at === null && evidence !== null) {
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
  campaign: Campaign & { next_at: number },
  open: number,
  roomNow: () => Room,
  now: number,
): { ids: string[]; next: number | null } {
  const { draft } = campaign;
  const spacing = minute_ms / draft.per_minute;
  const first = firstDue(db, campaign.id);
  if (first === null) return { ids: [], next: null };
  if (Math.max(first, campaign.next_at) > now) return { ids: [], next: Math.max(first, campaign.next_at) };
  const room = roomNow();
  const ground = groundOf(db, campaign);
  const opening = openingOf(db, campaign, open, { room, ground, now });
  if (opening.halt) return { ids: [], next: halted(db, campaign, opening.halt, now) };
  const { callers, most } = opening;
  const ids: string[] = [];
  const isFresh = campaign.next_at < now - minute_ms;
  const late = isFresh ? Math.floor(lateness_ms / spacing) * spacing : lateness_ms;
  let next_at = Math.max(campaign.next_at, now - late);
  const free = () => Math.min(Math.min(most.budget, most.lines) - ids.length, roomFor(campaign, room));
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
      room.lines--;
      next_at += spacing;
    }
  }
  db.run(sql`update campaigns set next_at = ${Math.round(next_at)} where id = ${campaign.id}`);
  const due = firstDue(db, campaign.id);
  if (due === null) return { ids, next: null };
  const left = { budget: most.budget - ids.length, lines: most.lines - ids.length };
  const halt = haltOf(campaign, left, room);
  return { ids, next: Math.max(due, next_at, halt ? (halt.next_at ?? now + openWatch_ms) : 0) };
}

/** Waits for what keeps a campaign from calling. @returns when it is looked at again; null: not before a person has done something */
function halted(
  db: OrganizationDatabase,
  { id }: Campaign,
  { cause, next_at }: Halt,
  now: number,
): number | null {
  if (cause === "no_caller") {
    end(db, id, "broken", cause, now, ["running"]);
    return null;
  }
  if (cause !== "register_old") return next_at ?? now + openWatch_ms;
  const held_until = now + hour_ms;
  db.update(campaigns).set({ held_until, why: registerOld }).where(eq(campaigns.id, id)).run();
  return held_until;
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
    const roomNow = () => (room ??= roomOf(db, campaign, open.leased, now));
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
