/** An organization's subscription at the edge: a copy in KV that may be a minute old, for display only (R32). */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { readKv, writeKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
import type { Timing } from "#app/platform/server-timing.ts";
import { deciding, ofPresentPayee } from "./subscription-rows.server.ts";

const state = z.object({
  tier: z.string(),
  status: z.string(),
  product_id: z.string().nullable(),
  /** When what is paid ends, or ended, ms UTC; null: nothing was ever paid. */
  ends_at: z.number().nullable(),
  past_due_since: z.number().nullable(),
});
/** What is shown of a subscription. */
export type SubscriptionState = z.infer<typeof state>;

/** `at`: when D1 was read, ms UTC. A value of another shape, from another version, counts as a miss. */
const stored = state.extend({ at: z.number() });

const key = (organization_id: string): string => `subscription:${organization_id}`;

/** For how long a copy is believed (docs/product.md, "Constants"). */
const fresh_ms = minute_ms;

/**
 * The state of an organization's subscription: from the edge when that copy is fresh, otherwise from D1.
 * @param now ms UTC
 * @returns null: there is no such organization
 * @throws when the copy is old and D1 doesn't answer
 */
export async function subscriptionState(
  { env, db, timing, after }: { env: Env; db: Database; timing: Timing; after(work: Promise<unknown>): void },
  organization_id: string,
  now: number,
): Promise<SubscriptionState | null> {
  const copy = stored.safeParse(await readKv(env.HOSTS, key(organization_id), timing));
  if (copy.success && Math.abs(now - copy.data.at) < fresh_ms) return copy.data;
  const found = await stateInD1(db, organization_id);
  if (found) after(keep(env, organization_id, found, now));
  return found;
}

/** Writes the copy at the edge anew: for every change of a subscription. It never throws, because D1 has the truth. */
export async function publishState(
  env: Env,
  db: Database,
  organization_id: string,
  now: number,
): Promise<void> {
  const found = await stateInD1(db, organization_id);
  if (found) await keep(env, organization_id, found, now);
}

async function keep(env: Env, organization_id: string, found: SubscriptionState, now: number): Promise<void> {
  try {
    await writeKv(env.HOSTS, key(organization_id), { ...found, at: now });
  } catch (error) {
    log("warn", "subscription_not_kept", { organization_id, message: String(error) });
  }
}

async function stateInD1(db: Database, organization_id: string): Promise<SubscriptionState | null> {
  const row = await tenant(db, organization_id).get<unknown>(sql`
    select o.subscription_tier as tier, o.subscription_status as status, o.past_due_since as past_due_since,
      p.product_id as product_id, coalesce(s.ended_at, s.period_end) as ends_at
    from organizations o
    left join subscriptions s on s.subscription_id = (select subscription_id from subscriptions
      where organization_id = o.id and ${ofPresentPayee(organization_id)} order by ${deciding} limit 1)
    left join plan_prices p on p.price_id = s.price_id
    where o.id = ${organization_id}`);
  return row ? state.parse(row) : null;
}
