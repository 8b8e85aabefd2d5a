/** Sets a new password with the mailed link: it proves the address, ends every session, and never replaces a second factor. */

import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type Beginning, beginSession } from "#app/accounts/begin-session.server.ts";
import { referredTo, sessionHostOf } from "#app/branding/hosts.server.ts";
import { isSettledOn } from "#app/branding/residence.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import { placeFor } from "#app/membership/client-places.server.ts";
import { settingPassword } from "#app/passwords/new-password.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { ownOrganization } from "#app/sign-in/verification/verification.server.ts";
import { auditEvents, oneTimeTokens, users } from "#drizzle/control/schema.ts";

/** The account that a valid link opens, on the host where it is opened. */
export type LinkOwner = {
  tokenId: string;
  id: string;
  email: string;
  name: string | null;
  email_confirmed_at: number | null;
  /** The names of their organizations, for the rules of the password. */
  organizations: string[];
  /** Whether a new password may be set on this host: always on the main host, elsewhere only when everything that the account opens lives there. */
  isSettled: boolean;
};

const nameList = z.array(z.string());
const names = z.string().transform((json) => nameList.parse(JSON.parse(json)));

/**
 * The account that a link opens; null when it was used, has expired or is unknown. Opening the link does not use it
 * up, because mail programs open links by themselves.
 * @param now ms UTC
 */
export async function ownerOfLink(
  request: Request,
  context: Context,
  token: string,
  now: number,
): Promise<LinkOwner | null> {
  const host = sessionHostOf(request, context);
  const found = await platform(context.get(database))
    .select({
      tokenId: sql<string>`${oneTimeTokens.id}`.as("token_id"),
      id: users.id,
      email: users.email,
      name: users.name,
      email_confirmed_at: users.email_confirmed_at,
      organizations: sql<string>`(select json_group_array(o.name) from organization_members m
        join organizations o on o.id = m.organization_id where m.user_id = ${users.id})`.as("organizations"),
      is_settled: (host === null ? sql<number>`1` : sql<number>`${isSettledOn(sql`users.id`, host)}`).as(
        "is_settled",
      ),
    })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.user_id), isNull(users.deleted_at)))
    .where(
      and(
        eq(oneTimeTokens.token_hash, await sha256(token)),
        eq(oneTimeTokens.purpose, "reset_password"),
        isNull(oneTimeTokens.used_at),
        gt(oneTimeTokens.expires_at, now),
      ),
    )
    .get();
  if (!found) return null;
  const { is_settled, organizations, ...owner } = found;
  return { ...owner, organizations: names.parse(organizations), isSettled: Boolean(is_settled) };
}

export type PasswordReset =
  | { ok: true; step: Beginning["step"]; cookies: string[] }
  /** The link was used in between. */
  | { ok: false; reason: "over" }
  | { ok: false; reason: "too_many"; retryAfter: number };

/**
 * Sets the password and signs in with it, up to the second factor where there is one. One batch: of parallel tries
 * with one link, or with several of one account, exactly one sets its password, and no earlier session survives (R2,
 * R4).
 * @param password one that the rules allow
 * @param now ms UTC
 * @param isInvited a newcomer with an invitation joins only the inviting organization (docs/product.md, "Sign-in
 * flows")
 */
export async function resetPassword(
  request: Request,
  context: Context,
  owner: LinkOwner,
  password: string,
  now: number,
  isInvited = false,
): Promise<PasswordReset> {
  // Before the hash, which is the expensive part (R13).
  const spent = await spend(context.get(database), [limits.reset(owner.id)], now);
  if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
  const set = await settingPassword(request, context, owner, password, "reset", now);
  const isFirstProof = owner.email_confirmed_at === null;
  const begun = await beginSession(request, context, { ...owner, email_confirmed_at: now }, "reset", now);
  const db = platform(context.get(database));
  const host = sessionHostOf(request, context) ?? referredTo(request, context);
  const own = isFirstProof && !isInvited ? await ownOrganization(request, context, owner, host, now) : null;
  const redeemed = db
    .update(oneTimeTokens)
    .set({ used_at: now })
    .where(
      and(
        eq(oneTimeTokens.id, owner.tokenId),
        isNull(oneTimeTokens.used_at),
        gt(oneTimeTokens.expires_at, now),
      ),
    );
  const confirmed = isFirstProof
    ? [
        db.update(users).set({ email_confirmed_at: now }).where(eq(users.id, owner.id)),
        db
          .insert(auditEvents)
          .values(await auditRow(request, context, { action: "email.confirmed", actor_id: owner.id })),
        // Where the agency has no place, the account opens nothing until it is invited.
        ...(own?.ok ? own.statements : []),
      ]
    : [];
  const [first, ...rest] = guarding(context, redeemed);
  try {
    await db.batch([first, ...rest, ...set.statements, ...confirmed, ...begun.statements]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    // Another newcomer took the agency's last place at the same moment: next time there is none to take.
    const isTaken =
      own?.ok && own.agencyId !== null && (await placeFor(context.get(database), own.agencyId)) !== "room";
    if (isTaken) return resetPassword(request, context, owner, password, now, isInvited);
    return { ok: false, reason: "over" };
  }
  set.done();
  return { ok: true, step: begun.step, cookies: begun.cookies };
}
