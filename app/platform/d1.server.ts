/** The only access to D1: counted, one session for each request, and no statement without a bound (R23, R24, R36). */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#drizzle/control/schema.ts";
import { perText } from "./per-text.ts";
import { createContext } from "./request-context.ts";
import type { Timing } from "./server-timing.ts";
import { changesEveryRow } from "./unbounded-sql.ts";

/** A programming error, not a visitor's: thrown before any SQL runs. */
class UnboundedStatement extends Error {
  readonly code = "unbounded_statement";
}

/** Names of the columns a select asks for, counted by its top-level commas; null for anything else. */
const selectedColumns = perText((sql: string): number | null => {
  const text = sql.trimStart();
  const body = /^select\s/i.test(text)
    ? text.slice(7)
    : /\breturning\s/i.exec(text)?.[0]
      ? text.slice(text.search(/\breturning\s/i) + 10)
      : null;
  if (body === null) return null;
  let depth = 0;
  let columns = 1;
  for (let i = 0; i < body.length; i++) {
    const c = body[i];
    if (c === "'" || c === '"') i = body.indexOf(c, i + 1);
    else if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (depth === 0 && c === ",") columns++;
    else if (depth === 0 && /^\sfrom\s/i.test(body.slice(i, i + 6))) break;
    if (i === -1) break;
  }
  return columns;
});

/** Two columns of one name would collapse into one, because only `all()` tells how many rows were read. */
function refuseCollapsed(sql: string, rows: Record<string, unknown>[]): void {
  const wanted = selectedColumns(sql);
  const first = rows[0];
  if (wanted === null || !first || sql.includes("*")) return;
  if (Object.keys(first).length !== wanted)
    throw new UnboundedStatement("two selected columns share a name: alias one of them");
}

class CountedStatement {
  readonly plain: D1PreparedStatement;
  readonly sql: string;
  readonly params: unknown[];
  readonly timing: Timing;
  readonly bound: ((sql: string, params: unknown[]) => void) | null;

  // Fields, not parameters: `npm run audit` reads this file with Node alone, which only takes types away.
  constructor(
    plain: D1PreparedStatement,
    sql: string,
    params: unknown[],
    timing: Timing,
    bound: ((sql: string, params: unknown[]) => void) | null,
  ) {
    this.plain = plain;
    this.sql = sql;
    this.params = params;
    this.timing = timing;
    this.bound = bound;
  }

  bind(...params: unknown[]): CountedStatement {
    return new CountedStatement(this.plain.bind(...params), this.sql, params, this.timing, this.bound);
  }

  async all(): Promise<D1Result<Record<string, unknown>>> {
    this.bound?.(this.sql, this.params);
    const result = await this.timing.measure("d1", () => this.plain.all<Record<string, unknown>>());
    this.timing.add("rows", result.meta.rows_read);
    refuseCollapsed(this.sql, result.results);
    return result;
  }

  run = () => this.all();

  async raw(): Promise<unknown[][]> {
    return (await this.all()).results.map((row) => Object.values(row));
  }
}

/** One request's D1 session, as drizzle sees a database. */
export class Database {
  readonly #session: D1DatabaseSession;
  readonly #timing: Timing;

  /** `start` is `first-primary` for signed-in visitors and writes, a bookmark or `first-unconstrained` for other reads (R36). */
  constructor(d1: D1Database, timing: Timing, start = "first-primary") {
    this.#session = d1.withSession(start);
    this.#timing = timing;
  }

  /** Where this request's writes ended, for the bookmark cookie. */
  bookmark = (): string | null => this.#session.getBookmark();

  /** A drizzle client whose statements all pass `bound`. D1's types require two more methods that drizzle never calls, hence the cast. */
  client(bound: ((sql: string, params: unknown[]) => void) | null): D1Database {
    const prepare = (sql: string) => {
      if (changesEveryRow(sql)) throw new UnboundedStatement("update and delete need a where");
      return new CountedStatement(this.#session.prepare(sql), sql, [], this.#timing, bound);
    };
    const batch = async (statements: CountedStatement[]) => {
      for (const s of statements) s.bound?.(s.sql, s.params);
      const results = await this.#timing.measure("d1", () =>
        this.#session.batch<Record<string, unknown>>(statements.map((s) => s.plain)),
      );
      results.forEach((result, i) => {
        this.#timing.add("rows", result.meta.rows_read);
        refuseCollapsed(statements[i]?.sql ?? "", result.results);
      });
      return results;
    };
    return { prepare, batch } as unknown as D1Database;
  }
}

export const database = createContext<Database>();

/** For each tenant table, the columns that may find a row without the organization's id. Tables that are not listed have none. */
const ownKeys: Record<string, readonly string[]> = {
  // A host, a person, a number or a mailed link leads to the organization.
  organization_branding: ["custom_domain"],
  organization_members: ["user_id"],
  // Cron looks for numbers by the account that holds them.
  phone_numbers: ["phone_number", "account_id"],
  // A webhook names the account whose carrier posts it.
  carrier_accounts: ["id", "sealed"],
  // After a change of the secret cron looks for what the former one sealed.
  model_keys: ["sealed"],
  tool_secrets: ["sealed"],
  user_invitations: ["token", "email"],
  profiles: ["id"],
  // A person's own events are found by the person; old events are found by id, which contains the date.
  audit_events: ["id", "actor_id"],
  // The platform's admins read the groups of every organization, state by state.
  error_groups: ["id", "state"],
  error_logs: ["id", "group_id"],
  applied_events: ["id", "applied_at"],
  event_outbox: ["id", "due_at"],
  // Who pays for a call is not always whose call it was.
  meter_events: ["identifier", "due_at", "payer_id", "at"],
  brand_images: ["id"],
  custom_domains: ["host", "check_at"],
  released_hosts: ["host"],
  sending_domains: ["check_at"],
  support_visits: ["session_id", "agency_id"],
  connected_accounts: ["account_id"],
  // Stripe names its own ids, and cron looks for what is due.
  billing_customers: ["customer_id"],
  subscriptions: ["subscription_id", "customer_id", "ended_at"],
  subscription_terms: ["subscription_id"],
  customer_credits: ["id", "due_at"],
  stripe_events: ["id", "due_at", "set_aside_at", "processed_at"],
  // A number is ordered by one organization at a time; cron looks for what is due, and admins for what is owed.
  number_orders: ["id", "phone_number", "session_id", "due_at", "state"],
  number_rents: ["number_id", "due_at"],
  number_claims: ["number_id"],
  disputes: ["dispute_id", "closed_at"],
  number_endings: ["due_at"],
  // An address leads to the organization that its domain joins.
  joining_domains: ["domain"],
  security_alerts: ["id", "user_id"],
  // A queue's message, cron and a receipt's own address lead to their rows.
  data_exports: ["id", "due_at"],
  data_erasures: ["id", "due_at"],
  data_receipts: ["id"],
  // A calendar's secret address leads to its row, and a deleted account to its own.
  calendar_feeds: ["secret_hash", "user_id"],
  // So does the address of a shared call; cron deletes those that are over.
  call_shares: ["secret_hash", "user_id", "expires_at"],
  // A trial is an owner's too, whichever organization had it.
  trial_grants: ["holder"],
  // Cron looks for those that are due.
  dialers: ["check_at"],
  // A website names its widget.
  widgets: ["public_id"],
  // A program brings its key.
  api_keys: ["prefix"],
};

/** Every table with an `organization_id` column, read from the schema so that none can be forgotten. */
const tenantTables = Object.values(schema)
  .filter((one) => is(one, SQLiteTable))
  .filter((table) => Object.values(getTableColumns(table)).some(({ name }) => name === "organization_id"))
  .map(getTableName);
const tenantRules = tenantTables.map((table) => ({
  table,
  isAsked: new RegExp(`\\b(?:from|join|update)\\s+"?${table}\\b`, "i"),
  isBound: new RegExp(
    `\\bwhere\\b.*\\b(?:${["organization_id", ...(ownKeys[table] ?? [])].join("|")})\\b`,
    "is",
  ),
}));

/** The tenant table that a statement reads or changes without one of the table's own keys; null when there is none. */
const unboundTable = perText(
  (sql) => tenantRules.find(({ isAsked, isBound }) => isAsked.test(sql) && !isBound.test(sql))?.table ?? null,
);

/** Refuses a statement on a tenant table that names none of the table's own keys (R23, R24). */
function refuseUnbound(sql: string): void {
  const table = unboundTable(sql);
  if (table) throw new UnboundedStatement(`${table} is an organization's: use tenant(), or find it by a key`);
}

const namesOrganization = perText((sql) =>
  /\borganization_id\b|"organizations"\."id"|insert into "organizations"|update "organizations" .* where "organizations"\."id"/i.test(
    sql,
  ),
);

/**
 * For the few statements that belong to no organization: sessions, invitation tokens, the number index, platform
 * admins.
 * @throws UnboundedStatement before any SQL runs, when a tenant table is read without one of its keys
 */
export const platform = (db: Database) => drizzle(db.client(refuseUnbound));
export type PlatformDb = ReturnType<typeof platform>;

/**
 * For everything that belongs to one organization: each statement names `organization_id` (or the organization's own
 * row) and binds its id.
 * @throws UnboundedStatement before any SQL runs
 */
export function tenant(db: Database, organizationId: string): PlatformDb {
  if (typeof organizationId !== "string" || organizationId === "")
    throw new UnboundedStatement("an organization's statement needs its id");
  return drizzle(
    db.client((sql, params) => {
      if (!namesOrganization(sql))
        throw new UnboundedStatement("an organization's statement names organization_id");
      if (!params.includes(organizationId))
        throw new UnboundedStatement("an organization's statement binds its id");
    }),
  );
}
