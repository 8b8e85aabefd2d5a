/** What the three starting points of an agent are called, what they do, and a sample of a call with each. */
import type { AgentKind } from "./agent-terms.schema.ts";

export type StartingPoint = {
  kind: AgentKind;
  title: string;
  /** What it does, in one sentence. */
  does: string;
  /** A short exchange, agent and caller in turn, the caller first. */
  sample: readonly { who: "caller" | "agent"; words: string }[];
};

export const startingPoints: readonly StartingPoint[] = [
  {
    kind: "receptionist",
    title: "Receptionist",
    does: "Answers every call, gives the answers you've written, and takes a message with name and number.",
    sample: [
      { who: "caller", words: "Is anybody there on Saturday?" },
      {
        who: "agent",
        words:
          "On Saturday the 21st we're closed; our hours are Monday to Friday from nine to five. Can I help with anything else?",
      },
      { who: "caller", words: "Yes, please have Ms. Reyes call me." },
    ],
  },
  {
    kind: "appointment_booking",
    title: "Appointment booking",
    does: "Finds an open time in your hours, confirms it, and books it while the caller is on the line.",
    sample: [
      { who: "caller", words: "Can I come in next Tuesday around three?" },
      { who: "agent", words: "Tuesday the 24th at three works. And your name, please?" },
      { who: "caller", words: "Daniel Whitmore." },
    ],
  },
  {
    kind: "lead_qualification",
    title: "Lead qualification",
    does: "Finds out what callers need and when, and hands you leads worth calling back.",
    sample: [
      { who: "caller", words: "I'm looking for a new kitchen." },
      { who: "agent", words: "When would you like to start?" },
      { who: "caller", words: "Within three months, if possible." },
    ],
  },
];
