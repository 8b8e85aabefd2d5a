/** The list of all users, newest first, searched and filtered. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { ago, type Place, shortDate } from "#app/platform/format.ts";
import { type Cursor, readFor } from "#app/platform/keyset.ts";
import { nameHas } from "#app/platform/name-search.server.ts";
import type { UserFilter, UsersQuery } from "./customers-query.ts";
import { scannedPage, scannedRows } from "./scanned-page.ts";

const pageSize = 50;

const row = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  is_admin: z.number().transform(Boolean),
  is_verified: z.number().transform(Boolean),
  has_factor: z.number().transform(Boolean),
  organizations: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
  memberships: z.number(),
  last_seen_at: z.number().nullable(),
  created_at: z.number(),
});

const factors = sql`(exists (select 1 from user_factors f where f.user_id = u.id and f.verified_at is not null)
  or exists (select 1 from passkeys k where k.user_id = u.id))`;

const filters: Record<UserFilter, SQL> = {
  admins: sql`exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'admin')`,
  unverified: sql`u.email_confirmed_at is null`,
  plain: sql`not ${factors}`,
  alone: sql`not exists (select 1 from organization_members m where m.user_id = u.id)`,
};

function conditions({ q, only }: UsersQuery): SQL {
  const folded = q.toLowerCase();
  const all = [
    sql`u.deleted_at is null`,
    ...(q === "" ? [] : [sql`(instr(u.email_folded, ${folded}) > 0 or ${nameHas(sql`u.name`, q)})`]),
    ...(only === null ? [] : [filters[only]]),
  ];
  return sql.join(all, sql` and `);
}

export interface ListedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly organizations: string;
  readonly factor: string;
  readonly state: { readonly words: string; readonly tone: "good" | "warn" | "neutral" } | null;
  readonly seen: string;
  readonly since: string;
}

/** One page of users. */
export async function usersPage(db: Database, query: UsersQuery, cursor: Cursor, place: Place) {
  const all = platform(db);
  const now = Date.now();
  const isUpwards = cursor.towards === "newer";
  const most = query.q === "" && query.only === null ? 4 * readFor(pageSize) : scannedRows;
  const order = sql.raw(isUpwards ? "asc" : "desc");
  const at = cursor.key?.[0] ?? null;
  const beyond = at === null ? sql`true` : sql`i.id ${sql.raw(isUpwards ? ">" : "<")} ${at}`;
  const ids = sql`select i.id from users i where ${beyond} order by i.id ${order}`;
  // Deleted accounts keep their rows, so some that are looked at are not shown.
  const matching = sql`select u.id from (${ids} limit ${most}) z cross join users u on u.id = z.id
    where ${conditions(query)} order by u.id ${order} limit ${readFor(pageSize)}`;
  const [found, ends] = await Promise.all([
    all.all<unknown>(sql`select u.id, u.email, u.name,
        exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'admin') as is_admin,
        u.email_confirmed_at is not null as is_verified, ${factors} as has_factor,
        (select json_group_array(name) from (select o.name from organization_members m
          join organizations o on o.id = m.organization_id and o.archived_at is null
          where m.user_id = u.id order by m.created_at limit 2)) as organizations,
        (select count(*) from organization_members m join organizations o on o.id = m.organization_id
          and o.archived_at is null where m.user_id = u.id) as memberships,
        (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.kind = 'full') as last_seen_at,
        u.created_at
      from users u where u.id in (${matching}) order by u.id ${order}`),
    all.all<unknown>(sql`${ids} limit 1 offset ${most - 1}`),
  ]);
  const [end] = z.array(z.object({ id: z.string() })).parse(ends);
  const { rows, ...beside } = scannedPage(z.array(row).parse(found), cursor, pageSize, end?.id ?? null);
  return {
    ...beside,
    users: rows.map(
      (one): ListedUser => ({
        id: one.id,
        name: one.name ?? one.email,
        email: one.email,
        organizations: organizationWords(one.organizations, one.memberships),
        factor: one.has_factor ? "On" : "Off",
        state: stateOf(one),
        seen: one.last_seen_at === null ? "Signed out" : ago(one.last_seen_at, now, place),
        since: shortDate(one.created_at, now, place),
      }),
    ),
  };
}

const organizationWords = (names: readonly string[], memberships: number): string =>
  memberships > names.length
    ? `${names.join(", ")} and ${memberships - names.length} more`
    : names.join(", ");

function stateOf({ is_admin, is_verified }: z.infer<typeof row>): ListedUser["state"] {
  if (is_admin) return { words: "Platform admin", tone: "warn" };
  return is_verified ? null : { words: "Unverified", tone: "neutral" };
}
