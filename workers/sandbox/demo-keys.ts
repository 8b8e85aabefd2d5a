/** API keys of the demo's organizations, which may do everything: the same in each installation, and known to everyone. */
import { drizzle } from "drizzle-orm/d1";
import { apiScopes } from "#app/api/scopes.ts";
import { apiKeys } from "#drizzle/control/schema.ts";

const prefixOf = (organizationId: string): string => `key_${organizationId.slice(-12)}`;

/** The key of an organization of the demo. */
export const demoKey = (organizationId: string): string =>
  `${prefixOf(organizationId)}_${"the-demo-keeps-no-secrets".padEnd(43, "-")}`;

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Writes the key of each organization, made by its owner. `opened`: when the organizations were founded, ms UTC */
export async function seedKeys(
  d1: D1Database,
  owners: readonly { organization_id: string; owner_id: string }[],
  opened: number,
): Promise<void> {
  for (const { organization_id, owner_id } of owners)
    await drizzle(d1)
      .insert(apiKeys)
      .values({
        // The demo's organizations differ in the last characters of their ids.
        id: `${organization_id.slice(0, 9)}a9d1${organization_id.slice(13)}`,
        organization_id,
        name: "Demo",
        prefix: prefixOf(organization_id),
        secret_hash: await sha256(demoKey(organization_id)),
        scopes: [...apiScopes],
        created_by: owner_id,
        created_at: opened,
      })
      .onConflictDoNothing();
}
