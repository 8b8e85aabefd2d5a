/**
 * A Google account with the address of one of our accounts, where Google does not host that address: it is joined
 * after the account's owner has signed in here. Until then a signed cookie remembers it for ten minutes.
 */
import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { dismissEverywhere } from "#app/passwords/new-password.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { auditEvents, sessions, userIdentities, users } from "#drizzle/control/schema.ts";
import { flowLifetime_ms, type GoogleIdentity } from "./google.server.ts";
import { promiseGoogleNotice } from "./google-notices.server.ts";

const joinCookie = "google_join";
/** The parameter of the sign-in screen that asks for it: without it a sign-in joins nothing. */
export const joinQuestion = ["join", "google"] as const;

const kept = z.object({
  subject: z.string(),
  email: z.string(),
  user_id: z.string(),
  expires_at: z.number(),
});

const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/** The cookie that remembers which Google account will be joined to which of ours. `now`: ms UTC */
export const keepingJoin = (
  request: Request,
  context: Context,
  { subject, email }: GoogleIdentity,
  user_id: string,
  now: number,
): Promise<string> => {
  const value: z.infer<typeof kept> = { subject, email, user_id, expires_at: now + flowLifetime_ms };
  return signedCookie(request, keysOf(context), joinCookie, value, { maxAge: flowLifetime_ms / 1000 });
};

/** The Google account that waits to be joined in this browser, if the page's address asks for it; null: none. `now`: ms UTC */
export async function awaitedJoin(request: Request, context: Context, now: number) {
  const [name, value] = joinQuestion;
  if (new URL(request.url).searchParams.get(name) !== value) return null;
  const { data } = kept.safeParse(await readSignedCookie(request, keysOf(context), joinCookie));
  return data && data.expires_at > now ? data : null;
}

/**
 * Joins the waiting Google account to the account that has just signed in, if it is the right one; its other sessions
 * end, and a mail says so. An account that has another Google account by now keeps that.
 * @param now ms UTC
 * @returns cookies, as `Set-Cookie`
 */
export async function joinAfterSignIn(
  request: Request,
  context: Context,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: number,
): Promise<string[]> {
  const awaited = await awaitedJoin(request, context, now);
  if (awaited?.user_id !== userId) return [];
  const { subject, email } = awaited;
  const db = platform(context.get(database));
  const notice = await promiseGoogleNotice(context, email, "joined", now);
  const changes = { provider: "google", password_dropped: false };
  const event = { action: "identity.linked", actor_id: userId, target: userId, changes };
  const isFree = db
    .update(users)
    .set({ updated_at: now })
    .where(
      and(
        eq(users.id, userId),
        sql`not exists (select 1 from user_identities i
          where i.user_id = ${userId} or (i.provider = 'google' and i.subject = ${subject}))`,
      ),
    );
  const [first, ...rest] = guarding(context, isFree);
  try {
    await db.batch([
      first,
      ...rest,
      db
        .insert(userIdentities)
        .values({ provider: "google", subject, user_id: userId, email, created_at: now, last_used_at: now }),
      db.delete(sessions).where(and(eq(sessions.user_id, userId), ne(sessions.id, sessionId))),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
      notice.statement,
    ]);
    notice.send();
    context.get(cloudflare).ctx.waitUntil(dismissEverywhere(context, userId));
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
  }
  return [expiredCookie(request, joinCookie)];
}
