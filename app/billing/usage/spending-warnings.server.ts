/** Warns owners and billing members when the spending cap comes near: once for each share of it in a period. */
import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { violates } from "#app/platform/constraints.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { money, shortDate } from "#app/platform/format.ts";
import {
  mailOutbox,
  organizationMembers,
  organizations,
  spendingCaps,
  spendingWarnings,
  users,
} from "#drizzle/control/schema.ts";
import { microsOf, warningsReached } from "./cap-terms.schema.ts";
import { spentIn } from "./spent.server.ts";

/** A warning that could not be sent for so long is of no use any more. */
const usefulFor_ms = day_ms;
/** The roles that a warning goes to. */
const warned = ["owner", "billing"];

/** The organization and the people to warn; undefined when it is deleted. */
async function peopleToWarn(db: Database, id: string) {
  const own = tenant(db, id);
  const [[organization], people] = await own.batch([
    own
      .select({
        name: organizations.name,
        time_zone: organizations.time_zone,
        locale: organizations.locale,
      })
      .from(organizations)
      .where(and(eq(organizations.id, id), isNull(organizations.archived_at))),
    own
      .select({ email: users.email, name: users.name })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(and(eq(organizationMembers.organization_id, id), inArray(organizationMembers.role, warned))),
  ]);
  return organization && { ...organization, people };
}

/** The cap of an organization with what it has spent in the period of a moment; null: there is no cap that counts there. */
async function capAndSpent(db: Database, id: string, at: number) {
  const cap = await tenant(db, id)
    .select()
    .from(spendingCaps)
    .where(eq(spendingCaps.organization_id, id))
    .get();
  if (!cap || cap.amount === null) return null;
  const spent = await spentIn(db, id, at);
  if (spent === null || spent.terms.currency !== cap.currency) return null;
  return { ...spent, cap: { ...cap, amount: cap.amount } };
}

type CapAndSpent = NonNullable<Awaited<ReturnType<typeof capAndSpent>>>;

/** Notes that a cap is reached in its period, unless it was changed meanwhile: admission of who pays, and of its clients, goes by it. */
async function noteIfReached(db: Database, { cap, terms, price }: CapAndSpent): Promise<void> {
  if (price.amount_micros < microsOf(cap.amount) || cap.reached_in === terms.period_start) return;
  await tenant(db, cap.organization_id)
    .update(spendingCaps)
    .set({ reached_in: terms.period_start })
    .where(
      and(
        eq(spendingCaps.organization_id, cap.organization_id),
        eq(spendingCaps.updated_at, cap.updated_at),
        or(isNull(spendingCaps.reached_in), ne(spendingCaps.reached_in, terms.period_start)),
      ),
    );
}

/** Notes whether a cap that was just saved is reached already. */
export async function noteSavedCap(db: Database, id: string, now: number): Promise<void> {
  const found = await capAndSpent(db, id, now);
  if (found) await noteIfReached(db, found);
}

/** The warnings that are reached and were not sent, of an organization with a cap; null: there are none. */
async function newlyReached(db: Database, id: string, at: number) {
  const own = tenant(db, id);
  const found = await capAndSpent(db, id, at);
  if (found === null) return null;
  await noteIfReached(db, found);
  const { cap, terms, price } = found;
  const reached = warningsReached(price.amount_micros, microsOf(cap.amount));
  if (reached.length === 0) return null;
  const sent = await own
    .select({ percent: spendingWarnings.percent })
    .from(spendingWarnings)
    .where(
      and(eq(spendingWarnings.organization_id, id), eq(spendingWarnings.period_start, terms.period_start)),
    );
  const fresh = reached.filter((percent) => sent.every((one) => one.percent !== percent));
  return fresh.length === 0 ? null : { cap, terms, price, fresh };
}

/**
 * Sends the warning that a call has made due: of several at once only the highest. Without a cap it reads one row.
 * @param at the call's end, ms UTC; @param now ms UTC
 */
export async function warnOfSpending(
  env: Env,
  db: Database,
  organization_id: string,
  at: number,
  now: number,
): Promise<void> {
  const due = await newlyReached(db, organization_id, at);
  if (due === null) return;
  const { cap, terms, price, fresh } = due;
  const organization = await peopleToWarn(db, organization_id);
  if (!organization) return;
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  const { locale, time_zone: timeZone } = organization;
  // Drawing a mail takes React: an isolate that sends none does without.
  const { spendingMail } = await import("./spending.mail.tsx");
  const mails = await Promise.all(
    organization.people.map(({ email, name }) =>
      promiseMail(
        env,
        {
          to: email,
          ...sender,
          ...spendingMail({
            brand,
            name,
            organization: organization.name,
            percent: Math.max(...fresh),
            spent: money(price.amount_micros, terms.currency, locale),
            cap: money(microsOf(cap.amount), cap.currency, locale),
            ends: shortDate(terms.period_end, now, { timeZone, locale }),
            action: cap.action,
            url: `${origin}/subscription`,
          }),
        },
        now,
        now + usefulFor_ms,
      ),
    ),
  );
  const all = platform(db);
  const { period_start } = terms;
  try {
    await all.batch([
      all
        .insert(spendingWarnings)
        .values(fresh.map((percent) => ({ organization_id, period_start, percent, warned_at: now }))),
      ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
    ]);
  } catch (error) {
    // Another call of the same moment has warned.
    if (violates(error, "UNIQUE constraint failed: spending_warnings")) return;
    throw error;
  }
  await Promise.all(mails.map(({ send }) => send()));
}
