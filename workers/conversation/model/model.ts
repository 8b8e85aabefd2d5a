/** What every language model is to the product: a request, an answer that streams, and the ways in which it can fail. */

/** A tool that a model may call; `parameters` is a JSON schema. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** A finished call of a tool, as it stands in a conversation; `arguments` is JSON as the model wrote it. */
export type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly id: string; readonly name: string; readonly result: string };

export type ModelRequest = {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly ModelMessage[];
  readonly temperature: number;
  readonly max_tokens: number;
  /** Requests that begin with the same system text and tools have the same one, and providers answer them faster. */
  readonly cache_key: string;
};

/** Tokens of one answer. `input` includes those that came from the provider's cache, `cached`. */
export type ModelUsage = { readonly input: number; readonly output: number; readonly cached: number };

export type ModelEvent =
  /** A piece came that cannot be given on yet: a block of the answer began, or more of a call's arguments. */
  | { readonly type: "begun" }
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "call" } & ToolCall)
  | {
      readonly type: "end";
      /** `length`: it was cut at `max_tokens`. A refusal is no end: it is thrown. */
      readonly reason: "stop" | "length" | "calls";
      readonly usage: ModelUsage;
    };

/**
 * Streams one answer: text as it comes, `begun` for what comes of anything else, finished calls of tools, then exactly
 * one `end`.
 * @throws ModelError for every fault of the provider; the signal's own reason, within 10 ms, once it is aborted
 */
export type Model = (request: ModelRequest, signal: AbortSignal) => AsyncGenerator<ModelEvent, void, void>;

export type ModelFault =
  /** The key is wrong, revoked, or may not use the model. */
  | "unauthorized"
  /** Too many requests, or no credit is left. */
  | "rate_limited"
  /** The provider cannot take the request, such as for a model that it does not have. */
  | "rejected"
  | "unavailable"
  /** The answer did not begin, or did not go on, in time. */
  | "timeout"
  /** The answer ended in the middle. */
  | "cut"
  | "malformed"
  | "refused"
  /** It ended without a word and without a call. */
  | "empty"
  /** It is longer than anything that can be spoken. */
  | "too_long";

/** What went wrong with a model. Its message never holds what the provider said, which may repeat a key. */
export class ModelError extends Error {
  readonly kind: ModelFault;
  /** The HTTP status, where one came. */
  readonly status: number | null;

  constructor(kind: ModelFault, status: number | null = null) {
    super(status === null ? `model ${kind}` : `model ${kind} (${status})`);
    this.kind = kind;
    this.status = status;
  }
}

/** A model of an agent's list that can be asked. `label` is for people: "GPT-5 mini". */
export type UsableModel = {
  readonly label: string;
  ask(request: Omit<ModelRequest, "model">, signal: AbortSignal): ReturnType<Model>;
  /** Whose account paid for the last answer; null: none was asked for yet. */
  payer(): "organization" | "platform" | null;
  /** What an answer costs the platform, in micro-units of US dollars: nothing on an organization's own key. Null: its price is not known. */
  cost(usage: ModelUsage): number | null;
};
