/** The list of /customer-management: every organization of the platform, newest first. */
import { sql } from "drizzle-orm";
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { type Place, shortDate } from "#app/platform/format.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import { type Cursor, keysetPage } from "#app/platform/keyset.ts";
import { organizations } from "#drizzle/control/schema.ts";

const pageSize = 25;

export type Customer = {
  id: string;
  name: string;
  plan: string;
  status: string;
  isDeleted: boolean;
  members: number;
  since: string;
};

/** One page of organizations, with the number of members of each. */
export async function customersPage(context: Context, cursor: Cursor, place: Place) {
  const { id } = organizations;
  const now = Date.now();
  const { beyond, order, limit } = keyset([id], cursor, pageSize);
  const rows = await platform(context.get(database))
    .select({
      id,
      name: organizations.name,
      tier: organizations.subscription_tier,
      status: organizations.subscription_status,
      archived_at: organizations.archived_at,
      created_at: organizations.created_at,
      members: sql<number>`(select count(*) from organization_members m where m.organization_id = ${id})`,
    })
    .from(organizations)
    .where(beyond)
    .orderBy(...order)
    .limit(limit);
  const { rows: shown, ...cursors } = keysetPage(rows, cursor, pageSize, (row) => [row.id]);
  return {
    customers: shown.map(
      ({ tier, status, archived_at, created_at, ...row }): Customer => ({
        id: row.id,
        name: row.name,
        members: row.members,
        plan: tierWords(tier),
        status: statusWords(status),
        isDeleted: archived_at !== null,
        since: shortDate(created_at, now, place),
      }),
    ),
    ...cursors,
  };
}
