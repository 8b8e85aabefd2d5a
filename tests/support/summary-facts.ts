/** What a summary is written from: a call in which nothing happened, and what a test adds. */
import type { SummaryFacts } from "#app/calls/call-summary.ts";

/** `started_at`: ms UTC */
export const summaryFacts = (started_at: number, more: Partial<SummaryFacts> = {}): SummaryFacts => ({
  outcome: "no_outcome",
  end_reason: null,
  booking: null,
  bookings: 0,
  moved: [],
  canceled: [],
  transfer: null,
  message: null,
  call_back: null,
  topics: [],
  unanswered: [],
  fields: [],
  caller_spoke: true,
  started_at,
  ...more,
});
