/** The file of a period's calls: found by its invoice, and written while it is read. */
import { eq } from "drizzle-orm";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { subscriptions } from "#drizzle/control/schema.ts";
import { type InvoicePeriod, invoicePeriod } from "./invoice-period.server.ts";
import { callsOfPeriod, type PeriodCalls } from "./period-calls.server.ts";
import { statementCsv } from "./statement.ts";

/** Stands in the address for the period that is not over. */
const current = "current";

export type CallsFile = {
  /** What its name says of it: the invoice's number, or the period's first day. */
  name: string;
  body: ReadableStream<Uint8Array>;
};

async function* nothing(): AsyncGenerator<never> {}

const noCalls = (): PeriodCalls => ({ total: { calls: 0, seconds: 0 }, pages: nothing() });

type Needs = Pick<Deps, "db" | "env">;

/** The period so far, with the plan's fee as it is now. */
async function currentPeriod(actor: Actor, { db }: Needs, now: number): Promise<InvoicePeriod | null> {
  const period = await actor.store.usage.now(now);
  if (period === null) return null;
  const { id } = actor.organization;
  const rows = await tenant(db, id)
    .select({ id: subscriptions.subscription_id, fee: subscriptions.unit_amount })
    .from(subscriptions)
    .where(eq(subscriptions.organization_id, id));
  const own = rows.find((row) => row.id === period.terms.subscription_id);
  const { period_start } = period.terms;
  return { number: null, period_start, fee_amount: own?.fee ?? 0, other_amount: 0, hasMinutes: true };
}

/**
 * The calls that an invoice bills; null: there is no such invoice of this organization, or it is not of a plan.
 * @throws what Stripe's client throws
 */
export async function callsFile(
  actor: Actor,
  deps: Needs,
  invoice_id: string,
  now: number,
): Promise<CallsFile | null> {
  const { id, name, timeZone } = actor.organization;
  const found =
    invoice_id === current
      ? await currentPeriod(actor, deps, now)
      : await invoicePeriod(settings(deps.env), deps.db, id, invoice_id);
  const period = found && (await actor.store.usage.ofPeriod(found.period_start));
  if (!found || !period) return null;
  const { total, pages } = found.hasMinutes ? await callsOfPeriod(actor, deps, period.terms) : noCalls();
  const terms = {
    ...period.terms,
    organization: name,
    fee_amount: found.fee_amount,
    other_amount: found.other_amount,
  };
  return {
    name: found.number ?? localDate(period.terms.period_start, timeZone),
    body: streamed(statementCsv(terms, total, pages)),
  };
}

/** A text in parts as a body: a part is read when the one before is taken. */
export function streamed(parts: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      const next = await parts.next();
      if (next.done) stream.close();
      else stream.enqueue(encoder.encode(next.value));
    },
  });
}
