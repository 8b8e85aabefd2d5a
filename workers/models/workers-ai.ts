/** Models of Cloudflare's own, by binding: exists in the production configuration alone. */
import { z } from "zod";
import { type Model, ModelError } from "#workers/conversation/model/model.ts";
import { Answer } from "./answer.ts";
import { faultOfStatus } from "./endpoint.ts";
import { jsonOf, openAiBody, readChunk } from "./openai-compatible.ts";
import { begun, serverEvents } from "./server-events.ts";

/** What is used of the binding. */
export type AiBinding = {
  run(
    model: string,
    inputs: object,
    options: { signal: AbortSignal; returnRawResponse: true },
  ): Promise<Response>;
};

export const isAiBinding = (binding: unknown): binding is AiBinding =>
  typeof binding === "object" && binding !== null && "run" in binding && typeof binding.run === "function";

/** Workers AI's own dialect: whole calls, and text under `response`. */
const native = z
  .object({
    error: z.unknown().optional(),
    errors: z.unknown().optional(),
    response: z.string().nullish(),
    tool_calls: z.array(z.object({ name: z.string(), arguments: z.unknown() })).nullish(),
    usage: z
      .object({ prompt_tokens: z.number().default(0), completion_tokens: z.number().default(0) })
      .nullish(),
  })
  .refine((event) => Object.values(event).some((part) => part !== undefined), { message: "of no dialect" });

const hasChoices = z.object({ choices: z.array(z.unknown()) });

/** Reads one event of either dialect into the answer; the text that it adds, that a call came, or null. */
function readEither(data: unknown, answer: Answer): ReturnType<Answer["text"]> {
  if (hasChoices.safeParse(data).success) return readChunk(data, answer);
  const parsed = native.safeParse(data);
  if (!parsed.success) throw new ModelError("malformed");
  const { response, tool_calls, usage, error, errors } = parsed.data;
  if (error ?? errors) throw new ModelError("unavailable");
  if (usage) answer.usage = { input: usage.prompt_tokens, output: usage.completion_tokens, cached: 0 };
  let begun: ReturnType<Answer["text"]> = null;
  for (const { name, arguments: args } of tool_calls ?? [])
    begun = answer.wholeCall(name, typeof args === "string" ? args : JSON.stringify(args ?? {}));
  return answer.text(response ?? "") ?? begun;
}

/** What the binding throws, which has no status: "3036: …" is an account's used-up allowance, "3040: …" no capacity. */
function thrownFault(error: unknown): ModelError {
  const message = error instanceof Error ? error.message : "";
  if (/^(?:3036|3040|4006)\b/.test(message)) return new ModelError("rate_limited");
  if (/^(?:5007|5004|5005)\b/.test(message)) return new ModelError("rejected");
  return new ModelError("unavailable");
}

/** A model of Workers AI's. The native dialect has no word for the end but `[DONE]`. */
export const workersAi = (binding: AiBinding, { thinks }: { readonly thinks?: true } = {}): Model =>
  async function* (request, signal) {
    const answer = new Answer();
    const inputs = {
      ...openAiBody(request, { limit: "max_completion_tokens" }),
      ...(thinks && { chat_template_kwargs: { enable_thinking: false } }),
    };
    const asked = binding.run(request.model, inputs, { signal, returnRawResponse: true });
    const response = await begun(
      asked.catch((error) => {
        throw thrownFault(error);
      }),
      signal,
    );
    const fault = faultOfStatus(response.status);
    if (fault !== null || !response.body) {
      void response.body?.cancel().catch(() => undefined);
      throw new ModelError(fault ?? "malformed", response.status);
    }
    for await (const data of serverEvents(response.body, signal)) {
      if (data === "[DONE]") {
        answer.reason ??= "stop";
        break;
      }
      const piece = readEither(jsonOf(data), answer);
      if (piece) yield piece;
    }
    yield* answer.ending();
  };
