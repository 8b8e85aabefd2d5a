/** Who is kept from signing in just now by a limit that is used up, and letting them in again. */
import { and, eq, gt, gte, inArray, lt, or, sql } from "drizzle-orm";
import { factorFailures } from "#app/factors/attempts.server.ts";
import { type Limit, limits } from "#app/limits/rate-limits.server.ts";
import { addressKey } from "#app/platform/counted-keys.server.ts";
import { type Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { rateCounters, users } from "#drizzle/control/schema.ts";

const most = 50;

/** The limits that keep someone out, each with an empty subject: its key is the beginning of all of its counters'. */
const blocking = {
  account: limits.signInAccount(""),
  pair: limitCalled("sign-in:"),
  network: limitCalled("sign-in-network:"),
  factors: factorFailures(""),
} satisfies Record<string, Limit>;
type Of = keyof typeof blocking;
const kinds = ["account", "pair", "network", "factors"] as const satisfies readonly Of[];

/** One of the limits of a network that signs in, without its subject. */
function limitCalled(name: "sign-in:" | "sign-in-network:"): Limit {
  const found = limits.signIn("", "").find(({ key }) => key.startsWith(name));
  if (!found) throw new Error(`there is no limit ${name}`);
  return { ...found, key: name };
}

export type Blocked = {
  /** The counter that keeps them out. */
  key: string;
  of: Of;
  /** The address of an account, an IPv6 network, or a part of the hash that stands for another network; null: an address without an account. */
  who: string | null;
  until: number;
};

const startsWith = (prefix: string) =>
  and(gte(rateCounters.key, prefix), lt(rateCounters.key, `${prefix.slice(0, -1)};`));

/** The counters that are used up now. `now`: ms UTC */
export async function blockedNow(env: Env, db: PlatformDb, now: number): Promise<Blocked[]> {
  const rows = await db
    .select({ key: rateCounters.key, window_start: rateCounters.window_start })
    .from(rateCounters)
    .where(
      or(
        ...kinds.map((of) => {
          const limit = blocking[of];
          return and(
            startsWith(limit.key),
            gt(rateCounters.window_start, now - limit.within_ms),
            gte(rateCounters.count, limit.most),
          );
        }),
      ),
    )
    .limit(most);
  if (rows.length === 0) return [];
  const [addresses, people] = [await addressesTried(env, db, now), await factorsOf(db, rows)];
  return rows.map(({ key, window_start }) => {
    const of = kinds.find((one) => key.startsWith(blocking[one].key)) ?? "account";
    const subject = key.slice(blocking[of].key.length);
    const who = subjectIn(of, subject, addresses, people);
    return { key, of, who, until: window_start + blocking[of].within_ms };
  });
}

/** Whom the rest of a counter's key stands for. */
function subjectIn(
  of: Of,
  subject: string,
  addresses: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
): string | null {
  if (of === "factors") return people.get(subject) ?? null;
  if (of === "network") return subject.includes(":") ? subject : subject.slice(0, 8);
  // Of a pair, the account stands last: the network before it may contain colons.
  return addresses.get(subject.slice(subject.lastIndexOf(":") + 1)) ?? null;
}

/** Accounts that someone tried to sign in to within the hour, by the form in which counters store their address. */
async function addressesTried(env: Env, db: PlatformDb, now: number): Promise<ReadonlyMap<string, string>> {
  const tried = sql`(select distinct e.target from audit_events e
    where e.id >= ${firstIdAt(now - hour_ms)} and e.action = 'session.refused' and e.target is not null limit 500)`;
  const rows = await db
    .select({ email: users.email, email_folded: users.email_folded })
    .from(users)
    .where(inArray(users.id, tried));
  return new Map(
    await Promise.all(
      rows.map(async ({ email, email_folded }) => [await addressKey(env, email_folded), email] as const),
    ),
  );
}

async function factorsOf(
  db: PlatformDb,
  rows: readonly { key: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { key: prefix } = blocking.factors;
  const ids = rows.filter(({ key }) => key.startsWith(prefix)).map(({ key }) => key.slice(prefix.length));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  return new Map(found.map(({ id, email }) => [id, email]));
}

/** What a counter keeps someone from just now; null: no counter of this key keeps anyone out. */
export async function blockedBy(db: Database, key: string, now: number): Promise<Of | null> {
  const of = kinds.find((one) => key.startsWith(blocking[one].key));
  if (of === undefined) return null;
  const all = platform(db);
  const limit = blocking[of];
  const found = await all
    .select({ key: rateCounters.key })
    .from(rateCounters)
    .where(
      and(
        eq(rateCounters.key, key),
        gt(rateCounters.window_start, now - limit.within_ms),
        gte(rateCounters.count, limit.most),
      ),
    )
    .limit(1)
    .get();
  return found ? of : null;
}
