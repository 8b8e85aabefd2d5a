/** Records errors for members and admins: one sanitized row in D1's `error_logs` (docs/product.md, "Fields" and "Error texts"). */
import { type SQL, sql } from "drizzle-orm";
import { innermostMessage } from "#app/platform/constraints.ts";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { errorLogs, rateCounters } from "#drizzle/control/schema.ts";

export type ErrorReport = {
  error: unknown;
  /** Path only; a query may hold tokens. */
  url: string;
  /** The route's pattern, for the log line: never a visitor's own text. */
  route: string;
  request_id: string;
  severity: "info" | "warning" | "error" | "critical";
  user_id?: string | null;
  organization_id?: string | null;
  /** The visitor's network as limits count it (`networkOf`): errors are counted by it, and it is not stored with the row. */
  network?: string;
  user_agent?: string | null;
};

const messageOf = (error: unknown): string => sanitize(innermostMessage(error)) || "unknown error";

/** The most rows in a minute of one person, one organization's objects, or one network of visitors without a session; log lines are not limited. */
const mostInMinute = 20;

type Row = Omit<typeof errorLogs.$inferInsert, "user_id" | "organization_id"> & {
  user_id: string | null;
  organization_id: string | null;
};

/** Writes the row if there is room for it; its columns in the table's order. */
const insertion = (db: PlatformDb, row: Row, hasRoom: SQL) =>
  db.insert(errorLogs).select(sql`select ${row.id}, ${row.user_id}, ${row.organization_id},
    ${row.error_message}, null, ${row.url}, ${row.severity}, null, ${row.user_agent}, ${row.request_id},
    ${row.created_at} where ${hasRoom}`);

/** Counts an owner's rows of the last minute in the same statement, which is its own lock. */
const ofOwner = (db: PlatformDb, row: Row) =>
  insertion(
    db,
    row,
    sql`(select count(*) from ${errorLogs} where created_at > ${row.created_at - minute_ms}
      and severity = ${row.severity} and user_id is ${row.user_id}
      and organization_id is ${row.organization_id}) < ${mostInMinute}`,
  );

/** Missing or malformed settings are an error that must still be written: then all visitors share one counter. */
const visitorKey = (env: Env, network = "none"): Promise<string> =>
  networkKey(env, network).catch(() => "none");

/** A visitor's row does not say who caused it, so a counter limits them: one visitor's errors leave room for the others'. */
function ofVisitor(db: PlatformDb, row: Row, network: string) {
  const key = `errors:${row.severity}:${network}`;
  const window_start = row.created_at - (row.created_at % minute_ms);
  const counted = db
    .insert(rateCounters)
    .values({ key, window_start, count: 1 })
    .onConflictDoUpdate({
      target: [rateCounters.key, rateCounters.window_start],
      set: { count: sql`${rateCounters.count} + 1` },
      setWhere: sql`${rateCounters.count} <= ${mostInMinute}`,
    });
  const hasRoom = sql`exists (select 1 from ${rateCounters}
    where key = ${key} and window_start = ${window_start} and count <= ${mostInMinute})`;
  return [counted, insertion(db, row, hasRoom)] as const;
}

/**
 * Records an error. Stack and context are omitted, as a rule (docs/product.md, "Error texts").
 * Never throws: when D1 itself is what failed, the log line remains.
 */
export async function recordError(env: Env, report: ErrorReport): Promise<void> {
  const error_message = messageOf(report.error);
  log("error", "error", {
    request_id: report.request_id,
    organization_id: report.organization_id ?? null,
    route: report.route,
    code: codeOf(report.error),
    message: error_message,
  });
  const row: Row = {
    id: newId(),
    user_id: report.user_id ?? null,
    organization_id: report.organization_id ?? null,
    error_message,
    url: sanitizedPath(report.url),
    severity: report.severity,
    user_agent: report.user_agent?.slice(0, 300) ?? null,
    request_id: report.request_id,
    created_at: Date.now(),
  };
  const hasOwner = row.user_id !== null || row.organization_id !== null;
  try {
    const db = platform(new Database(env.DB, new Timing()));
    if (hasOwner) await ofOwner(db, row);
    else await db.batch(ofVisitor(db, row, await visitorKey(env, report.network)));
  } catch (failure) {
    log("error", "error_log_failed", { request_id: report.request_id, message: String(failure) });
  }
}

/** Ids in a path are ours and reveal nothing; longer parts are removed. */
const sanitizedPath = (path: string): string =>
  path
    .split("/")
    .map((part) => (part.length > 40 ? "[token]" : part.replace(/[^\w.~%-]/g, "")))
    .join("/")
    .slice(0, 300);
