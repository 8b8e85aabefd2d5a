/** Calls for tests: through the same door by which live calls end, or many at once by SQL inside the object. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newId } from "#app/platform/id.ts";
import type { Person } from "../support/people.ts";

/** A finished call, an answered one of two minutes unless told otherwise. */
export function finishedCall(wanted: Partial<FinishedCall> = {}): FinishedCall {
  const started_at = wanted.started_at ?? Date.now() - 600_000;
  const id = wanted.id ?? newId(started_at);
  return {
    id,
    type: "phone",
    direction: "inbound",
    status: "completed",
    outcome: "answered",
    ended_by: "caller",
    end_reason: "goodbye",
    agent_id: "agent-front-desk",
    agent_name: "Front desk",
    agent_version: 7,
    number_id: "number-1",
    our_number: "+14155550100",
    other_number: "+14155550142",
    caller_name: null,
    caller_email: null,
    provider: "twilio",
    provider_call_id: `CA-${id}`,
    started_at,
    answered_at: started_at + 900,
    ended_at: started_at + 121_000,
    talk_seconds: 120,
    summary: "Asked about parking",
    fields: [],
    booking_id: null,
    lines: [{ type: "agent", text: "Thanks for calling.", heard: null, detail: null, at_ms: 0 }],
    cost_items: [],
    currency: "USD",
    answer_ms: 812,
    interruptions: 0,
    time_zone: "America/New_York",
    ...wanted,
  };
}

/** Hands calls over as live calls do when they end. */
export async function ended(person: Person, ...calls: FinishedCall[]): Promise<void> {
  for (const call of calls) await person.store.live.finish(call);
}

/** Runs SQL inside the organization's object. */
export function inObject<T>(person: Person, work: (sql: SqlStorage) => T): Promise<T> {
  return runInDurableObject(env.ORGANIZATION.getByName(person.organizationId), (_, state) =>
    work(state.storage.sql),
  );
}
