/** An answer on the platform's account: held in the budget before it is asked for, settled by what it used. */
import type { ModelPrice } from "#app/models/offered-models.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { log } from "#app/platform/log.ts";
import {
  type Model,
  ModelError,
  type ModelRequest,
  type ModelUsage,
} from "#workers/conversation/model/model.ts";

/** Holds so many micros. @returns how the cost is settled; null: the budget is used up */
export type Hold = (micros: number) => Promise<((cost: number) => Promise<void>) | null>;

/** A token has about four characters of English; three of Spanish and of JSON. */
const charactersOfToken = 3;

/** What a request uses as far as it can be known before its end. */
export const estimatedUsage = (
  { system, tools, messages }: Omit<ModelRequest, "model">,
  output: number,
): ModelUsage => ({
  input: Math.ceil(JSON.stringify([system, tools, messages]).length / charactersOfToken),
  output,
  cached: 0,
});

/** What an answer costs, in micros of US dollars. */
export const costOf = (price: ModelPrice, { input, cached, output }: ModelUsage): number =>
  Math.round(((input - cached) * price.input + cached * price.cached + output * price.output) / 1_000_000);

/** Providers charge nothing for a request that they did not take. */
const untaken: readonly string[] = ["unauthorized", "rate_limited", "rejected", "unavailable"];

/** @throws ModelError `rate_limited` when the budget is used up: the next model, or the built-in brain, answers */
export const withinBudget = (model: Model, price: ModelPrice, hold: Hold): Model =>
  async function* (request, signal) {
    const settle = await hold(costOf(price, estimatedUsage(request, request.max_tokens)));
    if (settle === null) throw new ModelError("rate_limited");
    let characters = 0;
    let isTaken = false;
    const settled = (cost: number) =>
      settle(cost).catch((error: unknown) =>
        log("error", "model_budget_unsettled", { message: innermostMessage(error) }),
      );
    if (signal.aborted) {
      await settled(0);
      signal.throwIfAborted();
    }
    try {
      for await (const event of model(request, signal)) {
        isTaken = true;
        if (event.type === "text") characters += event.text.length;
        // Before it is given on: a reader that has the end asks for nothing more.
        if (event.type === "end") await settled(costOf(price, event.usage));
        yield event;
      }
    } catch (error) {
      const isUntaken = error instanceof ModelError && !isTaken && untaken.includes(error.kind);
      const used = estimatedUsage(request, Math.ceil(characters / charactersOfToken));
      await settled(isUntaken ? 0 : costOf(price, used));
      throw error;
    }
  };
