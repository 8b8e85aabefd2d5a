/** The tenant of a host: its brand, its plan, and whether visitors sign in elsewhere; read from KV for a minute, otherwise from D1 (docs/architecture.md, "Requests"). */
import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { type Database, database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { readKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
import { isReading } from "#app/platform/methods.ts";
import { Remembered } from "#app/platform/remembered.ts";
import { type Brand, platformBrand } from "./brand.schema.ts";
import {
  type FoundHost,
  type HostTenant,
  hostFromD1,
  hostKey,
  publishHost,
  storedTenant,
  tenantFromD1,
} from "./host-tenants.server.ts";
import { type Letterhead, letterhead } from "./letterhead.server.ts";
import { brandOfHost } from "./worn-brand.ts";

type Tenant = Omit<HostTenant, "organization_id" | "subscription"> & {
  organization_id: string | null;
  subscription: HostTenant["subscription"] | null;
  /** On the main host: the tenant whose brand is worn; null and absent: the platform's is. */
  worn_name?: string | null;
  /** On the main host: the organization whose brand is worn; absent: none is known. */
  worn_id?: string;
  /** Set for a host that its organization gave up: its visitors are led to where they live now. */
  released?: FoundHost["released"];
};

const unknownTenant: Tenant = {
  organization_id: null,
  brand: platformBrand,
  redirects: false,
  subscription: null,
  home: null,
  invites_clients: false,
  joins: [],
  legal: [],
  sender: null,
};
const tenantOfRequest = createContext<Tenant>(unknownTenant);
const tenantHost = createContext<string | null>(null);
const visitedHome = createContext<string | null>(null);
const isReferred = createContext(false);

/** The main host of the tenant that is visited; null on the platform's own host, whatever brand it wears. */
export const homeVisited = (context: Context): string | null => context.get(visitedHome);

/** The brand that the request wears: its host's, or on the main host that of the visitor's active organization. */
export const brandOf = (context: Context): Brand => context.get(tenantOfRequest).brand;

/** The email domains whose people may sign up on this host without an invitation; may be a minute old. */
export const joiningDomainsHere = (context: Context): readonly string[] => context.get(tenantOfRequest).joins;

/** What a request of the main host wears: a brand, and with it whose name mails carry and where they come from. */
export type Worn = Pick<Tenant, "brand" | "home" | "sender"> & {
  readonly organizationId: string;
  /** Whether the brand has a name of its own, and not the platform's. */
  readonly isTenants: boolean;
};

/** Dresses a request of the main host in the brand of the visitor's active organization. A tenant's host keeps its own. */
export function wearBrand(context: Context, { isTenants, organizationId, ...worn }: Worn): void {
  const tenant = context.get(tenantOfRequest);
  if (tenant.organization_id !== null) return;
  const worn_name = isTenants ? worn.brand.company_name : null;
  context.set(tenantOfRequest, { ...tenant, ...worn, worn_name, worn_id: organizationId });
}

/** What the mails of a request wear and whom they are from: as its pages, the tenant of its host or of the brand it wears. */
export function letterheadOf(context: Context): Letterhead {
  const { organization_id, worn_name, brand, home, sender: address } = context.get(tenantOfRequest);
  const known = settings(context.get(cloudflare).env);
  const host = home ?? context.get(tenantHost);
  return letterhead({
    brand,
    name: organization_id === null ? (worn_name ?? null) : brand.company_name,
    address,
    origin: host === null ? publicOrigin(known) : hostOrigin(known, host),
  });
}

/**
 * The organization whose main host, or `ref`, this is, if it lets newcomers become its clients; with its plan. May be a
 * minute old.
 */
export function invitesClients(context: Context): { id: string; tier: string } | null {
  const { organization_id: id, invites_clients, home, subscription } = context.get(tenantOfRequest);
  if (!invites_clients || id === null || home !== context.get(tenantHost)) return null;
  return { id, tier: subscription?.tier ?? "" };
}

/** The organization of a tenant's host, or of the host that `ref` names; null elsewhere. May be a minute old. */
export const tenantOrganization = (context: Context): string | null =>
  context.get(tenantOfRequest).organization_id;

/** On the main host: the visitor's active organization, whose brand is worn; null elsewhere. */
export const wornOrganization = (context: Context): string | null =>
  context.get(tenantOfRequest).worn_id ?? null;

/** The legal pages that the organization of this host, or its agency, wrote itself. */
export const ownLegalPages = (context: Context): readonly string[] => context.get(tenantOfRequest).legal;

/** Whether visitors without a session sign in on the main domain (docs/product.md, "Custom domain redirect"). */
export const redirectsStrangers = (context: Context): boolean => context.get(tenantOfRequest).redirects;

/** The custom domain of a request, or the one that `ref` names on the sign-in screen; may be a minute old. */
export const tenantHostOf = (context: Context): string | null =>
  context.get(tenantOfRequest).organization_id === null ? null : context.get(tenantHost);

/** The custom domain that `ref` names on a page of the main host that wears its brand; null elsewhere. */
export const referredHostOf = (context: Context): string | null =>
  context.get(isReferred) ? tenantHostOf(context) : null;

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

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostName = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$`);

/** The host in a text, normalized, if it could be a custom domain; null for a referral code or other text (R9). */
function hostIn(text: string | null): string | null {
  const host = normalisedHost(text ?? "");
  return host.length <= 253 && hostName.test(host) ? host : null;
}

/**
 * The screens of signing in, the documents that a newcomer agrees to there, and the way out to a provider: on the main
 * host they wear the brand of the custom domain that `ref` names (R9).
 */
const referredPages = [
  "/auth",
  "/login",
  "/email-verified",
  "/terms",
  "/privacy",
  "/cookies",
  "/connect/out",
];

/** The custom domain whose brand such a page wears on the main host. */
const referredHost = ({ pathname, searchParams }: URL): string | null =>
  referredPages.includes(pathname) ? hostIn(searchParams.get("ref")) : null;

/**
 * The hosts that this isolate looked up within the last minute: an unclaimed host is not looked up again, and a
 * claimed one is not counted against the visitor. A host that is claimed meanwhile is found after the minute.
 */
const lookedUp = new Remembered<"nobody's" | "claimed" | Tenant>({ most: 2000, for_ms: minute_ms });

/** Lets the next visit look a host up again: for the request that made it live or gave it up. */
export function forgetLookUp(host: string): void {
  lookedUp.forget(host);
  published.forget(host);
}

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
  return tenant?.home === host ? host : null;
}

/** A tenant's host whose brand is unknown or gone: neutral colors under the host's own name, not the platform's. */
const unbranded = (host: string): Tenant => ({
  ...unknownTenant,
  brand: brandOfHost({ own: null, agency: null }, host),
  worn_name: host,
});

/** The tenant of a host; strangers can invent any number of hosts, so expensive lookups are counted first. */
async function tenantOf(request: Request, context: Context, host: string): Promise<Tenant> {
  const { env } = context.get(cloudflare);
  const now = Date.now();
  const found = lookedUp.get(host, now);
  if (found === "nobody's") return unknownTenant;
  if (found !== undefined && found !== "claimed") return found;
  if (found === undefined) await passEdgeLimit(request, context, "hosts");
  const stored = storedTenant.safeParse(
    await readKv(env.HOSTS, hostKey(host), context.get(requestFacts).timing),
  );
  if (stored.success) {
    lookedUp.set(host, "claimed", now);
    if (now - stored.data.at >= fresh_ms) refresh(context, host, now);
    return stored.data;
  }
  try {
    const { tenant, released, isDeleted } = await hostFromD1(context.get(database), host, now);
    if (tenant) {
      lookedUp.set(host, "claimed", now);
      refresh(context, host, now);
      return tenant;
    }
    if (!released && !isDeleted) {
      lookedUp.set(host, "nobody's", now);
      return unknownTenant;
    }
    const unclaimed = { ...(isDeleted ? unbranded(host) : unknownTenant), ...(released && { released }) };
    lookedUp.set(host, unclaimed, now);
    return unclaimed;
  } catch (error) {
    // Pages of words need no database. Whose host it is isn't known, so they say its name, not the platform's.
    log("error", "tenant_not_read", { host, message: innermostMessage(error) });
    return unbranded(host);
  }
}

/** A value in KV that is older than this is read anew from D1, after the answer, because a change may have failed to reach KV. */
const fresh_ms = minute_ms;

/** The hosts that this isolate published within the last minute. */
const published = new Remembered<true>({ most: 2000, for_ms: fresh_ms });

function refresh(context: Context, host: string, now: number): void {
  if (published.get(host, now)) return;
  published.set(host, true, now);
  const { env, ctx } = context.get(cloudflare);
  ctx.waitUntil(publishHost(env, context.get(database), host, now));
}

export const findTenant: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const known = settings(context.get(cloudflare).env);
  const visited = normalisedHost(url.host);
  const isOwn = isOwnHost(visited, known.PUBLIC_HOST);
  const host = isOwn ? referredHost(url) : hostIn(visited);
  if (host === null || isOwnHost(host, known.PUBLIC_HOST)) return;
  const tenant = await tenantOf(request, context, host);
  context.set(tenantHost, host);
  context.set(tenantOfRequest, tenant);
  if (isOwn) context.set(isReferred, true);
  else context.set(visitedHome, tenant.home);
  // An organization's further hosts, and the www. of its main one, lead to its main host.
  const { home, released } = tenant;
  if (!isOwn && released && isReading(request)) {
    const to = released.home === null ? publicOrigin(known) : hostOrigin(known, released.home);
    throw redirect(new URL(`${url.pathname}${url.search}`, to).href);
  }
  if (!isOwn && home !== null && url.hostname !== home && isReading(request))
    throw redirect(new URL(`${url.pathname}${url.search}`, hostOrigin(known, home)).href, 301);
};
