/** The secret address at which another system starts a workflow, and the secret with which a workflow signs what it posts: made of the product's secret, and stored nowhere. */
import { isMac, mac } from "#app/platform/crypto.server.ts";
import { keyringOf, publicOrigin, settings } from "#app/platform/env.server.ts";

const purpose = "workflow-address";

const named = (organization_id: string, workflow_id: string): string => `${organization_id}/${workflow_id}`;

export async function hookAddressOf(env: Env, organization_id: string, workflow_id: string): Promise<string> {
  const set = settings(env);
  const name = named(organization_id, workflow_id);
  return `${publicOrigin(set)}/webhooks/workflows/${name}/${await mac(set.APP_SECRET, purpose, name)}`;
}

/** Whether an address is one that we gave out. */
export const isHookSecret = (
  env: Env,
  organization_id: string,
  workflow_id: string,
  given: string,
): Promise<boolean> => isMac(keyringOf(settings(env)), given, purpose, named(organization_id, workflow_id));

/** In the form that Standard Webhooks gives secrets: what the application's secret makes, then what the one before made, while it stands. */
export const signingSecretsOf = (env: Env, organization_id: string, workflow_id: string): Promise<string[]> =>
  Promise.all(
    keyringOf(settings(env)).map(
      async (secret) =>
        `whsec_${btoa(await mac(secret, "workflow-signature", named(organization_id, workflow_id)))}`,
    ),
  );
