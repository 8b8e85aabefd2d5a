/** A sample of the list of numbers, for an organization without any. */
import { NumberRows } from "./number-rows.tsx";

const sample = [
  {
    id: "sample-1",
    shown: "+1 212 555 0142",
    place: "New York, NY",
    agent_id: null,
    health: { tone: "good", words: "Answered by Front desk" },
    last_call: "Last call 4 min ago",
    price: null,
    isActive: true,
  },
  {
    id: "sample-2",
    shown: "+1 800 555 0117",
    place: null,
    agent_id: null,
    health: { tone: "good", words: "Answered by Booking desk" },
    last_call: "Last call yesterday, 4:12 pm",
    price: null,
    isActive: true,
  },
] as const;

export function SampleNumbers() {
  return <NumberRows numbers={sample} agents={[]} canWrite={false} />;
}
