/** Cron's part of rents: those that are due, and a slow walk through all, so that Stripe and we agree whatever went wrong. */
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { cronCursors, numberRents } from "#drizzle/control/schema.ts";
import { settleRents } from "./rents.server.ts";

/** Organizations in one run: each takes a request or two to Stripe. */
const dueAtOnce = 20;
const walkedAtOnce = 10;
const tryAgainAfter_ms = 15 * minute_ms;
/** A younger rent may belong to a purchase that is just being written. */
const settled_ms = 10 * minute_ms;
const cursor = "rents";

/** @param now ms UTC */
export async function healRents(env: Env, now: number): Promise<void> {
  if (!takesPayments(settings(env))) return;
  const db = new Database(env.DB, new Timing());
  for (const id of await dueOnes(db, now)) await heal(env, db, id, now);
  const walked = await nextOnes(db);
  for (const id of walked) {
    await endOrphans(db, id, now);
    await heal(env, db, id, now);
  }
  const value = walked.length < walkedAtOnce ? "" : (walked.at(-1) ?? "");
  await platform(db)
    .insert(cronCursors)
    .values({ name: cursor, cursor: value, updated_at: now })
    .onConflictDoUpdate({ target: cronCursors.name, set: { cursor: value, updated_at: now } });
}

/** One organization that fails is tried again later and stops no other. */
async function heal(env: Env, db: Database, organization_id: string, now: number): Promise<void> {
  try {
    await settleRents(db, settings(env), organization_id, now);
  } catch (error) {
    await recordError(env, {
      ...{ error, url: "/cron/rents", route: "cron/rents", organization_id },
      ...{ request_id: newId(), severity: "error" },
    });
    await tenant(db, organization_id)
      .update(numberRents)
      .set({ due_at: now + tryAgainAfter_ms })
      .where(and(eq(numberRents.organization_id, organization_id), lte(numberRents.due_at, now)));
  }
}

async function dueOnes(db: Database, now: number): Promise<string[]> {
  const rows = await platform(db)
    .select({ id: numberRents.organization_id })
    .from(numberRents)
    .where(lte(numberRents.due_at, now))
    .groupBy(numberRents.organization_id)
    .orderBy(sql`min(due_at)`)
    .limit(dueAtOnce);
  return rows.map(({ id }) => id);
}

/** The next organizations with living rents, in the order of their ids; the walk begins anew behind the last one. */
async function nextOnes(db: Database): Promise<string[]> {
  const all = platform(db);
  const from = await all.select().from(cronCursors).where(eq(cronCursors.name, cursor)).get();
  const rows = await all
    .selectDistinct({ id: numberRents.organization_id })
    .from(numberRents)
    .where(and(gt(numberRents.organization_id, from?.cursor ?? ""), isNull(numberRents.ended_at)))
    .orderBy(numberRents.organization_id)
    .limit(walkedAtOnce);
  return rows.map(({ id }) => id);
}

/** Ends rents of numbers that neither the organization nor a client of its holds any more. */
const endOrphans = (db: Database, organization_id: string, now: number) =>
  tenant(db, organization_id)
    .update(numberRents)
    .set({ ended_at: now, due_at: now })
    .where(
      sql`organization_id = ${organization_id} and ended_at is null and started_at < ${now - settled_ms}
        and not exists (select 1 from phone_numbers held where held.number_id = number_rents.number_id
          and held.organization_id in (select c.id from organizations c
            where c.id = ${organization_id} or c.parent_organization_id = ${organization_id}))`,
    );
