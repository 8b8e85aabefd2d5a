/** Warns owners and billing members when the spending cap, or the platform's ceiling, comes near: once for each share of it in a period. */
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
import { type CapAction, microsOf, warningsReached } from "./cap-terms.schema.ts";
import { firstPaidPeriod, spentIn } from "./spent.server.ts";
import { ceilingMark, ceilingMicros, firstMonth_ms } from "./usage-ceiling.ts";
import type { UsageTerms } from "./usage-terms.schema.ts";

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

/** What a warning is about: the organization's own cap, or the platform's ceiling. */
type Due = {
  terms: UsageTerms;
  spent_micros: number;
  most_micros: number;
  /** What stops at 100 %; `ceiling`: all calls, until a payment. */
  action: CapAction | "ceiling";
  /** Added to the percentages as they are stored. */
  mark: number;
  fresh: number[];
};

/** The due warning with its percentages that are reached and were not sent; null: there are none. */
async function unsent(db: Database, id: string, due: Omit<Due, "fresh">): Promise<Due | null> {
  const reached = warningsReached(due.spent_micros, due.most_micros);
  if (reached.length === 0) return null;
  const sent = await tenant(db, id)
    .select({ percent: spendingWarnings.percent })
    .from(spendingWarnings)
    .where(
      and(
        eq(spendingWarnings.organization_id, id),
        eq(spendingWarnings.period_start, due.terms.period_start),
      ),
    );
  const fresh = reached.filter((percent) => sent.every((one) => one.percent !== percent + due.mark));
  return fresh.length === 0 ? null : { ...due, fresh };
}

/** What the organization's own cap makes due. */
async function ofCap(db: Database, id: string, at: number): Promise<Due | null> {
  const found = await capAndSpent(db, id, at);
  if (found === null) return null;
  await noteIfReached(db, found);
  const { cap, terms, price } = found;
  return unsent(db, id, {
    terms,
    spent_micros: price.amount_micros,
    most_micros: microsOf(cap.amount),
    action: cap.action,
    mark: 0,
  });
}

/** Whether nothing shows yet that an organization pays for minutes beyond its plan. Its agency pays for a client. */
async function isUnproven(db: Database, id: string, now: number): Promise<boolean> {
  const row = await tenant(db, id)
    .select({
      status: organizations.subscription_status,
      parent: organizations.parent_organization_id,
      first: firstPaidPeriod(organizations.id),
    })
    .from(organizations)
    .where(eq(organizations.id, id))
    .get();
  if (!row || row.parent !== null || row.first === null) return false;
  return row.status === "past_due" || row.first > now - firstMonth_ms;
}

/** What the platform's ceiling makes due. */
async function ofCeiling(db: Database, id: string, at: number, now: number): Promise<Due | null> {
  if (!(await isUnproven(db, id, now))) return null;
  const found = await spentIn(db, id, at);
  if (found === null || found.terms.is_trial) return null;
  const { terms, price } = found;
  return unsent(db, id, {
    terms,
    spent_micros: price.amount_micros,
    most_micros: ceilingMicros(terms.tier),
    action: "ceiling",
    mark: ceilingMark,
  });
}

/**
 * Sends the warnings that a call has made due, of the cap and of the ceiling: of several at once only the highest.
 * @param at the call's end, ms UTC; @param now ms UTC
 */
export async function warnOfSpending(
  env: Env,
  db: Database,
  organization_id: string,
  at: number,
  now: number,
): Promise<void> {
  for (const due of [await ofCap(db, organization_id, at), await ofCeiling(db, organization_id, at, now)])
    if (due !== null) await warn(env, db, organization_id, due, now);
}

async function warn(env: Env, db: Database, organization_id: string, due: Due, now: number): Promise<void> {
  const { terms, spent_micros, most_micros, action, mark, fresh } = due;
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
            spent: money(spent_micros, terms.currency, locale),
            cap: money(most_micros, terms.currency, locale),
            ends: shortDate(terms.period_end, now, { timeZone, locale }),
            action,
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
      all.insert(spendingWarnings).values(
        fresh.map((percent) => ({
          organization_id,
          period_start,
          percent: percent + mark,
          warned_at: now,
        })),
      ),
      ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
    ]);
  } catch (error) {
    // Another call of the same moment has warned.
    if (violates(error, "UNIQUE constraint failed: spending_warnings")) return;
    throw error;
  }
  await Promise.all(mails.map(({ send }) => send()));
}
