/** A call's outcome in a word. */
import type { CallOutcome } from "./call-terms.schema.ts";

export const outcomeWords: Record<CallOutcome, string> = {
  booked: "Booked",
  moved: "Moved",
  canceled: "Cancelled",
  transferred: "Transferred",
  lead: "Lead",
  message: "Message",
  call_back: "Callback",
  opted_out: "Opted out",
  answered: "Answered",
  no_outcome: "No outcome",
  missed: "Missed",
};
