/** The tenant of a host: its brand, its plan, and whether visitors sign in elsewhere; read from KV for a minute, otherwise from D1 (docs/architecture.md, "Requests"). */
import { and, eq, isNull } from "drizzle-orm";
import { createContext, type MiddlewareFunction } from "react-router";
import { z } from "zod";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { readKv, writeKv } from "#app/platform/kv.server.ts";
import { Remembered } from "#app/platform/remembered.ts";
import { organizationBranding, organizations } from "#drizzle/control/schema.ts";
import { type Brand, brandColumns, platformBrand } from "./brand.schema.ts";

const storedTenant = z.object({
  organization_id: z.string().nullable(),
  brand: brandColumns,
  redirects: z.boolean(),
  subscription: z.object({ tier: z.string(), status: z.string() }).nullable(),
});
type Tenant = {
  organization_id: string | null;
  brand: Brand;
  /** `enable_custom_domain_redirect`: visitors without a session sign in on the main domain. */
  redirects: boolean;
  /** For display only, since it may be a minute old (R32); null for a host without a tenant. */
  subscription: { tier: string; status: string } | null;
};

const unknownTenant: Tenant = {
  organization_id: null,
  brand: platformBrand,
  redirects: false,
  subscription: null,
};
const tenantOfRequest = createContext<Tenant>(unknownTenant);
const tenantHost = createContext<string | null>(null);

/** The brand that the request's host wears. */
export const brandOf = (context: Context): Brand => context.get(tenantOfRequest).brand;

/** Whether visitors without a session sign in on the main domain (docs/product.md, "Custom domain redirect"). */
export const redirectsStrangers = (context: Context): boolean => context.get(tenantOfRequest).redirects;

/** The custom domain of a request, or the one that `ref` names on the sign-in screen; may be a minute old. */
export const tenantHostOf = (context: Context): string | null =>
  context.get(tenantOfRequest).organization_id === null ? null : context.get(tenantHost);

/** Lower case, without port, a leading www. or a trailing dot (docs/product.md, "Validation"). */
export const normalisedHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^www\./, "")
    .replace(/\.$/, "");

/** Development and preview hosts have the platform's own brand (docs/product.md, "Validation"). */
export const isOwnHost = (host: string, publicHost: string): boolean =>
  host === normalisedHost(publicHost) ||
  host === "localhost" ||
  host === "127.0.0.1" ||
  /\.(?:local|localhost|netlify\.app|vercel\.app)$/.test(host);

async function tenantFromD1(db: Database, host: string): Promise<Tenant> {
  const row = await platform(db)
    .select({
      branding: organizationBranding,
      tier: organizations.subscription_tier,
      status: organizations.subscription_status,
    })
    .from(organizationBranding)
    .leftJoin(organizations, eq(organizations.id, organizationBranding.organization_id))
    .where(and(eq(organizationBranding.custom_domain, host), isNull(organizations.archived_at)))
    .get();
  if (!row) return unknownTenant;
  const { branding, tier, status } = row;
  return {
    organization_id: branding.organization_id,
    brand: { ...platformBrand, ...brandColumns.parse(branding) },
    redirects: branding.enable_custom_domain_redirect,
    subscription: tier !== null && status !== null ? { tier, status } : null,
  };
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostName = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$`);

/** The host in a text, normalized, if it could be a custom domain; null for a referral code or other text (R9). */
function hostIn(text: string | null): string | null {
  const host = normalisedHost(text ?? "");
  return host.length <= 253 && hostName.test(host) ? host : null;
}

/** The screens of signing in: on the main host they wear the brand of the custom domain that `ref` names (R9). */
const referredPages = ["/auth", "/login", "/email-verified"];

/** The custom domain whose brand a screen of signing in wears on the main host. */
const referredHost = ({ pathname, searchParams }: URL): string | null =>
  referredPages.includes(pathname) ? hostIn(searchParams.get("ref")) : null;

/**
 * The hosts that this isolate looked up within the last minute: an unclaimed host is not looked up again, and a
 * claimed one is not counted against the visitor. A host that is claimed meanwhile is found after the minute.
 */
const lookedUp = new Remembered<"nobody's" | "claimed">({ most: 2000, for_ms: minute_ms });

/**
 * The custom domain in a text, if it belongs to a living organization now: read from D1, because a host that may
 * receive a session must not be a minute old (R9, R32); that a host is unclaimed may be.
 * @param ref the visitor's unchecked value
 */
export const customHostOf = (context: Context, ref: string | null): Promise<string | null> =>
  livingCustomHost(context.get(database), context.get(cloudflare).env, ref);

/** The same, without a request. */
export async function livingCustomHost(db: Database, env: Env, ref: string | null): Promise<string | null> {
  const host = hostIn(ref);
  if (host === null || isOwnHost(host, settings(env).PUBLIC_HOST)) return null;
  if (lookedUp.get(host, Date.now()) === "nobody's") return null;
  const tenant = await tenantFromD1(db, host);
  return tenant.organization_id === null ? null : host;
}

/** The KV key of a normalized host. */
export const hostKey = (host: string): string => `host:${host}`;

/** The tenant of a host; strangers can invent any number of hosts, so expensive lookups are counted first. */
async function tenantOf(request: Request, context: Context, host: string): Promise<Tenant> {
  const { env, ctx } = context.get(cloudflare);
  const found = lookedUp.get(host, Date.now());
  if (found === "nobody's") return unknownTenant;
  if (found === undefined) await passEdgeLimit(request, context, "hosts");
  const key = hostKey(host);
  const known = storedTenant.safeParse(await readKv(env.HOSTS, key, context.get(requestFacts).timing));
  const isKept = known.success && known.data.organization_id !== null;
  const tenant = isKept
    ? { ...known.data, brand: { ...platformBrand, ...known.data.brand } }
    : await tenantFromD1(context.get(database), host);
  const isClaimed = tenant.organization_id !== null;
  lookedUp.set(host, isClaimed ? "claimed" : "nobody's", Date.now());
  if (isClaimed && !isKept) ctx.waitUntil(writeKv(env.HOSTS, key, tenant));
  return tenant;
}

export const findTenant: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const { PUBLIC_HOST } = settings(context.get(cloudflare).env);
  const visited = normalisedHost(url.host);
  const host = isOwnHost(visited, PUBLIC_HOST) ? referredHost(url) : hostIn(visited);
  if (host === null || isOwnHost(host, PUBLIC_HOST)) return;
  context.set(tenantHost, host);
  context.set(tenantOfRequest, await tenantOf(request, context, host));
};
