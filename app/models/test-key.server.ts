/** Asks a provider whether it takes a key: its list of models or voices costs nothing, and needs a key that works. */
import { second_ms } from "#app/platform/durations.ts";
import { outboundStream } from "#app/platform/outbound.server.ts";
import { isOfSpeech, type KeptProvider, type SpeechProvider } from "./key-providers.ts";
import type { KeyProvider } from "./offered-models.ts";
import { signedForPolly } from "./polly-request.server.ts";
import { refusalOf } from "./speech-refusal.server.ts";

export type TestResult = "works" | "refused" | "busy" | "unreachable" | "not_a_provider";

const bases: Readonly<Record<"openai" | "anthropic", string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
};

/** Where a provider answers. */
export const baseOf = (provider: KeyProvider, base_url: string | null): string =>
  provider === "compatible" ? (base_url ?? "") : bases[provider];

const patience_ms = 8 * second_ms;

const resultOf = (status: number): TestResult => {
  if (status >= 200 && status < 300) return "works";
  if (status === 401 || status === 403) return "refused";
  if (status === 402 || status === 429) return "busy";
  return status >= 500 ? "unreachable" : "not_a_provider";
};

type Question = { address: string | URL; headers: HeadersInit };

async function questionOf(provider: KeptProvider, base_url: string | null, key: string): Promise<Question> {
  if (provider === "polly")
    return signedForPolly(key, { method: "GET", path: "/v1/voices?LanguageCode=en-US" });
  if (provider === "elevenlabs")
    return { address: "https://api.elevenlabs.io/v1/models", headers: { "xi-api-key": key } };
  if (provider === "google_tts")
    return {
      address: "https://texttospeech.googleapis.com/v1/voices?languageCode=en-US",
      headers: { "x-goog-api-key": key },
    };
  return {
    address: `${baseOf(provider, base_url)}/models`,
    headers:
      provider === "anthropic"
        ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
        : { authorization: `Bearer ${key}` },
  };
}

/** Speech providers say with one status that a key is wrong, that it may not list models, and that its credit is used up. */
async function speechResult(provider: SpeechProvider, answer: Response): Promise<TestResult> {
  const refusal = await refusalOf(answer);
  // A key that may speak and not list is what a careful person makes; one of Google's is for another service then.
  if (refusal === "restricted") return provider === "google_tts" ? "refused" : "works";
  if (refusal === "wrong_key") return "refused";
  return refusal === "used_up" ? "busy" : resultOf(answer.status);
}

export async function testKey(
  provider: KeptProvider,
  base_url: string | null,
  key: string,
): Promise<TestResult> {
  const { address, headers } = await questionOf(provider, base_url, key);
  try {
    const answer = await outboundStream(
      address,
      { method: "GET", headers },
      { patience: patience_ms, signal: AbortSignal.timeout(patience_ms) },
    );
    if (!answer.ok && isOfSpeech(provider)) return await speechResult(provider, answer);
    await answer.body?.cancel();
    return resultOf(answer.status);
  } catch {
    return "unreachable";
  }
}
