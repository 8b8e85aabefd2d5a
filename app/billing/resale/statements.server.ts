/** A client's monthly statements of its agency: the months, what each comes to, and the calls behind it. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { streamed } from "#app/billing/usage/calls-file.server.ts";
import { ownCallsOfPeriod } from "#app/billing/usage/period-calls.server.ts";
import { statementCsv } from "#app/billing/usage/statement.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { count, money, shortDate, startedMinutes } from "#app/platform/format.ts";
import { clientMonths, clientTerms, organizations } from "#drizzle/control/schema.ts";
import { monthNamed, monthWords } from "./client-months.ts";
import type { ClientPlanView, StatementView } from "./client-plan-view.ts";
import { fixTerms, tellTermsOf } from "./client-terms.server.ts";
import { microsOf, monthOf } from "./retail-money.ts";

type Needs = Pick<Deps, "db" | "env">;

/** How many months the list goes back. */
const mostMonths = 36;

/** An organization without an agency. */
const standing = { agencyId: null, paysByCard: false };

/** The agency that a client has now, null where it has none, and whether the client pays it by card. */
async function agencyOf(db: Database, clientId: string) {
  const found = await platform(db)
    .select({
      agencyId: organizations.parent_organization_id,
      paysByCard: sql`exists (select 1 from subscriptions s where s.organization_id = ${clientId}
        and s.payee_id = parent_organization_id and s.ended_at is null)`.mapWith(Boolean),
    })
    .from(organizations)
    .where(eq(organizations.id, clientId))
    .get();
  return found ?? standing;
}

/** The months that a client owes by statement, to its agency or to a former one, with what was used in each, newest first. */
const monthsOf = (db: Database, clientId: string, only: string | null = null) =>
  platform(db)
    .select({
      terms: clientTerms,
      agency: organizations.name,
      calls: sql<number>`coalesce(${clientMonths.calls}, 0)`.as("calls_in_month"),
      seconds: sql<number>`coalesce(${clientMonths.seconds}, 0)`.as("seconds_in_month"),
    })
    .from(clientTerms)
    .leftJoin(organizations, eq(organizations.id, clientTerms.agency_id))
    .leftJoin(
      clientMonths,
      and(
        eq(clientMonths.client_id, clientTerms.client_id),
        eq(clientMonths.month, clientTerms.month),
        eq(clientMonths.agency_id, clientTerms.agency_id),
        eq(clientMonths.starts_at, clientTerms.starts_at),
      ),
    )
    .where(
      and(
        eq(clientTerms.client_id, clientId),
        isNull(clientTerms.subscription_id),
        only === null ? undefined : eq(clientTerms.month, only),
      ),
    )
    .orderBy(desc(clientTerms.month), desc(clientTerms.starts_at))
    .limit(mostMonths);

type Found = Awaited<ReturnType<typeof monthsOf>>[number];

/** Whether a month ended before its time, because the client began to pay by card or left its agency. */
const isCut = ({ month, ends_at }: Found["terms"], timeZone: string): boolean =>
  ends_at < (monthNamed(month, timeZone)?.ends_at ?? 0);

/**
 * What was used in a month. One that ended early goes by the client's object, as its file does: calls that ended after
 * its end may have been added to it before the end was known.
 */
async function usedIn({ store, organization }: Actor, { terms, calls, seconds }: Found) {
  if (!isCut(terms, organization.timeZone)) return { calls, seconds };
  return (await store.usage.ofPeriod(terms.starts_at)) ?? { calls: 0, seconds: 0 };
}

/** What a client, or a former one, sees of its statements: null when it owes nothing by statement and never did. */
export async function clientPlanOf(
  actor: Actor,
  { db, env }: Needs,
  now: number,
): Promise<ClientPlanView | null> {
  const { organization } = actor;
  const { id, region } = organization;
  const { agencyId, paysByCard } = actor.isClient ? await agencyOf(db, id) : standing;
  if (agencyId !== null) await fixTerms(db, agencyId, now);
  const months = await monthsOf(db, id);
  if (months.length === 0) return null;
  if (months.some(({ terms }) => isCut(terms, organization.timeZone)))
    await tellTermsOf(env, db, { id, region }, now);
  const views = await Promise.all(
    months.map(async (month) => ({
      isPresent: month.terms.starts_at <= now && now < month.terms.ends_at,
      view: viewOf(month, agencyId, await usedIn(actor, month), organization, now),
    })),
  );
  return {
    present: views.find(({ isPresent }) => isPresent)?.view ?? null,
    owesAgency: !paysByCard && months.some(({ terms }) => terms.agency_id === agencyId),
    past: views.filter(({ isPresent }) => !isPresent).map(({ view }) => view),
  };
}

function viewOf(
  { terms, agency }: Found,
  agencyId: string | null,
  { calls, seconds }: { calls: number; seconds: number },
  { locale, timeZone }: Actor["organization"],
  now: number,
): StatementView {
  const owed = monthOf(terms, seconds);
  const { currency } = owed;
  const shown = (micros: number) => money(micros, currency, locale);
  const minutes = startedMinutes(seconds, locale);
  return {
    calls: `/subscription/statements/${terms.month}/calls.csv?since=${terms.starts_at}`,
    title: monthWords(terms.month, locale),
    until: isCut(terms, timeZone) ? `until ${shortDate(terms.ends_at, now, { locale, timeZone })}` : null,
    agency: terms.agency_id === agencyId ? null : agency,
    minutes,
    total: shown(owed.total_micros),
    facts: [
      ["Monthly fee", shown(microsOf(terms.fee_amount, currency))],
      ["Calls", count(calls, locale)],
      ["Minutes", `${minutes} of ${count(terms.included_minutes, locale)} included`],
      [
        "Extra minutes",
        `${startedMinutes(owed.overage_seconds, locale)} at ${shown(terms.minute_micros)}: ${shown(owed.overage_micros)}`,
      ],
    ],
  };
}

/** The file of a month's calls; null: there is no statement of that month. */
export async function statementFile(
  actor: Actor,
  deps: Needs,
  { month, since }: { month: string; since: string | null },
  now: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const { id, region, name } = actor.organization;
  const months = await monthsOf(deps.db, id, month);
  const found = since === null ? months[0] : months.find(({ terms }) => String(terms.starts_at) === since);
  if (!found) return null;
  await tellTermsOf(deps.env, deps.db, { id, region }, now);
  const period = await actor.store.usage.ofPeriod(found.terms.starts_at);
  if (period === null) return null;
  const { total, pages } = await ownCallsOfPeriod(actor, period.terms);
  const terms = { ...period.terms, organization: name, fee_amount: found.terms.fee_amount, other_amount: 0 };
  return streamed(statementCsv(terms, total, pages));
}
