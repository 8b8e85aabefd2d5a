/** The people of an organization by name, where one of them is chosen. */
import { asc, eq } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";

/** More people than these are not offered in a choice. */
const mostNamed = 200;

/** Members with their names, or with their addresses where they gave none. */
export async function memberNames(db: Database, id: string): Promise<{ id: string; name: string }[]> {
  const rows = await tenant(db, id)
    .select({ id: users.id, name: users.name, email: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(eq(organizationMembers.organization_id, id))
    .orderBy(asc(users.name), asc(users.id))
    .limit(mostNamed);
  return rows.map(({ id, name, email }) => ({ id, name: name || email }));
}
