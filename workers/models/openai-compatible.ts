/** Models that speak OpenAI's chat completions: OpenAI itself, and every provider that took the format over. */
import { z } from "zod";
import { outboundStream } from "#app/platform/outbound.server.ts";
import {
  type Model,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from "#workers/conversation/model/model.ts";
import { Answer } from "./answer.ts";
import { bounds, type Endpoint, faultOfStatus } from "./endpoint.ts";
import { begun, serverEvents } from "./server-events.ts";

/** What a model does not take, or needs; absent: the plain format. */
export type OpenAiTraits = {
  /** It is refused with any temperature but its own. */
  readonly isWarm?: true;
  /** It thinks before it speaks unless told otherwise, and takes tools only without. */
  readonly thinks?: true;
  /** Where the longest answer stands: older and other servers know `max_tokens` alone. */
  readonly limit?: "max_tokens" | "max_completion_tokens";
  /** The provider takes a key for its cache of beginnings. */
  readonly hasCacheKey?: true;
};

const message = (one: ModelMessage): object => {
  if (one.role === "user") return { role: "user", content: one.text };
  if (one.role === "tool") return { role: "tool", tool_call_id: one.id, content: one.result };
  const calls = one.calls.map(({ id, name, arguments: args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  return {
    role: "assistant",
    content: one.text === "" ? null : one.text,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
};

/** A request in OpenAI's format. */
export const openAiBody = (request: ModelRequest, traits: OpenAiTraits): object => ({
  model: request.model,
  messages: [{ role: "system", content: request.system }, ...request.messages.map(message)],
  ...(request.tools.length > 0 && {
    tools: request.tools.map((tool) => ({ type: "function", function: tool })),
    tool_choice: "auto",
  }),
  stream: true,
  stream_options: { include_usage: true },
  [traits.limit ?? "max_tokens"]: request.max_tokens,
  ...(!traits.isWarm && { temperature: request.temperature }),
  ...(traits.thinks && { reasoning_effort: "none" }),
  ...(traits.hasCacheKey && { prompt_cache_key: request.cache_key }),
});

const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().min(0).max(1000).default(0),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  usage: z
    .object({
      prompt_tokens: z.number().default(0),
      completion_tokens: z.number().default(0),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
  error: z.unknown().optional(),
});

const reasons: Readonly<Record<string, "stop" | "length" | "calls">> = {
  stop: "stop",
  length: "length",
  tool_calls: "calls",
  function_call: "calls",
};

/** Reads one chunk of OpenAI's stream into an answer; the text that it adds, that a call goes on, or null. */
export function readChunk(data: unknown, answer: Answer): ReturnType<Answer["text"]> {
  const parsed = chunk.safeParse(data);
  if (!parsed.success) throw new ModelError("malformed");
  const { choices, usage, error } = parsed.data;
  if (error !== undefined && error !== null) throw new ModelError("unavailable");
  if (usage)
    answer.usage = {
      input: usage.prompt_tokens,
      output: usage.completion_tokens,
      cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
    };
  const choice = choices?.[0];
  if (!choice) return null;
  if (choice.delta?.refusal || choice.finish_reason === "content_filter") throw new ModelError("refused");
  let begun: ReturnType<Answer["text"]> = null;
  for (const call of choice.delta?.tool_calls ?? [])
    begun = answer.call(call.index, {
      id: call.id ?? undefined,
      name: call.function?.name ?? undefined,
      arguments: call.function?.arguments ?? undefined,
    });
  if (choice.finish_reason) answer.reason = reasons[choice.finish_reason] ?? "stop";
  return answer.text(choice.delta?.content ?? "") ?? begun;
}

/** What stands in an event. */
export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new ModelError("malformed");
  }
}

/** A model behind an address that speaks OpenAI's format. */
export const openAiCompatible = ({ base, key, quiet_ms }: Endpoint, traits: OpenAiTraits = {}): Model =>
  async function* (request, signal) {
    const answer = new Answer();
    const response = await begun(
      outboundStream(
        `${base}/chat/completions`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify(openAiBody(request, traits)),
        },
        { patience: bounds.begin_ms, signal },
      ),
      signal,
    );
    const fault = faultOfStatus(response.status);
    if (fault !== null || !response.body) {
      void response.body?.cancel().catch(() => undefined);
      throw new ModelError(fault ?? "malformed", response.status);
    }
    for await (const data of serverEvents(response.body, signal, quiet_ms)) {
      if (data === "[DONE]") break;
      const piece = readChunk(jsonOf(data), answer);
      if (piece) yield piece;
    }
    yield* answer.ending();
  };
