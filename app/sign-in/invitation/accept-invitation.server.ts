/** Accepts an invitation: makes the invited person a member (R21, R34). */

import { and, eq, exists, gt, isNull } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { lookingAt } from "#app/membership/active-organization.server.ts";
import { hasMatched } from "#app/membership/guarded-batch.server.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import {
  auditEvents,
  organizationMembers,
  organizations,
  userInvitations,
  users,
} from "#drizzle/control/schema.ts";
import { isGoodOn, isVouchedFor } from "./invitation-link.server.ts";

/** `foreign`: no such invitation, or another person's. `invalid`: the person's own, used, revoked or too old. */
export type Accepted = { ok: true; organizationId: string } | { ok: false; reason: "foreign" | "invalid" };

/**
 * Makes the person with a proven address a member, with the invitation's role, and the organization their active one.
 * One batch: of parallel tries exactly one accepts (R34). A person who is already a member keeps their role.
 * @param user whose address is proven
 * @param now ms UTC
 * @param name what the person gave as their name; an account that has a name keeps it
 * @throws the database's error when it does not answer; nothing is written then
 */
export async function acceptInvitation(
  request: Request,
  context: Context,
  user: { id: string; email: string },
  invitationId: string,
  now: number,
  name: string | null = null,
): Promise<Accepted> {
  const db = platform(context.get(database));
  const own = and(
    eq(userInvitations.id, invitationId),
    eq(userInvitations.email, folded(user.email)),
    isGoodOn(sessionHostOf(request, context)),
  );
  const found = await db
    .select({ organization_id: userInvitations.organization_id, role: userInvitations.role })
    .from(userInvitations)
    .where(own)
    .get();
  if (!found) return { ok: false, reason: "foreign" };
  const { organization_id, role } = found;
  const living = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, organization_id), isNull(organizations.archived_at)));
  const event = {
    action: "invitation.accepted",
    actor_id: user.id,
    organization_id,
    target: invitationId,
    changes: { role },
  };
  const { env, ctx } = context.get(cloudflare);
  const joined = enqueueFact(env, db, organization_id, {
    kind: "member.joined",
    at: now,
    payload: { v: 1, user_id: user.id, role, invitation_id: invitationId },
  });
  try {
    const [, , , , written] = await db.batch([
      db
        .update(userInvitations)
        .set({ accepted_at: now, accepted_by: user.id })
        .where(
          and(
            own,
            isNull(userInvitations.accepted_at),
            isNull(userInvitations.revoked_at),
            gt(userInvitations.expires_at, now),
            exists(living),
            isVouchedFor,
          ),
        ),
      ...hasMatched(db),
      db
        .insert(organizationMembers)
        .values({ organization_id, user_id: user.id, role, created_at: now })
        .onConflictDoNothing(),
      joined.statement,
      lookingAt(db, user.id, organization_id, now),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
      ...(name === null
        ? []
        : [
            db
              .update(users)
              .set({ name, updated_at: now })
              .where(and(eq(users.id, user.id), isNull(users.name))),
          ]),
    ]);
    ctx.waitUntil(joined.send(written));
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "invalid" };
    throw error;
  }
  return { ok: true, organizationId: organization_id };
}
