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
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { rateCounters } from "#drizzle/control/schema.ts";
import { crowd, networkOf } from "./network.ts";

/** At most `most` within `within_ms`, counted from the first. */
export type Limit = { key: string; most: number; within_ms: number };

/** `ok`: every limit had room, and one was spent of each. Otherwise none was spent. */
export type Spent = { ok: true } | { ok: false; full: string[]; retryAfter: number };

/** What all visitors of unknown networks may do together: a hundred times the limit of one network. */
const crowdFactor = 100;
const perNetwork = (key: string, network: string, most: number, within_ms: number): Limit => ({
  key: `${key}:${network}`,
  most: network === crowd ? most * crowdFactor : most,
  within_ms,
});

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

export const limits = {
  /** 5 in 5 minutes for one network on one account, 100 for one network. */
  signIn: (network: string, subject: string): Limit[] => [
    { key: `sign-in:${network}:${subject}`, most: 5, within_ms: 5 * minute_ms },
    perNetwork("sign-in-network", network, 100, 5 * minute_ms),
  ],
  /** 10 in 15 minutes on one account, from all networks together. */
  signInAccount: (subject: string): Limit => ({
    key: `sign-in-account:${subject}`,
    most: 10,
    within_ms: 15 * minute_ms,
  }),
  /** For the networks that the account's owner is known by, after the account's ten are used up: one limit for all of them together. */
  signInKnown: (subject: string): Limit => ({
    key: `sign-in-known:${subject}`,
    most: 10,
    within_ms: 15 * minute_ms,
  }),
  /** For strangers, after the account's ten are used up: a delay, because a lock would be a weapon (ASVS 6.1.1). */
  signInSlow: (subject: string): Limit => ({ key: `sign-in-slow:${subject}`, most: 1, within_ms: minute_ms }),
  /** R16: mails of one kind to one address, and all mails that one network causes. */
  send: (purpose: "code" | "notice" | "reset" | "change", network: string, subject: string): Limit[] => [
    // Counted by network too: a stranger who asks first must not keep the owner of the address waiting for a code.
    { key: `send-${purpose}-minute:${subject}:${network}`, most: 1, within_ms: minute_ms },
    { key: `send-${purpose}-hour:${subject}`, most: purpose === "reset" ? 3 : 5, within_ms: hour_ms },
    { key: `send-${purpose}-day:${subject}`, most: 10, within_ms: day_ms },
    perNetwork("send-network", network, 20, hour_ms),
  ],
  /** Sign-ups of one network that send no mail and so are not counted as mails: each costs a hash. */
  signUp: (network: string): Limit => perNetwork("sign-up-network", network, 20, hour_ms),
  /**
   * Codes that may be tried: with one pending session, for one address over all of its sign-ups, and by one network.
   * One network may use only a part of an address's tries, so that the owner, on another network, always has some
   * left.
   */
  check: (sessionId: string, network: string, subject: string): Limit[] => [
    { key: `check-hour:${sessionId}`, most: 10, within_ms: hour_ms },
    { key: `check-day:${sessionId}`, most: 30, within_ms: day_ms },
    { key: `check-address-hour:${subject}`, most: 10, within_ms: hour_ms },
    { key: `check-address-day:${subject}`, most: 30, within_ms: day_ms },
    ...(network === crowd
      ? []
      : [
          { key: `check-share-hour:${network}:${subject}`, most: 7, within_ms: hour_ms },
          { key: `check-share-day:${network}:${subject}`, most: 20, within_ms: day_ms },
        ]),
    perNetwork("check-network", network, 60, hour_ms),
  ],
  /** Passwords that one account's reset links may try to set: each costs a hash. */
  reset: (userId: string): Limit => ({ key: `reset:${userId}`, most: 10, within_ms: hour_ms }),
  /** Tokens of links and functions that one network or person may redeem or request (R38). The edge's limiter is not exact. */
  tokens: (of: "arrive" | "cross" | "join", subject: string): Limit => ({
    key: `tokens-${of}:${subject}`,
    most: subject === crowd ? 100 * crowdFactor : 100,
    within_ms: 5 * minute_ms,
  }),
  /** Checkouts that one person may begin for one organization (R38). */
  checkout: (userId: string, organizationId: string): Limit => ({
    key: `checkout:${userId}:${organizationId}`,
    most: 30,
    within_ms: hour_ms,
  }),
  /** Changes of one organization's plan: the second of two at once finds the first under way. */
  planChange: (organizationId: string): Limit => ({
    key: `plan-change:${organizationId}`,
    most: 1,
    within_ms: minute_ms,
  }),
  /** Pages and forms of one organization that ask Stripe something: its limit is shared by all organizations. */
  stripeReads: (organizationId: string): Limit => ({
    key: `stripe-reads:${organizationId}`,
    most: 60,
    within_ms: minute_ms,
  }),
  /** Files and pages that one organization has read for its knowledge. */
  knowledgeImports: (organizationId: string): Limit => ({
    key: `knowledge-imports:${organizationId}`,
    most: 300,
    within_ms: hour_ms,
  }),
  /** Times that one organization has tests of its agents played, also before it publishes one. */
  plays: (organizationId: string): Limit => ({
    key: `plays:${organizationId}`,
    most: 60,
    within_ms: hour_ms,
  }),
  /** Turns of drafts that one organization talks to. */
  rehearsals: (organizationId: string): Limit => ({
    key: `rehearsals:${organizationId}`,
    most: 600,
    within_ms: hour_ms,
  }),
  /** New images of one organization's brand. */
  brandImages: (organizationId: string): Limit => ({
    key: `brand-images:${organizationId}`,
    most: 20,
    within_ms: hour_ms,
  }),
  /** Conversations that one network may ask for at one widget. */
  widgetCalls: (network: string, agentId: string): Limit =>
    perNetwork(`widget-network:${agentId}`, network, 10, 10 * minute_ms),
  /** Conversations that all visitors together begin at one widget. */
  widgetTalks: (organizationId: string, agentId: string): Limit[] => [
    { key: `widget-hour:${organizationId}:${agentId}`, most: 200, within_ms: hour_ms },
    { key: `widget-day:${organizationId}:${agentId}`, most: 1000, within_ms: day_ms },
  ],
  /** Clicks on referral links that one network may have counted. */
  referralClicks: (network: string): Limit => perNetwork("referral-network", network, 60, hour_ms),
};

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
