/** The query of the call history: its whole state, in the address. */
import { z } from "zod";
import { sentiments, successes } from "#app/calls/analysis/analysis-terms.schema.ts";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { isEndingFilter } from "#app/calls/end-reasons.schema.ts";
import { costClasses, lengthClasses } from "./call-classes.schema.ts";
import { dateRanges } from "./date-ranges.schema.ts";

const id = z.string().regex(/^[0-9a-zA-Z-]{1,64}$/);

/** Invalid parameters are ignored: a mistyped address shows more, never an error. */
export const callHistoryQuery = z.object({
  /** Words of the script or of the call's facts. */
  q: z
    .string()
    .transform((typed) => typed.trim().slice(0, 200).trim())
    .catch(""),
  agent: id.nullable().catch(null),
  number: id.nullable().catch(null),
  outcome: z.enum(outcomes).nullable().catch(null),
  /** A status of ended calls, or the reason of their end. */
  ending: z.string().refine(isEndingFilter).nullable().catch(null),
  direction: z.enum(["inbound", "outbound"]).nullable().catch(null),
  /** What was found out from the call: whether the caller got what they wanted, and how they felt. */
  success: z.enum(successes).nullable().catch(null),
  sentiment: z.enum(sentiments).nullable().catch(null),
  /** A call: the caller hung up after the same last words of the agent. */
  last: id.nullable().catch(null),
  /** A tag as it is stored: in lower case. */
  tag: z
    .string()
    .transform((typed) => typed.trim().toLowerCase().slice(0, 40) || null)
    .nullable()
    .catch(null),
  length: z.enum(lengthClasses).nullable().catch(null),
  cost: z.enum(costClasses).nullable().catch(null),
  /** A range of days that is named; `custom`, or none: `from` and `to`. */
  range: z.enum(dateRanges).nullable().catch(null),
  /** Local dates of the organization, both included. */
  from: z.iso.date().nullable().catch(null),
  to: z.iso.date().nullable().catch(null),
  /** As `app/platform/keyset.ts` writes them; empty: the newest; `last`: the oldest. */
  cursor: z
    .string()
    .regex(/^(?:|last|(?:older|newer)\.[0-9a-f-]{36})$/)
    .catch(""),
});
export type CallHistoryQuery = z.infer<typeof callHistoryQuery>;

/** The query of an address. Typed days are a custom range; a range that is named has no typed days. */
export function callHistoryQueryOf(url: string): CallHistoryQuery {
  const query = callHistoryQuery.parse(Object.fromEntries(new URL(url).searchParams));
  const isTyped = query.from !== null || query.to !== null;
  if (query.range === null && isTyped) return { ...query, range: "custom" };
  return query.range === null || query.range === "custom" ? query : { ...query, from: null, to: null };
}

/** Whether the days are in reverse order; the range between them is used all the same. */
export const isReversed = ({ from, to }: Pick<CallHistoryQuery, "from" | "to">): boolean =>
  from !== null && to !== null && from > to;
