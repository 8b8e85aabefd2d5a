/** Audit rows for what members do, in their organization's name (R46). */
import { createContext, type RouterContextProvider } from "react-router";
import { type AuditEvent, auditRow } from "#app/accounts/audit.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { cloudflare } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { auditEvents } from "#drizzle/control/schema.ts";

/** The request behind a member's page or action; the guard sets it, so that callers need not pass it on. */
export const membersRequest = createContext<Request>();

type Actor = { readonly id: string; readonly user: { readonly id: string } };
/** `action`: `noun.verb` in the past tense, such as `number.bought`; `target`: the id of its object; never a secret. */
type Deed = Pick<AuditEvent, "action" | "target" | "changes">;

/**
 * Records what a member did, after it was done: `await audit(context, member, { action: "number.bought", target: id
 * })`.
 * For facts in the organization's object; a fact in D1 has its `auditRow` in its own batch. When the row cannot be
 * written, the deed stands, so this never throws: the log has it then.
 */
export async function audit(
  context: Readonly<RouterContextProvider>,
  member: Actor,
  deed: Deed,
): Promise<void> {
  const event = { ...deed, actor_id: member.user.id, organization_id: member.id };
  try {
    await tenant(context.get(database), member.id)
      .insert(auditEvents)
      .values(await auditRow(context.get(membersRequest), context, event));
  } catch (error) {
    log("error", "audit_lost", { ...deed.changes, action: deed.action, message: innermostMessage(error) });
  }
}

/** `audit` after the answer, for refusals, where no caller waits for it. */
export function auditLater(context: Readonly<RouterContextProvider>, member: Actor, deed: Deed): void {
  context.get(cloudflare).ctx.waitUntil(audit(context, member, deed));
}
