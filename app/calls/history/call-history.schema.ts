/** What the call history can be asked: its whole state, as it stands in the address. */
import { z } from "zod";
import { outcomes } from "#app/calls/call-terms.schema.ts";

const id = z.string().regex(/^[0-9a-zA-Z-]{1,64}$/);

/** Whatever cannot be asked is not asked: a mistyped address shows more, never an error. */
export const callHistoryQuery = z.object({
  /** Words that were said or stand in the call's facts. */
  q: z
    .string()
    .transform((typed) => typed.trim().slice(0, 200).trim())
    .catch(""),
  agent: id.nullable().catch(null),
  number: id.nullable().catch(null),
  outcome: z.enum(outcomes).nullable().catch(null),
  direction: z.enum(["inbound", "outbound"]).nullable().catch(null),
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

/** The query of an address. */
export const callHistoryQueryOf = (url: string): CallHistoryQuery =>
  callHistoryQuery.parse(Object.fromEntries(new URL(url).searchParams));

/** Whether the days are named the wrong way round; what lies between them is meant all the same. */
export const isReversed = ({ from, to }: Pick<CallHistoryQuery, "from" | "to">): boolean =>
  from !== null && to !== null && from > to;
