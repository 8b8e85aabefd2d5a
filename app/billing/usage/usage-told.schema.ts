/** What an organization's object tells of its usage. */
import type { UsageTerms } from "./usage-terms.schema.ts";

export type PeriodUsage = { terms: UsageTerms; calls: number; seconds: number };

export type UsageDay = { day: string; calls: number; seconds: number };

export type UsageOverview = {
  /** Null: no plan that is billed by use covers this moment; the days are those of the calendar month. */
  terms: UsageTerms | null;
  calls: number;
  seconds: number;
  /** The local dates of the days. */
  first: string;
  last: string;
  days: UsageDay[];
};

/** A call of a period as its file lists it. */
export type UsageCall = {
  position: number;
  call_id: string;
  started_at: number | null;
  at: number;
  direction: string;
  our_number: string | null;
  other_number: string | null;
  billable_seconds: number;
  used_before: number;
  included_seconds: number;
  overage_seconds: number;
};

/** What a call's own row says of it. */
export type CallFacts = Pick<UsageCall, "call_id" | "direction" | "our_number" | "other_number"> & {
  started_at: number;
};
