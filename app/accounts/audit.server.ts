/** Who did what: one row for each event that must be accounted for, written with the fact itself and never changed (R46). */
import type { RouterContextProvider } from "react-router";
import { ipPrefix } from "#app/limits/network.ts";
import { requestFacts } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { newId } from "#app/platform/id.ts";
import type { auditEvents } from "#drizzle/control/schema.ts";

export type AuditEvent = {
  /** `noun.verb` in the past tense, such as `session.started`. */
  action: string;
  /** The user who acted; absent for unknown visitors. */
  actor_id?: string;
  organization_id?: string;
  /** The id of the object of the action. */
  target?: string;
  /** Values before and after; never a secret. */
  changes?: Record<string, string | number | boolean | null>;
};

/** The row of an event, for the caller's batch. */
export async function auditRow(
  request: Request,
  context: Readonly<RouterContextProvider>,
  event: AuditEvent,
): Promise<typeof auditEvents.$inferInsert> {
  const userAgent = request.headers.get("user-agent");
  return {
    id: newId(),
    ...event,
    ip_prefix: ipPrefix(request.headers.get("cf-connecting-ip")),
    user_agent_hash: userAgent ? await sha256(userAgent) : null,
    request_id: context.get(requestFacts).id,
    created_at: Date.now(),
  };
}
