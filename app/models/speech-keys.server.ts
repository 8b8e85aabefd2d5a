/** The key with which a voice is previewed: the organization's own, or else the platform's. */
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { modelKeys } from "#drizzle/control/schema.ts";
import { type SpeechProvider, speechProviders } from "./key-providers.ts";
import { opened } from "./model-keys.server.ts";
import { pollyKey } from "./polly-request.server.ts";

/** `payer`: whose account the provider charges. */
export type SpeechKey = {
  readonly provider: SpeechProvider;
  readonly key: string;
  readonly payer: "organization" | "platform";
};

/** The platform's own keys, for organizations that have none of a provider. */
export function platformSpeechKeys(env: object): SpeechKey[] {
  const { ELEVENLABS_API_KEY, GOOGLE_TTS_API_KEY, POLLY_ACCESS_KEY_ID, POLLY_SECRET_ACCESS_KEY } =
    settings(env);
  const polly =
    POLLY_ACCESS_KEY_ID && POLLY_SECRET_ACCESS_KEY
      ? pollyKey(POLLY_ACCESS_KEY_ID, POLLY_SECRET_ACCESS_KEY)
      : undefined;
  const one = (provider: SpeechProvider, key: string | undefined): SpeechKey[] =>
    key ? [{ provider, key, payer: "platform" }] : [];
  return [
    ...one("elevenlabs", ELEVENLABS_API_KEY),
    ...one("google_tts", GOOGLE_TTS_API_KEY),
    ...one("polly", polly),
  ];
}

/** The newest key of a provider that can be read; null: there is none. It never leaves the Worker except to that provider. */
export async function speechKeyOf(
  env: Env,
  db: Database,
  organizationId: string,
  provider: SpeechProvider,
): Promise<SpeechKey | null> {
  const rows = await tenant(db, organizationId)
    .select({ id: modelKeys.id, organization_id: modelKeys.organization_id, sealed: modelKeys.sealed })
    .from(modelKeys)
    .where(
      and(
        eq(modelKeys.organization_id, organizationId),
        eq(modelKeys.provider, provider),
        isNull(modelKeys.revoked_at),
        isNotNull(modelKeys.sealed),
      ),
    )
    .orderBy(desc(modelKeys.created_at), desc(modelKeys.id));
  const keys = keyringOf(settings(env));
  for (const row of rows) {
    const key = await opened(keys, row);
    if (key !== null) return { provider, key, payer: "organization" };
  }
  return platformSpeechKeys(env).find((one) => one.provider === provider) ?? null;
}

/** The providers of speech that an organization can ask. */
export async function speechProvidersOf(
  env: Env,
  db: Database,
  organizationId: string,
): Promise<SpeechProvider[]> {
  const own = await tenant(db, organizationId)
    .select({ provider: modelKeys.provider })
    .from(modelKeys)
    .where(and(eq(modelKeys.organization_id, organizationId), isNull(modelKeys.revoked_at)));
  const ours = platformSpeechKeys(env);
  const has = (wanted: SpeechProvider) =>
    own.some(({ provider }) => provider === wanted) || ours.some(({ provider }) => provider === wanted);
  return speechProviders.filter(has);
}
