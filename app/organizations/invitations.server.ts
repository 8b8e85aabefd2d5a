/** Invitations on the organization's side: created, listed, sent again, revoked (R21). */

import { and, eq, inArray, isNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import { type Limit, mailboxOf, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven, personOf } from "#app/membership/actor.ts";
import { hasMatched } from "#app/membership/guarded-batch.server.ts";
import { grantable, type Role, roles } from "#app/membership/permissions.ts";
import { withinSeats } from "#app/membership/seats.server.ts";
import { verb } from "#app/membership/verb.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { addressKey } from "#app/platform/counted-keys.server.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { folded } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/id.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import type { Cursor } from "#app/platform/keyset.ts";
import {
  auditEvents,
  mailOutbox,
  organizationMembers,
  userInvitations,
  users,
} from "#drizzle/control/schema.ts";
import { promiseInvitation } from "./invitation-mail.server.ts";

type Statements = BatchItem<"sqlite">[];
/** `along`: statements that must be written with the invitation, or not at all. */
type Needs = Deps & { readonly along?: Statements };
type Write = (fresh: { token: string; expires_at: number }) => [BatchItem<"sqlite">, ...Statements];

const lifetime_days = 7;
/** Mails that one inviter and one organization may cause, and that one mailbox may receive from all senders. */
const caps = (actor: Actor, recipient: string): Limit[] => {
  const { id } = actor.organization;
  return [
    { key: `invite-inviter:${personOf(actor).id}`, most: 20, within_ms: hour_ms },
    { key: `invite-hour:${id}`, most: 50, within_ms: hour_ms },
    { key: `invite-day:${id}`, most: 200, within_ms: day_ms },
    { key: `invite-recipient-hour:${recipient}`, most: 5, within_ms: hour_ms },
    { key: `invite-recipient-day:${recipient}`, most: 10, within_ms: day_ms },
  ];
};

/** Spends one of each; before anything is asked of the address, so that asking is bounded too. `now`: ms UTC */
const spendCaps = async (actor: Actor, { db, env }: Deps, email: string, now: number) =>
  spend(db, caps(actor, await addressKey(env, mailboxOf(folded(email)))), now);

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
 * `unknown`: no such invitation is pending. `plan_full`: members and pending invitations are as many as the plan allows. `retryAfter` in seconds.
 */
export type Invited =
  | { ok: true; isSent: boolean; email: string }
  | { ok: false; reason: "refused" | "unproven" | "member" | "unknown" | "plan_full" }
  | { ok: false; reason: "too_many"; retryAfter: number };

async function belongs(db: Database, organizationId: string, email: string): Promise<boolean> {
  const found = await tenant(db, organizationId)
    .select({ id: users.id })
    .from(users)
    .innerJoin(organizationMembers, eq(organizationMembers.user_id, users.id))
    .where(and(eq(users.email_folded, email), eq(organizationMembers.organization_id, organizationId)))
    .get();
  return found !== undefined;
}

/** The batch of an invitation and its mail: the row, its audit row, and the mail, which is sent after the batch. The caller has spent the caps. */
async function send(
  actor: Actor,
  deps: Needs,
  to: { id: string; email: string; role: string; action: string },
  write: Write,
  now: number,
): Promise<Invited> {
  const token = randomToken(32);
  const expires_at = now + lifetime_days * day_ms;
  const { id, email, role, action } = to;
  const mail = await promiseInvitation(
    actor,
    { email, role, token, days: lifetime_days, expires_at },
    deps,
    now,
  );
  const db = platform(deps.db);
  try {
    await db.batch([
      ...write({ token: await sha256(token), expires_at }),
      db.insert(mailOutbox).values(mail.row),
      db.insert(auditEvents).values(await actor.note(action, id, { role })),
      ...(deps.along ?? []),
    ]);
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "unknown" };
    throw error;
  }
  return { ok: true, isSent: await mail.send(), email };
}

/** The roles that the actor may grant. */
const reachOf = (actor: Actor): readonly Role[] => grantable(personOf(actor).role);

export const newInvitation = z.object({
  email: z.email({ error: "Invalid email address" }).max(254, { error: "Invalid email address" }),
  role: z.enum(roles, { error: "Choose a role from the list" }),
});

/**
 * Invites an address with a role of at most the member's own (R21); only owners invite owners. It replaces an earlier
 * pending invitation of the same address, so that one link is valid at a time.
 */
export const inviteMember = verb(
  { verb: "invitations.send", permission: "members.write", isPersonal: true, input: newInvitation },
  async (actor, { email: typed, role }, deps: Needs): Promise<Invited> => {
    const now = Date.now();
    if (role === "owner" && !isProven(actor, now)) return { ok: false, reason: "unproven" };
    if (!reachOf(actor).includes(role)) return { ok: false, reason: "refused" };
    const email = folded(typed);
    const spent = await spendCaps(actor, deps, email, now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const organizationId = actor.organization.id;
    if (await belongs(deps.db, organizationId, email)) return { ok: false, reason: "member" };
    const db = tenant(deps.db, organizationId);
    const id = newId();
    const to = { id, email, role, action: "invitation.sent" };
    const write: Write = (fresh) => [
      db
        .update(userInvitations)
        .set({ revoked_at: now })
        .where(and(isOpen(organizationId), eq(userInvitations.email, email))),
      db.insert(userInvitations).values({
        id,
        organization_id: organizationId,
        email,
        role,
        ...fresh,
        created_by: personOf(actor).id,
        created_at: now,
      }),
    ];
    const along = [
      ...withinSeats(platform(deps.db), organizationId, actor.limits.members),
      ...(deps.along ?? []),
    ];
    const invited = await send(actor, { ...deps, along }, to, write, now);
    // Of a new invitation, the seats are the only guard.
    return invited.ok || invited.reason !== "unknown" ? invited : { ok: false, reason: "plan_full" };
  },
);

/** The pending invitation with this id, if the actor may handle its role. */
const reachable = (actor: Actor, id: string) =>
  and(
    isOpen(actor.organization.id),
    eq(userInvitations.id, id),
    inArray(userInvitations.role, [...reachOf(actor)]),
  );

async function waiting(db: Database, organizationId: string, id: string) {
  return tenant(db, organizationId)
    .select({ id: userInvitations.id, email: userInvitations.email, role: userInvitations.role })
    .from(userInvitations)
    .where(and(isOpen(organizationId), eq(userInvitations.id, id)))
    .get();
}

export const invitationChoice = z.object({ invitation: z.string().min(1).max(64) });

/**
 * Sends an invitation once more, also one that is too old: with another link, good for 7 days; the one before is dead.
 * An owner's invitation needs a recent proof of identity.
 */
export const resendInvitation = verb(
  { verb: "invitations.resend", permission: "members.write", isPersonal: true, input: invitationChoice },
  async (actor, { invitation: id }, deps: Deps): Promise<Invited> => {
    const found = await waiting(deps.db, actor.organization.id, id);
    if (!found) return { ok: false, reason: "unknown" };
    if (!reachOf(actor).some((role) => role === found.role)) return { ok: false, reason: "refused" };
    const now = Date.now();
    if (found.role === "owner" && !isProven(actor, now)) return { ok: false, reason: "unproven" };
    const spent = await spendCaps(actor, deps, found.email, now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const to = { ...found, action: "invitation.sent_again" };
    const write: Write = (fresh) => [
      // The member who sends it again becomes its inviter.
      tenant(deps.db, actor.organization.id)
        .update(userInvitations)
        .set({ ...fresh, created_by: personOf(actor).id })
        .where(reachable(actor, id)),
      ...hasMatched(platform(deps.db)),
    ];
    return send(actor, deps, to, write, now);
  },
);

type Revoked = { ok: true } | { ok: false; reason: "refused" | "unknown" };

/** Takes an invitation back: its link is dead from now on. */
export const revokeInvitation = verb(
  {
    verb: "invitations.revoke",
    permission: "members.write",
    isPersonal: true,
    worksUnpaid: true,
    input: invitationChoice,
  },
  async (actor, { invitation: id }, deps: Pick<Deps, "db">): Promise<Revoked> => {
    const db = platform(deps.db);
    const organizationId = actor.organization.id;
    try {
      await db.batch([
        tenant(deps.db, organizationId)
          .update(userInvitations)
          .set({ revoked_at: Date.now() })
          .where(reachable(actor, id)),
        ...hasMatched(db),
        db.insert(auditEvents).values(await actor.note("invitation.revoked", id)),
      ]);
      return { ok: true };
    } catch (error) {
      if (!violates(error, guardFailed)) throw error;
      return { ok: false, reason: (await waiting(deps.db, organizationId, id)) ? "refused" : "unknown" };
    }
  },
);
