/** Admits calls: by the number's agent, its hours and the plan's lines. One call of the carrier is one call here, however often it is announced. */
import { and, eq } from "drizzle-orm";
import { longestCall_s } from "#app/agents/agent-terms.schema.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { isCapReached, isStoppedBy, planTrial } from "#app/billing/usage/usage.store.ts";
import { busy } from "#app/bookings/calendar-rows.store.ts";
import { readSoon } from "#app/bookings/outside-busy.store.ts";
import { costCurrency } from "#app/calls/call-cost.ts";
import { barOfPlaced, refusalBy } from "#app/calls/protection/protection.store.ts";
import { beginRecording } from "#app/calls/recordings/begin-recording.store.ts";
import { findByPhone } from "#app/contacts/contacts.store.ts";
import { isOpen } from "#app/hours/opening-hours.ts";
import { isUsedBy } from "#app/knowledge/knowledge.store.ts";
import { callAllowance, grantedTrial, isTrialOver, isUnpaid } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setDeleted } from "#app/object/settings.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { isAtOwnAccount } from "#app/telephony/own-numbers.store.ts";
import { isCountryAllowed, settings } from "#app/telephony/telephony.store.ts";
import { voicesOfCall } from "#app/voices/chosen-voice.ts";
import * as voices from "#app/voices/voices.store.ts";
import { calls, liveCalls } from "#drizzle/organization/schema.ts";
import { answering, answeringSince } from "./answering-agent.store.ts";
import { targetsFor } from "./call-targets.store.ts";
import { forwarded, runningForward } from "./forwarding.store.ts";
import { hasLine, webGoingOn } from "./free-lines.store.ts";
import { goingOn, talkedSeconds } from "./going-on.store.ts";
import {
  type Admission,
  type Arrival,
  browserProvider,
  callTypeOf,
  type PreparedCall,
  type Refusal,
  refusals,
} from "./live-calls.schema.ts";
import type { Announced } from "./live-feed.schema.ts";
import { lostTimer } from "./live-finish.store.ts";
import { refusalSaid } from "./refusals.ts";
import { tellStarted } from "./started.store.ts";
import { turnedAway } from "./turned-away.store.ts";

/** A call ends after its longest duration; a call that is still here this much later was lost. */
const grace_ms = 30 * minute_ms;

/** How long a call may last without the trial's limit. A transferred call may continue after the agent's own limit, at the subscriber's cost. */
const wantedSeconds = (
  { actions, transfer_targets, max_call_seconds }: AgentSpec,
  isTrial: boolean,
): number =>
  (actions.transfer || transfer_targets.length > 0) && !isTrial ? longestCall_s : max_call_seconds;

/** The call that this arrival already became, or null. */
function known(db: OrganizationDatabase, arrival: Arrival): Announced<Admission> | null {
  const { provider, provider_call_id, organization } = arrival;
  const live = db
    .select()
    .from(liveCalls)
    .where(and(eq(liveCalls.provider, provider), eq(liveCalls.provider_call_id, provider_call_id)))
    .get();
  if (live) {
    const forward = runningForward(live);
    if (forward) return { ok: false, reason: "no_agent", say: null, forward, announce: [] };
    const { agent, number_id } = answeringSince(db, arrival, live) ?? { agent: null, number_id: null };
    // A browser's ticket opens one call, once.
    if (!agent || arrival.agent_id !== undefined)
      return { ok: false, reason: "over", say: null, announce: [] };
    return {
      ok: true,
      call: prepared(db, arrival, live, number_id, agent),
      announce: [],
    };
  }
  const past = db
    .select({ id: calls.id, end_detail: calls.end_detail })
    .from(calls)
    .where(and(eq(calls.provider, provider), eq(calls.provider_call_id, provider_call_id)))
    .get();
  if (!past) return null;
  const reason = refusals.find((refusal) => refusal === past.end_detail);
  if (!reason) return { ok: false, reason: "over", say: null, announce: [] };
  const hours = answering(db, arrival, past.id)?.agent?.spec.hours ?? null;
  const say = refusalSaid(reason, organization.name, hours, settings(db).emergency_number);
  return { ok: false, reason, say, announce: [] };
}

/** The facts of a running call that were fixed at its beginning. */
type Begun = Pick<typeof liveCalls.$inferSelect, "call_id" | "started_at" | "longest_seconds">;

export function prepared(
  db: OrganizationDatabase,
  arrival: Arrival,
  { call_id, started_at, longest_seconds }: Begun,
  number_id: string | null,
  agent: PreparedCall["agent"],
): PreparedCall {
  const horizon = agent.spec.actions.book?.horizon_days ?? 0;
  // The caller may book in a minute: by then the connected calendar was read.
  if (horizon > 0) readSoon(db, started_at);
  const longest = longest_seconds ?? longestCall_s;
  const { spec } = agent;
  const spoken = voices.read(db);
  const { voice, instead } = voicesOfCall({ ...spec, language: spec.languages[0] }, spoken);
  // The agent says goodbye when the call's time is up, whichever limit set it.
  const max_call_seconds = Math.min(agent.spec.max_call_seconds, longest);
  return {
    id: call_id,
    type: callTypeOf(arrival.provider),
    direction: arrival.direction,
    provider: arrival.provider,
    provider_call_id: arrival.provider_call_id,
    capacity_account: arrival.capacity_account,
    our_number: arrival.our_number,
    other_number: arrival.other_number,
    number_id,
    is_own_account: isAtOwnAccount(db, number_id),
    started_at,
    longest_seconds: longest,
    organization: arrival.organization,
    agent: { ...agent, spec: { ...spec, voice, max_call_seconds } },
    busy: horizon > 0 ? busy(db, started_at, started_at + (horizon + 2) * day_ms) : [],
    targets: targetsFor(db, spec, arrival),
    has_knowledge: isUsedBy(db, agent.id),
    other_voice: instead,
    pronunciations: spoken.pronunciations,
    called: null,
    recording: beginRecording(db, arrival, {
      id: call_id,
      number_id,
      agent,
      started_at,
      longest_seconds: longest,
    }),
  };
}

/** What stands against a call; otherwise who answers it, and how long it may last. */
type Ruling =
  | { ok: false; reason: Refusal; agent: PreparedCall["agent"] | null; number_id: string | null }
  | { ok: true; agent: PreparedCall["agent"]; number_id: string | null; longest_seconds: number };

/** Why the protection of the numbers stands against a call from a phone. */
const protectionAgainst = (
  db: OrganizationDatabase,
  { direction, provider, other_number, now, organization }: Arrival,
  number_id: string | null,
) =>
  provider === browserProvider
    ? null
    : (direction === "outbound" ? barOfPlaced : refusalBy)(db, {
        other_number,
        number_id,
        now,
        time_zone: organization.time_zone,
      });

function rule(db: OrganizationDatabase, arrival: Arrival, call_id: string, atAnyHour = false): Ruling {
  const { organization, now, subscription_status } = arrival;
  const { is_deleted, is_suspended = false, is_unpaid = false, is_over_ceiling = false } = arrival;
  const found = answering(db, arrival, call_id);
  const agent = found?.agent ?? null;
  const number_id = found?.number_id ?? null;
  const refused = (reason: Refusal): Ruling => ({ ok: false, reason, agent, number_id });
  if (is_deleted) return refused("organization_deleted");
  if (is_suspended) return refused("organization_suspended");
  if (is_unpaid) return refused("unpaid");
  if (found?.isClosed && !(atAnyHour && agent)) return refused("outside_hours");
  if (!agent) return refused("no_agent");
  if (
    !arrival.placed &&
    !atAnyHour &&
    agent.spec.answers_only_in_hours &&
    !isOpen(agent.spec.hours, now, organization.time_zone)
  )
    return refused("outside_hours");
  if (!isCountryAllowed(db, arrival.direction, arrival.other_number)) return refused("country_blocked");
  const standing = protectionAgainst(db, arrival, number_id);
  if (standing !== null) return refused(standing);
  const talked = talkedSeconds(db);
  const trial = planTrial(db, now) ?? grantedTrial(subscription_status, arrival.granted_limits, talked);
  if (isTrialOver(subscription_status, talked, trial)) return refused("trial_over");
  if (is_over_ceiling) return refused("usage_ceiling");
  if (isStoppedBy(arrival.cap_reached, arrival.direction) || isCapReached(db, arrival.direction, now))
    return refused("spending_cap");
  const { lines, reserved } = goingOn(db);
  const isTrial = isUnpaid(subscription_status) || trial !== null;
  const wanted = Math.min(wantedSeconds(agent.spec, isTrial), arrival.longest_seconds ?? longestCall_s);
  const web = webGoingOn(db, arrival);
  const longest_seconds = callAllowance(
    subscription_status,
    talked,
    reserved,
    wanted,
    trial,
    web?.reserved ?? null,
  );
  if (!hasLine(db, arrival, lines, web) || longest_seconds === null) return refused("lines_full");
  return { ok: true, agent, number_id, longest_seconds };
}

export type Outlook =
  | { ok: true; agent: PreparedCall["agent"] }
  | { ok: false; reason: Refusal; say: string };

/** Whether a call would be admitted now, or a text answered, which no hours stand against. Stores nothing: who only asks is not in the history. */
export function outlook(db: OrganizationDatabase, arrival: Arrival, atAnyHour = false): Outlook {
  const ruling = rule(db, arrival, newId(arrival.now), atAnyHour);
  if (ruling.ok) return { ok: true, agent: ruling.agent };
  const hours = ruling.agent?.spec.hours ?? null;
  return {
    ok: false,
    reason: ruling.reason,
    say: refusalSaid(ruling.reason, arrival.organization.name, hours),
  };
}

/**
 * Admits a call, or refuses it with a reason; a refused call enters the history as missed. A repeated arrival gets
 * the same answer. The object runs one store function at a time, so the number of lines is exact under any burst.
 */
export function admit(db: OrganizationDatabase, arrival: Arrival): Announced<Admission> {
  const { our_number, other_number, organization, now } = arrival;
  const before = known(db, arrival);
  if (before) return before;
  const id = arrival.placed?.call_id ?? newId(now);
  // The caller has just read this from the control plane.
  setDeleted(db, arrival.is_deleted || arrival.is_suspended === true);
  const ruling = rule(db, arrival, id);
  if (!ruling.ok)
    return (
      forwarded(db, arrival, ruling.reason, ruling.number_id, id) ??
      turnedAway(db, arrival, ruling.reason, ruling.number_id, ruling.agent)
    );
  const { agent, number_id, longest_seconds } = ruling;

  const caller_name = other_number ? (findByPhone(db, other_number)?.name ?? null) : null;
  const expires_at = now + longest_seconds * 1000 + grace_ms;
  const row = {
    call_id: id,
    agent_id: agent.id,
    agent_name: agent.spec.name,
    agent_version: agent.version,
    number_id,
    direction: arrival.direction,
    our_number,
    other_number,
    caller_name,
    provider: arrival.provider,
    provider_call_id: arrival.provider_call_id,
    started_at: now,
    expires_at,
    longest_seconds,
    time_zone: organization.time_zone,
    currency: costCurrency,
  };
  db.insert(liveCalls)
    .values({ ...row, network: arrival.network ?? null })
    .run();
  setTimer(db, lostTimer, id, expires_at);
  tellStarted(db, arrival, row);
  return {
    ok: true,
    call: prepared(db, arrival, row, number_id, agent),
    announce: [
      {
        type: "call_started",
        call: { ...row, transferring_to: null, last_words: null, last_by: null, lines: [] },
      },
    ],
  };
}

/** Refuses a call that had been admitted, because the carrier account has no free line for it. */
export function refuse(db: OrganizationDatabase, arrival: Arrival, reason: Refusal): Announced<Admission> {
  const live = db
    .select({ call_id: liveCalls.call_id })
    .from(liveCalls)
    .where(
      and(eq(liveCalls.provider, arrival.provider), eq(liveCalls.provider_call_id, arrival.provider_call_id)),
    )
    .get();
  const found = answering(db, arrival, live?.call_id ?? "");
  const number_id = found?.number_id ?? null;
  return (
    forwarded(db, arrival, reason, number_id, live?.call_id ?? newId(arrival.now)) ??
    turnedAway(db, arrival, reason, number_id, found?.agent ?? null, live?.call_id)
  );
}
