/** Models that speak Anthropic's messages, with the beginning of the prompt kept in the provider's cache. */
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
import { jsonOf } from "./openai-compatible.ts";
import { begun, serverEvents } from "./server-events.ts";

/** What a model does not take, or needs; absent: the plain format. */
export type AnthropicTraits = {
  /** It is refused with any temperature. */
  readonly isWarm?: true;
  /** How it is kept from thinking before it speaks. */
  readonly thinking?: "disabled" | "between_tools";
};

export const anthropicVersion = "2023-06-01";

/** Kept for five minutes after each use: a call asks again within that time. */
const cached = { cache_control: { type: "ephemeral" } } as const;

/** The arguments of a call as an object; what is not one was never made, so nothing is lost. */
const inputOf = (args: string): unknown => {
  try {
    const input: unknown = JSON.parse(args);
    return typeof input === "object" && input !== null ? input : {};
  } catch {
    return {};
  }
};

type Turn = { role: "user" | "assistant"; content: object[] };

const turnOf = (one: ModelMessage): Turn => {
  if (one.role === "user") return { role: "user", content: [{ type: "text", text: one.text }] };
  if (one.role === "tool")
    return {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: one.id, content: one.result }],
    };
  return {
    role: "assistant",
    content: [
      ...(one.text === "" ? [] : [{ type: "text", text: one.text }]),
      ...one.calls.map(({ id, name, arguments: args }) => ({
        type: "tool_use",
        id,
        name,
        input: inputOf(args),
      })),
    ],
  };
};

/** The turns of a conversation, where neighbours of one side are one: all results of an answer's calls come in one. */
function turns(messages: readonly ModelMessage[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of messages.map(turnOf)) {
    if (turn.content.length === 0) continue;
    const last = joined.at(-1);
    if (last?.role === turn.role) last.content.push(...turn.content);
    else joined.push(turn);
  }
  return joined;
}

const anthropicBody = (request: ModelRequest, traits: AnthropicTraits): object => ({
  model: request.model,
  max_tokens: request.max_tokens,
  stream: true,
  system: [{ type: "text", text: request.system, ...cached }],
  messages: turns(request.messages),
  ...(request.tools.length > 0 && {
    tools: request.tools.map(({ name, description, parameters }, index) => ({
      name,
      description,
      input_schema: parameters,
      // The cache holds everything up to the mark, so the last tool stands for all.
      ...(index === request.tools.length - 1 && cached),
    })),
  }),
  ...(!traits.isWarm && { temperature: request.temperature }),
  ...(traits.thinking && { thinking: { type: traits.thinking } }),
});

const tokens = z.object({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
});

const index = z.number().int().min(0).max(1000);

const streamed = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message_start"), message: z.object({ usage: tokens.nullish() }) }),
  z.object({
    type: z.literal("content_block_start"),
    index,
    content_block: z.object({
      type: z.string(),
      id: z.string().optional(),
      name: z.string().optional(),
      text: z.string().optional(),
    }),
  }),
  z.object({
    type: z.literal("content_block_delta"),
    index,
    delta: z.object({ type: z.string(), text: z.string().optional(), partial_json: z.string().optional() }),
  }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: tokens.nullish(),
  }),
  z.object({ type: z.literal("error"), error: z.object({ type: z.string() }) }),
  z.object({ type: z.literal("content_block_stop") }),
  z.object({ type: z.literal("message_stop") }),
  z.object({ type: z.literal("ping") }),
]);

const known = new Set<string>(streamed.options.map((option) => option.shape.type.value));

const reasons: Readonly<Record<string, "stop" | "length" | "calls">> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "calls",
};

const errors: Readonly<Record<string, "unauthorized" | "rate_limited" | "timeout">> = {
  authentication_error: "unauthorized",
  permission_error: "unauthorized",
  rate_limit_error: "rate_limited",
  timeout_error: "timeout",
};

function count(answer: Answer, usage: z.infer<typeof tokens> | null | undefined): void {
  if (!usage) return;
  const cachedNow = usage.cache_read_input_tokens ?? 0;
  // Anthropic counts what its cache read and wrote apart from the rest of the input.
  const input = (usage.input_tokens ?? 0) + cachedNow + (usage.cache_creation_input_tokens ?? 0);
  answer.usage = {
    input: Math.max(answer.usage.input, input),
    cached: Math.max(answer.usage.cached, cachedNow),
    output: usage.output_tokens ?? answer.usage.output,
  };
}

/** Reads one event into the answer; the text that it adds, that a block begins or goes on, or null. */
function readEvent(data: unknown, answer: Answer): ReturnType<Answer["text"]> {
  const { type } = named.parse(data);
  // Providers may add kinds of events, which mean nothing to us.
  if (!known.has(type)) return null;
  const parsed = streamed.safeParse(data);
  if (!parsed.success) throw new ModelError("malformed");
  const event = parsed.data;
  switch (event.type) {
    case "message_start":
      count(answer, event.message.usage);
      return null;
    case "content_block_start":
      if (event.content_block.type === "tool_use")
        answer.call(event.index, { id: event.content_block.id, name: event.content_block.name });
      return answer.text(event.content_block.text ?? "") ?? { type: "begun" };
    case "content_block_delta":
      if (event.delta.type === "input_json_delta")
        return answer.call(event.index, { arguments: event.delta.partial_json });
      return event.delta.type === "text_delta" ? answer.text(event.delta.text ?? "") : { type: "begun" };
    case "message_delta":
      count(answer, event.usage);
      if (event.delta.stop_reason === "refusal") throw new ModelError("refused");
      if (event.delta.stop_reason) answer.reason = reasons[event.delta.stop_reason] ?? "stop";
      return null;
    case "error":
      throw new ModelError(errors[event.error.type] ?? "unavailable");
    default:
      return null;
  }
}

const named = z.object({ type: z.string() });

/** A model of Anthropic's. */
export const anthropic = ({ base, key, quiet_ms }: Endpoint, traits: AnthropicTraits = {}): Model =>
  async function* (request, signal) {
    const answer = new Answer();
    const response = await begun(
      outboundStream(
        `${base}/messages`,
        {
          method: "POST",
          headers: {
            "x-api-key": key,
            "anthropic-version": anthropicVersion,
            "content-type": "application/json",
          },
          body: JSON.stringify(anthropicBody(request, traits)),
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
      const event = jsonOf(data);
      if (!named.safeParse(event).success) throw new ModelError("malformed");
      const piece = readEvent(event, answer);
      if (piece) yield piece;
    }
    yield* answer.ending();
  };
