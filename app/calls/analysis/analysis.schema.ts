/** What is found out from the words of a finished call: its shapes. */
import { z } from "zod";
import type { sentiments, successes } from "./analysis-terms.schema.ts";

/** One of the agent's own questions with its answer; null: not answered. Label and type are those of the time it was asked. */
const answer = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(["text", "number", "yes_no", "choice"]),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
export const answers = z.array(answer);
export type AnalysisAnswer = z.infer<typeof answer>;

/** Why an agent's model did not judge a call: a fault of the provider's, or an answer that cannot be used. */
export type JudgeFault = "unreachable" | "refused_key" | "late" | "unusable";

export type Judged = {
  summary: string;
  success: (typeof successes)[number];
  sentiment: (typeof sentiments)[number];
  answers: AnalysisAnswer[];
};

export type Analysis = Judged & {
  /** The model's name; null: the rules judged. */
  model: string | null;
  fault: JudgeFault | null;
  cost_micros: number;
};
