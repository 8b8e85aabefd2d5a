/** One user as the platform's admins see them: organizations, protection, sessions. Nothing of what they wrote. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { roleTitle } from "#app/membership/permissions.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, count, type Place, shortDate } from "#app/platform/format.ts";
import { organizationMembers, organizations, users } from "#drizzle/control/schema.ts";
import { provenView } from "./proven-view.server.ts";

const facts = z.object({
  is_admin: z.number().transform(Boolean),
  authenticators: z.number(),
  passkeys: z.number(),
  google: z.number(),
  sessions: z.number(),
  last_seen_at: z.number().nullable(),
});

/** More than a person belongs to. */
const mostOrganizations = 100;

async function factsOf(context: Context, id: string, now: number) {
  return facts.parse(
    await platform(context.get(database)).get<unknown>(sql`select
      exists (select 1 from user_roles r where r.user_id = ${id} and r.role = 'admin') as is_admin,
      (select count(*) from user_factors f where f.user_id = ${id} and f.verified_at is not null) as authenticators,
      (select count(*) from passkeys k where k.user_id = ${id}) as passkeys,
      (select count(*) from user_identities i where i.user_id = ${id}) as google,
      (select count(*) from sessions s where s.user_id = ${id} and s.kind = 'full' and s.expires_at > ${now}) as sessions,
      (select max(s.last_seen_at) from sessions s where s.user_id = ${id} and s.kind = 'full') as last_seen_at`),
  );
}

async function organizationsOf(context: Context, id: string, now: number, place: Place) {
  const rows = await platform(context.get(database))
    .select({
      id: organizations.id,
      name: organizations.name,
      role: organizationMembers.role,
      seen: organizationMembers.last_seen_at,
    })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(and(eq(organizationMembers.user_id, id), isNull(organizations.archived_at)))
    .orderBy(desc(organizationMembers.created_at))
    .limit(mostOrganizations);
  return rows.map(({ seen, role, ...row }) => ({
    ...row,
    role: roleTitle(role),
    seen: seen === null ? "Hasn't visited yet" : `Last seen ${ago(seen, now, place)}`,
  }));
}

/** @throws a 404 answer for an id that is no user's */
export async function userView(request: Request, context: Context, id: string) {
  const { isOpen, isAsked, place, confirmation } = await provenView(request, context);
  if (!isOpen) return { isOpen, confirmation, user: null };
  const now = Date.now();
  const found = await platform(context.get(database))
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .get();
  if (!found) throw faultResponse("not_found");
  const [known, memberships] = await Promise.all([
    factsOf(context, id, now),
    organizationsOf(context, id, now, place),
  ]);
  const shown = (n: number, none: string) => (n === 0 ? none : count(n, place.locale));
  return {
    isOpen,
    confirmation,
    user: {
      id,
      name: found.name ?? found.email,
      email: found.email,
      isAdmin: known.is_admin,
      hasFactor: known.authenticators + known.passkeys > 0,
      hasSessions: known.sessions > 0,
      needsProof: isAsked,
      memberships,
      facts: [
        ["Email", found.email_confirmed_at === null ? "Not verified" : "Verified"],
        ["Password", found.password_hash === null ? "None" : "Set"],
        ["Google", known.google > 0 ? "Connected" : "Not connected"],
        ["Authenticator", known.authenticators > 0 ? "On" : "Off"],
        ["Passkeys", shown(known.passkeys, "None")],
        ["Sessions", shown(known.sessions, "None")],
        ["Last seen", known.last_seen_at === null ? "Signed out" : ago(known.last_seen_at, now, place)],
        ["Since", shortDate(found.created_at, now, place)],
      ] as const,
    },
  };
}
