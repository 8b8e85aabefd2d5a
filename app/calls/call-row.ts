/** One call as lists show it: caller, events, outcome and time, formatted for display. */
import { ago, clockDuration, exactTime, type Place } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { type CallOutcome, outcomes } from "./call-terms.schema.ts";

/** The locale, zone and time of a page view. `now` in ms UTC. */
export type Reading = Place & { now: number };

type Caller = { contact_name: string | null; other_number: string | null; type: string };

/** A name, or else the formatted number. Only names get a drawn face. */
export function callerOf({ contact_name, other_number, type }: Caller): { who: string; face: string | null } {
  if (contact_name !== null && contact_name !== "") return { who: contact_name, face: contact_name };
  if (other_number !== null) return { who: internationally(other_number), face: null };
  return { who: type === "phone" ? "Private number" : "Test call", face: null };
}

export const outcomeFrom = (outcome: string): CallOutcome =>
  outcomes.find((one) => one === outcome) ?? "no_outcome";

export type CallRow = {
  id: string;
  who: string;
  face: string | null;
  what: string;
  outcome: CallOutcome;
  agent: string | null;
  direction: "inbound" | "outbound";
  /** "2:41"; null when no conversation took place. */
  duration: string | null;
  when: string;
  /** The same to the second, for the tooltip. */
  exactly: string;
};

type Listed = Caller & {
  id: string;
  outcome: string;
  direction: "inbound" | "outbound";
  agent_name: string | null;
  summary: string | null;
  started_at: number;
  talk_seconds: number;
};

export function rowOf(call: Listed, reading: Reading): CallRow {
  const { id, direction, agent_name, summary, started_at, talk_seconds } = call;
  return {
    id,
    ...callerOf(call),
    what: summary ?? (direction === "outbound" ? "Called by the agent" : "Called"),
    outcome: outcomeFrom(call.outcome),
    agent: agent_name,
    direction,
    duration: talk_seconds > 0 ? clockDuration(talk_seconds) : null,
    when: ago(started_at, reading.now, reading),
    exactly: exactTime(started_at, reading),
  };
}
