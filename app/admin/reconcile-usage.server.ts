/** The function behind `npm run reconcile`: usage compared in its five places, some organizations at a time, for platform admins. */
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { malformed, readJson } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { isStale } from "./platform-admins-only.server.ts";
import { usageDifferences } from "./usage-differences.server.ts";

const body = z.strictObject({
  /** The last organization of the answer before; absent: from the first. */
  after: z.string().max(64).optional(),
});

const refused = (error: string, status: number): Response => Response.json({ error }, { status });

/** `reconcile-usage {after}` answers `{compared, differences, next}`; `next` is `after` for the rest, null at the end. */
export async function answerReconcileUsage(request: Request, context: Context): Promise<Response> {
  await passEdgeLimit(request, context);
  // Tenants' hosts have nothing of the platform's.
  if (sessionHostOf(request, context) !== null) return refused("Not found.", 404);
  const who = await visitor(request, context);
  if (who.kind !== "full") return refused("Please sign in to continue.", 401);
  const { db, env } = depsOf(context);
  const now = Date.now();
  const hasFactor = who.hasFactor || who.factor === "passkey" || settings(env).PLAIN_HTTP === "allow";
  if (!who.isPlatformAdmin || !hasFactor) {
    noteRefusal("admin", { user_id: who.user.id, route: "/functions/reconcile-usage" });
    return refused("You can't do that here.", 403);
  }
  if (isStale(who, now)) return refused("Confirm your identity at /customer-management first.", 403);
  const read = body.safeParse(await readJson(request));
  if (!read.success) return malformed(read.error);
  const found = await usageDifferences(env, db, read.data.after ?? "", now);
  if (read.data.after === undefined) {
    const event = { actor_id: who.user.id, action: "platform.viewed", target: "/functions/reconcile-usage" };
    await platform(db)
      .insert(auditEvents)
      .values(await auditRow(request, context, event));
  }
  return Response.json(found);
}
