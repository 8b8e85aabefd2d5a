/** What a provider of speech means when it refuses: its status alone does not tell a wrong key from a used-up credit. */
import { z } from "zod";
import { bounded } from "#app/platform/body.server.ts";

export type SpeechRefusal = "wrong_key" | "restricted" | "used_up" | "not_in_plan" | "no_voice" | "silent";

const mostBytes = 65_536;

/** ElevenLabs has a `detail`, Google an `error` whose details name reasons; Amazon names its errors in a header. */
const shape = z.object({
  detail: z
    .object({ status: z.string().optional(), code: z.string().optional() })
    .optional()
    .catch(undefined),
  error: z
    .object({
      status: z.string().optional(),
      details: z.array(z.object({ reason: z.string().optional() })).optional(),
    })
    .optional()
    .catch(undefined),
});

const byWord: Readonly<Record<string, SpeechRefusal>> = {
  invalid_api_key: "wrong_key",
  missing_permissions: "restricted",
  quota_exceeded: "used_up",
  paid_plan_required: "not_in_plan",
  payment_required: "not_in_plan",
  subscription_required: "not_in_plan",
  voice_access_denied: "not_in_plan",
  voice_not_found: "no_voice",
  API_KEY_INVALID: "wrong_key",
  SERVICE_DISABLED: "restricted",
  API_KEY_SERVICE_BLOCKED: "restricted",
  BILLING_DISABLED: "used_up",
  RESOURCE_EXHAUSTED: "used_up",
  UnrecognizedClientException: "wrong_key",
  InvalidSignatureException: "wrong_key",
  AccessDeniedException: "restricted",
  ThrottlingException: "used_up",
};

async function wordsOf(answer: Response): Promise<string[]> {
  const named = answer.headers.get("x-amzn-errortype")?.split(":")[0];
  if (named !== undefined || answer.body === null) {
    await answer.body?.cancel();
    return named === undefined ? [] : [named];
  }
  try {
    const { detail, error } = shape.parse(await new Response(bounded(answer.body, mostBytes)).json());
    const reasons = error?.details?.map(({ reason }) => reason) ?? [];
    return [detail?.status, detail?.code, ...reasons, error?.status].filter((one) => one !== undefined);
  } catch {
    // No JSON, or too much of it: the status has to do.
    return [];
  }
}

function byStatus(status: number): SpeechRefusal {
  if (status === 401) return "wrong_key";
  if (status === 402) return "not_in_plan";
  if (status === 403) return "restricted";
  if (status === 429) return "used_up";
  return status === 400 || status === 404 || status === 422 ? "no_voice" : "silent";
}

/** Reads an answer that is no success, to its end. */
export async function refusalOf(answer: Response): Promise<SpeechRefusal> {
  const words = await wordsOf(answer);
  const known = words.find((word) => Object.hasOwn(byWord, word));
  return (known === undefined ? undefined : byWord[known]) ?? byStatus(answer.status);
}
