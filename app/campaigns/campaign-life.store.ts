/** The life of a campaign between its calls: it begins on its day, reads its audience, and ends by its day, budget or goal, or when everyone is done. */
import { eq, sql } from "drizzle-orm";
import type { Lead as AudienceMember } from "#app/contacts/contact-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { campaigns } from "#drizzle/organization/schema.ts";
import { missingCaller } from "./caller-numbers.store.ts";
import type { Campaign } from "./campaign.schema.ts";
import { readAudience } from "./campaign-audience.store.ts";
import { end } from "./campaigns.store.ts";
import { decide, enoughConsents, groundOf } from "./gate.store.ts";
import { addLeads, countsOf, moveLead, perhapsAgain, renewed } from "./leads.store.ts";
import { affordable } from "./pace.store.ts";

/** Contacts that one tick reads of the audience, and how long after a reading the next begins: leads join as they come. */
const readAtOnce = 500;
const again_ms = 5 * minute_ms;
const nextPage_ms = second_ms;

type Living = Campaign & { next_at: number };

/** The zone in which its first and last day are read. */
const zoneOf = ({ draft, time_zone }: Campaign): string =>
  draft.schedule.zone === "contact" ? time_zone : draft.schedule.zone;

/** Whether every lead is done, after a whole reading of the audience. */
const isDone = (db: OrganizationDatabase, { id, read_at, cursor }: Campaign): boolean =>
  read_at !== null && cursor === null && countsOf(db, id).every(({ state }) => state === "done");

/**
 * @param open how many of its attempts are not over
 * @returns the campaign where it may go on, and when it must be looked at again for its own sake
 */
export function advance(
  db: OrganizationDatabase,
  campaign: Living,
  open: number,
  now: number,
): { campaign: Living | null; next: number | null } {
  const { id, draft, status } = campaign;
  const { starts_on, ends_on } = draft.schedule;
  const zone = zoneOf(campaign);
  // A zone further west begins its days later: the windows of each lead see to that.
  const today = localDate(now, zone);
  if (status === "scheduled") {
    if (starts_on !== null && addDays(starts_on, -1) > today)
      return { campaign: null, next: instantOf(addDays(starts_on, -1), "00:00", zone) };
    const missing = missingCaller(db, draft);
    if (missing !== null) {
      end(db, id, "broken", missing === "no_number" ? "no_caller" : missing, now, ["scheduled"]);
      return { campaign: null, next: null };
    }
    db.update(campaigns).set({ status: "running", updated_at: now }).where(eq(campaigns.id, id)).run();
  }
  const finished = (why: string) => {
    end(db, id, "finished", why, now, ["running", "scheduled"]);
    return { campaign: null, next: null };
  };
  if (ends_on !== null && today > addDays(ends_on, 1)) return finished("ended");
  if (draft.goal !== null && campaign.reached_goal >= draft.goal.count) return finished("goal");
  if (open === 0 && affordable(campaign, open) === 0) return finished("budget");
  // With a last day it waits until then for leads that join.
  if (open === 0 && (ends_on === null || today > ends_on) && isDone(db, campaign)) return finished("done");
  const next = ends_on === null ? null : instantOf(addDays(ends_on, 2), "00:00", zone);
  return { campaign: { ...campaign, status: "running" }, next };
}

/** Lets leads wait again whose cause is gone: consent was given, a number came off a list or was corrected. */
function revive(
  db: OrganizationDatabase,
  campaign: Living,
  members: readonly AudienceMember[],
  now: number,
): void {
  const { id, draft } = campaign;
  const perhaps = perhapsAgain(db, id, members, enoughConsents(draft.consent));
  if (perhaps.length === 0) return;
  const ground = groundOf(db, campaign);
  for (const done of perhaps) {
    const lead = renewed(db, done, now);
    const decision = decide(db, ground, lead, now, false);
    if (decision.ok || decision.next_at !== null)
      moveLead(db, lead, { state: "waiting", result: null, due_at: now }, now);
  }
}

/** Reads on in the audience. @returns when the next page is due */
export function readMore(db: OrganizationDatabase, campaign: Living, now: number): number {
  const { id, draft, cursor, read_at } = campaign;
  if (cursor === null && read_at !== null && now < read_at + again_ms) return read_at + again_ms;
  const members = readAudience(db, draft.audience, cursor, readAtOnce);
  addLeads(db, id, members, now);
  revive(db, campaign, members, now);
  const isEnd = members.length < readAtOnce;
  const next = isEnd ? null : (members.at(-1)?.contact_id ?? null);
  db.run(sql`update campaigns set cursor = ${next}, read_at = ${isEnd ? now : read_at} where id = ${id}`);
  return isEnd ? now + again_ms : now + nextPage_ms;
}
