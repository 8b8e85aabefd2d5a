/** The outcome of a call, derived from what was done in it. */
import { type CallOutcome, outcomes } from "./call-terms.schema.ts";

/** What is known of a call when it is over. */
export type CallDeeds = {
  /** Whether the agent was on the line at all. */
  connected: boolean;
  booked: boolean;
  /** An appointment that the caller had already. */
  moved: boolean;
  canceled: boolean;
  transferred: boolean;
  lead: boolean;
  message: boolean;
  /** The caller left no message but is to be called back. */
  call_back: boolean;
  opted_out: boolean;
  /** A question was answered from the agent's knowledge. */
  answered: boolean;
};

/** The best outcome that is true (`outcomes` is ordered): a caller who books and leaves a message has booked. A silent caller has none. */
export function outcomeOf(deeds: CallDeeds): CallOutcome {
  const holds: Record<CallOutcome, boolean> = {
    booked: deeds.booked,
    moved: deeds.moved,
    canceled: deeds.canceled,
    transferred: deeds.transferred,
    lead: deeds.lead,
    message: deeds.message,
    call_back: deeds.call_back,
    opted_out: deeds.opted_out,
    answered: deeds.answered,
    no_outcome: deeds.connected,
    missed: true,
  };
  return outcomes.find((outcome) => holds[outcome]) ?? "missed";
}
