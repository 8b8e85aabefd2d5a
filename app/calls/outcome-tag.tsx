// The tag with a call's outcome.
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import type { CallOutcome } from "./call-terms.schema.ts";
import { outcomeWords } from "./outcome-words.ts";

/** Green for a success, amber for what needs an answer, red for a loss. */
const tones: Record<CallOutcome, TagTone> = {
  booked: "good",
  moved: "good",
  canceled: "warn",
  transferred: "brand",
  lead: "good",
  message: "warn",
  call_back: "warn",
  opted_out: "neutral",
  answered: "neutral",
  no_outcome: "neutral",
  missed: "bad",
};

/** @param isOutbound a call that was placed is not missed: no one was reached */
export function OutcomeTag({
  outcome,
  isOutbound = false,
}: {
  readonly outcome: CallOutcome;
  readonly isOutbound?: boolean;
}) {
  if (isOutbound && outcome === "missed") return <Tag tone="neutral">Not reached</Tag>;
  return <Tag tone={tones[outcome]}>{outcomeWords[outcome]}</Tag>;
}
