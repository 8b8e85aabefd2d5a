/** Whose voices an organization can hear as they are. */
import type { Deps } from "#app/membership/actor.server.ts";
import { speechProvidersOf } from "#app/models/speech-keys.server.ts";
import type { Voice } from "./voice.schema.ts";
import { speechProviderOf } from "./voice-speech.server.ts";

const makers = ["google", "elevenlabs", "amazon"] as const;

export async function ownVoicesOf(
  { db, env }: Pick<Deps, "db" | "env">,
  organizationId: string,
): Promise<Voice["provider"][]> {
  const asked = await speechProvidersOf(env, db, organizationId);
  return makers.filter((maker) => asked.some((one) => one === speechProviderOf[maker]));
}
