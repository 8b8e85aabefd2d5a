/** What calls use of the plan: one record for each ended phone call, priced by the terms of the period in which it ended. */
import { and, eq, gte, isNull, lt, min, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { usageDays, usageRecords, usageTerms } from "#drizzle/organization/schema.ts";
import { termsAt, usedIn } from "./usage-period.store.ts";
import { billableSeconds, callPrice, priceLines } from "./usage-price.ts";
import type { UsageTerms } from "./usage-terms.schema.ts";
import { countWebTalk } from "./web-talk.store.ts";

export { isCapReached, isStoppedBy, planTrial, setCap } from "./spending-cap.store.ts";
export { overview } from "./usage-overview.store.ts";
export { callFacts, calls, days, now, ofPeriod, range } from "./usage-reading.store.ts";

/** What usage takes from a finished call. */
export type UsedCall = {
  id: string;
  type: "phone" | "web" | "test";
  direction: string;
  answered_at: number | null;
  ended_at: number;
  talk_seconds: number;
  cost_items: {
    what: string;
    quantity: number;
    unit: string;
    unit_price_micros: number;
    cost_micros: number;
  }[];
  currency: string;
  time_zone: string;
};

/**
 * Writes the usage of an ended phone call, in the transaction of its end. The same call again changes nothing. A call
 * whose period's terms are not known yet is priced once they are (`setTerms`).
 */
export function recordUsage(db: OrganizationDatabase, call: UsedCall): void {
  const isModelOurs = call.cost_items.some(({ what, cost_micros }) => what === "model" && cost_micros > 0);
  if (call.type === "web" && isModelOurs) countWebTalk(db, call);
  if (call.type !== "phone") return;
  const day = localDate(call.ended_at, call.time_zone);
  const written = db
    .insert(usageRecords)
    .values({
      call_id: call.id,
      at: call.ended_at,
      day,
      direction: call.direction,
      billable_seconds: billableSeconds(call),
      included_seconds: 0,
      overage_seconds: 0,
      cost_lines: call.cost_items,
      price_lines: [],
      currency: call.currency,
      recorded_at: call.ended_at,
    })
    .onConflictDoNothing()
    .returning({
      call_id: usageRecords.call_id,
      at: usageRecords.at,
      day: usageRecords.day,
      billable_seconds: usageRecords.billable_seconds,
    })
    .all();
  for (const record of written) {
    countDay(db, record, 0, 1);
    price(db, record);
  }
}

type Unpriced = { call_id: string; at: number; day: string; billable_seconds: number };

/** Prices a record that has no price yet; without terms for its time it stays so. */
function price(db: OrganizationDatabase, { call_id, at, day, billable_seconds }: Unpriced): void {
  const terms = termsAt(db, at);
  if (terms === null) return;
  const { period_start, currency } = terms;
  const used = usedIn(db, period_start);
  const priced = callPrice(terms, used.seconds, billable_seconds);
  db.update(usageRecords)
    .set({
      included_seconds: priced.included_seconds,
      overage_seconds: priced.overage_seconds,
      price_lines: priceLines(terms, priced),
      terms,
      period_start,
      position: used.calls + 1,
      used_before: used.seconds,
      currency,
    })
    .where(eq(usageRecords.call_id, call_id))
    .run();
  countDay(db, { day, billable_seconds }, 0, -1);
  countDay(db, { day, billable_seconds }, period_start, 1);
}

/** Adds a call to its day, or takes it away (`times` −1). */
function countDay(
  db: OrganizationDatabase,
  { day, billable_seconds }: Pick<Unpriced, "day" | "billable_seconds">,
  period_start: number,
  times: 1 | -1,
): void {
  const seconds = times * billable_seconds;
  db.insert(usageDays)
    .values({ day, period_start, calls: times, seconds })
    .onConflictDoUpdate({
      target: [usageDays.day, usageDays.period_start],
      set: { calls: sql`${usageDays.calls} + ${times}`, seconds: sql`${usageDays.seconds} + ${seconds}` },
    })
    .run();
}

/**
 * Keeps the terms of periods, and prices the calls that waited for them. Terms that a call was priced by stay as they
 * are, except for the period's end; what was read earlier than what is known changes nothing.
 * @param read_at when the control plane read them, ms UTC
 */
export function setTerms(db: OrganizationDatabase, terms: UsageTerms[], read_at: number): void {
  for (const one of terms) keepTerms(db, one, read_at);
  // Calls before the first period, such as those of a trial without a card, are priced by no terms.
  const begun = db
    .select({ at: min(usageTerms.period_start) })
    .from(usageTerms)
    .get()?.at;
  if (begun === undefined || begun === null) return;
  const waiting = db
    .select({
      call_id: usageRecords.call_id,
      at: usageRecords.at,
      day: usageRecords.day,
      billable_seconds: usageRecords.billable_seconds,
    })
    .from(usageRecords)
    .where(and(isNull(usageRecords.period_start), gte(usageRecords.at, begun)))
    .orderBy(usageRecords.at, usageRecords.call_id)
    .all();
  for (const record of waiting) price(db, record);
}

function keepTerms(db: OrganizationDatabase, terms: UsageTerms, read_at: number): void {
  const { period_start, period_end } = terms;
  const known = db.select().from(usageTerms).where(eq(usageTerms.period_start, period_start)).get();
  if (known && known.read_at > read_at) return;
  const isUsed = known !== undefined && usedIn(db, period_start).calls > 0;
  const kept = isUsed ? { period_end, read_at } : { ...terms, read_at };
  db.insert(usageTerms)
    .values({ ...terms, read_at })
    .onConflictDoUpdate({ target: usageTerms.period_start, set: kept })
    .run();
  if (!known) takeOver(db, terms);
}

/**
 * A period that begins inside an earlier one, because the plan changed, takes the calls that ended in it: they were
 * recorded in the moment before its terms were known. The earlier period's calls after the first of them are priced
 * anew, so that both periods are without a gap.
 */
function takeOver(db: OrganizationDatabase, { period_start, period_end }: UsageTerms): void {
  const first = db
    .select({ period_start: usageRecords.period_start, position: min(usageRecords.position) })
    .from(usageRecords)
    .where(
      and(
        gte(usageRecords.at, period_start),
        lt(usageRecords.at, period_end),
        lt(usageRecords.period_start, period_start),
      ),
    )
    .groupBy(usageRecords.period_start)
    .all();
  for (const { period_start: earlier, position } of first)
    if (earlier !== null && position !== null) unprice(db, earlier, position);
}

/** Takes the price back from a period's calls, from a position on. */
function unprice(db: OrganizationDatabase, period_start: number, position: number): void {
  const taken = db
    .update(usageRecords)
    .set({
      included_seconds: 0,
      overage_seconds: 0,
      price_lines: [],
      terms: null,
      period_start: null,
      position: null,
      used_before: null,
    })
    .where(and(eq(usageRecords.period_start, period_start), gte(usageRecords.position, position)))
    .returning({ day: usageRecords.day, billable_seconds: usageRecords.billable_seconds })
    .all();
  for (const record of taken) {
    countDay(db, record, period_start, -1);
    countDay(db, record, 0, 1);
  }
}
