/** Signing out: the session of a request ends before the answer, on this and every other host. */
import { auditRow } from "#app/accounts/audit.server.ts";
import {
  endingCrossings,
  endingStatements,
  forgettingCookies,
  visitor,
} from "#app/accounts/session.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";

/** Ends the sessions of a request; returns the cookies that remove them. */
export async function signOut(request: Request, context: Context): Promise<string[]> {
  const who = await visitor(request, context);
  if (who.kind !== "anonymous") {
    const db = platform(context.get(database));
    const event = { action: "session.ended", actor_id: who.user.id };
    await db.batch([
      db.insert(auditEvents).values(await auditRow(request, context, event)),
      endingCrossings(context.get(database), who.sessionId),
      ...(await endingStatements(request, context.get(database))),
    ]);
    const { env, ctx } = context.get(cloudflare);
    ctx.waitUntil(dismissListeners(env, who.memberships, { session_id: who.sessionId }));
  }
  return forgettingCookies(request);
}
