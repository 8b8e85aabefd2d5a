/** What went wrong, kept for the people who must know: one sanitised row in D1's `error_logs` (specification section 3 and 8). */
import { sql } from "drizzle-orm";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { errorLogs } from "#drizzle/control/schema.ts";

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
  user_agent?: string | null;
};

const messageOf = (error: unknown): string => sanitize(innermostMessage(error)) || "unknown error";

/** R47: what one person, one organization's objects, or all who are nobody may leave behind in a minute; the log lines go on. */
const mostInMinute = 20;

/** Writes the row unless its owner has as many of the last minute. The one statement is its own lock. */
function insertion(row: typeof errorLogs.$inferInsert) {
  const { user_id = null, organization_id = null, severity, created_at } = row;
  return sql`insert into ${errorLogs}
    (id, user_id, organization_id, error_message, url, severity, user_agent, request_id, created_at)
    select ${row.id}, ${user_id}, ${organization_id}, ${row.error_message}, ${row.url}, ${severity},
      ${row.user_agent}, ${row.request_id}, ${created_at}
    where (select count(*) from ${errorLogs} where created_at > ${created_at - 60_000} and severity = ${severity}
      and user_id is ${user_id} and organization_id is ${organization_id}) < ${mostInMinute}`;
}

/**
 * Records an error. Stack and context are omitted, as the specification says they normally are.
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
  try {
    await platform(new Database(env.DB, new Timing())).run(
      insertion({
        id: newId(),
        user_id: report.user_id ?? null,
        organization_id: report.organization_id ?? null,
        error_message,
        url: sanitizedPath(report.url),
        severity: report.severity,
        user_agent: report.user_agent?.slice(0, 300) ?? null,
        request_id: report.request_id,
        created_at: Date.now(),
      }),
    );
  } catch (failure) {
    log("error", "error_log_failed", { request_id: report.request_id, message: String(failure) });
  }
}

/** Ids in a path are ours and tell nothing; anything longer is taken out. */
const sanitizedPath = (path: string): string =>
  path
    .split("/")
    .map((part) => (part.length > 40 ? "[token]" : part.replace(/[^\w.~%-]/g, "")))
    .join("/")
    .slice(0, 300);
