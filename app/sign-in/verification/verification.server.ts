/** The verification step: sends another code, and checks the code. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type Beginning, beginSession } from "#app/accounts/begin-session.server.ts";
import { mayEnter } from "#app/accounts/may-enter.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { comesForTrial } from "#app/billing/checkout/trial-intent.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { isInvitedOn } from "#app/branding/residence.server.ts";
import { limits, networkSubject, passEdgeLimit, spend, subjectOf } from "#app/limits/rate-limits.server.ts";
import { mailStateOf, tryAgain } from "#app/mail/mail-outbox.server.ts";
import type { MailState } from "#app/mail/mail-state.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { type NoPlace, placeOn } from "#app/sign-in/agency-newcomers.server.ts";
import { keptInvitation } from "#app/sign-in/invitation/pending-invitation.server.ts";
import { type Joins, joining } from "#app/sign-in/joining.server.ts";
import { founding } from "#app/sign-in/newcomer.server.ts";
import { isCode, maySend, promiseCode, promiseNotice } from "#app/verification/email-codes.server.ts";
import {
  assertOk,
  auditEvents,
  emailCodes,
  organizationMembers,
  sessions,
  users,
} from "#drizzle/control/schema.ts";

/** R15: how often one code may be tried. */
const mostAttempts = 5;

/** `sent`: the mail that its provider took: a new code's, or the one that failed before; null when it took none. */
type Resent = { ok: true; sent: "another" | "same" | null } | { ok: false; retryAfter: number };

/**
 * Sends another code to the holder of a pending session; an address with an account gets its notice instead, so that
 * the two look the same.
 * @param isTrial the request says that it is for a trial; the browser may know it too
 * @returns `retryAfter` in seconds when it is too early or too often (R16)
 */
export async function resendCode(
  request: Request,
  context: Context,
  who: SignedIn,
  isTrial = false,
): Promise<Resent> {
  await passEdgeLimit(request, context);
  const now = Date.now();
  const db = platform(context.get(database));
  const { email } = who.user;
  const found = await db
    .select({ password_hash: sessions.password_hash, user_id: users.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.user_id), isNull(users.email_confirmed_at)))
    .where(eq(sessions.id, who.sessionId))
    .get();
  const unproven = found?.password_hash
    ? { userId: found.user_id, email, passwordHash: found.password_hash }
    : null;
  const sending = await maySend(request, context, unproven ? "code" : "notice", email, now);
  if (sending.may !== "yes") return { ok: false, retryAfter: sending.retryAfter };
  const promised = unproven
    ? await promiseCode(context, unproven, now, isTrial || (await comesForTrial(request, context, now)))
    : await promiseNotice(context, email, now);
  const [first, ...rest] = promised.statements;
  await db.batch([first, ...rest]);
  return { ok: true, sent: (await promised.mail.send()) ? "another" : null };
}

/** The state of the mail with the newest code for an address. */
export const codeMailState = (context: Context, email: string): Promise<MailState> =>
  mailStateOf(platform(context.get(database)), email);

/**
 * Tries once more to send the mail that the holder of a pending session waits for; if it was given up, sends a new
 * one.
 * @returns `retryAfter` in seconds when it is too early or too often
 */
export async function resendMail(request: Request, context: Context, who: SignedIn): Promise<Resent> {
  await passEdgeLimit(request, context);
  const { env } = context.get(cloudflare);
  const db = platform(context.get(database));
  const { email } = who.user;
  if (await tryAgain(env, db, email, Date.now()))
    return { ok: true, sent: (await mailStateOf(db, email)).state === "sent" ? "same" : null };
  const { state } = await mailStateOf(db, email);
  return state === "sent" ? { ok: true, sent: "same" } : resendCode(request, context, who);
}

const spentCode = z.object({
  id: z.string(),
  email: z.string(),
  code_mac: z.string(),
  password_hash: z.string().nullable(),
});

/** Spends one attempt at the newest code of a pending session, before the code is compared (R15). */
async function spendAttempt(context: Context, sessionId: string, now: number) {
  const rows = await platform(context.get(database)).all<unknown>(sql`
    update email_codes set attempts = attempts + 1
    where id = (
        select c.id from sessions s
        join email_codes c on c.user_id = s.user_id and c.purpose = 'verify_email' and c.password_hash is s.password_hash
        where s.id = ${sessionId} and s.kind = 'pending'
        order by c.id desc limit 1)
      and attempts < ${mostAttempts} and consumed_at is null and expires_at > ${now}
    returning id, email, code_mac, password_hash`);
  return rows[0] === undefined ? null : spentCode.parse(rows[0]);
}

/**
 * `agencyId`: the agency that has a place for it, which the statements take; they fail (`guardFailed`) when it has none
 * left. `joins`: the statements make the person a member of an organization that their domain joins.
 */
type OwnOrganization =
  | { ok: true; agencyId: string | null; statements: BatchItem<"sqlite">[]; joins?: Joins }
  | { ok: false; place: NoPlace };

/**
 * The first organization of a person who proves their address: the one that their domain joins, or one of their own, as a client of the agency that they come to, or alone.
 * Nothing for a person who already belongs to an organization, or is about to join one.
 * @param host the tenant's host that they are on, or on the way to; null: the organization stands alone
 * @param timeZone as the browser reports it
 * @param mayJoin whether the mailbox is proven to be theirs now
 */
export async function ownOrganization(
  request: Request,
  context: Context,
  user: { id: string; email: string },
  host: string | null,
  now: number,
  timeZone?: string,
  mayJoin = true,
): Promise<OwnOrganization> {
  const nothing: OwnOrganization = { ok: true, agencyId: null, statements: [] };
  if ((await keptInvitation(request, context, user.id, now)) !== null) return nothing;
  const db = platform(context.get(database));
  const membership = await db
    .select({ organization_id: organizationMembers.organization_id })
    .from(organizationMembers)
    .where(eq(organizationMembers.user_id, user.id))
    .limit(1)
    .get();
  if (membership) return nothing;
  const joins = mayJoin ? await joining(request, context, user, host, now) : null;
  if (joins) return { ok: true, agencyId: null, statements: joins.statements, joins };
  const place = host === null ? null : await placeOn(context.get(database), host);
  // Without a brand the host was given up since they came. An invited person needs no place.
  const isAsked = host !== null && place !== null && place.is !== "room" && place.brand !== null;
  if (isAsked && !(await isInvited(db, user.email, host, now))) return { ok: false, place };
  const agencyId = place?.is === "room" ? place.agencyId : null;
  return { ok: true, agencyId, statements: founding(db, user, timeZone, context, now, agencyId) };
}

/** Whether an organization that lives on a host waits for an address. */
async function isInvited(db: PlatformDb, email: string, host: string, now: number): Promise<boolean> {
  const found = await db.get<{ is: number }>(sql`select ${isInvitedOn(folded(email), host, now)} as "is"`);
  return found?.is === 1;
}

export type Verified =
  /** `outside`: the address is proven, but nothing that the account opens lives on this host, so no session begins. */
  | { ok: true; step: Beginning["step"] | "outside"; cookies: string[] }
  | { ok: false; reason: "wrong" }
  /** The agency of this host takes no newcomer now: the address stays unproven, and the code good for another try. */
  | { ok: false; reason: "no_place"; place: NoPlace }
  | { ok: false; reason: "too_many"; retryAfter: number };

/**
 * Proves the address of a pending session with a code. The right one confirms the address, makes the password chosen
 * with this session the account's, ends every other session, and starts a full one, in one batch. So the next request
 * finds a confirmed address, and polling (docs/product.md, "Sign-in flows") has nothing to wait for.
 * @param timeZone as the browser reports it
 */
export async function verifyEmail(
  request: Request,
  context: Context,
  who: SignedIn,
  code: string,
  timeZone?: string,
): Promise<Verified> {
  await passEdgeLimit(request, context);
  const now = Date.now();
  const userId = who.user.id;
  const network = await networkSubject(request, context);
  const checks = limits.check(who.sessionId, network, await subjectOf(context, folded(who.user.email)));
  const spent = await spend(context.get(database), checks, now);
  if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
  const tried = await spendAttempt(context, who.sessionId, now);
  // Without a code to compare, the same work is done, so that the time reveals nothing.
  const expected = tried?.code_mac ?? "";
  const isRight = await isCode(context, expected, userId, tried?.email ?? who.user.email, code);
  const db = platform(context.get(database));
  if (!tried || !isRight) {
    const failed = await auditRow(request, context, { action: "email.code_refused", target: userId });
    await db.insert(auditEvents).values(failed);
    return { ok: false, reason: "wrong" };
  }
  const { email } = who.user;
  const user = { id: userId, email, email_confirmed_at: now };
  const host = sessionHostOf(request, context) ?? who.refHost;
  const own = await ownOrganization(request, context, user, host, now, timeZone);
  if (!own.ok) return { ok: false, reason: "no_place", place: own.place };
  const begun =
    own.agencyId !== null || own.joins || (await mayEnter(request, context, user, now))
      ? await beginSession(request, context, user, "email_code", now, { ref_host: who.refHost })
      : null;
  const confirmed = await auditRow(request, context, { action: "email.confirmed", actor_id: userId });
  // A guard that matches no row does not stop a batch; this row does (R34).
  const hasMatched = sql`insert into assert_ok (ok) select case when changes() = 1 then 1 end`;
  try {
    await db.batch([
      db
        .update(emailCodes)
        .set({ consumed_at: now })
        .where(and(eq(emailCodes.id, tried.id), isNull(emailCodes.consumed_at))),
      db.run(hasMatched),
      db
        .update(users)
        .set({ email_confirmed_at: now, updated_at: now, password_hash: tried.password_hash })
        .where(and(eq(users.id, userId), isNull(users.email_confirmed_at))),
      db.run(hasMatched),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
      db.delete(sessions).where(eq(sessions.user_id, userId)),
      db.insert(auditEvents).values(confirmed),
      ...own.statements,
      ...(begun?.statements ?? []),
    ]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    // Another newcomer took the agency's last place at the same moment, or the code was used.
    const place = own.agencyId === null || host === null ? null : await placeOn(context.get(database), host);
    if (place === null || place.is === "room") return { ok: false, reason: "wrong" };
    return { ok: false, reason: "no_place", place };
  }
  own.joins?.tell();
  return { ok: true, step: begun?.step ?? "outside", cookies: begun?.cookies ?? [] };
}
