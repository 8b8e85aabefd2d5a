/**
 * How often something may be tried: exact counters, one guarded row each, in D1 (R38). When D1 does not answer, the
 * attempt is refused with 503.
 */
import { and, gt, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { addressKey, networkKey } from "#app/platform/counted-keys.server.ts";
import { type Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { rateCounters } from "#drizzle/control/schema.ts";
import type { Limit } from "./limits.ts";
import { networkOf } from "./network.ts";

export { type Limit, limits } from "./limits.ts";

/** `ok`: every limit had room, and one was spent of each. Otherwise none was spent. */
export type Spent = { ok: true } | { ok: false; full: string[]; retryAfter: number };

const envOf = (context: Context): Env => context.get(cloudflare).env;

/** An address as a subject of limits; no address stands in the table. */
export const subjectOf = (context: Context, folded: string): Promise<string> =>
  addressKey(envOf(context), folded);

/** The network of a request as a subject of limits. */
export const networkSubject = (request: Request, context: Context): Promise<string> =>
  networkKey(envOf(context), networkOf(request.headers.get("cf-connecting-ip")));

const googleMail = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address leads to, for counting mails, never for telling accounts apart. The part after "+" is a
 * tag of the mailbox's holder (RFC 5233); Google ignores dots and has two domain names
 * (support.google.com/mail/answer/7436150).
 */
export function mailboxOf(folded: string): string {
  const at = folded.lastIndexOf("@");
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1)];
  const plain = local.split("+")[0] || local;
  return googleMail.has(domain) ? `${plain.replaceAll(".", "")}@gmail.com` : `${plain}@${domain}`;
}

const countersKey = [rateCounters.key, rateCounters.window_start];
const oneMore = { count: sql`${rateCounters.count} + 1` };

const runningRow = z.object({
  key: z.string(),
  most: z.number(),
  within_ms: z.number(),
  window_start: z.number().nullable(),
  count: z.number().nullable(),
});

/** The wanted limits, each with its current window, if there is one. */
const running = (wanted: readonly Limit[], now: number) => sql`
  with wanted as (
    select value ->> 'key' as key, value ->> 'most' as most, value ->> 'within_ms' as within_ms
    from json_each(${JSON.stringify(wanted)})
  ), running as (
    select w.key, w.most, w.within_ms, c.window_start, c.count
    from wanted w left join rate_counters c on c.key = w.key and c.window_start = (
      select max(r.window_start) from rate_counters r
      where r.key = w.key and r.window_start > ${now} - w.within_ms)
  )`;

/** Spends one of each limit, or nothing when one of them is used up. */
const spendEach = (db: PlatformDb, wanted: readonly Limit[], now: number) =>
  db
    .insert(rateCounters)
    .select(
      sql`${running(wanted, now)}
      select key, coalesce(window_start, ${now}), 1 from running
      where not exists (select 1 from running f where f.count >= f.most)`,
    )
    .onConflictDoUpdate({ target: countersKey, set: oneMore })
    .returning({ key: rateCounters.key });

/** The same for a single limit, at a third of the rows read: pages of the main path spend one and have a budget of ten rows. */
const spendOne = (db: PlatformDb, { key, most, within_ms }: Limit, now: number) =>
  db
    .insert(rateCounters)
    .values({
      key,
      window_start: sql`coalesce((
        select max(window_start) from rate_counters where key = ${key} and window_start > ${now - within_ms}), ${now})`,
      count: 1,
    })
    .onConflictDoUpdate({
      target: countersKey,
      set: oneMore,
      setWhere: lt(rateCounters.count, most),
    })
    .returning({ key: rateCounters.key });

/**
 * The statement that spends one of each limit, or of none, for a batch with other reads; `verdictOn` interprets its
 * rows.
 * @param now ms UTC
 */
export function spending(db: Database, wanted: readonly Limit[], now: number) {
  const [first, ...others] = wanted;
  return first && others.length === 0
    ? spendOne(platform(db), first, now)
    : spendEach(platform(db), wanted, now);
}

/** The result of a `spending` statement, from the rows that it returned. */
export async function verdictOn(
  spent: readonly unknown[],
  db: Database,
  wanted: readonly Limit[],
  now: number,
): Promise<Spent> {
  if (spent.length === wanted.length) return { ok: true };
  const rows = await platform(db).all<unknown>(sql`${running(wanted, now)}
    select key, most, within_ms, window_start, count from running`);
  const full = z
    .array(runningRow)
    .parse(rows)
    .filter((row) => (row.count ?? 0) >= row.most);
  // The first part of a key names the limit; the rest names a person or a network.
  noteRefusal("limit", { limit: full.map((row) => row.key.split(":")[0]).join(" ") });
  const free = Math.max(now, ...full.map((row) => (row.window_start ?? now) + row.within_ms));
  return {
    ok: false,
    full: full.map((row) => row.key),
    retryAfter: Math.max(1, Math.ceil((free - now) / 1000)),
  };
}

/**
 * Runs a function that spends limits.
 * @throws a 503 answer when the counters cannot be read or written
 */
export async function failingClosed<T>(spends: () => Promise<T>): Promise<T> {
  try {
    return await spends();
  } catch (error) {
    log("error", "rate_limits_unavailable", { message: innermostMessage(error) });
    throw faultResponse("unavailable", { "retry-after": "5" });
  }
}

/**
 * Spends one of each limit, or of none when one of them is used up. One statement does it, so parallel tries cannot
 * slip through.
 * @param now ms UTC
 * @throws a 503 answer when the counters cannot be read or written
 */
export const spend = (db: Database, wanted: readonly Limit[], now: number): Promise<Spent> =>
  failingClosed(async () => verdictOn(await spending(db, wanted, now), db, wanted, now));

/** Gives back what was spent, as a statement for the caller's batch: a successful sign-in is not a guess. */
export const refund = (db: Database, spent: readonly Limit[]) =>
  platform(db)
    .update(rateCounters)
    .set({ count: sql`${rateCounters.count} - 1` })
    .where(
      and(
        gt(rateCounters.count, 0),
        sql`(key, window_start) in (
          select w.value, (select max(r.window_start) from rate_counters r where r.key = w.value)
          from json_each(${JSON.stringify(spent.map(({ key }) => key))}) w)`,
      ),
    );

/**
 * The first and cheapest layer: the platform's own limiter, per location. Exact limits follow it, so its failure is
 * ignored.
 * @param of the key that requests are counted by
 * @throws a 429 answer
 */
export async function passEdgeLimit(
  request: Request,
  context: Context,
  of: "accounts" | "hosts" = "accounts",
): Promise<void> {
  const key = `${of}:${networkOf(request.headers.get("cf-connecting-ip"))}`;
  const answer = await context
    .get(cloudflare)
    .env.EDGE_LIMIT.limit({ key })
    .catch(() => ({ success: true }));
  if (answer.success) return;
  noteRefusal("limit", { limit: "edge" });
  throw faultResponse("too_many", { "retry-after": "60" });
}
