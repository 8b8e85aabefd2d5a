/** The calls of a period for a statement, page by page: the organization's own, and those of clients that it pays for. */
import { and, asc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { platform } from "#app/platform/d1.server.ts";
import { meterEvents, organizations } from "#drizzle/control/schema.ts";
import { paidSeconds } from "./spent.server.ts";
import type { StatementCall } from "./statement.ts";
import { callPrice } from "./usage-price.ts";
import type { UsageTerms } from "./usage-terms.schema.ts";

/** Calls in one page: a trip to the object, or a statement in D1. */
const pageSize = 500;

export type PeriodCalls = {
  total: { calls: number; seconds: number };
  pages: AsyncIterable<readonly StatementCall[]>;
};

/** A period's calls as who asks may see them: other people's numbers only with that permission. */
export async function callsOfPeriod(
  actor: Actor,
  { db }: Pick<Deps, "db">,
  terms: UsageTerms,
): Promise<PeriodCalls> {
  const { id } = actor.organization;
  if (!(await paidForOthers(db, id, terms))) return ownCallsOfPeriod(actor, terms);
  const total = await paidSeconds(db, id, terms.period_start, terms.period_end);
  return { total, pages: paidCalls(actor, { db }, terms) };
}

/** The organization's own calls alone, without those of other organizations that it pays for. */
export async function ownCallsOfPeriod(actor: Actor, terms: UsageTerms): Promise<PeriodCalls> {
  const period = await actor.store.usage.ofPeriod(terms.period_start);
  const { calls, seconds } = period ?? { calls: 0, seconds: 0 };
  return { total: { calls, seconds }, pages: ownCalls(actor, terms) };
}

/** Whether it paid for other organizations' calls in a period: an agency did, whatever its plan is now. */
async function paidForOthers(db: Deps["db"], id: string, terms: UsageTerms): Promise<boolean> {
  const { payer_id, at, organization_id } = meterEvents;
  const found = await platform(db)
    .select({ identifier: meterEvents.identifier })
    .from(meterEvents)
    .where(
      and(eq(payer_id, id), gte(at, terms.period_start), lt(at, terms.period_end), ne(organization_id, id)),
    )
    .limit(1)
    .get();
  return found !== undefined;
}

const seesPersons = (actor: Actor): boolean => actor.may("calls.read_persons");

/** An organization without clients: its records, in the order in which they were priced. */
async function* ownCalls(actor: Actor, { period_start }: UsageTerms): AsyncGenerator<StatementCall[]> {
  const isShown = seesPersons(actor);
  for (let after = 0; ; ) {
    const page = await actor.store.usage.calls(period_start, after, pageSize);
    if (page.length === 0) return;
    yield page.map(({ at, our_number, other_number, ...call }) => ({
      ...call,
      ended_at: at,
      organization: actor.organization.name,
      our_number: our_number ?? "",
      other_number: (isShown && other_number) || "",
    }));
    after = page.at(-1)?.position ?? after + pageSize;
  }
}

/** An agency: every call that was metered to it, in the order of their ends; of its clients' calls no numbers. */
async function* paidCalls(
  actor: Actor,
  { db }: Pick<Deps, "db">,
  terms: UsageTerms,
): AsyncGenerator<StatementCall[]> {
  const isShown = seesPersons(actor);
  let used = 0;
  let position = 0;
  let last = { at: terms.period_start, identifier: "" };
  for (;;) {
    const page = await platform(db)
      .select({
        identifier: meterEvents.identifier,
        organization_id: meterEvents.organization_id,
        organization: organizations.name,
        at: meterEvents.at,
        seconds: meterEvents.seconds,
      })
      .from(meterEvents)
      .leftJoin(organizations, eq(organizations.id, meterEvents.organization_id))
      .where(
        and(
          eq(meterEvents.payer_id, actor.organization.id),
          gte(meterEvents.at, last.at),
          lt(meterEvents.at, terms.period_end),
          sql`(${meterEvents.at}, ${meterEvents.identifier}) > (${last.at}, ${last.identifier})`,
        ),
      )
      .orderBy(asc(meterEvents.at), asc(meterEvents.identifier))
      .limit(pageSize);
    const end = page.at(-1);
    if (!end) return;
    const ids = page
      .filter((one) => one.organization_id === actor.organization.id)
      .map(({ identifier }) => callIdOf(identifier));
    const known = new Map((await actor.store.usage.callFacts(ids)).map((one) => [one.call_id, one]));
    yield page.map(({ identifier, organization, at, seconds }) => {
      const call_id = callIdOf(identifier);
      const facts = known.get(call_id);
      const { included_seconds, overage_seconds } = callPrice(terms, used, seconds);
      position += 1;
      used += seconds;
      return {
        position,
        call_id,
        organization: organization ?? "",
        started_at: facts?.started_at ?? null,
        ended_at: at,
        direction: facts?.direction ?? "",
        our_number: facts?.our_number ?? "",
        other_number: (isShown && facts?.other_number) || "",
        billable_seconds: seconds,
        used_before: used - seconds,
        included_seconds,
        overage_seconds,
      };
    });
    last = { at: end.at, identifier: end.identifier };
  }
}

const callIdOf = (identifier: string): string => identifier.split(":")[0] ?? identifier;
