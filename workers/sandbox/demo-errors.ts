/** Errors as a few months leave them behind: open, resolved and muted, of the clinic and of the platform itself. */
import { drizzle } from "drizzle-orm/d1";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { errorGroups, errorLogs } from "#drizzle/control/schema.ts";

type Group = typeof errorGroups.$inferInsert;
type Told = Pick<Group, "source" | "severity" | "route" | "error_message" | "times"> & {
  readonly organization_id: string | null;
  readonly url: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly state?: Group["state"];
  readonly back_ms?: number;
  readonly call_id?: string;
  readonly user_agent?: string;
};

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1";

/** Occurrences of a group that have rows of their own. */
const mostRows = 5;

const told = (organization_id: string, call_id: string | null): readonly Told[] => [
  {
    organization_id,
    source: "object",
    severity: "error",
    route: "objects/call/brain",
    url: "/objects/call/brain",
    error_message: "Network connection lost.",
    times: 3,
    first_ms: 9 * day_ms,
    last_ms: 2 * hour_ms,
    ...(call_id !== null && { call_id }),
  },
  {
    organization_id,
    source: "browser",
    severity: "error",
    route: "/agents/:id",
    url: "/agents/01940000-0000-7000-8000-0000000000a1",
    error_message: "TypeError: Cannot read properties of null (reading 'focus')",
    times: 14,
    first_ms: 21 * day_ms,
    last_ms: 40 * minute_ms,
    back_ms: 3 * hour_ms,
    user_agent: safari,
  },
  {
    organization_id,
    source: "webhook",
    severity: "critical",
    route: "webhooks/twilio/voice",
    url: "/webhooks/twilio/voice",
    error_message: "Durable Object storage operation exceeded timeout which caused object to be reset.",
    times: 1,
    first_ms: 4 * day_ms,
    last_ms: 4 * day_ms,
  },
  {
    organization_id,
    source: "loader",
    severity: "error",
    route: "call-history",
    url: "/call-history",
    error_message: "D1_ERROR: Network connection lost.",
    times: 6,
    first_ms: 33 * day_ms,
    last_ms: 31 * day_ms,
    state: "resolved",
    user_agent: chrome,
  },
  {
    organization_id,
    source: "browser",
    severity: "error",
    route: "/dashboard",
    url: "/dashboard",
    error_message: "NotAllowedError: play() failed because the user didn't interact with the document first.",
    times: 27,
    first_ms: 60 * day_ms,
    last_ms: 6 * hour_ms,
    state: "muted",
    user_agent: chrome,
  },
  {
    organization_id: null,
    source: "cron",
    severity: "warning",
    route: "cron/domains",
    url: "/cron/domains",
    error_message: "the resolver did not answer in time",
    times: 11,
    first_ms: 18 * day_ms,
    last_ms: 7 * hour_ms,
  },
  {
    organization_id: null,
    source: "queue",
    severity: "error",
    route: "queues/outbox/acknowledgement",
    url: "/queues/outbox/acknowledgement",
    error_message: "Durable Object reset because its code was updated.",
    times: 2,
    first_ms: 12 * day_ms,
    last_ms: 12 * day_ms,
  },
];

/** Spread between the first and the last time, the last one first. */
const timesOf = ({ times, first_ms, last_ms }: Told, now: number): number[] =>
  Array.from({ length: Math.min(times, mostRows) }, (_, at) =>
    Math.round(now - last_ms - (at * (first_ms - last_ms)) / Math.max(1, times - 1)),
  );

export async function seedErrors(
  d1: D1Database,
  { organizationId, callId }: { organizationId: string; callId: string | null },
  now: number,
): Promise<void> {
  const db = drizzle(d1);
  for (const [at, one] of told(organizationId, callId).entries()) {
    const { organization_id, source, severity, route, error_message, url, times, call_id = null } = one;
    const id = `de0${at}`.padEnd(32, "0");
    const state = one.state ?? "open";
    const reopened_at = one.back_ms === undefined ? null : now - one.back_ms;
    const kind = { organization_id, severity, error_message, call_id };
    await db.batch([
      db
        .insert(errorGroups)
        .values({
          id,
          ...kind,
          source,
          route,
          times,
          first_seen_at: now - one.first_ms,
          last_seen_at: now - one.last_ms,
          state,
          marked_at: state === "open" ? null : now - one.last_ms / 2,
          reopened_at,
        })
        .onConflictDoNothing(),
      db
        .insert(errorLogs)
        .values(
          timesOf(one, now).map((created_at) => ({
            id: newId(created_at),
            ...kind,
            url,
            user_agent: one.user_agent ?? null,
            request_id: newId(created_at),
            created_at,
            group_id: id,
          })),
        )
        .onConflictDoNothing(),
    ]);
  }
}
