/** Language models in tests: scripts beside the test, by a key of its own, and the adapters that ask. */
import { z } from "zod";
import type {
  Model,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ToolSpec,
} from "#workers/conversation/model/model.ts";
import { anthropic } from "#workers/models/anthropic.ts";
import { openAiCompatible } from "#workers/models/openai-compatible.ts";
import { type AiBinding, workersAi } from "#workers/models/workers-ai.ts";
import { outside, post, sandbox } from "../sandbox/world.ts";

/** The binding of Workers AI by its REST address, which is what it is on Cloudflare. */
const binding = (key: string): AiBinding => ({
  run: (model, inputs, { signal }) =>
    outside(`https://api.cloudflare.com/client/v4/accounts/a/ai/run/${model}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...inputs, model }),
      signal,
    }),
});

const newKey = (begin: string): string => `${begin}${crypto.randomUUID()}`;

/** Every adapter and every dialect: a fresh key, and the model behind it. */
export const adapters: Record<string, () => { key: string; model: Model; name: string }> = {
  OpenAI: () => {
    const key = newKey("sk-");
    return {
      key,
      name: "gpt-4.1-mini",
      model: openAiCompatible(
        { base: "https://api.openai.com/v1", key },
        { limit: "max_completion_tokens", hasCacheKey: true },
      ),
    };
  },
  "a compatible server": () => {
    const key = newKey("sk-");
    return { key, name: "llama", model: openAiCompatible({ base: "https://api.groq.com/openai/v1", key }) };
  },
  Anthropic: () => {
    const key = newKey("sk-ant-");
    return { key, name: "claude-haiku-4-5", model: anthropic({ base: "https://api.anthropic.com/v1", key }) };
  },
  "Workers AI (native)": () => {
    const key = newKey("cf-");
    return { key, name: "@cf/meta/llama-3.3-70b-instruct-fp8-fast", model: workersAi(binding(key)) };
  },
  "Workers AI (OpenAI)": () => {
    const key = newKey("cf-");
    return { key, name: "@cf/zai-org/glm-4.7-flash", model: workersAi(binding(key), { thinks: true }) };
  },
};

export type Scripted = Record<string, unknown>;

/** Orders what the sandbox's model answers to a key. */
export async function script(key: string, turns: Scripted[], more: Scripted = {}): Promise<void> {
  const answer = await post("/models", { key, turns, ...more });
  if (answer.status !== 204) throw new Error(await answer.text());
}

const requests = z.array(z.object({ host: z.string(), body: z.string(), outcome: z.string() }));

/** What a key's model was asked, oldest first. */
export const askedOf = async (key: string) =>
  requests.parse(await (await sandbox(`/models?key=${encodeURIComponent(key)}`)).json());

export const tools: ToolSpec[] = [
  {
    name: "find_times",
    description: "Finds free times.",
    parameters: { type: "object", properties: { when: { type: "string" } }, required: ["when"] },
  },
  { name: "end_call", description: "Ends the call.", parameters: { type: "object", properties: {} } },
];

export const request = (
  model: string,
  messages: ModelMessage[] = [{ role: "user", text: "Hello" }],
  more: Partial<ModelRequest> = {},
): ModelRequest => ({
  model,
  system: "You answer the telephone of a dentist.",
  tools,
  messages,
  temperature: 0.3,
  max_tokens: 300,
  cache_key: "agent-1",
  ...more,
});

/** A whole answer: its text, its calls, and its end. */
export async function whole(stream: AsyncGenerator<ModelEvent, void, void>) {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  const end = events.at(-1);
  return {
    text: events.map((event) => (event.type === "text" ? event.text : "")).join(""),
    pieces: events.filter(({ type }) => type === "text").length,
    calls: events.flatMap((event) => (event.type === "call" ? [event] : [])),
    end: end?.type === "end" ? end : null,
  };
}

export const never = (): AbortSignal => new AbortController().signal;
