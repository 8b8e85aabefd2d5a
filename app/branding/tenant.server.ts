/** Whose house a host is: its brand, its plan, and whether strangers sign in elsewhere; found in KV for a minute, in D1 otherwise (design, section 3). */
import { and, eq, isNull } from "drizzle-orm";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
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
  /** `enable_custom_domain_redirect`: who has no session signs in on the main domain. */
  redirects: boolean;
  /** For display only, since it may be a minute old (R32); null where nobody is known. */
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
export const brandOf = (context: Readonly<RouterContextProvider>): Brand =>
  context.get(tenantOfRequest).brand;

/** Whether strangers on the request's host are to sign in on the main domain (specification section 2). */
export const redirectsStrangers = (context: Readonly<RouterContextProvider>): boolean =>
  context.get(tenantOfRequest).redirects;

/** The custom domain that a request speaks to, or that `ref` names on the sign-in screen; may be a minute old. */
export const tenantHostOf = (context: Readonly<RouterContextProvider>): string | null =>
  context.get(tenantOfRequest).organization_id === null ? null : context.get(tenantHost);

/** Lower case, without port, a leading www. or a trailing dot (specification section 5). */
export const normalisedHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^www\./, "")
    .replace(/\.$/, "");

/** Hosts of development and previews wear the platform's own brand (specification section 5). */
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

/** The host that a text names, normalised, if it could be somebody's domain; null for a referral code and all else (R9). */
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
 * What this isolate found of hosts within the last minute: a host that nobody has claimed is not looked for again, and one
 * that is claimed is no reason to count. A host that is claimed meanwhile is found when the minute is over.
 */
const lookedUp = new Remembered<"nobody's" | "claimed">({ most: 2000, for_ms: minute_ms });

/**
 * The custom domain that somebody names, if it is one of a living organization's now: asked of D1, because what may
 * receive a session must not be a minute old (R9, R32); that nobody has claimed it may be.
 * @param ref whatever the visitor wrote
 */
export async function customHostOf(
  context: Readonly<RouterContextProvider>,
  ref: string | null,
): Promise<string | null> {
  const host = hostIn(ref);
  if (host === null || isOwnHost(host, settings(context.get(cloudflare).env).PUBLIC_HOST)) return null;
  if (lookedUp.get(host, Date.now()) === "nobody's") return null;
  const tenant = await tenantFromD1(context.get(database), host);
  return tenant.organization_id === null ? null : host;
}

/** Under what KV knows a host, normalised. */
export const hostKey = (host: string): string => `host:${host}`;

/** The tenant of a host; strangers may invent as many as they want, so what costs something is counted before it is done. */
async function tenantOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  host: string,
): Promise<Tenant> {
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
