/** The Google account that opens an account of ours: joining one, and removing it. */
import { and, eq, sql } from "drizzle-orm";
import { redirect } from "react-router";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { isMainHost } from "#app/branding/hosts.server.ts";
import { endingOthers, guarding } from "#app/factors/step-up.server.ts";
import { isGoogleOffered, noErrand, toGoogle } from "#app/google/google.server.ts";
import { promiseGoogleNotice } from "#app/google/google-notices.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { auditEvents, userIdentities } from "#drizzle/control/schema.ts";

/** Google's callback and the cookie that its answer is checked against belong to the main host. */
export const canConnectGoogle = (request: Request, context: Context): boolean =>
  isGoogleOffered(context) && isMainHost(request, context);

/**
 * Redirects to Google; the answer is joined to this account only by this session.
 * @throws a 404 answer where Google cannot be joined
 */
export async function connectGoogle(request: Request, context: Context, who: SignedIn, now: number) {
  if (!canConnectGoogle(request, context)) throw faultResponse("not_found");
  const errand = { ...noErrand, returnPath: "/security" };
  const bound = { session_id: who.sessionId, does: "connect" } as const;
  const there = await toGoogle(request, context, errand, now, bound);
  if (!there) throw faultResponse("not_found");
  return redirect(there.url, { headers: { "set-cookie": there.cookie } });
}

/**
 * Removes the Google account, and ends the other sessions. Only where a password remains, so that people cannot lock
 * themselves out.
 * @returns whether there was one to remove
 */
export async function disconnectGoogle(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
): Promise<boolean> {
  const db = platform(context.get(database));
  const { id, email } = who.user;
  const notice = await promiseGoogleNotice(context, email, "disconnected", now);
  const event = { action: "identity.unlinked", actor_id: id, target: id, changes: { provider: "google" } };
  const hasPassword = sql`exists (select 1 from users u where u.id = ${id} and u.password_hash is not null)`;
  const gone = db.delete(userIdentities).where(and(eq(userIdentities.user_id, id), hasPassword));
  const [first, ...rest] = guarding(context, gone);
  try {
    await db.batch([
      first,
      ...rest,
      endingOthers(context, who),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
      notice.statement,
    ]);
  } catch (error) {
    if (violates(error, guardFailed)) return false;
    throw error;
  }
  notice.send();
  const { env, ctx } = context.get(cloudflare);
  ctx.waitUntil(dismissListeners(env, who.memberships, { user_id: id }));
  return true;
}
