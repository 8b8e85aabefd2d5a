/** The list of /customer-management: all organizations as a tree with their clients, or what is searched among them. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { homeOf } from "#app/branding/residence.server.ts";
import { healthColumns, healthShape } from "#app/clients/health-columns.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { type Cursor, readFor } from "#app/platform/keyset.ts";
import { nameHas } from "#app/platform/name-search.server.ts";
import { instantOf, localDate } from "#app/platform/zoned-time.ts";
import {
  type CustomerKind,
  type CustomerState,
  type CustomersQuery,
  isFiltered,
  isTree,
} from "./customers-query.ts";
import { scannedPage, scannedRows } from "./scanned-page.ts";

export const pageSize = 25;
/** How many of an agency's clients the tree shows; the others are one link away. */
export const clientsShown = 3;

const row = z.object({
  id: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  parent: z.string().nullable(),
  host: z.string().nullable(),
  tier: z.string(),
  status: z.string(),
  ...healthShape,
  agency_status: z.string().nullable(),
  agency_past_due_since: z.number().nullable(),
  agency_suspended_at: z.number().nullable(),
  suspended_at: z.number().nullable(),
  archived_at: z.number().nullable(),
  version: z.number(),
  created_at: z.number(),
  owner: z.string().nullable(),
  people: z.number(),
  clients: z.number(),
  numbers: z.number(),
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
  /** The quarter of an hour of its last call, ms UTC. */
  last_call_at: z.number().nullable(),
  last_seen_at: z.number().nullable(),
  /** What its subscription costs in a month, minor units; null: it pays the platform nothing. */
  fee: z.number().nullable(),
  fee_currency: z.string().nullable(),
  /** What a client's present month costs it before extra minutes, minor units of its agency's; null: it owes its agency nothing. */
  agency_fee: z.number().nullable(),
  agency_currency: z.string().nullable(),
});
export type CustomerRow = z.infer<typeof row>;

/** The moment that a list is of, and the beginning of its month in the admin's zone, ms UTC. */
export type AsOf = { readonly now: number; readonly since: number };

export const asOf = (now: number, timeZone: string): AsOf => ({
  now,
  since: instantOf(`${localDate(now, timeZone).slice(0, 7)}-01`, "00:00", timeZone),
});

const summed = (column: "calls" | "answered" | "seconds", since: number) => sql`coalesce((
  select sum(r.${sql.raw(column)}) from usage_rollups r
  where r.organization_id = o.id and r.quarter_start >= ${since}), 0)`;

/** The subscription that the platform is paid for, as a subquery of one value. */
const paid = (value: string) =>
  sql.raw(`(select ${value} from subscriptions s where s.organization_id = o.id and s.payee_id is null
    and s.ended_at is null and s.status in ('active', 'past_due') order by s.stripe_created desc limit 1)`);

/** What a client owes its agency for the month that it is in, as a subquery of one value. */
const owed = (value: string, now: number) =>
  sql`(select ${sql.raw(value)} from client_terms t where t.client_id = o.id
    and t.agency_id = o.parent_organization_id and t.starts_at <= ${now} and t.ends_at > ${now}
    order by t.starts_at desc limit 1)`;

/** What the list shows of an organization `o`, up to its condition. */
const shown = ({ now, since }: AsOf) => sql`
  select o.id, o.name, o.parent_organization_id as parent_id, p.name as parent, ${homeOf} as host,
    o.subscription_tier as tier, o.subscription_status as status, ${healthColumns},
    p.subscription_status as agency_status, p.past_due_since as agency_past_due_since,
    coalesce(p.platform_suspended_at, p.suspended_at) as agency_suspended_at,
    coalesce(o.platform_suspended_at, o.suspended_at) as suspended_at, o.archived_at,
    o.admin_version as version, o.created_at,
    (select coalesce(u.name, u.email) from organization_members m join users u on u.id = m.user_id
      where m.organization_id = o.id order by (m.role <> 'owner'), m.created_at, m.user_id limit 1) as owner,
    (select count(*) from organization_members m where m.organization_id = o.id) as people,
    (select count(*) from organizations c where c.parent_organization_id = o.id and c.archived_at is null) as clients,
    (select count(*) from phone_numbers n where n.organization_id = o.id) as numbers,
    ${summed("calls", since)} as calls, ${summed("answered", since)} as answered,
    ${summed("seconds", since)} as seconds,
    (select max(r.quarter_start) from usage_rollups r where r.organization_id = o.id) as last_call_at,
    (select max(m.last_seen_at) from organization_members m where m.organization_id = o.id) as last_seen_at,
    ${paid("case s.cadence when 'yearly' then s.unit_amount / 12 else s.unit_amount end")} as fee,
    ${paid("s.currency")} as fee_currency,
    ${owed("t.fee_amount", now)} as agency_fee, ${owed("t.currency", now)} as agency_currency
  from organizations o
  left join organizations p on p.id = o.parent_organization_id
  left join organization_branding b on b.organization_id = o.id
  left join organization_branding pb on pb.organization_id = o.parent_organization_id`;

const states: Record<CustomerState, SQL> = {
  active: sql`o.subscription_status = 'active' and o.archived_at is null`,
  trialing: sql`o.subscription_status = 'trialing' and o.archived_at is null`,
  pending: sql`o.subscription_status = 'pending' and o.archived_at is null`,
  past_due: sql`o.subscription_status = 'past_due' and o.archived_at is null`,
  ended: sql`o.subscription_status not in ('active', 'trialing', 'pending', 'past_due') and o.archived_at is null`,
  suspended: sql`coalesce(o.platform_suspended_at, o.suspended_at) is not null and o.archived_at is null`,
  deleted: sql`o.archived_at is not null`,
};

const kinds: Record<CustomerKind, SQL> = {
  agency: sql`exists (select 1 from organizations c where c.parent_organization_id = o.id)`,
  client: sql`o.parent_organization_id is not null`,
  alone: sql`o.parent_organization_id is null
    and not exists (select 1 from organizations c where c.parent_organization_id = o.id)`,
};

/** A name, an id, a host, or the address of one of its people. Addresses are compared whole, by their index. */
const searched = (q: string) => {
  const folded = q.toLowerCase();
  return sql`(${nameHas(sql`o.name`, q)} or o.id = ${folded}
    or exists (select 1 from organization_branding h where h.organization_id = o.id and instr(h.custom_domain, ${folded}) > 0)
    or exists (select 1 from users u join organization_members m on m.user_id = u.id
      where u.email_folded = ${folded} and m.organization_id = o.id))`;
};

function conditions({ q, state, plan, kind, agency }: CustomersQuery): SQL {
  const all = [
    ...(q === "" ? [] : [searched(q)]),
    ...(state === null ? [] : [states[state]]),
    ...(plan === null ? [] : [sql`o.subscription_tier = ${plan}`]),
    ...(kind === null ? [] : [kinds[kind]]),
    ...(agency === null ? [] : [sql`o.parent_organization_id = ${agency}`]),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

type Wanted = {
  readonly query: CustomersQuery;
  readonly cursor: Cursor;
  readonly limit: number;
  /** Agencies' clients are no rows of their own. */
  readonly isTree: boolean;
};

/** The ids that one page looks at, in its direction. */
function scanned({ query, cursor, isTree }: Wanted): SQL {
  const isUpwards = cursor.towards === "newer";
  const at = cursor.key?.[0] ?? null;
  const beyond = at === null ? sql`` : sql`and k.id ${sql.raw(isUpwards ? ">" : "<")} ${at}`;
  const own = query.agency === null ? sql`true` : sql`k.parent_organization_id = ${query.agency}`;
  const within = isTree ? sql`k.parent_organization_id is null` : own;
  const order = sql.raw(isUpwards ? "asc" : "desc");
  return sql`select k.id from organizations k where ${within} ${beyond} order by k.id ${order}`;
}

/**
 * Rows of the list in the cursor's direction, and the last id that was looked at; null: the list ends before. What is
 * shown of a row is read once it is found.
 */
async function read(db: Database, wanted: Wanted, at: AsOf) {
  const all = platform(db);
  const order = sql.raw(wanted.cursor.towards === "newer" ? "asc" : "desc");
  const ids = scanned(wanted);
  // Without a search every row that is looked at is shown.
  const isSearched = isFiltered(wanted.query);
  const most = isSearched ? scannedRows : wanted.limit;
  const matching = sql`select o.id from (${ids} limit ${most}) z
    cross join organizations o on o.id = z.id
    where ${conditions(wanted.query)} order by o.id ${order} limit ${wanted.limit}`;
  const [found, ends] = await Promise.all([
    all.all<unknown>(sql`${shown(at)} where o.id in (${matching}) order by o.id ${order}`),
    !isSearched ? [] : all.all<unknown>(sql`${ids} limit 1 offset ${scannedRows - 1}`),
  ]);
  const [end] = z.array(z.object({ id: z.string() })).parse(ends);
  return { rows: z.array(row).parse(found), end: end?.id ?? null };
}

/** The newest clients of each of these agencies. */
async function clientsOf(db: Database, agencies: readonly string[], at: AsOf) {
  if (agencies.length === 0) return [];
  const found = await platform(db).all<unknown>(sql`${shown(at)}
    where o.id in (select k.id from json_each(${JSON.stringify(agencies)}) a
      join organizations k on k.parent_organization_id = a.value and k.id in (
        select n.id from organizations n where n.parent_organization_id = a.value order by n.id desc
        limit ${clientsShown}))
    order by o.id desc`);
  return z.array(row).parse(found);
}

export type Branch = { readonly of: CustomerRow; readonly clients: readonly CustomerRow[] };

/** One page: organizations with the first of their clients, or those that were searched for, each alone. */
export async function customersPage(db: Database, query: CustomersQuery, cursor: Cursor, at: AsOf) {
  const tree = isTree(query);
  const { rows: found, end } = await read(db, { query, cursor, limit: readFor(pageSize), isTree: tree }, at);
  const { rows, ...beside } = scannedPage(found, cursor, pageSize, end);
  const agencies = tree ? rows.filter(({ clients }) => clients > 0).map(({ id }) => id) : [];
  const clients = await clientsOf(db, agencies, at);
  const branches = rows.map(
    (of): Branch => ({
      of,
      clients: clients.filter(({ parent_id }) => parent_id === of.id),
    }),
  );
  return { branches, ...beside };
}

/** The rows behind one organization, as the list shows it; null: there is none. */
export async function customerRow(db: Database, id: string, at: AsOf): Promise<CustomerRow | null> {
  const found = await platform(db).get<unknown>(sql`${shown(at)} where o.id = ${id}`);
  return row.safeParse(found).data ?? null;
}

/** Organizations in the order of the list, without the tree, some at a time. */
export async function* everyCustomer(db: Database, query: CustomersQuery, at: AsOf) {
  const atOnce = 200;
  let cursor: Cursor = { towards: "older", key: null };
  for (;;) {
    const { rows, end } = await read(db, { query, cursor, limit: atOnce, isTree: false }, at);
    yield rows;
    const last = rows.length === atOnce ? rows.at(-1)?.id : end;
    if (last === undefined || last === null) return;
    cursor = { towards: "older", key: [last] };
  }
}
