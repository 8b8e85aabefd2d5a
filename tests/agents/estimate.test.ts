/** The estimate of what a model costs and how soon it is heard, against the tools that it is really given and a price worked out by hand. */
import { expect, it } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { agentKinds, builtInTools } from "#app/agents/agent-terms.schema.ts";
import type { WebhookTool } from "#app/agents/agents.schema.ts";
import { estimateOf, minuteMicros, toolTokensOf } from "#app/agents/answering/estimate.ts";
import { tokensIn } from "#app/agents/composed-prompt.ts";
import { toolArguments, toolsFor } from "#workers/conversation/model/model-tools.ts";

const tool: WebhookTool = {
  id: "check",
  name: "check_order",
  description: "Tells the state of an order by its number.",
  url: "https://shop.com/",
  fields: [{ name: "order", type: "number", description: "Its number.", required: true, options: [] }],
  secret_id: null,
  timeout_ms: 5000,
  filler: "",
  proves: [],
};

it.each(agentKinds.flatMap((kind) => [[kind, 0] as const, [kind, 5] as const]))(
  "the tools of a %s with %d of its own are counted within a quarter",
  (kind, own) => {
    const spec = {
      ...specFor(kind),
      tools: Array.from({ length: own }, (_, place) => ({ ...tool, name: `check_${place}` })),
    };
    const real = tokensIn(JSON.stringify(toolsFor(spec, { proposes: false })));
    expect(Math.abs(toolTokensOf(spec) / real - 1)).toBeLessThan(0.25);
  },
);

it("a minute costs what the assumptions say", () => {
  const price = { input: 1_000_000, cached: 100_000, output: 10_000_000 };
  // 15 requests in 3 minutes: 2,000 tokens once and 14 times from the cache, 15 times 330 tokens in and 40 out.
  expect(minuteMicros(price, 2000)).toBe(Math.round((2000 + 14 * 200 + 15 * 330 + 15 * 400) / 3));
});

it("a slower model and longer instructions are heard later, and a price that is unknown stays so", () => {
  const chain = [
    { provider: "openai", model: "gpt-5.4-mini" },
    { provider: "openai", model: "gpt-5.6-terra" },
    { provider: "compatible", model: "llama" },
  ] as const;
  const [fast, slow, other] = estimateOf([...chain], 2000);
  expect(fast).toEqual({ name: "GPT-5.4 mini", minute_micros: expect.any(Number), first_word_ms: 1440 });
  expect(slow?.first_word_ms).toBe(1940);
  expect(other).toEqual({ name: "llama", minute_micros: null, first_word_ms: null });
  const [longer] = estimateOf([...chain], 12_000);
  expect(longer?.first_word_ms).toBe(1640);
  expect(longer?.minute_micros).toBeGreaterThan(fast?.minute_micros ?? Number.POSITIVE_INFINITY);
});

it("the names that an own tool cannot have are those of the built-in ones", () => {
  expect(Object.keys(toolArguments).sort()).toEqual([...builtInTools].sort());
});
