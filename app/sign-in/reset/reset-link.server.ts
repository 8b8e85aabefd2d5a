/** "Forgot password?": a mail with a link that sets a new one; every address gets the same answer (R13, B1). */
import { and, eq, isNull, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { newToken } from "#app/accounts/one-time-tokens.server.ts";
import { alongPath } from "#app/accounts/return-path.ts";
import { isMainHost, mailOrigin, mainOrigin, referredTo } from "#app/branding/hosts.server.ts";
import { belongsOn, isSettledOn } from "#app/branding/residence.server.ts";
import { customHostOf, letterheadOf } from "#app/branding/tenant.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { folded } from "#app/platform/email-address.ts";
import { hostOrigin, settings } from "#app/platform/env.server.ts";
import { isByInvitation } from "#app/sign-in/agency-newcomers.server.ts";
import { invitationOf } from "#app/sign-in/invitation/invitation-link.server.ts";
import { maySend } from "#app/verification/email-codes.server.ts";
import { auditEvents, mailOutbox, oneTimeTokens, users } from "#drizzle/control/schema.ts";
import { noAccountMail, resetLinkMail } from "./reset-link.mail.tsx";

/** The Copenhagen Book's advice: a mailed link lives an hour. */
const lifetime_minutes = 60;

/** The tenant's domain that the link was requested on, or for (`ref`, on the main host); null when there is none. */
const tenantsHost = (request: Request, context: Context): Promise<string | null> => {
  const { hostname, searchParams } = new URL(request.url);
  return customHostOf(context, isMainHost(request, context) ? searchParams.get("ref") : hostname);
};

/**
 * Where the link leads: to the host that it was requested on, with the return path. A tenant can point its domain
 * elsewhere any day, and the link opens the account. So it leads to a domain only when everything that the account
 * opens lives there, and otherwise to the main host, with the name of the domain if the person belongs to an
 * organization on it (R42).
 */
function linkOf(
  request: Request,
  context: Context,
  token: string,
  invitation: string | null,
  { ownHost, isSettled }: { ownHost: string | null; isSettled: boolean },
): string {
  const { searchParams } = new URL(request.url);
  const kept = new URLSearchParams();
  const returnPath = searchParams.get("returnPath");
  if (returnPath !== null) kept.set("returnPath", returnPath);
  const staysOnMain = ownHost === null || !isSettled || isMainHost(request, context);
  if (ownHost !== null && staysOnMain) kept.set("ref", ownHost);
  const origin = staysOnMain
    ? mainOrigin(context)
    : hostOrigin(settings(context.get(cloudflare).env), ownHost);
  const url = new URL(alongPath("/auth", kept), origin);
  url.searchParams.set("mode", "reset");
  if (invitation !== null) url.searchParams.set("token", invitation);
  url.searchParams.set("reset", token);
  return url.href;
}

/**
 * Where an address without an account gets one: on the host that the person is on, and on the main host with its `ref`.
 * Null where accounts are by invitation and the address has none.
 */
function signUpUrl(request: Request, context: Context, invitation: string | null): string | null {
  if (invitation === null && isByInvitation(request, context)) return null;
  const url = new URL("/auth?mode=signup", mailOrigin(context));
  const ref = referredTo(request, context);
  if (ref !== null) url.searchParams.set("ref", ref);
  if (invitation !== null) url.searchParams.set("token", invitation);
  return url.href;
}

/** `retryAfter` in seconds: this address, or this network, has caused enough mail. */
export type LinkSent = { ok: true } | { ok: false; retryAfter: number };

/**
 * Mails a link that sets a new password, or a notice that there is no account: the same statements and the same
 * answer for both, and the mail leaves afterwards. An unproven address, or one with Google only, gets the link like
 * any other. A repeated request within a minute from the same network sends nothing more.
 * @param now ms UTC
 */
export async function sendResetLink(
  request: Request,
  context: Context,
  email: string,
  now: number,
): Promise<LinkSent> {
  await passEdgeLimit(request, context);
  const sending = await maySend(request, context, "reset", email, now);
  if (sending.may === "recent") return { ok: true };
  if (sending.may !== "yes") return { ok: false, retryAfter: sending.retryAfter };
  const host = await tenantsHost(request, context);
  // Only an invitation mailed to this address is added: our mail never leads to another person's invitation.
  const isInvited = (await invitationOf(request, context, email, now)) !== null;
  const invitation = isInvited ? new URL(request.url).searchParams.get("token") : null;
  const db = platform(context.get(database));
  const user = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      email_confirmed_at: users.email_confirmed_at,
      is_theirs: sql<number>`${belongsOn(sql`users.id`, host ?? "")}`.as("is_theirs"),
      is_settled: sql<number>`${isSettledOn(sql`users.id`, host ?? "")}`.as("is_settled"),
    })
    .from(users)
    .where(and(eq(users.email_folded, folded(email)), isNull(users.deleted_at)))
    .get();
  // A token without a user opens nothing: it exists because the other case writes one too.
  const made = await newToken(
    "reset_password",
    { user_id: user?.id ?? null },
    lifetime_minutes * minute_ms,
    now,
  );
  const { brand, sender } = letterheadOf(context);
  const isUnproven = user?.email_confirmed_at === null;
  const words = user
    ? resetLinkMail({
        brand,
        name: user.name,
        url: linkOf(request, context, made.token, invitation, {
          // A newcomer of an agency's host proves the address with the link, and becomes its client.
          ownHost: user.is_theirs || (isUnproven && !isByInvitation(request, context)) ? host : null,
          isSettled: Boolean(user.is_settled),
        }),
        minutes: lifetime_minutes,
      })
    : noAccountMail({ brand, signUpUrl: signUpUrl(request, context, invitation) });
  const { env, ctx } = context.get(cloudflare);
  // To the address as stored in the account, not as typed.
  const mail = await promiseMail(
    env,
    { to: user?.email ?? email, ...sender, ...words },
    now,
    made.row.expires_at,
  );
  const event = { action: "password.reset_asked", ...(user && { target: user.id }) };
  await db.batch([
    db.insert(oneTimeTokens).values(made.row),
    db.insert(mailOutbox).values(mail.row),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  // Not awaited: how long the provider takes must not be observable.
  ctx.waitUntil(mail.send());
  return { ok: true };
}
