/** Signs in with Google: to the account that the subject belongs to, one that is joined to it now, or a new one (R20). */

import { and, eq, isNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type Beginning, beginSession } from "#app/accounts/begin-session.server.ts";
import { hasVerifiedFactor } from "#app/accounts/session-row.server.ts";
import { customHostOf } from "#app/branding/tenant.server.ts";
import type { GoogleIdentity } from "#app/google/google.server.ts";
import { promiseGoogleNotice } from "#app/google/google-notices.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { agreedVersions } from "#app/pages/legal-pages.server.ts";
import { dismissEverywhere } from "#app/passwords/new-password.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/id.ts";
import { arrivalOf } from "#app/referrals/arrival.server.ts";
import { type NoPlace, placeOn } from "#app/sign-in/agency-newcomers.server.ts";
import { joining } from "#app/sign-in/joining.server.ts";
import { founding, newcomer } from "#app/sign-in/newcomer.server.ts";
import { ownOrganization } from "#app/sign-in/verification/verification.server.ts";
import { auditEvents, oneTimeTokens, sessions, userIdentities, users } from "#drizzle/control/schema.ts";

type Statements = BatchItem<"sqlite">[];

/** When two callbacks of one newcomer arrive at once, the second finds what the first created. */
const raced = [
  "UNIQUE constraint failed: users.email_folded",
  "UNIQUE constraint failed: user_identities.provider, user_identities.subject",
  "UNIQUE constraint failed: profiles.id",
];

/** The account of Google's subject, or else the one with its address: subjects come first, because addresses change. */
async function accountOf(db: PlatformDb, { subject, email }: GoogleIdentity) {
  const columns = {
    id: users.id,
    email: users.email,
    email_confirmed_at: users.email_confirmed_at,
    has_factor: hasVerifiedFactor("users.id").as("has_factor"),
  };
  const [[joined], [namesake]] = await db.batch([
    db
      .select(columns)
      .from(userIdentities)
      .innerJoin(users, and(eq(users.id, userIdentities.user_id), isNull(users.deleted_at)))
      .where(and(eq(userIdentities.provider, "google"), eq(userIdentities.subject, subject))),
    db
      .select(columns)
      .from(users)
      .where(and(eq(users.email_folded, folded(email)), isNull(users.deleted_at))),
  ]);
  const found = joined ?? namesake;
  return found && { ...found, isJoined: joined !== undefined };
}

/**
 * `uninvited`: a newcomer without an invitation came to a tenant's host, where accounts are by invitation. `full`: the
 * agency's plan has no place for another client.
 * `unjoined`: the account's owner must sign in first; only the request is written to the audit trail.
 */
export type GoogleSignIn =
  | (Beginning & { isIn: true; user: { id: string; email: string } })
  | { isIn: false; reason: "uninvited" | "full" }
  | { isIn: false; reason: "password_first"; unjoined: string };

/**
 * Signs in the person that Google vouches for. An unproven account may belong to a stranger who typed this address:
 * its password is removed, its sessions end, and it becomes the account of the person whom Google has verified (B12).
 * A proven account is joined only when Google hosts the mailbox: an address of another domain may have a new owner by
 * now, so there the account's own password comes first (`google-join.server.ts`).
 * @param now ms UTC
 * @param ref the `ref` of the sign-in screen, unchecked
 * @param isInvited a newcomer with an invitation joins only the inviting organization (docs/product.md, "Sign-in
 * flows")
 */
export async function signInWithGoogle(
  request: Request,
  context: Context,
  identity: GoogleIdentity,
  now: number,
  ref: string | null,
  isInvited = false,
): Promise<GoogleSignIn> {
  await passEdgeLimit(request, context);
  const db = platform(context.get(database));
  const known = await accountOf(db, identity);
  const ref_host = await customHostOf(context, ref);
  const { email, name } = identity;
  const id = known?.id ?? newId(now);
  // Of a mailbox that Google does not host, its word may be old: the domain's people join by a mailed code.
  const mayJoin = identity.isAuthoritative && !isInvited;
  const joins =
    known || !mayJoin ? null : await joining(request, context, { id, email, name }, ref_host, now);
  // On the way to an agency's host a newcomer becomes its client.
  const place =
    known || isInvited || joins || ref_host === null ? null : await placeOn(context.get(database), ref_host);
  if (place !== null && place.is !== "room") return { isIn: false, reason: reasonOf(place) };
  const agencyId = place?.agencyId ?? null;
  if (known && !known.isJoined && known.email_confirmed_at !== null && !identity.isAuthoritative) {
    const event = { action: "identity.password_asked", target: known.id, changes: { provider: "google" } };
    await db.insert(auditEvents).values(await auditRow(request, context, event));
    return { isIn: false, reason: "password_first", unjoined: known.id };
  }
  const user = known ?? { id, email: identity.email, email_confirmed_at: now, has_factor: 0 };
  const isClaimed = known !== undefined && known.email_confirmed_at === null;
  const begun = await beginSession(
    request,
    context,
    { id: user.id, email: user.email, email_confirmed_at: now, hasFactor: Boolean(user.has_factor) },
    "google",
    now,
    { ref_host },
  );
  const action = !known ? "account.signed_up" : known.isJoined ? null : "identity.linked";
  const event = action && {
    action,
    actor_id: user.id,
    target: user.id,
    changes: { provider: "google", password_dropped: isClaimed },
  };
  // From now on Google opens the account, so its owner is told, wherever it was joined from.
  const notice =
    known && !known.isJoined
      ? await promiseGoogleNotice(context, { email: known.email, name: null }, "joined", now)
      : null;
  // A sign-up that was never proven founded no organization.
  const own =
    isClaimed && !isInvited
      ? await ownOrganization(request, context, user, ref_host, now, undefined, mayJoin)
      : null;
  if (own !== null && !own.ok) return { isIn: false, reason: reasonOf(own.place) };
  const arriving = { id: user.id, email, name, email_confirmed_at: now };
  const batch: Statements = [
    ...(known ? [] : newcomer(db, arriving, await arrivalOf(request, context), agreedVersions(context), now)),
    ...(joins?.statements ?? []),
    ...(known || isInvited || joins ? [] : founding(db, arriving, undefined, context, now, agencyId)),
    ...(own?.statements ?? []),
    ...(isClaimed ? claimed(db, user.id, now) : []),
    vouched(db, user.id, identity, now),
    ...(event ? [db.insert(auditEvents).values(await auditRow(request, context, event))] : []),
    // This is a new way in: as for every other factor, earlier sessions end.
    ...(notice ? [notice.statement, db.delete(sessions).where(eq(sessions.user_id, user.id))] : []),
  ];
  const [first, ...rest] = [...batch, ...begun.statements] as const;
  try {
    if (first) await db.batch([first, ...rest]);
  } catch (error) {
    if (raced.some((message) => violates(error, message)))
      return signInWithGoogle(request, context, identity, now, ref, isInvited);
    const takesPlace = joins !== null || own?.joins || (agencyId ?? own?.agencyId ?? null) !== null;
    if (takesPlace && violates(error, guardFailed)) return { isIn: false, reason: "full" };
    throw error;
  }
  joins?.tell();
  own?.joins?.tell();
  if (notice) {
    notice.send();
    context.get(cloudflare).ctx.waitUntil(dismissEverywhere(context, user.id));
  }
  return { ...begun, isIn: true, user: { id: user.id, email: user.email } };
}

const reasonOf = ({ is }: NoPlace) => (is === "full" ? "full" : "uninvited");

/** Removes what a stranger left who signed up with this address and could not prove it. */
const claimed = (db: PlatformDb, userId: string, now: number): Statements => [
  db
    .update(users)
    .set({ password_hash: null, email_confirmed_at: now, updated_at: now })
    .where(and(eq(users.id, userId), isNull(users.email_confirmed_at))),
  db.delete(sessions).where(eq(sessions.user_id, userId)),
  db
    .update(oneTimeTokens)
    .set({ used_at: now })
    .where(and(eq(oneTimeTokens.user_id, userId), isNull(oneTimeTokens.used_at))),
];

/** Links Google's subject to the account; a subject whose account was deleted is linked anew. */
const vouched = (db: PlatformDb, userId: string, { subject, email }: GoogleIdentity, now: number) =>
  db
    .insert(userIdentities)
    .values({ provider: "google", subject, user_id: userId, email, created_at: now, last_used_at: now })
    .onConflictDoUpdate({
      target: [userIdentities.provider, userIdentities.subject],
      set: { user_id: userId, email, last_used_at: now },
    });
