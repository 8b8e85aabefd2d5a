/** Invitations on the organization's side: created, listed, sent again, revoked (R21). */

import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type Limit, mailboxOf, spend, subjectOf } from "#app/limits/rate-limits.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { grantable, type Role } from "#app/membership/permissions.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { folded } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/id.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import type { Cursor } from "#app/platform/keyset.ts";
import {
  assertOk,
  auditEvents,
  mailOutbox,
  organizationMembers,
  userInvitations,
  users,
} from "#drizzle/control/schema.ts";
import { promiseInvitation } from "./invitation-mail.server.ts";

type Statements = BatchItem<"sqlite">[];
type Write = (fresh: { token: string; expires_at: number }) => [BatchItem<"sqlite">, ...Statements];

const lifetime_days = 7;
/** Mails that one inviter and one organization may cause, and that one mailbox may receive from all senders. */
const caps = ({ id, user }: Member, recipient: string): Limit[] => [
  { key: `invite-inviter:${user.id}`, most: 20, within_ms: hour_ms },
  { key: `invite-hour:${id}`, most: 50, within_ms: hour_ms },
  { key: `invite-day:${id}`, most: 200, within_ms: day_ms },
  { key: `invite-recipient-hour:${recipient}`, most: 5, within_ms: hour_ms },
  { key: `invite-recipient-day:${recipient}`, most: 10, within_ms: day_ms },
];

/** Spends one of each, before the address is looked up, so that lookups are limited too. `now`: ms UTC */
const spendCaps = async (context: Context, member: Member, email: string, now: number) =>
  spend(context.get(database), caps(member, await subjectOf(context, mailboxOf(folded(email)))), now);

/** Neither accepted nor revoked; it may be too old. */
const isOpen = (organizationId: string) =>
  and(
    eq(userInvitations.organization_id, organizationId),
    isNull(userInvitations.accepted_at),
    isNull(userInvitations.revoked_at),
  );

/** A page of the invitations that wait for an answer, newest first; for the caller's batch. */
export function pendingInvitations(db: PlatformDb, organizationId: string, cursor: Cursor, pageSize: number) {
  const { id, email, role, expires_at } = userInvitations;
  const { beyond, order, limit } = keyset([id], cursor, pageSize);
  return db
    .select({ id, email, role, expires_at })
    .from(userInvitations)
    .where(and(isOpen(organizationId), beyond))
    .orderBy(...order)
    .limit(limit);
}

/**
 * `isSent`: the mail's provider took it; otherwise it waits in the outbox. `refused`: the member's role may not do
 * it. `unproven`: inviting an owner needs a recent proof of identity. `member`: the person is a member already.
 * `unknown`: no such invitation is pending. `retryAfter` in seconds.
 */
export type Invited =
  | { ok: true; isSent: boolean; email: string }
  | { ok: false; reason: "refused" | "unproven" | "member" | "unknown" }
  | { ok: false; reason: "too_many"; retryAfter: number };

async function belongs(context: Context, organizationId: string, email: string): Promise<boolean> {
  const found = await tenant(context.get(database), organizationId)
    .select({ id: users.id })
    .from(users)
    .innerJoin(organizationMembers, eq(organizationMembers.user_id, users.id))
    .where(and(eq(users.email_folded, email), eq(organizationMembers.organization_id, organizationId)))
    .get();
  return found !== undefined;
}

/** The batch of an invitation and its mail: the row, its audit row, and the mail, which is sent after the batch. The caller has spent the caps. */
async function send(
  request: Request,
  context: Context,
  member: Member,
  to: { id: string; email: string; role: string; action: string },
  write: Write,
  now: number,
): Promise<Invited> {
  const token = randomToken(32);
  const expires_at = now + lifetime_days * day_ms;
  const { id, email, role, action } = to;
  const mail = await promiseInvitation(
    context,
    member,
    { email, role, token, days: lifetime_days, expires_at },
    now,
  );
  const event = {
    action,
    actor_id: member.user.id,
    organization_id: member.id,
    target: id,
    changes: { role },
  };
  const db = platform(context.get(database));
  try {
    await db.batch([
      ...write({ token: await sha256(token), expires_at }),
      db.insert(mailOutbox).values(mail.row),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
    ]);
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "unknown" };
    throw error;
  }
  return { ok: true, isSent: await mail.send(), email };
}

/**
 * Invites an address with a role of at most the member's own (R21); only owners invite owners. It replaces an earlier
 * pending invitation of the same address, so that one link is valid at a time.
 */
export async function inviteMember(
  request: Request,
  context: Context,
  member: Member,
  { email: typed, role }: { email: string; role: Role },
): Promise<Invited> {
  if (!grantable(member.role).includes(role)) return { ok: false, reason: "refused" };
  const email = folded(typed);
  const now = Date.now();
  const spent = await spendCaps(context, member, email, now);
  if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
  if (await belongs(context, member.id, email)) return { ok: false, reason: "member" };
  const db = tenant(context.get(database), member.id);
  const id = newId();
  const to = { id, email, role, action: "invitation.sent" };
  const write: Write = (fresh) => [
    db
      .update(userInvitations)
      .set({ revoked_at: now })
      .where(and(isOpen(member.id), eq(userInvitations.email, email))),
    db.insert(userInvitations).values({
      id,
      organization_id: member.id,
      email,
      role,
      ...fresh,
      created_by: member.user.id,
      created_at: now,
    }),
  ];
  return send(request, context, member, to, write, now);
}

/** A guard that matches no row does not stop a batch; this row does (R34). */
const hasMatched = (db: PlatformDb): Statements => [
  db.run(sql`insert into assert_ok (ok) select case when changes() = 1 then 1 end`),
  db.delete(assertOk).where(eq(assertOk.ok, 1)),
];

/** The pending invitation with this id, if the member's role may handle it. */
const reachable = (member: Member, id: string) =>
  and(
    isOpen(member.id),
    eq(userInvitations.id, id),
    inArray(userInvitations.role, [...grantable(member.role)]),
  );

async function pendingInvitation(context: Context, member: Member, id: string) {
  return tenant(context.get(database), member.id)
    .select({ id: userInvitations.id, email: userInvitations.email, role: userInvitations.role })
    .from(userInvitations)
    .where(and(isOpen(member.id), eq(userInvitations.id, id)))
    .get();
}

/**
 * Sends an invitation again, also one that is too old: with a new link, valid for 7 days; the old one stops working.
 * @param isProven whether the member has a recent proof of identity; needed only for an owner's invitation
 */
export async function resendInvitation(
  request: Request,
  context: Context,
  member: Member,
  id: string,
  isProven: boolean,
): Promise<Invited> {
  const found = await pendingInvitation(context, member, id);
  if (!found) return { ok: false, reason: "unknown" };
  if (!grantable(member.role).some((role) => role === found.role)) return { ok: false, reason: "refused" };
  if (found.role === "owner" && !isProven) return { ok: false, reason: "unproven" };
  const now = Date.now();
  const spent = await spendCaps(context, member, found.email, now);
  if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
  const db = tenant(context.get(database), member.id);
  const to = { ...found, action: "invitation.sent_again" };
  const write: Write = (fresh) => [
    // The member who sends it again becomes its inviter.
    db
      .update(userInvitations)
      .set({ ...fresh, created_by: member.user.id })
      .where(reachable(member, id)),
    ...hasMatched(platform(context.get(database))),
  ];
  return send(request, context, member, to, write, now);
}

/** Revokes an invitation: its link stops working. */
export async function revokeInvitation(
  request: Request,
  context: Context,
  member: Member,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: "refused" | "unknown" }> {
  const db = platform(context.get(database));
  const event = {
    action: "invitation.revoked",
    actor_id: member.user.id,
    organization_id: member.id,
    target: id,
  };
  try {
    await db.batch([
      tenant(context.get(database), member.id)
        .update(userInvitations)
        .set({ revoked_at: Date.now() })
        .where(reachable(member, id)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
    ]);
    return { ok: true };
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    return { ok: false, reason: (await pendingInvitation(context, member, id)) ? "refused" : "unknown" };
  }
}
