/** The members of an organization: roles, removals and ownership; there is always an owner (R34). */
import { and, count, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven, personOf } from "#app/membership/actor.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { grantable, type Role, roles } from "#app/membership/permissions.ts";
import { verb } from "#app/membership/verb.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { assertOk, auditEvents, organizationMembers } from "#drizzle/control/schema.ts";

/** How many owners an organization has. */
export async function ownersOf(db: Database, id: string): Promise<number> {
  const found = await tenant(db, id)
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
export function reaches(id: string, actor: string, isProvenNow: boolean) {
  const cases = roles.map((role) => {
    const own = grantable(role).filter((one) => isProvenNow || one !== "owner");
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
const withRoleBefore = ({ organization }: Actor, { target, changes = {} }: Event) =>
  sql`json_set(${JSON.stringify(changes)}, '$.role_before', (select m.role from organization_members m
    where m.organization_id = ${organization.id} and m.user_id = ${target}))`;

/** Runs a guarded statement with its audit row; returns the reason when the guard matched no row. */
async function runGuarded(
  actor: Actor,
  { db: d1, env, after }: Deps,
  statement: Write,
  event: Event,
  { rows = 1, isProvenNow = true } = {},
): Promise<Outcome> {
  const db = platform(d1);
  const row = await actor.note(event.action, event.target);
  try {
    await db.batch([
      // Comes first, because it reads what the statement changes; rolled back when the guard matches no row.
      db.insert(auditEvents).values({ ...row, changes: withRoleBefore(actor, event) }),
      statement,
      db.run(sql.raw(`insert into assert_ok (ok) select case when changes() = ${rows} then 1 end`)),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
    ]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    return { ok: false, reason: await reasonOf(actor, d1, event.target, isProvenNow) };
  }
  // Open feeds in their browser belong to the previous role.
  const at = [{ id: actor.organization.id, region: null }];
  after(dismissListeners(env, at, { user_id: event.target }));
  return { ok: true };
}

async function reasonOf(actor: Actor, db: Database, target: string, isProvenNow: boolean) {
  const { id } = actor.organization;
  const person = personOf(actor);
  const found = await tenant(db, id).all<{ user_id: string; role: string }>(sql`
    select user_id, role from organization_members
    where organization_id = ${id} and (user_id = ${target} or role = 'owner') limit 10`);
  const one = found.find(({ user_id }) => user_id === target);
  if (!one) return "unknown";
  if (target !== person.id && !grantable(person.role).some((own) => own === one.role)) return "refused";
  if (!isProvenNow && one.role === "owner" && target !== person.id) return "unproven";
  return one.role === "owner" && found.filter(({ role }) => role === "owner").length === 1
    ? "last_owner"
    : "refused";
}

/** The id of a member's account. */
const member = z.string().min(1).max(64);

export const memberRole = z.object({ member, role: z.enum(roles) });

/** Gives a member another role: at most one's own, and never so that no owner is left. */
export const changeRole = verb(
  {
    verb: "members.change_role",
    permission: "members.write",
    isPersonal: true,
    worksUnpaid: true,
    input: memberRole,
  },
  async (actor, { member: target, role }, deps: Deps): Promise<Outcome> => {
    const person = personOf(actor);
    const isProvenNow = isProven(actor, Date.now());
    if (!grantable(person.role).includes(role)) return { ok: false, reason: "refused" };
    if (role === "owner" && !isProvenNow) return { ok: false, reason: "unproven" };
    const { id } = actor.organization;
    const owned = role === "owner" ? sql`1` : leavesAnOwner(id);
    const statement = platform(deps.db)
      .update(organizationMembers)
      .set({ role })
      .where(and(memberIn(id, target), reaches(id, person.id, isProvenNow || target === person.id), owned));
    const event = { action: "member.role_changed", target, changes: { role } };
    return runGuarded(actor, deps, statement, event, { isProvenNow });
  },
);

export const memberChoice = z.object({ member });

/** Removes a member, or the actor: their sessions and live feeds of the organization end. */
export const removeMember = verb(
  {
    verb: "members.remove",
    permission: "members.write",
    isPersonal: true,
    worksUnpaid: true,
    input: memberChoice,
  },
  (actor, { member: target }, deps: Deps) => takeOut(actor, target, deps),
);

/** Takes oneself out: every member may, and needs to prove nothing for it. */
export const leaveOrganization = verb(
  { verb: "members.leave", permission: null, isPersonal: true, worksUnpaid: true, input: z.object({}) },
  (actor, _, deps: Deps) => takeOut(actor, personOf(actor).id, deps),
);

function takeOut(actor: Actor, target: string, deps: Deps): Promise<Outcome> {
  const { id } = actor.organization;
  const person = personOf(actor);
  const isSelf = target === person.id;
  const isProvenNow = isProven(actor, Date.now());
  const statement = platform(deps.db)
    .delete(organizationMembers)
    .where(
      and(memberIn(id, target), isSelf ? sql`1` : reaches(id, person.id, isProvenNow), leavesAnOwner(id)),
    );
  const event = { action: isSelf ? "member.left" : "member.removed", target };
  return runGuarded(actor, deps, statement, event, { isProvenNow });
}

/**
 * Hands an organization over: the member becomes its owner and the owner an admin, both or neither. Needs a
 * recent proof of identity (R3).
 */
export const transferOwnership = verb(
  {
    verb: "organizations.hand_over",
    permission: "organization.own",
    isPersonal: true,
    worksUnpaid: true,
    input: memberChoice,
  },
  async (actor, { member: target }, deps: Deps): Promise<Outcome> => {
    const { id } = actor.organization;
    const person = personOf(actor);
    if (!isProven(actor, Date.now())) return { ok: false, reason: "unproven" };
    if (target === person.id) return { ok: false, reason: "refused" };
    // One statement for both rows, which changes them only when both exist and one of them is the owner.
    const among = organizationMembers.user_id;
    const statement = platform(deps.db)
      .update(organizationMembers)
      .set({ role: sql`case when ${among} = ${target} then 'owner' else 'admin' end` })
      .where(
        and(
          eq(organizationMembers.organization_id, id),
          sql`${among} in (${target}, ${person.id})`,
          sql`exists (select 1 from organization_members o
          where o.organization_id = ${id} and o.user_id = ${person.id} and o.role = 'owner')`,
          sql`exists (select 1 from organization_members t
          where t.organization_id = ${id} and t.user_id = ${target})`,
        ),
      );
    const event = { action: "organization.handed_over", target };
    return runGuarded(actor, deps, statement, event, { rows: 2 });
  },
);
