// The call history before the first call: what will appear here, and how it will look.
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CallTable } from "./call-table.tsx";

const sample = [
  {
    id: "sample-1",
    who: "Daniel Whitmore",
    face: "Daniel Whitmore",
    number: "+1 415 555 0198",
    what: "Booked a cleaning for Tuesday at 3:00 pm",
    outcome: "booked",
    success: "yes",
    sentiment: "positive",
    agent: "Front desk",
    direction: "inbound",
    duration: "2:41",
    when: "4 min ago",
    day: "Today",
    time: "4 min ago",
    exactly: "",
    found: null,
    cost: null,
    tags: [],
  },
  {
    id: "sample-2",
    who: "+1 415 555 0142",
    face: null,
    number: null,
    what: "Asked about whitening prices, wants a callback",
    outcome: "call_back",
    success: "unclear",
    sentiment: "neutral",
    agent: "Front desk",
    direction: "inbound",
    duration: "1:12",
    when: "12 min ago",
    day: "Today",
    time: "12 min ago",
    exactly: "",
    found: null,
    cost: null,
    tags: [],
  },
] as const;

/** A sample of the list of calls for the empty page. */
export function SampleCalls() {
  return <CallTable calls={sample} caption="Sample calls" isShort />;
}

export function NoCallsYet() {
  return (
    <EmptyState
      title="No calls yet"
      action={
        <ButtonLink to="/dashboard" variant="go">
          Get your phone answered
        </ButtonLink>
      }
      sample={<SampleCalls />}
    >
      Each call appears here when it ends: who called, the outcome and the full transcript.
    </EmptyState>
  );
}
