/** What an agent's models are expected to cost and how soon callers hear them, from stated assumptions. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { tokensIn } from "#app/agents/composed-prompt.ts";
import { type ModelPrice, type ModelProvider, offeredModel } from "#app/models/offered-models.ts";

/** The assumptions, as the page says them. Times in ms. */
export const assumed = {
  /** A caller's turn, or one more question after a tool has answered. */
  requests_per_minute: 5,
  minutes: 3,
  /** Of the conversation so far, on average over such a call. */
  history_tokens: 330,
  answer_tokens: 40,
  /** Between the caller's last word and its text, and between an answer's first sentence and its sound. */
  line_ms: 900,
  fast_ms: 500,
  slow_ms: 1000,
  /** For every thousand tokens of instructions. */
  reading_ms: 20,
} as const;

/** The built-in tools as a model is given them: those that every agent has, and those for appointments. */
const toolTokens = { every: 550, booking: 600 } as const;

/** About how many tokens the tools of an agent are. */
export const toolTokensOf = ({ actions, tools }: Pick<AgentSpec, "actions" | "tools">): number =>
  toolTokens.every +
  (actions.book ? toolTokens.booking : 0) +
  tools.reduce(
    (sum, { name, description, fields }) => sum + tokensIn(JSON.stringify({ name, description, fields })),
    0,
  );

export type ModelEstimate = {
  readonly name: string;
  /** Micros of US dollars; null: the price is unknown. */
  readonly minute_micros: number | null;
  /** Null: we know nothing of how fast the model is. */
  readonly first_word_ms: number | null;
};

/** One place in the order of an agent's models. */
export type ChosenModel = { readonly provider: ModelProvider; readonly model: string };

/** What the last calls of the version that answers have shown. `first`: its first model; null: the built-in agent. */
export type MeasuredWait = {
  readonly ms: number;
  readonly calls: number;
  readonly version: number;
  readonly first: ChosenModel | null;
};

/** The first request of a call pays for its instructions, the others for reading them from the provider's cache. */
export function minuteMicros(price: ModelPrice, instructions: number): number {
  const { requests_per_minute, minutes, history_tokens, answer_tokens } = assumed;
  const requests = requests_per_minute * minutes;
  const read =
    instructions * price.input +
    (requests - 1) * instructions * price.cached +
    requests * history_tokens * price.input;
  return Math.round((read + requests * answer_tokens * price.output) / 1_000_000 / minutes);
}

/** @param instructions tokens of the prompt and the tools */
export function estimateOf(chain: readonly ChosenModel[], instructions: number) {
  return chain.map(({ provider, model }): ModelEstimate => {
    const offered = offeredModel(provider, model);
    return {
      name: offered?.name ?? model,
      minute_micros: offered ? minuteMicros(offered, instructions) : null,
      first_word_ms: offered
        ? assumed.line_ms +
          (offered.isSlow ? assumed.slow_ms : assumed.fast_ms) +
          Math.round((instructions / 1000) * assumed.reading_ms)
        : null,
    };
  });
}
