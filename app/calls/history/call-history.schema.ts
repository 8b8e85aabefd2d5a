/** The query of the call history: its whole state, in the address. */
import { z } from "zod";
import { outcomes } from "#app/calls/call-terms.schema.ts";

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

/** Whether the days are in reverse order; the range between them is used all the same. */
export const isReversed = ({ from, to }: Pick<CallHistoryQuery, "from" | "to">): boolean =>
  from !== null && to !== null && from > to;
