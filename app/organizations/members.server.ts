/** The members of an organization: roles, removals and ownership; there is always an owner (R34). */
import { and, count, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { grantable, type Role, roles } from "#app/membership/permissions.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform, tenant } from "#app/platform/d1.server.ts";
import { assertOk, auditEvents, organizationMembers } from "#drizzle/control/schema.ts";

/** How many owners an organization has. */
export async function ownersOf(context: Context, id: string): Promise<number> {
  const found = await tenant(context.get(database), id)
    .select({ owners: count() })
    .from(organizationMembers)
    .where(and(eq(organizationMembers.organization_id, id), eq(organizationMembers.role, "owner")))
    .get();
  return found?.owners ?? 0;
}

/**
 * `last_owner`: an organization needs one. `refused`: the member's role may not do it. `unproven`: changing owners
 * needs a recent proof of identity (R3).
 */
export type Outcome = { ok: true } | { ok: false; reason: "last_owner" | "refused" | "unknown" | "unproven" };

/** The row of one member. */
export const memberIn = (id: string, userId: string) =>
  and(eq(organizationMembers.organization_id, id), eq(organizationMembers.user_id, userId));

/** Roles as a list in SQL: constants of ours, never typed text. */
const listed = (some: readonly Role[]) => sql.raw(some.map((role) => `'${role}'`).join(", "));

/** Whether the acting member may still do it at this instant, whatever another member did a moment before. */
export function reaches(id: string, actor: string, isProven: boolean) {
  const cases = roles.map((role) => {
    const own = grantable(role).filter((one) => isProven || one !== "owner");
    return own.length === 0
      ? sql`0`
      : sql`(a.role = ${role} and organization_members.role in (${listed(own)}))`;
  });
  return sql`exists (select 1 from organization_members a where a.organization_id = ${id}
    and a.user_id = ${actor} and (${sql.join(cases, sql` or `)}))`;
}

const leavesAnOwner = (id: string) => sql`(organization_members.role <> 'owner' or
  (select count(*) from organization_members o where o.organization_id = ${id} and o.role = 'owner') > 1)`;

type Write = BatchItem<"sqlite">;
type Event = { action: string; target: string; changes?: Record<string, string> };

/** The audit row of a change, with the role that the member had before it (R46). */
const withRoleBefore = ({ id }: Member, { target, changes = {} }: Event) =>
  sql`json_set(${JSON.stringify(changes)}, '$.role_before', (select m.role from organization_members m
    where m.organization_id = ${id} and m.user_id = ${target}))`;

/** Runs a guarded statement with its audit row; returns the reason when the guard matched no row. */
async function guarded(
  request: Request,
  context: Context,
  member: Member,
  statement: Write,
  event: Event,
  { rows = 1, isProven = true } = {},
): Promise<Outcome> {
  const db = platform(context.get(database));
  const row = await auditRow(request, context, {
    ...event,
    actor_id: member.user.id,
    organization_id: member.id,
  });
  try {
    await db.batch([
      // Comes first, because it reads what the statement changes; rolled back when the guard matches no row.
      db.insert(auditEvents).values({ ...row, changes: withRoleBefore(member, event) }),
      statement,
      db.run(sql.raw(`insert into assert_ok (ok) select case when changes() = ${rows} then 1 end`)),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
    ]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    return { ok: false, reason: await reasonOf(context, member, event.target, isProven) };
  }
  // Open feeds in their browser belong to the previous role.
  const at = [{ id: member.id, region: null }];
  context
    .get(cloudflare)
    .ctx.waitUntil(dismissListeners(context.get(cloudflare).env, at, { user_id: event.target }));
  return { ok: true };
}

async function reasonOf(context: Context, member: Member, target: string, isProven: boolean) {
  const { id } = member;
  const found = await tenant(context.get(database), id).all<{ user_id: string; role: string }>(sql`
    select user_id, role from organization_members
    where organization_id = ${id} and (user_id = ${target} or role = 'owner') limit 10`);
  const one = found.find(({ user_id }) => user_id === target);
  if (!one) return "unknown";
  if (target !== member.user.id && !grantable(member.role).some((own) => own === one.role)) return "refused";
  if (!isProven && one.role === "owner" && target !== member.user.id) return "unproven";
  return one.role === "owner" && found.filter(({ role }) => role === "owner").length === 1
    ? "last_owner"
    : "refused";
}

/**
 * Changes a member's role: to at most the actor's own, and never so that no owner remains.
 * @param isProven whether the actor has a recent proof of identity
 */
export async function changeRole(
  request: Request,
  context: Context,
  member: Member,
  target: string,
  role: Role,
  isProven: boolean,
): Promise<Outcome> {
  if (role === "owner" && !isProven && grantable(member.role).includes(role))
    return { ok: false, reason: "unproven" };
  if (!grantable(member.role).includes(role)) return { ok: false, reason: "refused" };
  const { id, user } = member;
  const owned = role === "owner" ? sql`1` : leavesAnOwner(id);
  const statement = platform(context.get(database))
    .update(organizationMembers)
    .set({ role })
    .where(and(memberIn(id, target), reaches(id, user.id, isProven || target === user.id), owned));
  const event = { action: "member.role_changed", target, changes: { role } };
  return guarded(request, context, member, statement, event, { isProven });
}

/**
 * Removes a member, or oneself; a removed member loses access and live feeds.
 * @param isProven whether the actor has a recent proof of identity; not needed to leave
 */
export async function removeMember(
  request: Request,
  context: Context,
  member: Member,
  target: string,
  isProven: boolean,
): Promise<Outcome> {
  const { id, user } = member;
  const isSelf = target === user.id;
  const statement = platform(context.get(database))
    .delete(organizationMembers)
    .where(and(memberIn(id, target), isSelf ? sql`1` : reaches(id, user.id, isProven), leavesAnOwner(id)));
  const event = { action: isSelf ? "member.left" : "member.removed", target };
  return guarded(request, context, member, statement, event, { isProven });
}

/** Transfers ownership: the member becomes the owner, and the previous owner an admin; both or neither. */
export async function transferOwnership(
  request: Request,
  context: Context,
  member: Member,
  target: string,
): Promise<Outcome> {
  const { id, user } = member;
  if (target === user.id) return { ok: false, reason: "refused" };
  // One statement for both rows, which changes them only when both exist and one of them is the owner.
  const among = organizationMembers.user_id;
  const statement = platform(context.get(database))
    .update(organizationMembers)
    .set({ role: sql`case when ${among} = ${target} then 'owner' else 'admin' end` })
    .where(
      and(
        eq(organizationMembers.organization_id, id),
        sql`${among} in (${target}, ${user.id})`,
        sql`exists (select 1 from organization_members o
          where o.organization_id = ${id} and o.user_id = ${user.id} and o.role = 'owner')`,
        sql`exists (select 1 from organization_members t
          where t.organization_id = ${id} and t.user_id = ${target})`,
      ),
    );
  const event = { action: "organization.handed_over", target };
  return guarded(request, context, member, statement, event, { rows: 2 });
}
