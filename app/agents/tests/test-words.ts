/** What a test's parts are called. */
import type { Difference } from "./agent-tests.schema.ts";
import type { TestBrain, TestedAction, TestedEnd, TestedOutcome, Verdict } from "./test-terms.schema.ts";

export const brainWords: Record<TestBrain, string> = { built_in: "Built-in", model: "Model" };

export const verdictWords: Record<Verdict, { label: string; tone: "good" | "bad" | "warn" }> = {
  passed: { label: "Passed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  unreachable: { label: "No answer", tone: "warn" },
  stopped: { label: "Took too long", tone: "warn" },
};

export const actionWords: Record<TestedAction, string> = {
  book: "Books an appointment",
  find_appointments: "Looks for the caller's appointments",
  move_appointment: "Moves an appointment",
  cancel_appointment: "Cancels an appointment",
  save_lead: "Saves a lead",
  take_message: "Takes a message",
  note_question: "Notes an unanswered question",
  transfer: "Transfers the call",
  opt_out: "Notes not to call again",
  search_knowledge: "Searches the knowledge",
  look_up_contact: "Looks up the caller",
  call_webhook: "Uses a tool",
  end: "Hangs up",
};

export const outcomeWords: Record<TestedOutcome, string> = {
  booked: "Booked",
  moved: "Moved",
  canceled: "Canceled",
  transferred: "Transferred",
  lead: "Lead",
  message: "Message",
  call_back: "Callback",
  opted_out: "Opted out",
  answered: "Answered",
  no_outcome: "No outcome",
};

export const endWords: Record<TestedEnd, string> = {
  caller: "The caller hangs up",
  agent: "The agent says goodbye",
  transfer: "The call is transferred",
  timeout: "Silence or the time limit",
};

const wordIn = (words: Record<string, string>, text: string): string =>
  text
    .split(", ")
    .map((one) => words[one] ?? one)
    .join(", ");

/** Where an expectation did not hold: "Greeting", "Line 2", "Whole call". */
export const turnWords = (turn: number | null): string =>
  turn === null ? "Whole call" : turn === 0 ? "Greeting" : `Line ${turn}`;

/** What was expected and what was heard, in words. */
export function differenceWords({ kind, expected, heard }: Difference): { expected: string; heard: string } {
  const none = heard === "" ? "Nothing" : heard;
  switch (kind) {
    case "says":
      return { expected, heard: heard === "" ? "(silence)" : heard };
    case "not_says":
      return { expected: `Doesn't say: ${expected}`, heard };
    case "action":
      return {
        expected: wordIn(actionWords, expected),
        heard: heard === "" ? none : wordIn(actionWords, heard),
      };
    case "not_action":
      return { expected: `Doesn't do: ${wordIn(actionWords, expected)}`, heard: wordIn(actionWords, heard) };
    case "latency":
      return { expected: `First word before ${expected} ms`, heard: `${heard} ms` };
    case "field":
      return { expected: `Keeps ${expected}`, heard: none };
    case "booked":
      return { expected: `Books ${expected}`, heard: none };
    case "outcome":
      return { expected: wordIn(outcomeWords, expected), heard: wordIn(outcomeWords, heard) };
    case "ended_by":
      return { expected: wordIn(endWords, expected), heard: wordIn(endWords, heard) };
  }
}
