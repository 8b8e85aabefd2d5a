/** What /users reads: a page of the members, owners first, and a page of the invitations that wait. */

import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { hasVerifiedFactor } from "#app/accounts/session-row.server.ts";
import { organization } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, type PlatformDb, tenant } from "#app/platform/d1.server.ts";
import { type IdCursor, idPage, newest } from "#app/platform/id-pages.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";
import { pendingInvitations } from "./invitations.server.ts";

const pageSize = 50;

/** Where a member stands in the list: among the owners (0) or after them (1), then as they came. */
type Place = { rank: 0 | 1; at: number; userId: string };

const written = ({ rank, at, userId }: Place): string => `${rank}-${at}-${userId}`;

function placeIn({ id }: IdCursor): Place | null {
  const [, rank, at, userId = ""] = /^([01])-(\d{1,15})-(.+)$/.exec(id) ?? [];
  return rank === undefined ? null : { rank: rank === "0" ? 0 : 1, at: Number(at), userId };
}

const { organization_id, user_id, role, created_at } = organizationMembers;

/** Some of the owners, or of the others, in the order of the index, which saves a sort. */
function stretch(
  db: PlatformDb,
  organizationId: string,
  rank: Place["rank"],
  isBackwards: boolean,
  beyond: SQL | undefined,
  limit: number,
) {
  // One row of the index on sessions, however many they have.
  const lastSeen = sql<number | null>`(select max(s.last_seen_at) from sessions s
    where s.user_id = users.id and s.kind = 'full')`;
  const order = isBackwards ? desc : asc;
  return db
    .select({
      user_id,
      role,
      joined_at: created_at,
      name: users.name,
      email: users.email,
      last_seen_at: lastSeen.as("last_seen_at"),
      has_factor: hasVerifiedFactor("users.id").as("has_factor"),
    })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, user_id))
    .where(and(eq(organization_id, organizationId), sql`(${role} <> 'owner') = ${rank}`, beyond))
    .orderBy(order(created_at), order(user_id))
    .limit(limit);
}

/**
 * A page of the members, owners first, then in the order in which they came; and one of the invitations that wait, newest
 * first. One batch, and of each list one row more than is shown; owners are read beside the others where both begin.
 */
export async function membersOf(context: Context, at: IdCursor, invitationsAt: IdCursor) {
  const { id } = organization(context).organization;
  const db = tenant(context.get(database), id);
  const from = placeIn(at);
  const isBackwards = from !== null && at.towards === "newer";
  const more = pageSize + 1;
  const beyond =
    from &&
    (isBackwards
      ? sql`(${created_at}, ${user_id}) < (${from.at}, ${from.userId})`
      : sql`(${created_at}, ${user_id}) > (${from.at}, ${from.userId})`);
  const rank = from?.rank ?? 0;
  const last = isBackwards ? 0 : 1;
  const [same, others, invitations] = await db.batch([
    stretch(db, id, rank, isBackwards, beyond ?? undefined, more),
    stretch(db, id, last, isBackwards, undefined, rank === last ? 0 : more),
    pendingInvitations(db, id, invitationsAt, more),
  ]);
  const read = [...same, ...others].slice(0, more).map((row) => ({
    ...row,
    id: written({ rank: row.role === "owner" ? 0 : 1, at: row.joined_at, userId: row.user_id }),
  }));
  const members = idPage(read, from ? at : newest, pageSize);
  return { members, invitations: idPage(invitations, invitationsAt, pageSize) };
}
