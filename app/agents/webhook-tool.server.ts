/** Asks an address of the organization's own for an agent's tool: one POST, within the tool's time, with a short answer. */
import type { Json } from "#app/platform/json.ts";
import { isRedirect, outboundStream } from "#app/platform/outbound.server.ts";
import type { WebhookTool } from "./agents.schema.ts";

/** What is sent; docs/conversation.md, "Webhook tools". */
export type WebhookQuestion = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly call_id: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly organization: { readonly id: string; readonly name: string };
  /** The question comes from the tool's Test button. */
  readonly test?: true;
};

type Failure = "slow" | "too_large" | "redirected" | "refused" | "unreachable";

export type WebhookAnswer =
  | { ok: true; status: number; answer: Json }
  /** `status`: where one came; `text`: the beginning of an answer that can't be used. */
  | { ok: false; why: Failure; status: number | null; text: string };

/** What is read of an answer: more is neither said on the phone nor given to a model. */
const mostBytes = 16_384;

/** The words for a failure, for people and for the model. */
export function failureWords(failed: Extract<WebhookAnswer, { ok: false }>, timeout_ms: number): string {
  switch (failed.why) {
    case "slow":
      return `it didn't answer within ${timeout_ms / 1000} ${timeout_ms === 1000 ? "second" : "seconds"}`;
    case "too_large":
      return "its answer is larger than 16 KB";
    case "redirected":
      return "it answers with a redirect, which isn't followed";
    case "refused":
      return `it answered with status ${failed.status}`;
    case "unreachable":
      return "it can't be reached";
  }
}

/**
 * Asks a tool's address. It never throws.
 * @param secret sent as a bearer token; null: none
 * @param key the same for a repeated question, so that the other side can do it once
 */
export async function askWebhook(
  { url, timeout_ms }: Pick<WebhookTool, "url" | "timeout_ms">,
  question: WebhookQuestion,
  { secret, key }: { secret: string | null; key: string },
): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(timeout_ms);
  const failed = (why: Failure, status: number | null = null, text = ""): WebhookAnswer => ({
    ok: false,
    why,
    status,
    text,
  });
  try {
    const response = await outboundStream(
      url,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/plain",
          "user-agent": "AgentTool/1.0",
          "idempotency-key": key,
          ...(secret !== null && { authorization: `Bearer ${secret}` }),
        },
        body: JSON.stringify(question),
      },
      { patience: timeout_ms, signal },
    );
    const text = await shortText(response);
    if (text === null) return failed("too_large", response.status);
    if (!response.ok) return failed("refused", response.status, text);
    return { ok: true, status: response.status, answer: read(text, response.headers.get("content-type")) };
  } catch (error) {
    if (isRedirect(error)) return failed("redirected", error.status);
    return failed(signal.aborted || isTimeout(error) ? "slow" : "unreachable");
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError");

/** The body as text; null: it is too large. What is not read is not waited for. */
async function shortText(response: Response): Promise<string | null> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

/** JSON where it says so and is; text otherwise. */
function read(text: string, type: string | null): Json {
  if (!type?.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const samples = { text: "Sample", number: 1, yes_no: true } as const;

/** The arguments of a test: each field with a value of its type. */
export const sampleArguments = ({ fields }: Pick<WebhookTool, "fields">): Record<string, Json> =>
  Object.fromEntries(
    fields.map(({ name, type, options }) => [name, type === "choice" ? (options[0] ?? "") : samples[type]]),
  );
