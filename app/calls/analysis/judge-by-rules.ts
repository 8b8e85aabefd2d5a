/** Judges a finished call by rules: what was done in it, what was collected, and plain words of praise and annoyance. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { CallOutcome } from "#app/calls/call-terms.schema.ts";
import type { CallLine, CollectedField } from "#app/calls/calls.schema.ts";
import type { AnalysisAnswer, Judged } from "./analysis.schema.ts";

export type AnalysisQuestion = AgentSpec["analysis"][number];

/** A finished call as it is judged. */
export type JudgedCall = {
  readonly outcome: CallOutcome;
  readonly summary: string | null;
  readonly lines: readonly CallLine[];
  readonly fields: readonly CollectedField[];
  readonly questions: readonly AnalysisQuestion[];
};

/** What of it leaves its organization's object to be judged. */
export type AnalysisJob = JudgedCall & {
  readonly call_id: string;
  /** The agent's language models, in their order. */
  readonly chain: NonNullable<AgentSpec["model"]>["chain"];
};

/** A promised callback is a wish that is still open. */
const successOf: Readonly<Record<CallOutcome, Judged["success"]>> = {
  booked: "yes",
  moved: "yes",
  canceled: "yes",
  transferred: "yes",
  lead: "yes",
  message: "yes",
  call_back: "unclear",
  opted_out: "yes",
  answered: "yes",
  no_outcome: "no",
  missed: "no",
};

const praise = new Set(
  "thanks thank great perfect wonderful lovely awesome excellent helpful appreciate fantastic amazing gracias perfecto".split(
    " ",
  ),
);
const annoyance = new Set(
  "ridiculous terrible awful useless annoying annoyed angry frustrated frustrating unacceptable horrible stupid worst complaint disappointed".split(
    " ",
  ),
);

const isSaid = ({ type }: CallLine): boolean => type === "caller";

const offersMore = /anything else|something else|algo más/i;

/** Whether the caller left while the agent waited for an answer: what they were being asked about came to nothing. */
function isBrokenOff(lines: readonly CallLine[]): boolean {
  const last = lines.findLast(({ type }) => type === "agent" || type === "caller" || type === "keys");
  if (last?.type !== "agent") return false;
  const text = last.text.trim();
  return text.endsWith("?") && !offersMore.test(text);
}

/** Whether the caller said anything at all. */
export const hasCaller = ({ lines }: Pick<JudgedCall, "lines">): boolean => lines.some(isSaid);

/** More words of praise than of annoyance, or fewer; one thanks is courtesy. */
function sentimentOf(lines: readonly CallLine[]): Judged["sentiment"] {
  const said = lines.filter(isSaid);
  if (said.length === 0) return "unknown";
  const words = said.flatMap(({ text }) => text.toLowerCase().split(/[^a-z]/));
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  const [good, bad] = [count(praise), count(annoyance)];
  if (bad > 0 && bad >= good) return "negative";
  return good - bad >= 2 ? "positive" : "neutral";
}

/** A value as the question's type has it; null: it is none. */
function typed({ type, options }: AnalysisQuestion, value: string): AnalysisAnswer["value"] {
  const folded = value.trim().toLowerCase();
  switch (type) {
    case "text":
      return value.trim() || null;
    case "yes_no":
      return folded === "yes" ? true : folded === "no" ? false : null;
    case "number":
      return folded !== "" && Number.isFinite(Number(folded)) ? Number(folded) : null;
    case "choice":
      return options.find((option) => option.toLowerCase() === folded) ?? null;
  }
}

/** Only what the agent has asked itself is known: a collected value with the same name. Rules read nothing into words. */
function answerOf(question: AnalysisQuestion, fields: readonly CollectedField[]): AnalysisAnswer {
  const { id, label, type } = question;
  const known = fields.find((field) => field.id === id || field.label.toLowerCase() === label.toLowerCase());
  return { id, label, type, value: known ? typed(question, known.value) : null };
}

/** The judgement of the rules. */
export const judgedByRules = ({ outcome, summary, lines, fields, questions }: JudgedCall): Judged => ({
  summary: summary ?? "No result",
  success:
    !hasCaller({ lines }) || (outcome === "answered" && isBrokenOff(lines)) ? "unclear" : successOf[outcome],
  sentiment: sentimentOf(lines),
  answers: questions.map((question) => answerOf(question, fields)),
});
