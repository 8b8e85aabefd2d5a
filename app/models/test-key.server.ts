/** Asks a provider whether it takes a key: its list of models costs nothing, and needs a key that works. */
import { second_ms } from "#app/platform/durations.ts";
import { outboundStream } from "#app/platform/outbound.server.ts";
import type { KeyProvider } from "./offered-models.ts";

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

export async function testKey(
  provider: KeyProvider,
  base_url: string | null,
  key: string,
): Promise<TestResult> {
  const headers: Record<string, string> =
    provider === "anthropic"
      ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
      : { authorization: `Bearer ${key}` };
  try {
    const answer = await outboundStream(
      `${baseOf(provider, base_url)}/models`,
      { method: "GET", headers },
      { patience: patience_ms, signal: AbortSignal.timeout(patience_ms) },
    );
    await answer.body?.cancel();
    return resultOf(answer.status);
  } catch {
    return "unreachable";
  }
}
