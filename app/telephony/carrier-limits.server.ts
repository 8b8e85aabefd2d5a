/** How often one organization may cause what its carrier does at our cost: requests, and numbers that are bought. */
import { type Limit, type Spent, spend } from "#app/limits/rate-limits.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import type { Office } from "./numbers.server.ts";

/** Whoever looks for a number searches often; nobody searches this often. */
const requests = (organizationId: string): Limit => ({
  key: `carrier-requests:${organizationId}`,
  most: 100,
  within_ms: minute_ms,
});

/** A released number is paid for until its month is over: beside the plan's own there are two a day to change one's mind. */
const changesOfMind = 2;

export const purchases = (organizationId: string, planNumbers: number): Limit => ({
  key: `number-purchases:${organizationId}`,
  most: planNumbers + changesOfMind,
  within_ms: day_ms,
});

/** What one person buys for organizations that never subscribed, whichever they are. */
export const unpaidPurchases = (userId: string, planNumbers: number): Limit => ({
  key: `number-purchases-unpaid:${userId}`,
  most: planNumbers + changesOfMind,
  within_ms: day_ms,
});

/** Spends one request to the carrier, and one of `also`. `now`: ms UTC */
export const spendRequest = (
  { db, organization_id }: Pick<Office, "db" | "organization_id">,
  now: number,
  also: readonly Limit[] = [],
): Promise<Spent> => spend(db, [requests(organization_id), ...also], now);
