/** Ends a colleague's sessions, when the account opens no other organization (docs/decisions/020-ending-a-members-sessions.md). */
import { eq, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { mainOrigin } from "#app/branding/hosts.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { grantable } from "#app/membership/permissions.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import {
  assertOk,
  auditEvents,
  mailOutbox,
  organizationMembers,
  sessions,
  users,
} from "#drizzle/control/schema.ts";
import { memberIn, reaches } from "./members.server.ts";

/** Each press sends the member a mail and makes them sign in again. */
const mostInDay = 5;

/** `self`: one's own devices are on /security. `elsewhere`: the account also belongs to another organization. `retryAfter` in seconds. */
export type SignedOut =
  | { ok: true; who: string }
  | { ok: false; reason: "self" | "unknown" | "refused" | "elsewhere" }
  | { ok: false; reason: "too_many"; retryAfter: number };

async function memberOf(context: Context, id: string, target: string) {
  return tenant(context.get(database), id)
    .select({ email: users.email, name: users.name, role: organizationMembers.role })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(memberIn(id, target))
    .get();
}

/**
 * Ends every session of a member, on every device and host, and tells them by mail. Only for members whose role the
 * actor may change, and whose account opens nothing but this organization: a session is the person's, not the
 * organization's. The caller has checked the actor's proof of identity (`needsProof`).
 * @param now ms UTC
 */
export async function signOutMember(
  request: Request,
  context: Context,
  member: Member,
  target: string,
  now: number,
): Promise<SignedOut> {
  const { id, name, user } = member;
  if (target === user.id) return { ok: false, reason: "self" };
  const found = await memberOf(context, id, target);
  if (!found) return { ok: false, reason: "unknown" };
  if (!grantable(member.role).some((role) => role === found.role)) return { ok: false, reason: "refused" };
  const limit = { key: `member-sign-out:${id}:${target}`, most: mostInDay, within_ms: day_ms };
  const spent = await spend(context.get(database), [limit], now);
  if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };

  const brand = brandOf(context);
  const { env, ctx } = context.get(cloudflare);
  const { signedOutMail } = await import("./signed-out.mail.tsx");
  const words = signedOutMail({
    brand,
    organization: name,
    by: user.name ?? user.email,
    signInUrl: `${mainOrigin(context)}/auth`,
  });
  const mail = await promiseMail(env, { to: found.email, from_name: brand.company_name, ...words }, now);
  const db = platform(context.get(database));
  const here = await auditRow(request, context, {
    action: "member.signed_out",
    actor_id: user.id,
    organization_id: id,
    target,
  });
  // Also in the person's own history: which organization did it, without who and from where.
  const own = await auditRow(request, context, {
    action: "sessions.ended_by_organization",
    target,
    changes: { organization: name },
  });
  try {
    await db.batch([
      db.insert(assertOk).select(sql`select case when exists (select 1 from organization_members
        where ${memberIn(id, target)} and ${reaches(id, user.id, true)} and ${opensNothingElse(id, target)})
        then 1 end as ok`),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
      db.delete(sessions).where(eq(sessions.user_id, target)),
      db.insert(mailOutbox).values(mail.row),
      db.insert(auditEvents).values([here, { ...own, ip_prefix: null, user_agent_hash: null }]),
    ]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    return { ok: false, reason: "elsewhere" };
  }
  ctx.waitUntil(mail.send());
  ctx.waitUntil(dismissListeners(env, [{ id, region: null }], { user_id: target }));
  return { ok: true, who: found.name ?? found.email };
}

/** No other organization, and not the platform's own pages. */
const opensNothingElse = (id: string, target: string) => sql`not exists (
  select 1 from organization_members e join organizations o on o.id = e.organization_id
  where e.user_id = ${target} and e.organization_id <> ${id} and o.archived_at is null)
  and not exists (select 1 from user_roles r where r.user_id = ${target})`;
