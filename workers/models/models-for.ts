/** The models of an agent, in the order of its choice, over its organization's keys. */
import type { OpenKey } from "#app/models/model-keys.server.ts";
import {
  type ModelPrice,
  type ModelProvider,
  offeredModel,
  providerNames,
} from "#app/models/offered-models.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { type Model, ModelError } from "#workers/conversation/model/model.ts";
import { type AnthropicTraits, anthropic } from "./anthropic.ts";
import { type OpenAiTraits, openAiCompatible } from "./openai-compatible.ts";
import { type Hold, withinBudget } from "./within-budget.ts";
import { isAiBinding, workersAi } from "./workers-ai.ts";

/** One step of an agent's chain. */
export type ChosenModel = { readonly provider: ModelProvider; readonly model: string };

export type UsableModel = ChosenModel & {
  /** "GPT-5.4 mini"; the id of a model that is not offered. */
  readonly label: string;
  /** Asks it; a request names its own `model`, which is this one's. */
  readonly ask: Model;
  /** Reads its key, so that the first question does not wait for it. */
  warm(): Promise<void>;
  /** Null: its price is unknown. */
  readonly price: ModelPrice | null;
  /** Whose account paid for the last answer; null: none was asked for yet. */
  payer(): OpenKey["payer"] | null;
};

/** What models are asked with. */
export type ModelSources = {
  /** The organization's keys, and the platform's; read when a call opens or its first model is asked, and every few minutes. */
  keys(): Promise<readonly OpenKey[]>;
  /** The binding `AI`, where the deployment has one. */
  readonly ai?: unknown;
  /** Holds what a request may cost on the platform's account. */
  readonly hold: Hold;
};

/** OpenAI's models since GPT-5 think unless told otherwise, and take no temperature. */
const openAiTraits = (model: string): OpenAiTraits => ({
  limit: "max_completion_tokens",
  hasCacheKey: true,
  ...(/^gpt-5/.test(model) && { isWarm: true, thinks: true }),
});

/** Anthropic's models of 2026 think unless told otherwise, and take no temperature. */
function anthropicTraits(model: string): AnthropicTraits {
  if (/^claude-(?:haiku|sonnet|opus)-4/.test(model)) return {};
  return { isWarm: true, thinking: model.startsWith("claude-haiku") ? "disabled" : "between_tools" };
}

function modelWith({ provider, base, key }: OpenKey, model: string): Model {
  if (provider === "anthropic") return anthropic({ base, key }, anthropicTraits(model));
  return openAiCompatible({ base, key }, provider === "openai" ? openAiTraits(model) : {});
}

/** A removed key is asked no longer than this. */
const longestKept_ms = 3 * minute_ms;

/** Keys of one call: read again every few minutes, and after a provider refused one. */
class CallKeys {
  readonly #read: ModelSources["keys"];
  #keys: Promise<readonly OpenKey[]> | null = null;
  #read_at = 0;

  constructor(read: ModelSources["keys"]) {
    this.#read = read;
  }

  async of(provider: ModelProvider): Promise<readonly OpenKey[]> {
    const now = Date.now();
    const known = this.#keys;
    if (known === null || now - this.#read_at >= longestKept_ms) {
      this.#read_at = now;
      // A later reading that fails leaves what is known.
      this.#keys = known === null ? this.#read() : this.#read().catch(() => known);
    }
    try {
      return (await (this.#keys ?? [])).filter((one) => one.provider === provider);
    } catch {
      this.#keys = null;
      throw new ModelError("unavailable");
    }
  }

  forget(): void {
    this.#keys = null;
  }
}

/** Whether another key of the same provider may answer: a refused one has not said a word, and of several compatible providers one may have the model. */
const leavesRoom = ({ kind }: ModelError, provider: ModelProvider): boolean =>
  kind === "unauthorized" || (kind === "rejected" && provider === "compatible");

/**
 * The chain as models that can be asked, in its order. No key is read before one is warmed or asked. A model without
 * a key that works throws `unauthorized`, without a request where there is none, so that the next one answers.
 */
export function modelsFor(chain: readonly ChosenModel[], { keys, ai, hold }: ModelSources): UsableModel[] {
  const known = new CallKeys(keys);
  return chain.map(({ provider, model }) => {
    const offered = offeredModel(provider, model);
    let payer: OpenKey["payer"] | null = null;
    const ask: Model = async function* (request, signal) {
      signal.throwIfAborted();
      if (provider === "workers_ai") {
        if (!isAiBinding(ai)) throw new ModelError("unavailable");
        if (offered === null) throw new ModelError("rejected");
        payer = "platform";
        const own = workersAi(ai, model.includes("glm") ? { thinks: true } : {});
        return yield* withinBudget(own, offered, hold)({ ...request, model }, signal);
      }
      // The platform pays for models alone whose price is known.
      const some = (await known.of(provider)).filter(
        (key) => key.payer === "organization" || offered !== null,
      );
      for (const [index, key] of some.entries()) {
        payer = key.payer;
        try {
          const own = modelWith(key, model);
          const asked = key.payer === "platform" && offered ? withinBudget(own, offered, hold) : own;
          return yield* asked({ ...request, model }, signal);
        } catch (error) {
          if (!(error instanceof ModelError) || !leavesRoom(error, provider)) throw error;
          if (error.kind === "unauthorized") known.forget();
          if (index === some.length - 1) throw error;
        }
      }
      throw new ModelError("unauthorized");
    };
    return {
      provider,
      model,
      label: offered?.name ?? (provider === "compatible" ? model : `${providerNames[provider]} ${model}`),
      ask,
      async warm() {
        // A reading that fails is made again when the model is asked.
        if (provider !== "workers_ai") await known.of(provider).catch(() => undefined);
      },
      price: offered && { input: offered.input, cached: offered.cached, output: offered.output },
      payer: () => payer,
    };
  });
}
