/** Whether a call is recorded, decided once when it is admitted. */
import { type Arrival, browserProvider, type PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { chosen } from "./recording-settings.store.ts";
import { expectRecording } from "./recordings.store.ts";

type Begun = Pick<PreparedCall, "number_id" | "agent" | "longest_seconds"> & {
  id: string;
  started_at: number;
};

/** What the caller hears before the call is recorded; null: it is not. Calls from browsers are not recorded. */
export function beginRecording(
  db: OrganizationDatabase,
  { provider, provider_call_id }: Arrival,
  { id, number_id, agent, started_at, longest_seconds }: Begun,
): PreparedCall["recording"] {
  const { is_on, consent } = chosen(db);
  if (!is_on || provider === browserProvider || !agent.spec.is_recorded) return null;
  expectRecording(db, { id, provider, provider_call_id, number_id, started_at, longest_seconds });
  return { consent };
}
