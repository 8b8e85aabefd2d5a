/** What was found out from a call, in words. */
import { count } from "#app/platform/format.ts";
import type { Analysis, AnalysisAnswer, JudgeFault } from "./analysis.schema.ts";

const successWords: Record<Analysis["success"], string> = { yes: "Yes", no: "No", unclear: "Unclear" };
const sentimentWords: Record<Analysis["sentiment"], string> = {
  positive: "Positive",
  neutral: "Neutral",
  negative: "Negative",
  unknown: "Not known",
};
const faultWords: Record<JudgeFault, string> = {
  unreachable: "the language model couldn't be reached",
  refused_key: "the language model has no key that works",
  late: "the language model took too long",
  unusable: "the language model's answer couldn't be used",
};

function valueWords(value: AnalysisAnswer["value"], locale: string): string {
  if (value === null) return "Not answered";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "number" ? count(value, locale) : value;
}

export type ShownAnalysis = {
  summary: string;
  facts: (readonly [label: string, value: string])[];
  answers: (readonly [label: string, value: string])[];
  judgedBy: string;
};

/** As the call's page shows it. */
export const analysisShown = (
  { summary, success, sentiment, answers, model, fault }: Analysis,
  locale: string,
): ShownAnalysis => ({
  summary,
  facts: [
    ["Caller got what they wanted", successWords[success]],
    ["Caller's mood", sentimentWords[sentiment]],
  ],
  answers: answers.map(({ label, value }) => [label, valueWords(value, locale)]),
  judgedBy:
    model !== null
      ? `Judged by ${model}`
      : `Judged by rules${fault === null ? "" : `, because ${faultWords[fault]}`}`,
});
