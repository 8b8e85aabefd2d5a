/** The list of an agency's clients: searched, sorted, in pages, and whole as CSV. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import { homeOf } from "#app/branding/residence.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { csvLine } from "#app/platform/csv.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { ago, count, startedMinutes } from "#app/platform/format.ts";
import { type Cursor, keysetPage, readFor } from "#app/platform/keyset.ts";
import { nameHas } from "#app/platform/name-search.server.ts";
import { instantOf, localDate } from "#app/platform/zoned-time.ts";
import { healthOf } from "./client-health.ts";
import type { ClientSort, ClientsQuery } from "./clients-query.ts";
import { healthColumns, healthShape } from "./health-columns.server.ts";

export const pageSize = 50;
/** The most clients in one CSV file: more than the largest plan has. */
const mostInFile = 2000;

const row = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  tier: z.string(),
  status: z.string(),
  ...healthShape,
  suspended_at: z.number().nullable(),
  archived_at: z.number().nullable(),
  created_at: z.number(),
  people: z.number(),
  agents: z.number(),
  numbers: z.number(),
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
  /** The quarter of an hour of its last call, ms UTC. */
  last_call_at: z.number().nullable(),
});
export type ClientRow = z.infer<typeof row>;

/** The beginning of the month in the agency's zone, ms UTC. */
const monthStart = ({ organization }: Pick<Actor, "organization">, now: number): number =>
  instantOf(`${localDate(now, organization.timeZone).slice(0, 7)}-01`, "00:00", organization.timeZone);

type Alias = "o" | "k";
const summed = (of: Alias, column: "calls" | "answered" | "seconds", since: number) => sql`coalesce((
  select sum(r.${sql.raw(column)}) from usage_rollups r
  where r.organization_id = ${sql.raw(of)}.id and r.quarter_start >= ${since}), 0)`;
const lastCall = (of: Alias) => sql`(select max(r.quarter_start) from usage_rollups r
  where r.organization_id = ${sql.raw(of)}.id)`;

/** What each order goes by; the id decides between equals. */
const keys: Record<ClientSort, (of: Alias, since: number) => SQL> = {
  name: (of) => sql`lower(${sql.raw(of)}.name)`,
  newest: (of) => sql`${sql.raw(of)}.created_at`,
  calls: (of, since) => summed(of, "calls", since),
  minutes: (of, since) => summed(of, "seconds", since),
  last: (of) => sql`coalesce(${lastCall(of)}, 0)`,
};

/** What the list shows of an organization `o`, up to its condition. */
const shown = (since: number) => sql`
    select o.id, o.name, ${homeOf} as host, o.subscription_tier as tier, o.subscription_status as status,
      ${healthColumns},
      coalesce(o.suspended_at, o.platform_suspended_at) as suspended_at, o.archived_at, o.created_at,
      (select count(*) from organization_members m where m.organization_id = o.id) as people,
      (select count(*) from agent_index a where a.organization_id = o.id and a.archived_at is null) as agents,
      (select count(*) from phone_numbers p where p.organization_id = o.id) as numbers,
      ${summed("o", "calls", since)} as calls, ${summed("o", "answered", since)} as answered,
      ${summed("o", "seconds", since)} as seconds, ${lastCall("o")} as last_call_at
    from organizations o
    left join organization_branding b on b.organization_id = o.id
    left join organization_branding pb on pb.organization_id = o.parent_organization_id`;

type Wanted = ClientsQuery & { readonly limit: number; readonly cursor: Cursor };

/** Clients in an order, those that lie beyond a cursor. */
export async function readClients(
  db: Database,
  actor: Actor,
  { q, sort, cursor, limit }: Wanted,
  now: number,
) {
  const agencyId = actor.organization.id;
  const since = monthStart(actor, now);
  const ascends = (sort === "name") !== (cursor.towards === "newer");
  const direction = sql.raw(ascends ? "asc" : "desc");
  const key = keys[sort];
  const at = cursor.key?.[0] ?? null;
  const beyond =
    at === null
      ? sql``
      : sql`and (${key("o", since)}, o.id) ${sql.raw(ascends ? ">" : "<")} (
          (select ${key("k", since)} from organizations k
            where k.id = ${at} and k.parent_organization_id = ${agencyId}), ${at})`;
  const found =
    q === ""
      ? sql``
      : sql`and (${nameHas(sql`o.name`, q)} or instr(coalesce(${homeOf}, ''), lower(${q})) > 0)`;
  const rows = await tenant(db, agencyId).all<unknown>(sql`
    ${shown(since)}
    where o.parent_organization_id = ${agencyId} and (o.archived_at is null or o.purge_at is not null)
      ${found} ${beyond}
    order by ${key("o", since)} ${direction}, o.id ${direction} limit ${limit}`);
  return z.array(row).parse(rows);
}

export interface ListedClient {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly plan: string;
  readonly people: string;
  readonly agents: string;
  readonly calls: string;
  readonly minutes: string;
  readonly lastCall: string;
  readonly health: ReturnType<typeof healthOf>;
}

/** "Growth", and for any status but active: "Starter, payment overdue". */
const planWords = ({ tier, status }: { tier: string; status: string }): string =>
  status === "active" ? tierWords(tier) : `${tierWords(tier)}, ${statusWords(status).toLowerCase()}`;

/** One page of the list. */
export async function clientsPage(
  db: Database,
  actor: Actor,
  query: ClientsQuery,
  cursor: Cursor,
  now: number,
) {
  const { timeZone, locale } = actor.organization;
  const found = await readClients(db, actor, { ...query, cursor, limit: readFor(pageSize) }, now);
  const { rows, ...beside } = keysetPage(found, cursor, pageSize, ({ id }) => [id]);
  return {
    clients: rows.map(
      (one): ListedClient => ({
        id: one.id,
        name: one.name,
        host: one.host,
        plan: planWords(one),
        people: count(one.people, locale),
        agents: count(one.agents, locale),
        calls: count(one.calls, locale),
        minutes: startedMinutes(one.seconds, locale),
        lastCall:
          one.last_call_at === null ? "No calls yet" : ago(one.last_call_at, now, { timeZone, locale }),
        health: healthOf(one, now),
      }),
    ),
    ...beside,
  };
}

/** One client as the list shows it; null: it is not in the list. */
export async function figuresOf(
  db: Database,
  actor: Actor,
  id: string,
  now: number,
): Promise<ClientRow | null> {
  const agencyId = actor.organization.id;
  const since = monthStart(actor, now);
  const found = await tenant(db, agencyId).get<unknown>(sql`
    ${shown(since)}
    where o.id = ${id} and o.parent_organization_id = ${agencyId}`);
  return row.safeParse(found).data ?? null;
}

const rfc3339 = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

const columns: readonly (readonly [string, (one: ClientRow, now: number) => string | number])[] = [
  ["name", ({ name }) => name],
  ["host", ({ host }) => host ?? ""],
  ["plan", ({ tier }) => tierWords(tier)],
  ["status", ({ status }) => statusWords(status)],
  ["health", (one, now) => healthOf(one, now).words],
  ["people", ({ people }) => people],
  ["agents", ({ agents }) => agents],
  ["numbers", ({ numbers }) => numbers],
  ["calls_this_month", ({ calls }) => calls],
  ["minutes_this_month", ({ seconds }) => Math.ceil(seconds / 60)],
  ["last_call_at", ({ last_call_at }) => rfc3339(last_call_at)],
  ["suspended_at", ({ suspended_at }) => rfc3339(suspended_at)],
  ["created_at", ({ created_at }) => rfc3339(created_at)],
];

/** The whole list as CSV, in the order and with the search of the page. */
export async function clientsCsv(
  db: Database,
  actor: Actor,
  query: ClientsQuery,
  now: number,
): Promise<string> {
  const cursor: Cursor = { towards: "older", key: null };
  const rows = await readClients(db, actor, { ...query, cursor, limit: mostInFile }, now);
  return [columns.map(([name]) => name), ...rows.map((one) => columns.map(([, of]) => of(one, now)))]
    .map(csvLine)
    .join("");
}
