/** The guard of the platform's own pages: platform admins with a recent proof of identity; every visit is audited. */
import { and, eq, gt } from "drizzle-orm";
import { type MiddlewareFunction, replace } from "react-router";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { AuditRow } from "#app/accounts/audit-event.ts";
import { noteSessionUse, type SignedIn } from "#app/accounts/session.server.ts";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { isReading } from "#app/platform/methods.ts";
import { createContext } from "#app/platform/request-context.ts";
import { auditEvents } from "#drizzle/control/schema.ts";

/** R3: an admin session may be idle for half an hour, and needs a new proof after 12 hours. */
const idleLimit_ms = 30 * minute_ms;
const proofLimit_ms = 12 * hour_ms;
const seenEvery_ms = 5 * minute_ms;

type Admin = { who: SignedIn; needsProof: boolean };
const admin = createContext<Admin>();

/** The admin, and whether they must confirm their identity first. Only under the `platformAdminsOnly` guard. */
export const platformAdmin = (context: Context): Admin => context.get(admin);

/** Whether an admin's proof is older than 12 hours, or their session older than half an hour without use. `now`: ms UTC */
export function isStale({ provenAt, lastSeenAt }: SignedIn, now: number): boolean {
  if (provenAt === null || now - provenAt >= proofLimit_ms) return true;
  return now - Math.max(provenAt, lastSeenAt) >= idleLimit_ms;
}

/**
 * Stands before the admin pages, behind the guard that requires a session: a person who is not a platform admin is
 * sent to the dashboard (docs/product.md, "Routes"), and a form of theirs is refused. Where https is required, so is
 * a second factor.
 */
export const platformAdminsOnly: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const who = person(context);
  if (!who.isPlatformAdmin) {
    noteRefusal("admin", { user_id: who.user.id, route: url.pathname });
    if (isReading(request)) throw replace("/dashboard");
    throw faultResponse("forbidden");
  }
  const { env, ctx } = context.get(cloudflare);
  const hasFactor = who.hasFactor || who.factor === "passkey";
  if (!hasFactor && settings(env).PLAIN_HTTP !== "allow") throw replace("/mfa-setup");
  const now = Date.now();
  const needsProof = isStale(who, now);
  context.set(admin, { who, needsProof });
  if (!needsProof && now - who.lastSeenAt >= seenEvery_ms)
    noteSessionUse(context, who.sessionId, now, seenEvery_ms);
  const response = await next();
  if (!needsProof) {
    const event = { actor_id: who.user.id, action: "platform.viewed", target: url.pathname };
    const row = await auditRow(request, context, event);
    ctx.waitUntil(noteView(platform(context.get(database)), row, now));
  }
  return response;
};

/** A page that an admin looks through again and again is one event in so long: the trail shows what was done, too. */
const sameView_ms = 10 * minute_ms;

async function noteView(db: PlatformDb, row: AuditRow, now: number): Promise<void> {
  const noted = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        gt(auditEvents.id, firstIdAt(now - sameView_ms)),
        eq(auditEvents.actor_id, row.actor_id ?? ""),
        eq(auditEvents.action, row.action),
        eq(auditEvents.target, row.target ?? ""),
      ),
    )
    .limit(1);
  if (noted.length === 0) await db.insert(auditEvents).values(row);
}

const platformPages = /^\/(?:customer-management|admin|testing)(?:\/|$)/;

/** Tenants' hosts have no pages of the platform: 404 for every visitor, before the session is read. */
export const hidePlatformPages: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (platformPages.test(url.pathname) && sessionHostOf(request, context) !== null)
    throw faultResponse("not_found");
};

/** The answer of every admin page to a form: the confirmation of identity (intent `confirm`); 400 for another intent. */
export async function answerAdmin(request: Request, context: Context) {
  const form = await readForm(request, context);
  if (form.get("intent") !== "confirm") throw faultResponse("bad_request");
  return answerConfirmation(request, context, form);
}
