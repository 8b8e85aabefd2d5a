/** What members do that must be accounted for: one row each, in their organization's name (R46). */
import { createContext, type RouterContextProvider } from "react-router";
import { type AuditEvent, auditRow } from "#app/accounts/audit.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { cloudflare } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { auditEvents } from "#drizzle/control/schema.ts";

/** The request behind a member's page or action; set by the guard, so that nobody has to hand it on. */
export const membersRequest = createContext<Request>();

type Actor = { readonly id: string; readonly user: { readonly id: string } };
/** `action`: `noun.verb` in the past tense, such as `number.bought`; `target`: the id of what it was done to; never a secret. */
type Deed = Pick<AuditEvent, "action" | "target" | "changes">;

/**
 * Notes what a member did, after it was done: `await audit(context, member, { action: "number.bought", target: id })`.
 * For facts that live in the organization's object; a fact in D1 takes `auditRow` into its own batch instead. What has
 * been done stays done when it cannot be noted, so this never throws: the log has it then.
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

/** `audit`, after the answer: for what was refused, where nothing waits for it. */
export function auditLater(context: Readonly<RouterContextProvider>, member: Actor, deed: Deed): void {
  context.get(cloudflare).ctx.waitUntil(audit(context, member, deed));
}
