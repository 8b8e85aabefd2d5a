/** What went wrong, kept for the people who must know: one sanitised row in D1's `error_logs` (specification section 3 and 8). */
import { drizzle } from "drizzle-orm/d1";
import { innermostMessage } from "#app/platform/constraints.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { errorLogs } from "#drizzle/control/schema.ts";

export type ErrorReport = {
  error: unknown;
  /** Path only; a query may hold tokens. */
  url: string;
  request_id: string;
  severity: "info" | "warning" | "error" | "critical";
  user_id?: string | null;
  organization_id?: string | null;
  user_agent?: string | null;
};

const messageOf = (error: unknown): string => sanitize(innermostMessage(error)) || "unknown error";

/**
 * Records an error. Stack and context are omitted, as the specification says they normally are.
 * Never throws: when D1 itself is what failed, the log line remains.
 */
export async function recordError(env: Env, report: ErrorReport): Promise<void> {
  const error_message = messageOf(report.error);
  log("error", "error", {
    request_id: report.request_id,
    organization_id: report.organization_id ?? null,
    path: report.url.split("/").slice(0, 3).join("/"),
    code: codeOf(report.error),
    message: error_message,
  });
  try {
    await drizzle(env.DB)
      .insert(errorLogs)
      .values({
        id: newId(),
        user_id: report.user_id ?? null,
        organization_id: report.organization_id ?? null,
        error_message,
        stack_trace: null,
        url: sanitizedPath(report.url),
        severity: report.severity,
        context: null,
        user_agent: report.user_agent?.slice(0, 300) ?? null,
        request_id: report.request_id,
        created_at: Date.now(),
      });
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
