/** What a campaign counts of the attempts that end, and the circuit breaker: it rests or breaks a campaign whose calls fail. */
import { sql } from "drizzle-orm";
import { endReasonNames, endReasons } from "#app/calls/end-reasons.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import type { dialAttempts } from "#drizzle/organization/schema.ts";
import type { Campaign } from "./campaign.schema.ts";
import { end } from "./campaigns.store.ts";

/** What an attempt ends with. */
export type Ended = Partial<
  Pick<typeof dialAttempts.$inferSelect, "result" | "why" | "outcome" | "cost_micros" | "talk_seconds">
>;

/** Carrier failures in a row after which a campaign rests, longer each time, and after which it is broken. */
const faultsToRest = 3;
const faultsToBreak = 10;
const longestRest_ms = 15 * minute_ms;
/** Of the calls that ended lately, at least so many, this share may fail before the campaign is broken. */
const failing_ms = 2 * minute_ms;
const fewestCalls = 5;
const failingShare = 0.5;
/** A call that ended for one of these failed, though it was answered. */
const faultReasons = endReasonNames
  .filter((name) => ["provider", "platform"].includes(endReasons[name].fault))
  .map(String);
const isFailure = ({ result, why }: Ended): boolean =>
  result === "failed" || faultReasons.includes(why ?? "");

/** Whether half of the calls that ended lately failed, of some. A carrier that takes none is counted in a row besides. */
function manyFail(db: OrganizationDatabase, campaign_id: string, now: number): boolean {
  const { n, failed } = db.get<{ n: number; failed: number | null }>(sql`
    select count(*) as n, sum(result in ('carrier', 'failed')
      or why in (select value from json_each(${JSON.stringify(faultReasons)}))) as failed
    from dial_attempts where +campaign_id = ${campaign_id} and id >= ${firstIdAt(now - hour_ms)}
      and ended_at > ${now - failing_ms} and result is not null and result <> 'lost'`) ?? { n: 0, failed: 0 };
  return n >= fewestCalls && (failed ?? 0) >= n * failingShare;
}

/** Counts what ended for the campaign, and rests or breaks one whose carrier fails. */
export function tally(
  db: OrganizationDatabase,
  campaign: Campaign,
  ended: Ended,
  hasRung: boolean,
  now: number,
): void {
  const { id, draft, faults } = campaign;
  const isFault = ended.result === "carrier";
  const after = isFault ? faults + 1 : 0;
  const rests = after >= faultsToRest;
  const rest_ms = Math.min(longestRest_ms, minute_ms * 2 ** (after - faultsToRest));
  const reached = draft.goal !== null && ended.outcome === draft.goal.outcome;
  const isAnswered = ended.result === "answered" || ended.result === "opted_out";
  const why = rests ? "carrier_fails" : !isFault && campaign.why === "carrier_fails" ? null : campaign.why;
  db.run(sql`update campaigns set faults = ${after}, answered = answered + ${Number(isAnswered)},
    cost_micros = cost_micros + ${ended.cost_micros ?? 0}, reached_goal = reached_goal + ${Number(reached)},
    asked = max(0, asked - ${Number(isFault && hasRung)}), why = ${why},
    held_until = ${rests ? now + rest_ms : campaign.held_until} where id = ${id}`);
  if (after >= faultsToBreak) end(db, id, "broken", "carrier_fails", now, ["running"]);
  else if (!isFault && isFailure(ended) && manyFail(db, id, now))
    end(db, id, "broken", "calls_fail", now, ["running"]);
}
