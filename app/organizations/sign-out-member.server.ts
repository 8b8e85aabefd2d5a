/** Ends a colleague's sessions, when the account opens no other organization (docs/decisions/020-ending-a-members-sessions.md). */
import { eq, sql } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven, personOf } from "#app/membership/actor.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { grantable } from "#app/membership/permissions.ts";
import { verb } from "#app/membership/verb.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import {
  assertOk,
  auditEvents,
  mailOutbox,
  organizationMembers,
  sessions,
  users,
} from "#drizzle/control/schema.ts";
import { memberChoice, memberIn, reaches } from "./members.server.ts";

/** Each press sends the member a mail and makes them sign in again. */
const mostInDay = 5;

/** `self`: one's own devices are on /security. `elsewhere`: the account also belongs to another organization. `retryAfter` in seconds. */
export type SignedOut =
  | { ok: true; who: string }
  | { ok: false; reason: "unproven" | "self" | "unknown" | "refused" | "elsewhere" }
  | { ok: false; reason: "too_many"; retryAfter: number };

async function memberOf(db: Database, id: string, target: string) {
  return tenant(db, id)
    .select({ email: users.email, name: users.name, role: organizationMembers.role })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(memberIn(id, target))
    .get();
}

/**
 * Ends every session of a member, on every device and host, and tells them by mail. Only of one whose role is within
 * reach, and whose account opens nothing but this organization: a session is the person's, not the organization's.
 * Needs a recent proof of identity.
 */
export const signOutMember = verb(
  {
    verb: "members.sign_out",
    permission: "members.write",
    isPersonal: true,
    worksUnpaid: true,
    input: memberChoice,
  },
  async (actor, { member: target }, deps: Deps): Promise<SignedOut> => {
    const { id, name } = actor.organization;
    const person = personOf(actor);
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    if (target === person.id) return { ok: false, reason: "self" };
    const found = await memberOf(deps.db, id, target);
    if (!found) return { ok: false, reason: "unknown" };
    if (!grantable(person.role).some((role) => role === found.role)) return { ok: false, reason: "refused" };
    const limit = { key: `member-sign-out:${id}:${target}`, most: mostInDay, within_ms: day_ms };
    const spent = await spend(deps.db, [limit], now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };

    const { env, after } = deps;
    const { brand, sender, origin } = await brandOfOrganization(deps.db, env, id);
    const { signedOutMail } = await import("./signed-out.mail.tsx");
    const words = signedOutMail({
      brand,
      name: found.name,
      organization: name,
      by: person.name,
      signInUrl: `${origin}/auth`,
    });
    const mail = await promiseMail(env, { to: found.email, ...sender, ...words }, now);
    const db = platform(deps.db);
    const here = await actor.note("member.signed_out", target);
    // In the person's own history too: which organization did it, and nothing of who and from where.
    const own = auditLine(
      { ...noTrace, request_id: here.request_id },
      { action: "sessions.ended_by_organization", target, changes: { organization: name } },
    );
    try {
      await db.batch([
        db.insert(assertOk).select(sql`select case when exists (select 1 from organization_members
        where ${memberIn(id, target)} and ${reaches(id, person.id, true)} and ${opensNothingElse(id, target)})
        then 1 end as ok`),
        db.delete(assertOk).where(eq(assertOk.ok, 1)),
        db.delete(sessions).where(eq(sessions.user_id, target)),
        db.insert(mailOutbox).values(mail.row),
        db.insert(auditEvents).values([here, own]),
      ]);
    } catch (error) {
      if (!violates(error, guardFailed)) throw error;
      return { ok: false, reason: "elsewhere" };
    }
    after(mail.send());
    after(dismissListeners(env, [{ id, region: null }], { user_id: target }));
    return { ok: true, who: found.name ?? found.email };
  },
);

/** No other organization, and not the platform's own pages. */
const opensNothingElse = (id: string, target: string) => sql`not exists (
  select 1 from organization_members e join organizations o on o.id = e.organization_id
  where e.user_id = ${target} and e.organization_id <> ${id} and o.archived_at is null)
  and not exists (select 1 from user_roles r where r.user_id = ${target})`;
