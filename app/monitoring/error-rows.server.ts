/** Writes an error: its group's count always, and a row of its own while its owner and its group have room for one. */
import { type SQL, sql } from "drizzle-orm";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { release } from "#app/platform/release.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { errorGroups, errorLogs, organizationSettings, rateCounters } from "#drizzle/control/schema.ts";
import type { Context, DescribedError } from "./described-error.ts";
import { type ErrorSource, type Severity, severities } from "./error-kinds.ts";

/** An error as it is written: every text is sanitised and bounded. */
export type KeptError = DescribedError & {
  group_id: string;
  organization_id: string | null;
  user_id: string | null;
  source: ErrorSource;
  severity: Severity;
  route: string;
  url: string;
  context: Context | null;
  user_agent: string | null;
  request_id: string;
  call_id: string | null;
  /** The version of the code that failed, where that is not the Worker's own: an old tab. */
  release: string | null;
  network: string | undefined;
  at: number;
};

/** The most rows in a minute of one person, one organization's objects, or one network of visitors without a session. */
const mostInMinute = 20;
/** The most rows of one group in a day: further ones teach nothing new, and are counted. */
const mostOfGroupInDay = 100;
/** The most groups that one owner's errors begin in a day, so that made-up messages cannot fill the list. */
const mostNewInDay = 200;

/** Missing or malformed settings are an error that must still be written: then all visitors share one counter, and no details are kept. */
const visitorKey = (env: Env, network = "none"): Promise<string> =>
  networkKey(env, network).catch(() => "none");
function keepsPlatformDetails(env: Env): boolean {
  try {
    return settings(env).ERROR_DETAILS === "kept";
  } catch {
    return false;
  }
}

/** A hash: an organization's or a person's id must not stay in a counter after they are deleted. */
async function ownerKey(env: Env, { user_id, organization_id, network }: KeptError): Promise<string> {
  if (user_id === null && organization_id === null) return visitorKey(env, network);
  return (await sha256(`${user_id} ${organization_id}`)).slice(0, 32);
}

const rank = (severity: SQL): SQL =>
  sql`case ${severity} ${sql.join(
    severities.map((one, at) => sql.raw(`when '${one}' then ${at}`)),
    sql` `,
  )} end`;

/**
 * Writes an error that happened `times` times, in one batch.
 * @throws when the database does
 */
export async function writeError(env: Env, error: KeptError, times: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const owner = await ownerKey(env, error);
  const windows = { minute: error.at - (error.at % minute_ms), day: error.at - (error.at % day_ms) };
  const keys = {
    minute: `errors:minute:${error.severity}:${owner}`,
    group: `errors:group:${error.group_id}`,
    begun: `errors:new:${owner}`,
  };
  const count = (key: string, window: number) =>
    sql`coalesce((select count from ${rateCounters} where key = ${key} and window_start = ${window}), 0)`;
  const isKnown = sql`exists (select 1 from ${errorGroups} where id = ${error.group_id})`;
  const hasRoom = sql`${count(keys.minute, windows.minute)} <= ${mostInMinute}`;
  const mayBegin = sql`${hasRoom} and ${count(keys.begun, windows.day)} <= ${mostNewInDay}`;
  const counted = {
    target: [rateCounters.key, rateCounters.window_start],
    set: { count: sql`${rateCounters.count} + 1` },
  };
  const mayKeepDetails =
    error.organization_id === null
      ? sql`${keepsPlatformDetails(env) ? 1 : 0}`
      : sql`exists (select 1 from ${organizationSettings} where organization_id = ${error.organization_id} and keeps_error_details = 1)`;
  const detail = (text: string | null) => sql`case when ${mayKeepDetails} then ${text} end`;
  const ofCode = error.release ?? release;
  await db.batch([
    db
      .insert(rateCounters)
      .values([
        { key: keys.minute, window_start: windows.minute, count: 1 },
        { key: keys.group, window_start: windows.day, count: 1 },
      ])
      .onConflictDoUpdate(counted),
    db
      .insert(rateCounters)
      .select(sql`select ${keys.begun}, ${windows.day}, 1 where not ${isKnown} and ${hasRoom}`)
      .onConflictDoUpdate(counted),
    db
      .insert(errorGroups)
      .select(
        sql`select ${error.group_id}, ${error.organization_id}, ${error.source}, ${error.severity}, ${error.route},
          ${error.message}, ${times}, ${error.at}, ${error.at}, ${ofCode}, ${ofCode}, ${error.call_id}, 'open', null, null
          where ${isKnown} or (${mayBegin})`,
      )
      .onConflictDoUpdate({
        target: errorGroups.id,
        set: {
          times: sql`${errorGroups.times} + excluded.times`,
          last_seen_at: sql`max(${errorGroups.last_seen_at}, excluded.last_seen_at)`,
          error_message: sql`excluded.error_message`,
          last_release: sql`excluded.last_release`,
          call_id: sql`coalesce(excluded.call_id, ${errorGroups.call_id})`,
          severity: sql`case when ${rank(sql`excluded.severity`)} > ${rank(sql`${errorGroups.severity}`)}
            then excluded.severity else ${errorGroups.severity} end`,
          reopened_at: sql`case when ${hasComeBack} then excluded.last_seen_at else ${errorGroups.reopened_at} end`,
          state: sql`case when ${hasComeBack} then 'open' else ${errorGroups.state} end`,
        },
      }),
    db.insert(errorLogs).select(
      sql`select ${newId(error.at)}, ${error.user_id}, ${error.organization_id}, ${error.message},
        ${detail(error.stack)}, ${error.url}, ${error.severity},
        ${detail(error.context && JSON.stringify(error.context))}, ${error.user_agent}, ${error.request_id},
        ${error.at}, ${error.group_id}, ${ofCode}, ${error.call_id}
        where ${hasRoom} and ${count(keys.group, windows.day)} <= ${mostOfGroupInDay}`,
    ),
  ]);
}

/** A resolved group whose error happened after it was resolved. */
const hasComeBack = sql`${errorGroups.state} = 'resolved' and excluded.last_seen_at > ${errorGroups.marked_at}`;
