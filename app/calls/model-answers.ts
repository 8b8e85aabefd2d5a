/** Which language models answered in a call, how fast and for what, as people read it. */
import { count, money, tenthsOfSeconds } from "#app/platform/format.ts";
import type { Reading } from "./call-row.ts";
import type { ModelUse } from "./calls.schema.ts";

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
};

const sum = (answers: readonly ModelUse[], of: "input" | "output" | "cost_micros"): number =>
  answers.reduce((total, answer) => total + (answer[of] ?? 0), 0);

/** What answers without an amount cost: a price that is not known is said. */
export function freeAnswers(answers: readonly ModelUse[]): "unknown" | "on your own key" | "included" {
  if (answers.some(({ cost_micros }) => cost_micros === null)) return "unknown";
  return answers.some(({ payer }) => payer === "organization") ? "on your own key" : "included";
}

function costSaid(answers: readonly ModelUse[], currency: string, locale: string): string {
  const free = freeAnswers(answers);
  if (free === "unknown") return "cost unknown";
  const micros = sum(answers, "cost_micros");
  return micros === 0 && free === "on your own key" ? free : money(micros, currency, locale);
}

/** A row for each model, in the order in which they first answered. */
export function modelsShown(
  answers: readonly ModelUse[],
  currency: string,
  { locale }: Pick<Reading, "locale">,
): (readonly [model: string, what: string])[] {
  const models = [...new Set(answers.map(({ model }) => model))];
  return models.map((model) => {
    const own = answers.filter((answer) => answer.model === model);
    const first = tenthsOfSeconds(middle(own.map(({ first_token_ms }) => first_token_ms)), locale);
    const tokens = (of: "input" | "output") => count(sum(own, of), locale);
    return [
      model,
      [
        own.length === 1 ? "1 answer" : `${count(own.length, locale)} answers`,
        own.length === 1 ? `begun in ${first}` : `begun in ${first} median`,
        `${tokens("input")} tokens in, ${tokens("output")} out`,
        costSaid(own, currency, locale),
      ].join(" · "),
    ] as const;
  });
}
