/** How long each answer of the agent took, and what its language models cost, as people read it. */
import { count, money, tenthsOfSeconds } from "#app/platform/format.ts";
import { inSeconds, waitsIn } from "./answer-waits.ts";
import type { CallLine, ModelUse } from "./calls.schema.ts";

/** An answer slower than this is felt as a pause. */
const slow_ms = 1500;

/** `at_ms`: when the answer began, from the beginning of the call. */
export type AnswerTime = { at_ms: number; wait: string; isSlow: boolean; behind: string | null };

/** What language models did for one turn. */
function behindTurn(uses: readonly ModelUse[], currency: string, locale: string): string | null {
  if (uses.length === 0) return null;
  const sum = (of: "input" | "output") => uses.reduce((total, use) => total + use[of], 0);
  const micros = uses.reduce((total, { cost_micros }) => total + (cost_micros ?? 0), 0);
  const isKnown = uses.every(({ cost_micros }) => cost_micros !== null);
  return [
    [...new Set(uses.map(({ model }) => model))].join(", "),
    `${count(sum("input"), locale)} tokens in, ${count(sum("output"), locale)} out`,
    isKnown && micros > 0 ? money(micros, currency, locale) : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** Each answer in order. A model's answers are told with the turn that they belong to, while their numbers say so. */
export function answerTimes(
  lines: readonly Pick<CallLine, "type" | "at_ms">[],
  uses: readonly ModelUse[],
  { currency, locale }: { currency: string; locale: string },
): AnswerTime[] {
  const waits = waitsIn(lines);
  const turns = [...new Set(uses.map(({ turn }) => turn))].sort((a, b) => a - b);
  const isInStep = turns.length === waits.length;
  return waits.map(({ at_ms, wait_ms }, place) => ({
    at_ms,
    wait: wait_ms < 100 ? inSeconds(wait_ms) : tenthsOfSeconds(wait_ms, locale),
    isSlow: wait_ms > slow_ms,
    behind: isInStep
      ? behindTurn(
          uses.filter(({ turn }) => turn === turns[place]),
          currency,
          locale,
        )
      : null,
  }));
}
