/** The guard of functions for operators' commands: an access token or session of a platform admin who confirmed a short time ago who they are. */
import { auditRow } from "#app/accounts/audit.server.ts";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import type { Context } from "#app/platform/context.ts";
import { platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { isStale } from "./platform-admins-only.server.ts";

const refused = (error: string, status: number): Response => Response.json({ error }, { status });

/** The admin who asks, or the answer for everyone else. */
export async function adminOfFunction(
  request: Request,
  context: Context,
  route: string,
): Promise<SignedIn | Response> {
  await passEdgeLimit(request, context);
  // Tenants' hosts have nothing of the platform's.
  if (sessionHostOf(request, context) !== null) return refused("Not found.", 404);
  const who = await visitor(request, context);
  if (who.kind !== "full") return refused("Please sign in to continue.", 401);
  const { env } = depsOf(context);
  const hasFactor = who.hasFactor || who.factor === "passkey" || settings(env).PLAIN_HTTP === "allow";
  if (!who.isPlatformAdmin || !hasFactor) {
    noteRefusal("admin", { user_id: who.user.id, route });
    return refused("You can't do that here.", 403);
  }
  if (isStale(who, Date.now())) return refused("Confirm your identity at /customer-management first.", 403);
  return who;
}

/** Notes the look of an admin (R46). */
export async function noteLook(request: Request, context: Context, who: SignedIn, route: string) {
  const event = { actor_id: who.user.id, action: "platform.viewed", target: route };
  await platform(depsOf(context).db)
    .insert(auditEvents)
    .values(await auditRow(request, context, event));
}
