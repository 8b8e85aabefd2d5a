/**
 * What the conversation asks of a language model, in terms that every provider's protocol has. Adapters
 * (workers/models) translate it; the conversation knows no provider.
 */
import type { Json } from "#app/platform/json.ts";

/** A tool that the model may call: `parameters` is a JSON schema of an object. */
export type ToolSpec = { name: string; description: string; parameters: { [key: string]: Json } };

/** `arguments`: JSON as the model wrote it; it may be malformed. */
export type ToolCall = { id: string; name: string; arguments: string };

export type ModelMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; calls: ToolCall[] }
  | { role: "tool"; id: string; name: string; result: string };

export type ModelRequest = {
  /** The same in every request of a call, so that providers can keep it. */
  system: string;
  tools: ToolSpec[];
  messages: ModelMessage[];
  /** 0 to 1 */
  temperature: number;
  max_tokens: number;
  /** Requests with the same key share their beginning. */
  cache_key: string;
};

/** Tokens of one answer; `cached`: those of the input that the provider had kept. */
export type ModelUsage = { input: number; output: number; cached: number };

export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "call"; call: ToolCall }
  | { type: "end"; reason: "stop" | "length" | "calls" | "refused"; usage: ModelUsage };

/** Streams one answer. Aborting `signal` ends it at once. @throws ModelError */
export type Model = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;

export const modelFaults = [
  "unauthorized",
  "rate_limited",
  "unavailable",
  "timeout",
  "cut",
  "malformed",
  "refused",
  "empty",
  "too_long",
] as const;
export type ModelFault = (typeof modelFaults)[number];

/** An answer that cannot be used, and why; its message names no key and no address. */
export class ModelError extends Error {
  readonly kind: ModelFault;
  constructor(kind: ModelFault, message: string) {
    super(message);
    this.name = "ModelError";
    this.kind = kind;
  }
}

/** A model of an agent's list that can be asked. `label` is for people: "GPT-5 mini". */
export type UsableModel = {
  label: string;
  ask: Model;
  /** What an answer costs, in micro-units of US dollars. */
  cost(usage: ModelUsage): number;
};
