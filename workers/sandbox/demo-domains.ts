/** The demo's custom domains: their records in DNS, their hostnames at Cloudflare, and their rows in the control plane. */
import { drizzle } from "drizzle-orm/d1";
import { day_ms } from "#app/platform/durations.ts";
import { customDomains } from "#drizzle/control/schema.ts";
import { agency, agencyHost } from "./demo-agency.ts";
import { clinic, clinicHost } from "./demo-clinic.ts";
import { localSettings } from "./local-bindings.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { worldOf } from "./world-door.ts";

const domains = [
  {
    id: "01940000-0000-7000-8000-00000000d0a1",
    organization_id: agency.id,
    host: agencyHost,
    proof: "verify-demo-northwind",
  },
  {
    id: "01940000-0000-7000-8000-00000000d0a2",
    organization_id: clinic.id,
    host: clinicHost,
    proof: "verify-demo-brightsmile",
  },
] as const;

/** Enough looks for a hostname whose records are set to become active, with its certificate. */
const looks = 5;

/**
 * Makes the demo's hosts live domains.
 * @param opened when they went live, ms UTC
 */
export async function seedDomains(bindings: SandboxBindings, opened: number, now: number): Promise<void> {
  const world = worldOf(bindings);
  const { CUSTOMERS_HOST } = localSettings("");
  for (const domain of domains) {
    const { host, proof } = domain;
    await world.setDnsRecord({ name: `_verify.${host}`, type: "TXT", value: proof });
    await world.setDnsRecord({ name: host, type: "CNAME", value: CUSTOMERS_HOST });
    const made = await world.createHostname(host);
    if ("code" in made) throw new Error(`${host} was refused with ${made.code}`);
    for (let look = 0; look < looks; look++) await world.lookAtHostname(made.id);
    await drizzle(bindings.DB)
      .insert(customDomains)
      .values({
        ...domain,
        state: "live",
        is_primary: true,
        proven_at: opened,
        live_at: opened,
        provider_id: made.id,
        check_at: now + day_ms,
        created_at: opened,
        updated_at: opened,
      })
      .onConflictDoNothing();
  }
}
