/** Custom domains in tests: an owner who adds them, the DNS and the hostnames that the sandbox plays, and cron. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { checkDueDomains } from "#app/domains/due-domains.server.ts";
import { settings } from "#app/platform/env.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { at } from "../support/clock.ts";
import { controlPlane, type Person } from "../support/people.ts";

export const page = "/custom-domain-guide";

/** A host that no other test uses. */
export const newHost = (): string => `voice.${crypto.randomUUID()}.test`;

export const target = (): string => settings(env).CUSTOMERS_HOST ?? "";

export const add = (person: Person, domain: string, more: Record<string, string> = {}) =>
  person.post(page, { intent: "add", domain, ...more });

const domains = () => controlPlane().select().from(control.customDomains);

/** The row of a host that this person's organization added. */
export async function rowOf({ organizationId }: Person, host: string) {
  const { organization_id, host: column } = control.customDomains;
  return domains()
    .where(and(eq(organization_id, organizationId), eq(column, host)))
    .get();
}

/** The same; there has to be one. */
export async function domainOf(person: Person, host: string) {
  const row = await rowOf(person, host);
  if (!row) throw new Error(`${host} was not added`);
  return row;
}

export const press = async (person: Person, host: string, intent: string) =>
  person.post(page, { intent, domain: (await domainOf(person, host)).id });

export const record = (name: string, type: string, value: string) => post("/dns", { name, type, value });
export const unset = (name: string, type: string) =>
  sandbox(`/dns?name=${name}&type=${type}`, { method: "DELETE" });
/** Sets every record that the domain asks for. */
export const setRecords = (host: string) => post("/dns", { domain: host });
/** Orders what Cloudflare says of a hostname. */
export const order = (hostname: string, more: object) => post("/hostnames", { hostname, ...more });

type Fault = { status?: number; drop?: boolean; delay_ms?: number; times?: number; path?: string };
export const apiFails = (fault: Fault) => post("/faults", { host: "api.cloudflare.com", ...fault });
export const dnsFails = (fault: Fault) => post("/faults", { host: "cloudflare-dns.com", ...fault });
export const healed = () => sandbox("/faults", { method: "DELETE" });

const hostnames = z.array(z.object({ id: z.string(), hostname: z.string(), status: z.string() }));

/** The hostnames that Cloudflare has for a host. */
export async function hostnamesOf(host: string) {
  const all = hostnames.parse(await (await sandbox("/hostnames")).json());
  return all.filter(({ hostname }) => hostname === host);
}

/** Cron runs at a moment (ms UTC). */
export const cronAt = (now: number) => at(now, () => checkDueDomains(env, now));

/** Cron looks at one host until it is in a state, a minute later each time. */
export async function until(person: Person, host: string, state: string, now = Date.now()): Promise<number> {
  let clock = now;
  for (let look = 0; look < 12; look++) {
    if ((await rowOf(person, host))?.state === state) return clock;
    clock += 600_000;
    await cronAt(clock);
  }
  throw new Error(`${host} is ${(await rowOf(person, host))?.state}, not ${state}`);
}

/** Adds a domain, as it is typed, and brings it live; the moment at which it was. */
export async function goLive(person: Person, typed: string): Promise<number> {
  const added = await add(person, typed);
  if (added.status !== 302) throw new Error(`${typed} was not added: ${added.status}`);
  const host = typed.replace(/^www\./, "");
  await setRecords(host);
  return until(person, host, "live");
}

export const homeOf = async ({ organizationId }: Person) =>
  (
    await controlPlane()
      .select({ host: control.organizationBranding.custom_domain })
      .from(control.organizationBranding)
      .where(eq(control.organizationBranding.organization_id, organizationId))
      .get()
  )?.host ?? null;
