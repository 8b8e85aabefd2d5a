/** Who did what: one row for each event that must be accounted for, written with the fact itself and never changed (R46). */
import { sealSoon } from "#app/audit/seal-soon.server.ts";
import { ipPrefix } from "#app/limits/network.ts";
import { type Context, requestFacts } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { newId } from "#app/platform/id.ts";
import type { AuditEvent, AuditRow, Trace } from "./audit-event.ts";

/** The trace of what no request asked for. */
export const noTrace: Trace = { ip_prefix: null, user_agent_hash: null, request_id: null };

export async function traceOf(request: Request, context: Context): Promise<Trace> {
  const userAgent = request.headers.get("user-agent");
  return {
    ip_prefix: ipPrefix(request.headers.get("cf-connecting-ip")),
    user_agent_hash: userAgent ? await sha256(userAgent) : null,
    request_id: context.get(requestFacts).id,
  };
}

/** The row of an event, by its trace. */
export function auditLine(trace: Trace, event: AuditEvent): AuditRow {
  sealSoon();
  return { id: newId(), ...event, ...trace, created_at: Date.now() };
}

/** The row of an event, for the caller's batch. */
export const auditRow = async (request: Request, context: Context, event: AuditEvent): Promise<AuditRow> =>
  auditLine(await traceOf(request, context), event);
