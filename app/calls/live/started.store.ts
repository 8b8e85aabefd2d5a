/** Tells that a call has begun. */
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import type { liveCalls } from "#drizzle/organization/schema.ts";
import { type Arrival, callTypeOf } from "./live-calls.schema.ts";

type Started = Pick<
  typeof liveCalls.$inferSelect,
  "call_id" | "agent_id" | "agent_version" | "number_id" | "caller_name"
>;

export function tellStarted(db: OrganizationDatabase, arrival: Arrival, started: Started): void {
  const { call_id, agent_id, agent_version, number_id, caller_name } = started;
  enqueue(db, {
    kind: "call.started",
    at: arrival.now,
    payload: {
      v: 1,
      call_id,
      type: callTypeOf(arrival.provider),
      direction: arrival.direction,
      other_number: arrival.other_number,
      own_number: arrival.our_number,
      number_id,
      agent_id,
      agent_version,
      started_at: arrival.now,
      contact_name: caller_name,
    },
  });
}
