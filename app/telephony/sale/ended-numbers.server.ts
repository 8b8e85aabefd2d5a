/**
 * Gives numbers back 30 days after nothing pays for them any more, after two warnings by email: all of an organization
 * that can only be read, because its plan is not paid, and those beyond the trial's of one that has no plan, such as a
 * client that left its agency. A number costs the platform money every month, whether calls are answered or not.
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { accessUnder } from "#app/membership/entitlement.ts";
import { type GrantedLimits, isUnpaid, limitsOf } from "#app/membership/plan-limits.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { giveBackNumber } from "#app/telephony/numbers.server.ts";
import { cronCursors, mailOutbox, numberEndings, organizations } from "#drizzle/control/schema.ts";
import { endingMails } from "./ending-mails.server.ts";

/** From the first day of reading only: two warnings, then the end. */
export const warnedAfter_days = [16, 27] as const;
export const givenBackAfter_days = 30;

const walkedAtOnce = 200;
const dueAtOnce = 10;
const cursor = "number_endings";
type Ending = typeof numberEndings.$inferSelect;

/** @param now ms UTC */
export async function endNumbers(env: Env, now: number): Promise<void> {
  if (!takesPayments(settings(env))) return;
  const db = new Database(env.DB, new Timing());
  await findEndings(db, now);
  const due = await platform(db)
    .select()
    .from(numberEndings)
    .where(lte(numberEndings.due_at, now))
    .orderBy(numberEndings.due_at)
    .limit(dueAtOnce);
  for (const ending of due) {
    try {
      await proceed(env, db, ending, now);
    } catch (error) {
      const { organization_id } = ending;
      await recordError(env, {
        ...{ error, url: "/cron/number-endings", route: "cron/number-endings", organization_id },
        ...{ request_id: newId(), severity: "error" },
      });
      await update(db, organization_id, { due_at: now + hour_ms });
    }
  }
}

/** The organization and its agency, as far as they decide. */
const agency = (column: string) =>
  sql`(select ${sql.raw(column)} from organizations p where p.id = organizations.parent_organization_id)`;
const standing = {
  id: organizations.id,
  region: organizations.region,
  archived_at: organizations.archived_at,
  tier: organizations.subscription_tier,
  granted_limits: organizations.granted_limits,
  held: sql<number>`(select count(*) from phone_numbers held where held.organization_id = organizations.id)`.as(
    "held",
  ),
  status: organizations.subscription_status,
  past_due_since: organizations.past_due_since,
  agency_status: sql<string | null>`${agency("subscription_status")}`.as("agency_status"),
  agency_since: sql<number | null>`${agency("past_due_since")}`.as("agency_since"),
};
type Standing = {
  archived_at: number | null;
  tier: string;
  granted_limits: GrantedLimits | null;
  held: number;
  status: string;
  past_due_since: number | null;
  agency_status: string | null;
  agency_since: number | null;
};

/** Whether the plan behind an organization's numbers is unpaid; the purge gives back those of a deleted one. */
const isUnpaidFor = (one: Standing, now: number): boolean =>
  one.archived_at === null &&
  accessUnder(
    { subscription_status: one.status, past_due_since: one.past_due_since },
    one.agency_status === null
      ? null
      : { subscription_status: one.agency_status, past_due_since: one.agency_since },
    now,
  ) === "read_only";

/** How many numbers an organization may keep; null: nothing is to be given back. An agency answers for its clients. */
function keptOf(one: Standing, now: number): number | null {
  if (isUnpaidFor(one, now)) return 0;
  const most = limitsOf(one.tier, null, one.granted_limits).numbers;
  const isAlone = one.archived_at === null && one.agency_status === null;
  return isAlone && isUnpaid(one.status) && one.held > most ? most : null;
}

/** Walks through the organizations that hold numbers, and notes those that nothing pays for. */
async function findEndings(db: Database, now: number): Promise<void> {
  const all = platform(db);
  const from = await all.select().from(cronCursors).where(eq(cronCursors.name, cursor)).get();
  const rows = await all
    .select(standing)
    .from(organizations)
    .where(
      and(
        gt(organizations.id, from?.cursor ?? ""),
        sql`exists (select 1 from phone_numbers held where held.organization_id = organizations.id)`,
      ),
    )
    .orderBy(organizations.id)
    .limit(walkedAtOnce);
  for (const row of rows.filter((one) => keptOf(one, now) !== null))
    await all
      .insert(numberEndings)
      .values({ organization_id: row.id, since: now, due_at: now + warnedAfter_days[0] * day_ms })
      .onConflictDoNothing();
  const value = rows.length < walkedAtOnce ? "" : (rows.at(-1)?.id ?? "");
  await all
    .insert(cronCursors)
    .values({ name: cursor, cursor: value, updated_at: now })
    .onConflictDoUpdate({ target: cronCursors.name, set: { cursor: value, updated_at: now } });
}

const update = (db: Database, id: string, changes: Partial<Pick<Ending, "warnings" | "due_at">>) =>
  tenant(db, id).update(numberEndings).set(changes).where(eq(numberEndings.organization_id, id));

const forget = (db: Database, id: string) =>
  tenant(db, id).delete(numberEndings).where(eq(numberEndings.organization_id, id));

/** The next warning, or the end; none when the plan is paid again. */
async function proceed(env: Env, db: Database, ending: Ending, now: number): Promise<void> {
  const { organization_id: id, since, warnings } = ending;
  const row = await platform(db).select(standing).from(organizations).where(eq(organizations.id, id)).get();
  const kept = row ? keptOf(row, now) : null;
  if (!row || kept === null) {
    await forget(db, id);
    return;
  }
  const ends_at = since + givenBackAfter_days * day_ms;
  if (warnings < warnedAfter_days.length) {
    const next = warnedAfter_days[warnings + 1];
    const due_at = next === undefined ? ends_at : since + next * day_ms;
    const mails = await endingMails(env, db, id, { ends_at, kept }, now);
    await platform(db).batch([
      update(db, id, { warnings: warnings + 1, due_at: Math.max(due_at, now + day_ms) }),
      ...mails.map((mail) => platform(db).insert(mailOutbox).values(mail.row)),
    ]);
    await Promise.all(mails.map(({ send }) => send()));
    return;
  }
  const store = storeOf(organizationObject({ id, region: row.region }, env));
  const numberContext = { organization_id: id, store, db, settings: settings(env) };
  // The list begins with the oldest.
  for (const number of (await store.numbers.list()).slice(kept))
    await giveBackNumber(numberContext, number.id);
  await forget(db, id);
}
