/** How often one organization may use the carrier at our cost: requests, and purchases of numbers. */
import { type Limit, type Spent, spend } from "#app/limits/rate-limits.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import type { NumberContext } from "./numbers.server.ts";

/** A person searches often, but never this often. */
const requests = (organizationId: string): Limit => ({
  key: `carrier-requests:${organizationId}`,
  most: 100,
  within_ms: minute_ms,
});

/** A released number is paid until its month ends: beside the plan's own numbers a day allows two replacements. */
const changesOfMind = 2;

export const purchases = (organizationId: string, planNumbers: number): Limit => ({
  key: `number-purchases:${organizationId}`,
  most: planNumbers + changesOfMind,
  within_ms: day_ms,
});

/** What one person may buy for all organizations that never subscribed. */
export const unpaidPurchases = (userId: string, planNumbers: number): Limit => ({
  key: `number-purchases-unpaid:${userId}`,
  most: planNumbers + changesOfMind,
  within_ms: day_ms,
});

/** Spends one request to the carrier, and one of `also`. `now`: ms UTC */
export const spendRequest = (
  { db, organization_id }: Pick<NumberContext, "db" | "organization_id">,
  now: number,
  also: readonly Limit[] = [],
): Promise<Spent> => spend(db, [requests(organization_id), ...also], now);
