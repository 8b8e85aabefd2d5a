/** Requests a change of address: a link to each of the two, and the same answer whether or not the new one has an account. */
import { and, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { newToken } from "#app/accounts/one-time-tokens.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { mailOrigin } from "#app/branding/hosts.server.ts";
import { letterheadOf } from "#app/branding/tenant.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { folded } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/id.ts";
import { maySend } from "#app/verification/email-codes.server.ts";
import { auditEvents, mailOutbox, oneTimeTokens, users } from "#drizzle/control/schema.ts";
import { type ChangeEmailMail, changeEmailMail } from "./change-email.mail.tsx";

/** People seldom open two mailboxes at the same time. */
const lifetime_hours = 24;
/** More than a person needs; each request costs two mails. */
const askingLimit = (userId: string) => ({ key: `change-email:${userId}`, most: 5, within_ms: hour_ms });

export const changePurposes = ["change_email_old", "change_email_new"] as const;

const openHalves = (userId: string) =>
  and(eq(oneTimeTokens.user_id, userId), inArray(oneTimeTokens.purpose, [...changePurposes]));

/** The halves of a pending change, for the page's batch. `now`: ms UTC */
export const changeUnderWay = (db: PlatformDb, userId: string, now: number) =>
  db
    .select({
      purpose: oneTimeTokens.purpose,
      email: oneTimeTokens.email,
      used_at: oneTimeTokens.used_at,
    })
    .from(oneTimeTokens)
    .where(and(openHalves(userId), gt(oneTimeTokens.expires_at, now)))
    .limit(2);

/** A mail of a change, with the row for the caller's batch. */
export async function changeMail(
  context: Context,
  to: string,
  mail: ChangeEmailMail,
  path: string,
  now: number,
  usefulUntil: number | null = null,
) {
  const { env } = context.get(cloudflare);
  const { brand, sender } = letterheadOf(context);
  const words = changeEmailMail(mail, { brand, url: `${mailOrigin(context)}${path}` });
  return promiseMail(env, { to, ...sender, ...words }, now, usefulUntil);
}

/** `retryAfter` in seconds. */
export type Asked = { ok: true } | { ok: false; retryAfter: number };

/**
 * Mails a link to the present address and one to the new one. If the new one already has a proven account, it gets a
 * notice instead, and the other half can never be completed. An earlier request ends. The caller has checked the
 * person's identity (R3).
 * @param now ms UTC
 */
export async function askEmailChange(
  request: Request,
  context: Context,
  who: SignedIn,
  next: string,
  now: number,
): Promise<Asked> {
  const asking = await spend(context.get(database), [askingLimit(who.user.id)], now);
  if (!asking.ok) return { ok: false, retryAfter: asking.retryAfter };
  const sending = await maySend(request, context, "change", next, now);
  // An earlier request stays valid until a mail may be sent again, to that address too (R16).
  if (sending.may !== "yes") return { ok: false, retryAfter: sending.retryAfter };
  const db = platform(context.get(database));
  const taken = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email_folded, folded(next)), isNotNull(users.email_confirmed_at)))
    .get();
  const lifetime_ms = lifetime_hours * hour_ms;
  const change = { email: next, bound_to: newId(now) };
  const { id, email, name } = who.user;
  const old = await newToken("change_email_old", { ...change, user_id: id }, lifetime_ms, now);
  // A token without a user opens nothing: it exists because the other case writes one too.
  const half = await newToken(
    "change_email_new",
    { ...change, user_id: taken ? null : id },
    lifetime_ms,
    now,
  );
  const hours = lifetime_hours;
  const link = (token: string) => `/security/email?${new URLSearchParams({ token })}`;
  const until = old.row.expires_at;
  const mails = [
    await changeMail(context, email, { kind: "old", name, next, hours }, link(old.token), now, until),
    taken
      ? await changeMail(context, next, { kind: "taken" }, "/auth", now, until)
      : await changeMail(context, next, { kind: "new", hours }, link(half.token), now, until),
  ];
  const event = { action: "email.change_asked", actor_id: id, target: id };
  await db.batch([
    db.delete(oneTimeTokens).where(openHalves(id)),
    db.insert(oneTimeTokens).values([old.row, half.row]),
    db.insert(mailOutbox).values(mails.map(({ row }) => row)),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  // Not awaited: how long the provider takes must not be observable.
  for (const mail of mails) context.get(cloudflare).ctx.waitUntil(mail.send());
  return { ok: true };
}

/** Cancels a pending change. */
export async function cancelEmailChange(request: Request, context: Context, who: SignedIn): Promise<void> {
  const db = platform(context.get(database));
  const event = { action: "email.change_cancelled", actor_id: who.user.id, target: who.user.id };
  await db.batch([
    db.delete(oneTimeTokens).where(openHalves(who.user.id)),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
}
