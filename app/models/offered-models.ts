/** The providers of language models, the models that are offered of each, and what those cost. */

/** Whom an organization can have a key of. */
export const keyProviders = ["openai", "anthropic", "compatible"] as const;
export type KeyProvider = (typeof keyProviders)[number];
/** Whose models an agent can be given; Workers AI needs no key of the organization's. */
export type ModelProvider = KeyProvider | "workers_ai";

export const providerNames: Readonly<Record<ModelProvider, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  compatible: "Another provider",
  workers_ai: "Workers AI",
};

/** Micros of US dollars for a million tokens. */
export type ModelPrice = { readonly input: number; readonly cached: number; readonly output: number };

export type OfferedModel = ModelPrice & {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly name: string;
  /** Tokens. */
  readonly context: number;
  /** What a caller notices of it. */
  readonly speed: string;
  /** It takes about twice as long as the others to begin. */
  readonly isSlow?: true;
};

/** Where the prices stand, and when they were read. */
export const priceSources: Readonly<
  Record<Exclude<ModelProvider, "compatible">, { url: string; read: string }>
> = {
  openai: { url: "https://developers.openai.com/api/docs/pricing", read: "2026-11-28" },
  anthropic: { url: "https://platform.claude.com/docs/en/about-claude/pricing", read: "2026-11-28" },
  workers_ai: { url: "https://developers.cloudflare.com/workers-ai/platform/pricing", read: "2026-11-28" },
};

const usd = 1_000_000;

/** Fit for calls: they begin to answer within about a second, and take tools. The best choice of each provider first. */
export const offeredModels: readonly OfferedModel[] = [
  {
    provider: "openai",
    model: "gpt-5.4-mini",
    name: "GPT-5.4 mini",
    input: 0.75 * usd,
    cached: 0.075 * usd,
    output: 4.5 * usd,
    context: 400_000,
    speed: "Fast, careful with tools",
  },
  {
    provider: "openai",
    model: "gpt-5.6-luna",
    name: "GPT-5.6 Luna",
    input: 0.2 * usd,
    cached: 0.02 * usd,
    output: 1.2 * usd,
    context: 1_050_000,
    speed: "Fast and cheap",
  },
  {
    provider: "openai",
    model: "gpt-5.6-terra",
    name: "GPT-5.6 Terra",
    input: 2 * usd,
    cached: 0.2 * usd,
    output: 12 * usd,
    context: 1_050_000,
    speed: "Slower, for difficult conversations",
    isSlow: true,
  },
  {
    provider: "openai",
    model: "gpt-4.1-mini",
    name: "GPT-4.1 mini",
    input: 0.4 * usd,
    cached: 0.1 * usd,
    output: 1.6 * usd,
    context: 1_047_576,
    speed: "Fast, keeps to a set temperature",
  },
  {
    provider: "anthropic",
    model: "claude-haiku-5-5",
    name: "Claude Haiku 5.5",
    // For prompts of up to 100,000 tokens, which a call never reaches.
    input: 0.1 * usd,
    cached: 0.01 * usd,
    output: 0.5 * usd,
    context: 1_000_000,
    speed: "Fastest and cheapest",
  },
  {
    provider: "anthropic",
    model: "claude-sonnet-5-5",
    name: "Claude Sonnet 5.5",
    input: 2 * usd,
    cached: 0.1 * usd,
    output: 10 * usd,
    context: 1_000_000,
    speed: "Fast, for difficult conversations",
  },
  {
    provider: "anthropic",
    model: "claude-haiku-4-5",
    name: "Claude Haiku 4.5",
    input: 1 * usd,
    cached: 0.1 * usd,
    output: 5 * usd,
    context: 200_000,
    speed: "Fast, keeps to a set temperature",
  },
  {
    provider: "workers_ai",
    model: "@cf/zai-org/glm-4.7-flash",
    name: "GLM 4.7 Flash",
    input: 0.06 * usd,
    cached: 0.06 * usd,
    output: 0.4 * usd,
    context: 131_072,
    speed: "Fast and cheap",
  },
  {
    provider: "workers_ai",
    model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
    name: "Llama 3.3 70B",
    input: 0.293 * usd,
    cached: 0.293 * usd,
    output: 2.253 * usd,
    context: 24_000,
    speed: "Fast",
  },
];

/** What is known of a model; null: it is not among those that are offered, and its price is unknown. */
export const offeredModel = (provider: ModelProvider, model: string): OfferedModel | null =>
  offeredModels.find((one) => one.provider === provider && one.model === model) ?? null;
