/**
 * The tenant of a host as D1 knows it, and the one path by which it comes into KV: every change of a brand, a domain or
 * a subscription calls `publishHostsOf`, which reads the whole value anew.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, day_s } from "#app/platform/durations.ts";
import { writeKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
import { type Brand, brandColumns } from "./brand.schema.ts";
import { legalKey, legalTexts } from "./legal-texts.server.ts";
import { joiningOn } from "./proven-domains.server.ts";
import { homeBy, homeOf } from "./residence.server.ts";
import { brandFields, brandFieldsOf, brandOfHost } from "./worn-brand.ts";

/** What a host shows and to whom it belongs. */
export type HostTenant = {
  organization_id: string;
  brand: Brand;
  /** `enable_custom_domain_redirect`: visitors without a session sign in on the main domain. */
  redirects: boolean;
  /** For display only, since it may be a minute old (R32). */
  subscription: { tier: string; status: string };
  /** The organization's main host; null while none of its hosts is live. */
  home: string | null;
  /** Whether the organization lets newcomers become its clients; signing up asks D1 again. */
  invites_clients: boolean;
  /** The email domains whose people may sign up here without an invitation; signing up asks D1 again. */
  joins: string[];
  /** The legal pages that it, or its agency, wrote itself. */
  legal: string[];
  /** The address that its mail comes from, on a verified domain of its own or its agency's; null: it has none. */
  sender: string | null;
};

/** A tenant in KV. A value of another shape, from another version, counts as a miss. */
export const storedTenant = z.object({
  organization_id: z.string(),
  brand: brandColumns
    .transform((fields) => brandOfHost({ own: fields, agency: null }, ""))
    .refine(({ company_name }) => company_name !== ""),
  redirects: z.boolean(),
  subscription: z.object({ tier: z.string(), status: z.string() }),
  home: z.string().nullable(),
  invites_clients: z.boolean(),
  joins: z.array(z.string()).default([]),
  legal: z.array(z.string()),
  sender: z.email().nullable(),
  /** When D1 was read, ms UTC. */
  at: z.number(),
});

/** The KV key of a normalized host. */
export const hostKey = (host: string): string => `host:${host}`;

/** How long KV keeps a value that is not published again. */
const kept_s = day_s;

const columnsOf = (alias: "b" | "pb") => sql.raw(brandFields.map((name) => `${alias}.${name}`).join(", "));

/** The fields of a brand and of its agency's, as two JSON arrays: for statements that join them as `b` and `pb`. */
export const ownBrandJson = sql`json_array(${columnsOf("b")})`;
export const agencyBrandJson = sql`json_array(${columnsOf("pb")})`;

/** The address that an organization's mail comes from, on its own verified domain or its agency's: of `o`. */
export const senderAddress = sql`coalesce(
  (select sd.local_part || '@' || sd.domain from sending_domains sd
    where sd.organization_id = o.id and sd.status = 'verified'),
  (select sd.local_part || '@' || sd.domain from sending_domains sd
    where sd.organization_id = o.parent_organization_id and sd.status = 'verified'))`;

/** The address as a statement returned it. */
export const storedSender = z.email().nullable().catch(null);

/** As a text where it is a column of its own, as an array inside another JSON value. */
const values = z.union([
  z.array(z.unknown()),
  z.string().transform((json) => z.array(z.unknown()).parse(JSON.parse(json))),
]);

/** The two arrays as a statement returned them. */
export const wearer = z
  .object({ own_brand: values, agency_brand: values })
  .transform(({ own_brand, agency_brand }) => ({
    own: brandFieldsOf(own_brand),
    agency: brandFieldsOf(agency_brand),
  }));

const tenantRow = z
  .object({
    id: z.string(),
    name: z.string(),
    tier: z.string(),
    status: z.string(),
    home: z.string().nullable(),
    redirects: z.number().nullable(),
    invites_clients: z.number().nullable(),
    joins: z.string().nullable(),
    is_client: z.number(),
    legal: z.string().nullable(),
    sender: storedSender,
  })
  .and(wearer);

/** How long a host that an organization gave up stays closed to others, and leads its visitors to where they went. */
export const quarantine_ms = 30 * day_ms;

/** A host that was given up lately, and the host that its organization lives on now; null: the main host. */
const releasedRow = z.object({
  released: z
    .string()
    .nullable()
    .transform((json) =>
      z
        .object({ home: z.string().nullable() })
        .nullable()
        .parse(JSON.parse(json ?? "null")),
    ),
});

/** A host in D1: whose it is, or where its visitors went when it was given up. */
export type FoundHost = {
  tenant: HostTenant | null;
  released: { home: string | null } | null;
  /** Its organization is deleted: no one signs in there, and it wears no one's brand. */
  isDeleted: boolean;
};

/** SQL: the organization that has proven to own a host; null: none. */
const ownerOf = (host: string) => sql`coalesce(
  (select h.organization_id from organization_branding h where h.custom_domain = ${host}),
  (select d.organization_id from custom_domains d
    where d.host = ${host} and d.is_claim = 0 and d.proven_at is not null))`;

/**
 * The tenant of a normalized host, from D1; null for a host that no living organization has proven to own.
 * A host counts when it is a brand's own custom domain, or a further domain whose ownership was proven (R9).
 */
export const tenantFromD1 = async (db: Database, host: string): Promise<HostTenant | null> =>
  (await hostFromD1(db, host, Date.now())).tenant;

/**
 * What D1 knows of a normalized host, in one statement.
 * @param now ms UTC
 */
export async function hostFromD1(db: Database, host: string, now: number): Promise<FoundHost> {
  const row = await platform(db).get<unknown>(sql`
    select o.id, o.name, o.subscription_tier as tier, o.subscription_status as status, b.custom_domain as home,
      b.enable_custom_domain_redirect as redirects, b.allows_client_signup as invites_clients,
      (select group_concat(j.domain) from ${joiningOn(host)}) as joins,
      o.parent_organization_id is not null as is_client,
      (select group_concat(l.page) from legal_pages l
        where l.organization_id in (o.id, o.parent_organization_id)) as legal,
      ${senderAddress} as sender, ${ownBrandJson} as own_brand, ${agencyBrandJson} as agency_brand,
      (select json_object('home', ${homeBy("hb", "hpb")}) from released_hosts r
        join organizations ro on ro.id = r.organization_id
        left join organization_branding hb on hb.organization_id = ro.id
        left join organization_branding hpb on hpb.organization_id = ro.parent_organization_id
        where r.host = ${host} and r.released_at > ${now - quarantine_ms}) as released,
      exists (select 1 from organizations gone
        where gone.archived_at is not null and gone.id = ${ownerOf(host)}) as is_deleted
    from (select 1)
    left join organizations o on o.archived_at is null and o.id = ${ownerOf(host)}
    left join organization_branding b on b.organization_id = o.id
    left join organization_branding pb on pb.organization_id = o.parent_organization_id`);
  const { id, is_deleted } = z.object({ id: z.string().nullable(), is_deleted: z.number() }).parse(row);
  return {
    tenant: id === null ? null : tenantOf(tenantRow.parse(row)),
    released: releasedRow.parse(row).released,
    isDeleted: is_deleted === 1,
  };
}

/** More domains than these are not listed on the sign-up screen. */
const mostJoining = 5;

function tenantOf(row: z.infer<typeof tenantRow>): HostTenant {
  return {
    organization_id: row.id,
    brand: brandOfHost(row, row.name),
    redirects: row.redirects === 1,
    subscription: { tier: row.tier, status: row.status },
    home: row.home,
    invites_clients: row.is_client === 0 && row.invites_clients !== 0,
    joins: row.joins?.split(",").sort().slice(0, mostJoining) ?? [],
    legal: row.legal?.split(",") ?? [],
    sender: row.sender,
  };
}

/** Writes the texts of a host's legal pages. A text that is removed stays until it expires: the tenant no longer names it. */
async function publishLegalTexts(env: Env, db: Database, host: string, found: HostTenant): Promise<void> {
  if (found.legal.length === 0) return;
  for (const [page, text] of await legalTexts(db, found.organization_id))
    await writeKv(env.HOSTS, legalKey(host, page), text, kept_s);
}

/**
 * Reads a host's tenant from D1 and writes it to KV; a host without a tenant is removed there.
 * @param now ms UTC
 */
export async function publishHost(
  env: Env,
  db: Database,
  host: string,
  now: number,
): Promise<HostTenant | null> {
  const found = await tenantFromD1(db, host);
  try {
    if (found === null) await env.HOSTS.delete(hostKey(host));
    else {
      // The texts first, so that a tenant that names a text finds it.
      await publishLegalTexts(env, db, host, found);
      await writeKv(env.HOSTS, hostKey(host), { ...found, at: now }, kept_s);
    }
  } catch (error) {
    // D1 has everything: a reader that finds an old value asks D1 within a minute.
    log("warn", "host_not_published", { host, message: String(error) });
  }
  return found;
}

/**
 * Publishes every host of an organization: for the request that changed its brand, its domains or its subscription.
 * The hosts of its clients follow by the fact `brand.changed`.
 * @param now ms UTC
 */
export async function publishHostsOf(
  env: Env,
  db: Database,
  organizationId: string,
  now: number,
): Promise<void> {
  for (const host of await hostsOf(db, organizationId)) await publishHost(env, db, host, now);
}

/** Publishes the host that an organization lives on, which may be its agency's. `now`: ms UTC */
export async function publishHomeOf(
  env: Env,
  db: Database,
  organizationId: string,
  now: number,
): Promise<void> {
  const found = await tenant(db, organizationId).get<{ home: string | null }>(sql`
    select ${homeOf} as home from organizations o
    left join organization_branding b on b.organization_id = o.id
    left join organization_branding pb on pb.organization_id = o.parent_organization_id
    where o.id = ${organizationId}`);
  if (found?.home) await publishHost(env, db, found.home, now);
}

/** How many hosts one invocation publishes: each takes a statement of D1 and a write to KV. */
const hostsAtOnce = 300;

/**
 * Publishes the hosts of an agency's clients, in the order of their names, so far as one invocation may.
 * @param after the last host that was published before; null: none
 * @returns the last host published, where more follow; null: all are published
 */
export async function publishClientHosts(
  env: Env,
  db: Database,
  agencyId: string,
  after: string | null,
  now: number,
): Promise<string | null> {
  const rows = await platform(db).all<{ host: string }>(sql`
    select b.custom_domain as host from organizations c
    join organization_branding b on b.organization_id = c.id
    where c.parent_organization_id = ${agencyId} and b.custom_domain > ${after ?? ""}
    order by b.custom_domain limit ${hostsAtOnce}`);
  for (const { host } of rows) await publishHost(env, db, host, now);
  return rows.length < hostsAtOnce ? null : (rows.at(-1)?.host ?? null);
}

/** The hosts that an organization has proven to own. */
export async function hostsOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = await tenant(db, organizationId).all<{ host: string }>(sql`
    select custom_domain as host from organization_branding
      where organization_id = ${organizationId} and custom_domain is not null
    union select host from custom_domains
      where organization_id = ${organizationId} and is_claim = 0 and proven_at is not null`);
  return rows.map(({ host }) => host);
}
