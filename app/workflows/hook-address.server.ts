/** The secret address at which another system starts a workflow, and the secret with which a workflow signs what it posts: made of the product's secret, and stored nowhere. */
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { isMac, mac } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";

const purpose = "workflow-address";

const named = (organization_id: string, workflow_id: string): string => `${organization_id}/${workflow_id}`;

/** The address, on the host where the organization lives. */
export async function hookAddressOf(env: Env, organization_id: string, workflow_id: string): Promise<string> {
  const set = settings(env);
  const name = named(organization_id, workflow_id);
  const { origin } = await brandOfOrganization(new Database(env.DB, new Timing()), env, organization_id);
  return `${origin}/webhooks/workflows/${name}/${await mac(set.APP_SECRET, purpose, name)}`;
}

/** Whether an address is one that we gave out. */
export const isHookSecret = (
  env: Env,
  organization_id: string,
  workflow_id: string,
  given: string,
): Promise<boolean> => isMac(keyringOf(settings(env)), given, purpose, named(organization_id, workflow_id));

/** In the form that Standard Webhooks gives secrets. */
export const signingSecretOf = async (
  env: Env,
  organization_id: string,
  workflow_id: string,
): Promise<string> =>
  `whsec_${btoa(await mac(settings(env).APP_SECRET, "workflow-signature", named(organization_id, workflow_id)))}`;
