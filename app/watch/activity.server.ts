/** What /users/activity shows, and its file: of the organization alone. */
import { asc, eq } from "drizzle-orm";
import { depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { hasClients } from "#app/membership/plan-limits.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { shortDate } from "#app/platform/format.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";
import { trailPage } from "./trail.server.ts";
import { trailFile } from "./trail-file.server.ts";
import { type EventGroup, trailFilters } from "./trail-filters.ts";
import { forMembers } from "./trail-words.server.ts";

/** Colleagues in the filter; more would be no list to choose from. */
const mostPeople = 200;

const groups: readonly EventGroup[] = ["people", "settings", "brand", "agents", "plan", "denied"];

const scopeOf = ({ organization }: Member) => ({
  organizationId: organization.id,
  place: { timeZone: organization.timeZone, locale: organization.locale },
});

async function peopleOf(db: Database, id: string) {
  const rows = await tenant(db, id)
    .select({ id: users.id, name: users.name, email: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(eq(organizationMembers.organization_id, id))
    .orderBy(asc(users.email_folded))
    .limit(mostPeople);
  return rows.map((one) => ({ value: one.id, label: one.name ?? one.email }));
}

export async function activityPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { db } = depsOf(context);
  const scope = scopeOf(member);
  const filters = trailFilters(request.url);
  const now = Date.now();
  const [{ rows, searchedTo, ...beside }, people] = await Promise.all([
    trailPage(db, scope, filters, cursorOf(request.url)),
    peopleOf(db, scope.organizationId),
  ]);
  return {
    filters,
    groups: [
      ...groups,
      ...(hasClients(member.membership) ? (["clients"] as const) : []),
      ...(member.isClient || hasClients(member.membership) ? (["support"] as const) : []),
    ],
    people,
    organization: member.organization.name,
    events: rows.map((row) => forMembers(row, now, scope.place)),
    searchedTo: searchedTo === null ? null : shortDate(searchedTo, now, scope.place),
    ...beside,
  };
}

/** The file is itself an event: the person who takes the trail along stands in it. */
export async function activityFile(request: Request, context: Context): Promise<Response> {
  const member = permitted(context, "organization.write");
  await member.record("audit.exported", member.organization.id);
  return trailFile(depsOf(context).db, scopeOf(member), trailFilters(request.url));
}
