/** Records errors for members and admins: one line in the log, and a sanitised row with its group in D1 (docs/product.md, "Fields" and "Error texts"). */
import { waitUntil } from "cloudflare:workers";
import { sha256 } from "#app/platform/crypto.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { type Context, describedError, fingerprintOf, sanitizedContext } from "./described-error.ts";
import { type ErrorSource, type Severity, sourceOf } from "./error-kinds.ts";
import { type KeptError, writeError } from "./error-rows.server.ts";
import { ErrorStorms } from "./error-storms.ts";

export type ErrorReport = {
  error: unknown;
  /** Path only; a query may hold tokens. */
  url: string;
  /** The route's pattern, for the log line and the group: never a visitor's own text. */
  route: string;
  /** By default what the route says: `cron/…`, `queues/…`, `objects/…`, `webhooks/…`, and else the server itself. */
  source?: ErrorSource;
  request_id: string;
  severity: Severity;
  user_id?: string | null;
  organization_id?: string | null;
  /** The call in which it happened. */
  call_id?: string | null;
  /** More facts, which are kept only where details are allowed. */
  context?: Context;
  /** The version of the code that failed, where it isn't this Worker's. */
  release?: string | null;
  /** The visitor's network as limits count it (`networkOf`): errors are counted by it, and it is not stored with the row. */
  network?: string;
  user_agent?: string | null;
};

/** How long counted errors wait for their write. */
const writtenEvery_ms = 5 * second_ms;

const storms = new ErrorStorms<KeptError>();
/** When the next write of counted errors was scheduled, ms UTC. */
let scheduledAt = 0;

async function kept(report: ErrorReport): Promise<KeptError> {
  const described = describedError(report.error);
  const source = report.source ?? sourceOf(report.route);
  const organization_id = report.organization_id ?? null;
  const parts = { organization_id, source, route: report.route };
  return {
    ...described,
    ...parts,
    group_id: (await sha256(fingerprintOf({ ...described, ...parts }))).slice(0, 32),
    user_id: report.user_id ?? null,
    severity: report.severity,
    url: sanitizedPath(report.url),
    context: sanitizedContext(report.context),
    user_agent: report.user_agent?.slice(0, 300) ?? null,
    request_id: report.request_id,
    call_id: report.call_id ?? null,
    release: report.release ?? null,
    network: report.network,
    at: Date.now(),
  };
}

/**
 * Records an error. Stack and context are omitted, unless the organization or the operator allows them.
 * Never throws: when D1 itself is what failed, the log line remains, and the error is counted with the next write.
 */
export async function recordError(env: Env, report: ErrorReport): Promise<void> {
  const error = await kept(report);
  log("error", "error", {
    request_id: error.request_id,
    organization_id: error.organization_id,
    route: error.route,
    code: error.code,
    message: error.message,
  });
  const owner = error.user_id ?? error.network ?? "";
  if (storms.isWrittenNow(error.group_id, owner, error, error.at)) await tried(env, error, 1);
  if (storms.isEmpty || Math.abs(error.at - scheduledAt) < 2 * writtenEvery_ms) return;
  // Twice the time, because a scheduled write can be lost with the request that carried it.
  scheduledAt = error.at;
  waitUntil(scheduler.wait(writtenEvery_ms).then(() => writeCounted(env)));
}

async function writeCounted(env: Env): Promise<void> {
  scheduledAt = 0;
  for (const { fact, times } of storms.takeAll()) await tried(env, fact, times);
}

async function tried(env: Env, error: KeptError, times: number): Promise<void> {
  try {
    await writeError(env, error, times);
  } catch (failure) {
    storms.keep(error.group_id, { fact: error, times });
    log("error", "error_log_failed", {
      request_id: error.request_id,
      message: describedError(failure).message,
    });
  }
}

/** Ids in a path are ours and reveal nothing; longer parts are removed. */
const sanitizedPath = (path: string): string =>
  path
    .split("/")
    .map((part) => (part.length > 40 ? "[token]" : part.replace(/[^\w.~%-]/g, "")))
    .join("/")
    .slice(0, 300);
