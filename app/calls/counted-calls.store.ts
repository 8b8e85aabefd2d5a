/** Calls whose pages are deleted still count against the caps and the cool-down of their numbers, for as long as these look back. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { longestCooldown } from "./outbound/cooldown.ts";

/** A fortnight, or the longest cool-down, and a day. */
const counted_ms = Math.max(14, Math.ceil(longestCooldown / 24)) * day_ms + day_ms;

/** The campaign of a call that none placed. */
const noCampaign = "";

/**
 * Writes calls that no campaign placed down as attempts that are over, before they are deleted: what campaigns placed is one
 * already. Names, words and contacts are not kept; an erasure of the person takes the number along.
 */
export function keepCounted(db: OrganizationDatabase, ids: readonly string[], now: number): void {
  const since = firstIdAt(now - counted_ms);
  db.run(sql`delete from dial_attempts where campaign_id = ${noCampaign} and id < ${since}`);
  db.run(sql`insert or ignore into dial_attempts (id, campaign_id, contact_id, phone_number, number_id, agent_id, state,
      call_id, leased_at, lease_until, asked_at, ended_at, talk_seconds)
    select id, ${noCampaign}, '', other_number, '', '', 'over', id, 0, 0,
      case when direction = 'outbound' then started_at end, coalesce(ended_at, started_at),
      case when answered_at is null then 0 else coalesce(talk_seconds, 0) end
    from calls where id in (select value from json_each(${JSON.stringify(ids)})) and id >= ${since}
      and other_number is not null and status <> 'rejected' and (direction = 'outbound' or talk_seconds > 0)
      and not exists (select 1 from dial_attempts as a where a.call_id = calls.id)`);
}
