/** A refused call: what its caller hears, and its row in the history. */
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { settings } from "#app/telephony/telephony.store.ts";
import {
  type Admission,
  type Arrival,
  callTypeOf,
  type PreparedCall,
  type Refusal,
} from "./live-calls.schema.ts";
import type { Announced } from "./live-feed.schema.ts";
import { finish } from "./live-finish.store.ts";
import { refusalSaid } from "./refusals.ts";

/** Ends an arriving call with a sentence for the caller and adds it to the history as missed. */
export function turnedAway(
  db: OrganizationDatabase,
  arrival: Arrival,
  reason: Refusal,
  number_id: string | null,
  agent: PreparedCall["agent"] | null,
  id: string = newId(arrival.now),
): Announced<Admission> {
  const { announce } = finish(db, missedCall(arrival, id, reason, number_id, agent));
  const hours = agent?.spec.hours ?? null;
  const say = refusalSaid(reason, arrival.organization.name, hours, settings(db).emergency_number);
  return { ok: false, reason, say, announce };
}

/** The row of a call that no agent answered. */
function missedCall(
  arrival: Arrival,
  id: string,
  end_reason: Refusal,
  number_id: string | null,
  agent: PreparedCall["agent"] | null,
): FinishedCall {
  const { organization, now } = arrival;
  return newFinishedCall({
    id,
    type: callTypeOf(arrival.provider),
    direction: arrival.direction,
    status: "rejected",
    outcome: "missed",
    ended_by: "agent",
    end_reason,
    agent: agent && { id: agent.id, name: agent.spec.name, version: agent.version },
    number_id,
    our_number: arrival.our_number,
    other_number: arrival.other_number,
    provider: arrival.provider,
    provider_call_id: arrival.provider_call_id,
    started_at: now,
    ended_at: now,
    time_zone: organization.time_zone,
    locale: organization.locale,
  });
}
