/** What an admin does on /admin/security: marks findings as seen, ends another admin's session, lets a blocked person in. */
import { and, eq, exists, isNull } from "drizzle-orm";
import { redirect } from "react-router";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { endingCrossings } from "#app/accounts/session.server.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { auditEvents, rateCounters, securityAlerts, sessions, userRoles } from "#drizzle/control/schema.ts";
import { blockedBy } from "./blocked.server.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";

const deed = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("seen"), alert: z.string().min(1).max(64) }),
  z.object({ intent: z.literal("end-session"), session: z.string().min(1).max(64) }),
  z.object({ intent: z.literal("unblock"), key: z.string().min(1).max(200) }),
]);

const page = "/admin/security";

/** The answer to the page's forms. */
export async function answerSecurity(request: Request, context: Context) {
  const form = await readForm(request, context);
  if (form.get("intent") === "confirm") return answerConfirmation(request, context, form);
  const read = deed.safeParse(Object.fromEntries(form));
  if (!read.success) throw faultResponse("bad_request");
  // The page behind these forms asks for the proof.
  if (platformAdmin(context).needsProof) throw faultResponse("forbidden");
  switch (read.data.intent) {
    case "seen":
      return markSeen(request, context, read.data.alert);
    case "end-session":
      return endAdminSession(request, context, read.data.session);
    case "unblock":
      return unblock(request, context, read.data.key);
  }
}

async function markSeen(request: Request, context: Context, id: string) {
  const db = platform(context.get(database));
  const by = platformAdmin(context).who.user.id;
  const event = { action: "security_alert.seen", actor_id: by, target: id };
  const changed = await db
    .update(securityAlerts)
    .set({ seen_at: Date.now(), seen_by: by })
    .where(and(eq(securityAlerts.id, id), isNull(securityAlerts.seen_at)))
    .returning({ id: securityAlerts.id });
  if (changed.length > 0) await db.insert(auditEvents).values(await auditRow(request, context, event));
  return redirect(page);
}

/** Only a platform admin's session: everyone else's are ended by their organization or by themselves. */
async function endAdminSession(request: Request, context: Context, id: string) {
  const d1 = context.get(database);
  const db = platform(d1);
  const { who } = platformAdmin(context);
  if (id === who.sessionId) throw faultResponse("bad_request");
  const found = await db
    .select({ user_id: sessions.user_id })
    .from(sessions)
    .innerJoin(userRoles, and(eq(userRoles.user_id, sessions.user_id), eq(userRoles.role, "admin")))
    .where(and(eq(sessions.id, id), eq(sessions.kind, "full")))
    .get();
  // It has ended meanwhile, or is no admin's: then nothing is left to do.
  if (!found) return redirect(page);
  const event = { action: "session.ended_by_admin", actor_id: who.user.id, target: found.user_id };
  const isAdmins = db
    .select({ id: userRoles.user_id })
    .from(userRoles)
    .where(eq(userRoles.user_id, found.user_id));
  await db.batch([
    endingCrossings(d1, id),
    db.delete(sessions).where(and(eq(sessions.id, id), exists(isAdmins))),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return redirect(`${page}?done=ended`);
}

async function unblock(request: Request, context: Context, key: string) {
  const d1 = context.get(database);
  const db = platform(d1);
  const of = await blockedBy(d1, key, Date.now());
  // Its time is over, or it is no counter that keeps anyone out.
  if (of === null) return redirect(page);
  const event = {
    action: "limit.cleared",
    actor_id: platformAdmin(context).who.user.id,
    // Counters hold no address; of an account's factors they name the account.
    ...(of === "factors" && { target: key.slice(key.indexOf(":") + 1) }),
    changes: { of },
  };
  await db.batch([
    db.delete(rateCounters).where(eq(rateCounters.key, key)),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return redirect(`${page}?done=unblocked`);
}
