/** Google's answer for a signed-in person: it joins an account or confirms identity; it never signs another person in (R20). */

import { and, eq, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { dismissOthers, endingOthers, guarding } from "#app/factors/step-up.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { auditEvents, userIdentities, users } from "#drizzle/control/schema.ts";
import type { Bound, GoogleIdentity } from "./google.server.ts";
import { promiseGoogleNotice } from "./google-notices.server.ts";

/** `refused`: another session than the one that set out. `taken`: already joined to an account. `other`: not this account's Google. */
type Done = { ok: true; cookies: string[] } | { ok: false; reason: "refused" | "taken" | "other" };

/**
 * Does what a session set out to Google for, if the same session comes back.
 * @param now ms UTC
 */
export async function doBound(
  request: Request,
  context: Context,
  identity: GoogleIdentity,
  { session_id, does }: Bound,
  now: number,
): Promise<Done> {
  const who = await visitor(request, context);
  if (who.kind !== "full" || who.sessionId !== session_id) return { ok: false, reason: "refused" };
  return does === "connect"
    ? connect(request, context, who, identity, now)
    : confirm(request, context, who, identity, now);
}

const subjectTaken = "UNIQUE constraint failed: user_identities.provider, user_identities.subject";

/** One Google account for one account of ours: the row is written only where neither has another, and the other sessions end. */
async function connect(
  request: Request,
  context: Context,
  who: SignedIn,
  { subject, email }: GoogleIdentity,
  now: number,
): Promise<Done> {
  const db = platform(context.get(database));
  const { id } = who.user;
  const notice = await promiseGoogleNotice(context, who.user.email, "joined", now);
  const event = {
    action: "identity.linked",
    actor_id: id,
    target: id,
    changes: { provider: "google", password_dropped: false },
  };
  const hasNone = sql`not exists (select 1 from user_identities i where i.user_id = ${id})`;
  const free = db
    .update(users)
    .set({ updated_at: now })
    .where(and(eq(users.id, id), hasNone));
  const [first, ...rest] = guarding(context, free);
  try {
    await db.batch([
      first,
      ...rest,
      db
        .insert(userIdentities)
        .values({ provider: "google", subject, user_id: id, email, created_at: now, last_used_at: now }),
      endingOthers(context, who),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
      notice.statement,
    ]);
  } catch (error) {
    if (violates(error, guardFailed) || violates(error, subjectTaken)) return { ok: false, reason: "taken" };
    throw error;
  }
  notice.send();
  dismissOthers(context, who);
  return { ok: true, cookies: [] };
}

/** A new session in place of the old one, proven now (R2, R3). */
async function confirm(
  request: Request,
  context: Context,
  who: SignedIn,
  { subject, email }: GoogleIdentity,
  now: number,
): Promise<Done> {
  const db = platform(context.get(database));
  const isTheirs = and(
    eq(userIdentities.provider, "google"),
    eq(userIdentities.subject, subject),
    eq(userIdentities.user_id, who.user.id),
  );
  const begun = await beginSession(request, context, who.user, "google", now, { again: who });
  const used = db.update(userIdentities).set({ email, last_used_at: now }).where(isTheirs);
  const [first, ...rest] = guarding(context, used);
  try {
    await db.batch([first, ...rest, ...begun.statements]);
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "other" };
    throw error;
  }
  return { ok: true, cookies: begun.cookies };
}
