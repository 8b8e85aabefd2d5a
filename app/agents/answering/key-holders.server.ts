/** Whose key the models of each provider are asked with. */
import { keysOf, platformKeys } from "#app/models/model-keys.server.ts";
import type { ModelProvider } from "#app/models/offered-models.ts";
import type { Database } from "#app/platform/d1.server.ts";

/** Null: there is no key. */
export type KeyHolder = "organization" | "platform" | null;

export async function keyHolders(
  { db, env }: { db: Database; env: Env },
  organizationId: string,
): Promise<Record<ModelProvider, KeyHolder>> {
  const own = new Set((await keysOf(db, organizationId)).map(({ provider }) => provider));
  const ours = new Set(platformKeys(env).map(({ provider }) => provider));
  const holder = (provider: "openai" | "anthropic" | "compatible"): KeyHolder =>
    own.has(provider) ? "organization" : ours.has(provider) ? "platform" : null;
  return {
    openai: holder("openai"),
    anthropic: holder("anthropic"),
    compatible: holder("compatible"),
    workers_ai: Reflect.get(env, "AI") ? "platform" : null,
  };
}
