/** The three ways in which providers stream an answer: OpenAI's chunks, Anthropic's events, and Workers AI's own. */
import type { Turn } from "./script.ts";

export type Call = { name: string; arguments: string };
export type End = "stop" | "length" | "refused" | "calls";

/** One answer in a provider's format: pieces of a stream. */
export type Dialect = {
  begin(): string[];
  text(piece: string): string[];
  /** A call; `isOpen`: its arguments go on, without an end. */
  call(index: number, call: Call): string[];
  /** More of the arguments of the call that came last. */
  more(index: number, args: string): string[];
  end(end: End, usage: { input: number; output: number }): string[];
  error(): string[];
};

const line = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const named = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** The arguments in two halves, so that a reader has to join them. */
const halves = (text: string): string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

const id = () => crypto.randomUUID().replaceAll("-", "").slice(0, 24);

export function openAiDialect(model: string): Dialect {
  const head = { id: `chatcmpl-${id()}`, object: "chat.completion.chunk", created: 0, model };
  const choice = (delta: object, finish_reason: string | null = null) =>
    line({ ...head, choices: [{ index: 0, delta, finish_reason }], usage: null });
  const finish = { stop: "stop", length: "length", calls: "tool_calls", refused: "content_filter" } as const;
  return {
    begin: () => [choice({ role: "assistant", content: "" })],
    text: (content) => [choice({ content })],
    call: (index, { name, arguments: args }) => {
      const part = (more: object) => choice({ tool_calls: [{ index, ...more }] });
      return [
        part({ id: `call_${id()}`, type: "function", function: { name, arguments: "" } }),
        ...halves(args).map((half) => part({ function: { arguments: half } })),
      ];
    },
    more: (index, args) => [choice({ tool_calls: [{ index, function: { arguments: args } }] })],
    end: (end, { input, output }) => [
      choice({}, finish[end]),
      line({
        ...head,
        choices: [],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output,
          prompt_tokens_details: { cached_tokens: Math.floor(input / 2) },
        },
      }),
      "data: [DONE]\n\n",
    ],
    error: () => [line({ error: { message: "The server had an error.", type: "server_error" } })],
  };
}

export function anthropicDialect(model: string, input: number): Dialect {
  let block = -1;
  const stop = (): string[] => (block < 0 ? [] : [named("content_block_stop", { index: block })]);
  const start = (content_block: object): string[] => {
    const before = stop();
    block += 1;
    return [...before, named("content_block_start", { index: block, content_block })];
  };
  const delta = (one: object) => named("content_block_delta", { index: block, delta: one });
  let isText = false;
  const reasons = { stop: "end_turn", length: "max_tokens", calls: "tool_use", refused: "refusal" } as const;
  return {
    begin: () => [
      named("message_start", {
        message: {
          id: `msg_${id()}`,
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          usage: {
            input_tokens: input - Math.floor(input / 2),
            cache_read_input_tokens: Math.floor(input / 2),
            cache_creation_input_tokens: 0,
            output_tokens: 1,
          },
        },
      }),
      named("ping", {}),
    ],
    text: (text) => {
      const opening = isText ? [] : start({ type: "text", text: "" });
      isText = true;
      return [...opening, delta({ type: "text_delta", text })];
    },
    call: (_, { name, arguments: args }) => {
      isText = false;
      return [
        ...start({ type: "tool_use", id: `toolu_${id()}`, name, input: {} }),
        ...halves(args).map((half) => delta({ type: "input_json_delta", partial_json: half })),
      ];
    },
    more: (_, args) => [delta({ type: "input_json_delta", partial_json: args })],
    end: (end, { output }) => [
      ...stop(),
      named("message_delta", {
        delta: { stop_reason: reasons[end], stop_sequence: null },
        usage: { output_tokens: output },
      }),
      named("message_stop", {}),
    ],
    error: () => [named("error", { error: { type: "overloaded_error", message: "Overloaded" } })],
  };
}

/** Whole calls in one event, and no word for the end but `[DONE]`. */
export const nativeDialect = (): Dialect => ({
  begin: () => [],
  text: (response) => [line({ response, p: "abcdefgh" })],
  call: (_, { name, arguments: args }) => [
    `data: {"response":"","tool_calls":[{"name":${JSON.stringify(name)},"arguments":${args}}]}\n\n`,
  ],
  more: () => [],
  end: (end, { input, output }) => [
    line({ response: "", usage: { prompt_tokens: input, completion_tokens: output } }),
    ...(end === "refused" ? [] : ["data: [DONE]\n\n"]),
  ],
  error: () => [line({ errors: [{ message: "AiError", code: 3040 }] })],
});

/** The pieces of a text, about a word each. */
export const piecesOf = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];

export const argumentsOf = ({ arguments: args }: Turn["calls"][number]): string =>
  typeof args === "string" ? args : JSON.stringify(args);
