/** An attempt between its lease and its call: the last look before the carrier is asked, and what the carrier says. */
import { eq, sql } from "drizzle-orm";
import type { CallBar } from "#app/calls/compliance/compliance.schema.ts";
import { goingOn } from "#app/calls/live/going-on.store.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { dialTimer, type Placement, type PlaceOrder } from "#app/calls/outbound/placed-calls.schema.ts";
import { notPlaced, place, stillAllowed as stillLawful } from "#app/calls/outbound/placed-calls.store.ts";
import { limitsOf } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { campaigns } from "#drizzle/organization/schema.ts";
import { type Attempt, attemptOf, block, giveBack, noLine_ms, settle } from "./attempts.store.ts";
import type { BlockCause, Campaign } from "./campaign.schema.ts";
import { end, find } from "./campaigns.store.ts";
import type { DialAnswer, DialJob, DialStanding } from "./dial.schema.ts";
import { decide, groundOf, placeOf } from "./gate.store.ts";
import { type Lead, leadOf, moveLead, renewed } from "./leads.store.ts";
import { append } from "./ledger.store.ts";
import { clockOf, keepStanding } from "./standing.store.ts";

/** How long a campaign rests whose organization may not call now. */
const rest_ms = 15 * minute_ms;

type Leased = { attempt: Attempt; campaign: Campaign; lead: Lead };

/**
 * An attempt that is leased and not too old, of a campaign that runs, to a number that its contact still has; any other is
 * given back, or has nothing to do.
 */
function leased(db: OrganizationDatabase, id: string, now: number): Leased | null {
  const attempt = attemptOf(db, id);
  if (attempt?.state !== "leased") return null;
  const campaign = find(db, attempt.campaign_id);
  const kept = leadOf(db, attempt.campaign_id, attempt.contact_id);
  const refused = (why: string) => {
    giveBack(db, attempt, why, now);
    return null;
  };
  if (campaign?.status !== "running") return refused("not_running");
  if (!kept || attempt.lease_until <= now) return refused("lease_lost");
  const lead = renewed(db, kept, now);
  return lead.phone_number === attempt.phone_number ? { attempt, campaign, lead } : refused("number_changed");
}

/** What the consumer of the queue needs to place the call, and what it tells of the plan; null: there is nothing to place any more. */
export function begin(
  db: OrganizationDatabase,
  id: string,
  now: number,
  told: DialStanding | null = null,
): DialJob | null {
  if (told) keepStanding(db, told);
  const found = leased(db, id, now);
  if (!found) return null;
  const { attempt, campaign, lead } = found;
  return {
    campaign_id: campaign.id,
    campaign: campaign.name,
    agent_id: attempt.agent_id,
    to: attempt.phone_number,
    number_id: attempt.number_id,
    voicemail: campaign.draft.voicemail,
    zones: placeOf(lead)?.zones ?? null,
  };
}

type Asked = Announced<Placement | { ok: false; reason: "not_leased"; words: null; call_id: null }>;

const notLeased: Asked = { ok: false, reason: "not_leased", words: null, call_id: null, announce: [] };

/**
 * Looks once more whether the lead may be called, keeps the decision, and keeps the call: in one step, so that an attempt
 * leaves for the carrier once, and never after its person asked for no calls.
 * @param keep writes the call down
 */
export function ask(db: OrganizationDatabase, id: string, order: PlaceOrder, keep = place): Asked {
  const { arrival } = order;
  const { now } = arrival;
  const found = leased(db, id, now);
  if (!found) return notLeased;
  const { attempt, campaign, lead } = found;
  const { lines } = limitsOf(arrival.tier, arrival.lower_limits, arrival.granted_limits);
  if (goingOn(db).lines >= lines - campaign.draft.reserve_inbound) {
    giveBack(db, attempt, "no_line", now, now + noLine_ms);
    return notLeased;
  }
  const decision = decide(db, groundOf(db, campaign), lead, now, true);
  const { campaign_id, contact_id } = attempt;
  append(db, { attempt_id: id, campaign_id, contact_id, at: now, evidence: decision.evidence });
  if (!decision.ok) {
    block(db, attempt, decision.cause, decision.next_at, now);
    return notLeased;
  }
  const placement = keep(db, order);
  if (!placement.ok) return placement;
  db.run(
    sql`update dial_attempts set state = 'asked', asked_at = ${now}, call_id = ${placement.call_id} where id = ${id}`,
  );
  moveLead(db, lead, { state: "calling", attempts: lead.attempts + 1, call_id: placement.call_id }, now);
  const day = localDate(now, clockOf(db, campaign));
  db.run(sql`insert into dial_days (day, asked) values (${day}, 1)
    on conflict (day) do update set asked = asked + 1`);
  db.run(sql`update campaigns set asked = asked + 1 where id = ${campaign_id}`);
  return placement;
}

type Looked = Announced<{ reason: CallBar | "not_leased" | null }>;

/**
 * Asks everything again right before the carrier is asked: an attempt may have waited seconds for its turn, and meanwhile its
 * campaign was paused, or its contact corrected.
 */
export function stillAllowed(db: OrganizationDatabase, id: string, order: PlaceOrder, now: number): Looked {
  const looked = stillLawful(db, order, now);
  if (looked.reason !== null) return looked;
  const attempt = attemptOf(db, id);
  const campaign = attempt && find(db, attempt.campaign_id);
  const kept = attempt && leadOf(db, attempt.campaign_id, attempt.contact_id);
  const withdrawn = (): Looked => {
    const { call_id } = order.arrival.placed;
    return { ...notPlaced(db, { call_id, cause: "stopped", words: null, now }), reason: "not_leased" };
  };
  if (!attempt || !campaign || !kept || attempt.state === "over") return withdrawn();
  if (campaign.status !== "running") {
    giveBack(db, attempt, "not_running", now);
    return withdrawn();
  }
  const lead = renewed(db, kept, now);
  if (lead.phone_number !== attempt.phone_number) {
    giveBack(db, attempt, "number_changed", now);
    return withdrawn();
  }
  const decision = decide(db, groundOf(db, campaign), { ...lead, attempt_id: id }, now, true);
  if (decision.ok) return looked;
  const { campaign_id, contact_id } = attempt;
  append(db, { attempt_id: id, campaign_id, contact_id, at: now, evidence: decision.evidence });
  block(db, attempt, decision.cause, decision.next_at, now);
  return withdrawn();
}

/** What a refusal says of the lead. */
const causes: Readonly<Record<string, BlockCause>> = {
  dnc_blocked: "do_not_call",
  caller_blocked: "blocked_number",
  unknown_place: "unknown_place",
  calling_hours: "calling_hours",
  country_blocked: "country_blocked",
  no_number: "no_number",
  own_number: "no_number",
  already_calling: "already_calling",
};

/** Refusals after which the organization calls no one until a person has done something. */
const broken = [
  "no_agent",
  "no_caller",
  "no_carrier",
  "organization_deleted",
  "organization_suspended",
  "unpaid",
];
/** And those that pass. */
const passing = ["trial_over", "spending_cap", "usage_ceiling", "spend_breaker", "outside_hours"];

/** Takes what became of an attempt that was asked for. */
export function answered(db: OrganizationDatabase, id: string, answer: DialAnswer, now: number): void {
  const attempt = attemptOf(db, id);
  if (!attempt || attempt.state === "over" || answer.ok) return;
  const { reason } = answer;
  setTimer(db, dialTimer, "", now);
  const cause = causes[reason];
  // What the carrier said of the call is written with it: there may be no such number.
  if (reason === "carrier") settle(db, now);
  else if (cause === "calling_hours" || cause === "already_calling")
    giveBack(db, attempt, cause, now, now + minute_ms);
  else if (cause) block(db, attempt, cause, null, now);
  else if (broken.includes(reason)) {
    giveBack(db, attempt, reason, now);
    end(db, attempt.campaign_id, "broken", reason, now, ["running"]);
  } else if (passing.includes(reason)) {
    giveBack(db, attempt, reason, now);
    db.update(campaigns)
      .set({ held_until: now + rest_ms, why: reason })
      .where(eq(campaigns.id, attempt.campaign_id))
      .run();
  } else if (reason === "no_line" || reason === "lines_full")
    giveBack(db, attempt, "no_line", now, now + noLine_ms);
  // A number that the plan never dials.
  else block(db, attempt, "out_of_reach", null, now);
}
