/** The secret address at which another system starts a workflow, and the secret with which a workflow signs what it posts: made of the product's secret, and stored nowhere. */
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { isMac, mac } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";

const purpose = "workflow-address";

const named = (organization_id: string, workflow_id: string): string => `${organization_id}/${workflow_id}`;

/** What a renewed address begins with. */
const salted = /^([0-9a-f]{12})-(.+)$/;

/** The address, on the host where the organization lives. @param salt null: the address was never renewed */
export async function hookAddressOf(
  env: Env,
  organization_id: string,
  workflow_id: string,
  salt: string | null,
): Promise<string> {
  const set = settings(env);
  const name = named(organization_id, workflow_id);
  const secret = await mac(set.APP_SECRET, purpose, salt === null ? name : `${name}/${salt}`);
  const shown = salt === null ? secret : `${salt}-${secret}`;
  const { origin } = await brandOfOrganization(new Database(env.DB, new Timing()), env, organization_id);
  return `${origin}/webhooks/workflows/${name}/${shown}`;
}

/** The salt of an address that we gave out at some time; null: we never did. Whether it is the newest one, the workflow knows. */
export async function hookSaltOf(
  env: Env,
  organization_id: string,
  workflow_id: string,
  given: string,
): Promise<{ salt: string | null } | null> {
  const keys = keyringOf(settings(env));
  const name = named(organization_id, workflow_id);
  if (await isMac(keys, given, purpose, name)) return { salt: null };
  const [, salt = "", secret = ""] = salted.exec(given) ?? [];
  return salt !== "" && (await isMac(keys, secret, purpose, `${name}/${salt}`)) ? { salt } : null;
}

/** A salt of a further address. */
export const newSalt = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** In the form that Standard Webhooks gives secrets: what the application's secret makes, then what the one before made, while it stands. */
export const signingSecretsOf = (env: Env, organization_id: string, workflow_id: string): Promise<string[]> =>
  Promise.all(
    keyringOf(settings(env)).map(
      async (secret) =>
        `whsec_${btoa(await mac(secret, "workflow-signature", named(organization_id, workflow_id)))}`,
    ),
  );
