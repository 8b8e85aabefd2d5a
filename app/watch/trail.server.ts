/** An audit trail, newest first, filtered, a page at a time: the whole platform's, or one organization's own (R46). */
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import type { Place } from "#app/platform/format.ts";
import { bornAt, firstIdAt } from "#app/platform/id.ts";
import { type Cursor, keysetPage, readFor, written } from "#app/platform/keyset.ts";
import { addDays, instantOf, isDate } from "#app/platform/zoned-time.ts";
import { organizations, users } from "#drizzle/control/schema.ts";
import { eventGroups, type TrailFilters } from "./trail-filters.ts";

const pageSize = 25;
/** Events that one page looks at for those that its filter wants; a link leads on from there. */
const budget = 2000;

/** Whose trail it is; `organizationId` null: the platform's, of everything. */
export type Scope = { readonly organizationId: string | null; readonly place: Place };

const changed = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const row = z.object({
  id: z.string(),
  actor_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  ip_prefix: z.string().nullable(),
  request_id: z.string().nullable(),
  changes: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : changed.parse(JSON.parse(text)))),
  created_at: z.number(),
  /** Of the person who acted, and of the one whom it concerns. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  subject: z.string().nullable(),
  organization: z.string().nullable(),
  /** Whether the person who acted, and the one whom it concerns, is a member of the event's organization now. */
  is_member: z.number(),
  is_subject_member: z.number(),
  is_platform_admin: z.number(),
  /** Who visited, where support acted. */
  visitor: z.string().nullable(),
});
export type TrailRow = z.output<typeof row>;

/** `looked`: how many events were looked at; `first`, `last`: between which ids. */
const looked = z.object({ looked: z.number(), first: z.string().nullable(), last: z.string().nullable() });

/** `base`: what an index finds. `wanted`: what is looked for among these. */
type Bounds = { readonly base: SQL; readonly wanted: SQL | null };

/** What narrows a trail; null: the person or the organization that is asked for does not exist. */
export async function boundsOf(db: Database, scope: Scope, filters: TrailFilters): Promise<Bounds | null> {
  const { organizationId, place } = scope;
  // A table of organizations is read by a key, also where nothing else bounds it.
  const base: SQL[] = [sql`id is not null`];
  const wanted: SQL[] = [];
  const start = (date: string) => firstIdAt(instantOf(date, "00:00", place.timeZone));
  if (isDate(filters.from)) base.push(sql`id >= ${start(filters.from)}`);
  if (isDate(filters.to)) base.push(sql`id < ${start(addDays(filters.to, 1))}`);
  if (organizationId !== null) base.push(sql`organization_id = ${organizationId}`);
  else if (filters.where !== "") {
    const found = await organizationCalled(db, filters.where);
    if (found === null) return null;
    // What an admin did to it is in the platform's own row, which the organization's row names.
    base.push(sql`(organization_id = ${found} or id in (select json_extract(t.changes, '$.event')
      from audit_events t where t.organization_id = ${found} and t.changes is not null))`);
  }
  if (filters.who !== "") {
    const who = organizationId === null ? await personCalled(db, filters.who) : filters.who;
    if (who === null) return null;
    base.push(sql`actor_id = ${who}`);
  }
  if (filters.what !== "") {
    const nouns = JSON.stringify(eventGroups[filters.what].nouns.split(" "));
    const noun = sql`substr(e.action, 1, instr(e.action, '.') - 1)`;
    wanted.push(sql`${noun} in (select value from json_each(${nouns}))`);
  }
  if (organizationId === null && filters.network !== "")
    wanted.push(sql`e.ip_prefix = ${filters.network.replace(/\.x$/, "")}`);
  return {
    base: sql.join(base, sql` and `),
    wanted: wanted.length === 0 ? null : sql.join(wanted, sql` and `),
  };
}

async function organizationCalled(db: Database, asked: string): Promise<string | null> {
  const found = await platform(db)
    .select({ id: organizations.id })
    .from(organizations)
    .where(sql`${organizations.id} = ${asked} or lower(${organizations.name}) = lower(${asked})`)
    .limit(1)
    .get();
  return found?.id ?? null;
}

async function personCalled(db: Database, email: string): Promise<string | null> {
  const found = await platform(db)
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email_folded, folded(email)))
    .get();
  return found?.id ?? null;
}

type Stretch = { readonly cursor: Cursor; readonly most: number; readonly budget: number };
type Read = { rows: TrailRow[]; info: z.output<typeof looked> };

/** Reads the next events of a trail in a cursor's direction, each with the names that belong to it. */
export async function readTrail(db: Database, scope: Scope, bounds: Bounds, stretch: Stretch): Promise<Read> {
  const { cursor, most, budget } = stretch;
  const isUpwards = cursor.towards === "newer";
  const order = sql.raw(isUpwards ? "asc" : "desc");
  const [key] = cursor.key ?? [];
  const beyond = key === undefined ? sql`` : sql`and id ${sql.raw(isUpwards ? ">" : "<")} ${key}`;
  const isMember = (who: "actor_id" | "target") =>
    sql`exists (select 1 from organization_members m where m.organization_id = e.organization_id and m.user_id = e.${sql.raw(who)})`;
  const statement = sql`with w as materialized (
      select * from audit_events where ${bounds.base} ${beyond} order by id ${order}
      limit ${bounds.wanted === null ? most : budget})
    select i.looked as looked, i.first as first, i.last as last,
      e.id as id, e.actor_id as actor_id, e.organization_id as organization_id, e.action as action,
      e.target as target, e.ip_prefix as ip_prefix, e.request_id as request_id, e.changes as changes,
      e.created_at as created_at, u.email as email, u.name as name, s.email as subject, o.name as organization,
      ${isMember("actor_id")} as is_member, ${isMember("target")} as is_subject_member,
      exists (select 1 from user_roles r where r.user_id = e.actor_id) as is_platform_admin,
      (select v.user_name from support_visits v where v.organization_id = e.organization_id
        and v.id = json_extract(e.changes, '$.visit')) as visitor
    from (select count(*) as looked, min(id) as first, max(id) as last from w) i
    left join w e on ${bounds.wanted ?? sql`true`}
    left join users u on u.id = e.actor_id
    left join users s on s.id = e.target
    left join organizations o on o.id = e.organization_id
    order by e.id ${order} limit ${most}`;
  const { organizationId } = scope;
  const reader = organizationId === null ? platform(db) : tenant(db, organizationId);
  const found = await reader.all<{ id: string | null }>(statement);
  return {
    rows: z.array(row).parse(found.filter(({ id }) => id !== null)),
    info: looked.parse(found[0]),
  };
}

/**
 * One page, and the cursors of its neighbours.
 * @returns `searchedTo`: how far back a filter looked that found less than a page, ms UTC; null: to the end
 */
export async function trailPage(db: Database, scope: Scope, filters: TrailFilters, cursor: Cursor) {
  const bounds = await boundsOf(db, scope, filters);
  if (bounds === null) return { rows: [] as TrailRow[], searchedTo: null };
  const { rows, info } = await readTrail(db, scope, bounds, { cursor, most: readFor(pageSize), budget });
  const page = keysetPage(rows, cursor, pageSize, ({ id }) => [id]);
  const isCut = bounds.wanted !== null && info.looked === budget && rows.length <= pageSize;
  if (!isCut || info.first === null || info.last === null) return { ...page, searchedTo: null };
  return cursor.towards === "older"
    ? { ...page, older: written("older", [info.first]), searchedTo: bornAt(info.first) }
    : { ...page, newer: written("newer", [info.last]), searchedTo: null };
}
