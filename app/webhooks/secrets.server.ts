/** The secrets of endpoints: sealed for their own row, opened for a signature, sealed anew when the application's secret changes (R44). */
import { innermostMessage } from "#app/platform/constraints.ts";
import { keyIdOf, open, seal } from "#app/platform/crypto.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { secretFor } from "./signature.ts";

export const sealSecret = (
  env: Env,
  organizationId: string,
  endpointId: string,
  secret: string,
): Promise<string> => seal(keyringOf(settings(env))[0], secretFor(organizationId, endpointId), secret);

/** The secret; null: it cannot be read. */
export async function openSecret(
  env: Env,
  organizationId: string,
  endpointId: string,
  sealed: string,
): Promise<string | null> {
  try {
    return await open(keyringOf(settings(env)), secretFor(organizationId, endpointId), sealed);
  } catch (error) {
    log("error", "webhook_secret_unreadable", {
      endpoint_id: endpointId,
      message: innermostMessage(error),
    });
    return null;
  }
}

/** Whether the application's secret that sealed it is the previous one. */
export const isSealedBefore = async (env: Env, sealed: string): Promise<boolean> =>
  !sealed.endsWith(`.${await keyIdOf(keyringOf(settings(env))[0])}`);
