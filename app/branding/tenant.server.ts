/** Whose house a host is: its brand, found in KV for a minute, in D1 otherwise (design, section 3). */
import { eq } from "drizzle-orm";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { readKv, writeKv } from "#app/platform/kv.server.ts";
import { organizationBranding } from "#drizzle/control/schema.ts";
import { type Brand, brandColumns, platformBrand } from "./brand.schema.ts";

const storedTenant = z.object({ organization_id: z.string().nullable(), brand: brandColumns });
type Tenant = { organization_id: string | null; brand: Brand };

const unknownTenant: Tenant = { organization_id: null, brand: platformBrand };
const tenantOfRequest = createContext<Tenant>(unknownTenant);

/** The brand that the request's host wears. */
export const brandOf = (context: Readonly<RouterContextProvider>): Brand =>
  context.get(tenantOfRequest).brand;

/** Lower case, without port, a leading www. or a trailing dot (specification section 5). */
export const normalisedHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^www\./, "")
    .replace(/\.$/, "");

/** Hosts of development and previews wear the platform's own brand (specification section 5). */
const isOwnHost = (host: string, publicHost: string): boolean =>
  host === normalisedHost(publicHost) ||
  host === "localhost" ||
  host === "127.0.0.1" ||
  /\.(?:local|localhost|netlify\.app|vercel\.app)$/.test(host);

async function tenantFromD1(db: Database, host: string): Promise<Tenant> {
  const row = await platform(db)
    .select()
    .from(organizationBranding)
    .where(eq(organizationBranding.custom_domain, host))
    .get();
  return row
    ? { organization_id: row.organization_id, brand: { ...platformBrand, ...brandColumns.parse(row) } }
    : unknownTenant;
}

export const findTenant: MiddlewareFunction<Response> = async ({ request, context }) => {
  const { env, ctx } = context.get(cloudflare);
  const host = normalisedHost(new URL(request.url).host);
  if (isOwnHost(host, settings(env).PUBLIC_HOST) || host.length > 253) return;
  const key = `host:${host}`;
  const known = storedTenant.safeParse(await readKv(env.HOSTS, key, context.get(requestFacts).timing));
  if (known.success) {
    context.set(tenantOfRequest, { ...known.data, brand: { ...platformBrand, ...known.data.brand } });
    return;
  }
  const tenant = await tenantFromD1(context.get(database), host);
  context.set(tenantOfRequest, tenant);
  ctx.waitUntil(writeKv(env.HOSTS, key, tenant));
};
