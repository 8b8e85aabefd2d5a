/** Reads /users: a page of the members, owners first, and a page of the pending invitations. */

import { and, eq, sql } from "drizzle-orm";
import { hasVerifiedFactor } from "#app/accounts/session-row.server.ts";
import { organization } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, type PlatformDb, tenant } from "#app/platform/d1.server.ts";
import { type Keyset, keyset } from "#app/platform/keyset.server.ts";
import { type Cursor, type KeyShape, keysetPage } from "#app/platform/keyset.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";
import { pendingInvitations } from "./invitations.server.ts";
import { knownDomains, readDomains } from "./joining-domains.server.ts";

const pageSize = 50;

/** A member's position in the list: among the owners (0) or after them (1), then by the date of joining. */
export const memberKey: KeyShape = ["number", "number", "id"];

const { organization_id, user_id, role, created_at } = organizationMembers;

/** Some of the owners (0), or of the others (1), in the order of the index, which saves a sort. */
function stretch(db: PlatformDb, organizationId: string, rank: 0 | 1, { beyond, order, limit }: Keyset) {
  return db
    .select({
      user_id,
      role,
      joined_at: created_at,
      name: users.name,
      email: users.email,
      last_seen_at: organizationMembers.last_seen_at,
      has_factor: hasVerifiedFactor("users.id").as("has_factor"),
    })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, user_id))
    .where(and(eq(organization_id, organizationId), sql`(${role} <> 'owner') = ${rank}`, beyond))
    .orderBy(...order)
    .limit(limit);
}

/**
 * A page of the members, owners first, then in the order of joining; and a page of the pending invitations, newest
 * first; and the domains whose people may join. One batch, with one row more than is shown of each list; owners are read together with the others where the
 * others begin.
 */
export async function membersOf(context: Context, at: Cursor, invitationsAt: Cursor) {
  const { id } = organization(context).organization;
  const db = tenant(context.get(database), id);
  const last = at.towards === "newer" ? 0 : 1;
  const [first = 1 - last, ...key] = at.key ?? [];
  const rank = first === 0 ? 0 : 1;
  const begun = keyset([created_at, user_id], { ...at, key: at.key && key }, pageSize, true);
  const whole = keyset([created_at, user_id], { ...at, key: null }, pageSize, true);
  const [same, others, invitations, domains] = await db.batch([
    stretch(db, id, rank, begun),
    stretch(db, id, last, rank === last ? { ...whole, limit: 0 } : whole),
    pendingInvitations(db, id, invitationsAt, pageSize),
    readDomains(db, id),
  ]);
  const read = [...same, ...others].slice(0, begun.limit);
  return {
    members: keysetPage(read, at, pageSize, ({ role, joined_at, user_id }) => [
      role === "owner" ? 0 : 1,
      joined_at,
      user_id,
    ]),
    invitations: keysetPage(invitations, invitationsAt, pageSize, (row) => [row.id]),
    domains: knownDomains(domains),
  };
}
