/** Mailed codes, and the notice in a code's place: created, stored as a MAC, and sent as often as R15 and R16 allow. */

import { mailOrigin } from "#app/branding/hosts.server.ts";
import { letterheadOf } from "#app/branding/tenant.server.ts";
import { limits, networkSubject, spend, subjectOf } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { isMac, mac, randomDigits } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { folded } from "#app/platform/email-address.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { emailCodes, mailOutbox } from "#drizzle/control/schema.ts";
import { alreadyRegisteredMail } from "./already-registered.mail.tsx";
import { verificationCodeMail } from "./verification-code.mail.tsx";

const lifetime_minutes = 10;

const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));
const provenBy = (userId: string, email: string, code: string) =>
  ["email-code", JSON.stringify([userId, folded(email), "verify_email", code])] as const;

/** The stored form of a code: valid only for its user, address and purpose. */
const codeMac = (context: Context, userId: string, email: string, code: string): Promise<string> =>
  mac(keysOf(context)[0], ...provenBy(userId, email, code));

/** Whether a code matches its stored form. */
export const isCode = (context: Context, stored: string, userId: string, email: string, code: string) =>
  isMac(keysOf(context), stored, ...provenBy(userId, email, code));

/** The sign-up of a code: it opens only pending sessions of this user with the same password. */
export type Unproven = { userId: string; email: string; passwordHash: string };

/**
 * A new code: the statements for the caller's batch, and the mail to send afterwards.
 * @param now ms UTC
 * @param isTrial they came to start a trial, which the mail mentions
 */
export async function promiseCode(
  context: Context,
  { userId, email, passwordHash }: Unproven,
  now: number,
  isTrial: boolean,
) {
  const { brand, sender } = letterheadOf(context);
  const code = randomDigits(6);
  const expires_at = now + lifetime_minutes * minute_ms;
  const words = verificationCodeMail({ brand, code, minutes: lifetime_minutes, isTrial });
  const mail = await promiseMail(
    context.get(cloudflare).env,
    { to: email, ...sender, ...words },
    now,
    expires_at,
  );
  const db = platform(context.get(database));
  const code_mac = await codeMac(context, userId, email, code);
  return {
    mail,
    statements: [
      db.insert(mailOutbox).values(mail.row),
      db.insert(emailCodes).values({
        id: newId(now),
        user_id: userId,
        email,
        purpose: "verify_email",
        code_mac,
        created_at: now,
        expires_at,
        password_hash: passwordHash,
      }),
    ] as const,
  };
}

/** The mail that tells the owner of an address that it already has an account, in the same form. */
export async function promiseNotice(context: Context, email: string, now: number) {
  const { env } = context.get(cloudflare);
  const { brand, sender } = letterheadOf(context);
  const words = alreadyRegisteredMail({ brand, signInUrl: `${mailOrigin(context)}/auth` });
  const mail = await promiseMail(env, { to: email, ...sender, ...words }, now);
  return { mail, statements: [platform(context.get(database)).insert(mailOutbox).values(mail.row)] as const };
}

/** `recent`: one was sent less than a minute ago. `later`: the address's hour or day is used up. `no`: the network's is. */
export type Sending = { may: "yes" | "recent" | "later" | "no"; retryAfter: number };

/**
 * Spends one mail of a kind to an address, if any is left (R16).
 * @param now ms UTC
 */
export async function maySend(
  request: Request,
  context: Context,
  purpose: "code" | "notice" | "reset" | "change",
  email: string,
  now: number,
): Promise<Sending> {
  const network = await networkSubject(request, context);
  const wanted = limits.send(purpose, network, await subjectOf(context, folded(email)));
  const spent = await spend(context.get(database), wanted, now);
  if (spent.ok) return { may: "yes", retryAfter: 0 };
  const isOnlyRecent = spent.full.every((key) => key === wanted[0]?.key);
  const isNetworks = spent.full.some((key) => key === wanted.at(-1)?.key);
  return { may: isOnlyRecent ? "recent" : isNetworks ? "no" : "later", retryAfter: spent.retryAfter };
}
