/** What an open list of calls is told when a call ends. */
import type { CallRow } from "#app/calls/call-row.ts";

export type NewCalls = {
  after: number;
  /** The filters, as the end of an address. */
  asked: string;
  /** Newest first; null: too many for a list that was read so long ago. */
  calls: CallRow[] | null;
  /** The sentence of the list with them; null: it stays. */
  sentence: string | null;
};
