/** A sample of the list of agents, for an organization without any. */
import { AgentTable } from "./agent-table.tsx";

const sample = [
  {
    id: "sample-1",
    name: "Front desk",
    kind: "Receptionist",
    numbers: ["+1 212 555 0142"],
    calls: "59",
    booked: "11",
  },
  {
    id: "sample-2",
    name: "Booking desk",
    kind: "Appointment booking",
    numbers: ["+1 646 555 0117"],
    calls: "31",
    booked: "24",
  },
] as const;

export function SampleAgents() {
  return <AgentTable agents={sample} canBuy={false} isSample />;
}
