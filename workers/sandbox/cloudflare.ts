/** Plays the part of https://api.cloudflare.com that manages custom hostnames (Cloudflare for SaaS). */

import { z } from "zod";
import { analytics, type DataPoint } from "./analytics.ts";
import type { Hostname } from "./hostnames.ts";
import { localSettings } from "./local-bindings.ts";

type Zone = {
  createHostname(hostname: string): Promise<Hostname | { code: 1405 | 1406 }>;
  hostnames(): Promise<Hostname[]>;
  hostnamesNamed(hostname: string): Promise<Hostname[]>;
  lookAtHostname(id: string): Promise<Hostname | null>;
  restartHostname(id: string): Promise<Hostname | null>;
  deleteHostname(id: string): Promise<boolean>;
  hostnameQuota(): Promise<{ allocated: number; used: number }>;
  dataPoints(): Promise<DataPoint[]>;
};

const ssl = z.object({
  method: z.enum(["http", "txt", "email"]),
  type: z.literal("dv"),
  settings: z.object({ min_tls_version: z.enum(["1.0", "1.1", "1.2", "1.3"]).optional() }).optional(),
  cloudflare_branding: z.boolean().optional(),
});
/** A longer name is no common name of a certificate, and needs one of Cloudflare's beside it. */
const longestCommonName = 64;
const isIssuable = (hostname: string, { cloudflare_branding }: z.infer<typeof ssl>): boolean =>
  hostname.length <= longestCommonName || cloudflare_branding === true;
const tooLong = () =>
  cloudflareError(400, 1411, "Hostnames over 64 characters need cloudflare_branding set to true.");
const creation = z.object({
  hostname: z
    .string()
    .max(255)
    .regex(/^[a-z0-9.-]+$/),
  ssl,
});
const change = z.object({ ssl });

const envelope = (result: unknown, status = 200, more: object = {}): Response =>
  Response.json({ success: true, errors: [], messages: [], result, ...more }, { status });

/** An error as Cloudflare writes it; a 429 says when to come back. */
export const cloudflareError = (status: number, code: number, message: string): Response =>
  Response.json(
    { success: false, errors: [{ code, message }], messages: [], result: null },
    { status, ...(status === 429 && { headers: { "retry-after": "120" } }) },
  );

const refusals = {
  1405: [403, "Quota exceeded."],
  1406: [409, "Duplicate custom hostname found."],
} as const;
const notFound = () => cloudflareError(404, 1436, "The custom hostname was not found.");

/** The validation records appear with a later look: the answer to the creation has none yet. */
const shown = ({ id, hostname, status, ssl_status, ownership, challenge, ...errors }: Hostname) => ({
  id,
  hostname,
  status,
  created_at: new Date(errors.created_at).toISOString(),
  ownership_verification: { type: "txt", name: `_cf-custom-hostname.${hostname}`, value: ownership },
  verification_errors: errors.verification_errors,
  ssl: {
    status: ssl_status,
    method: "txt",
    type: "dv",
    ...(ssl_status !== "initializing" && {
      validation_records: [
        { status: "pending", txt_name: `_acme-challenge.${hostname}`, txt_value: challenge },
      ],
    }),
    ...(errors.validation_errors.length > 0 && {
      validation_errors: errors.validation_errors.map((message) => ({ message })),
    }),
  },
});

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

/** Answers a request to api.cloudflare.com. */
export async function cloudflare(request: Request, zone: Zone): Promise<Response> {
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ZONE_ID, VITALS_ACCOUNT_ID } = localSettings("");
  const url = new URL(request.url);
  if (request.headers.get("authorization") !== `Bearer ${CLOUDFLARE_API_TOKEN}`)
    return cloudflareError(403, 10000, "Authentication error");
  if (url.pathname === `/client/v4/accounts/${VITALS_ACCOUNT_ID}/analytics_engine/sql`)
    return analytics(await request.text(), await zone.dataPoints(), Date.now());
  const all = `/client/v4/zones/${CLOUDFLARE_ZONE_ID}/custom_hostnames`;
  if (url.pathname === all)
    return request.method === "POST" ? create(request, zone) : list(request, url, zone);
  if (!url.pathname.startsWith(`${all}/`))
    return cloudflareError(404, 7003, "Could not route to that address.");
  const id = url.pathname.slice(all.length + 1);
  if (id === "quota") {
    const quota = await zone.hostnameQuota();
    return envelope({ ...quota, exceeded: quota.used >= quota.allocated });
  }
  return one(request, id, zone);
}

async function create(request: Request, zone: Zone): Promise<Response> {
  const wanted = creation.safeParse(await jsonOf(request));
  if (!wanted.success) return cloudflareError(400, 1407, z.prettifyError(wanted.error));
  const { hostname, ssl: certificate } = wanted.data;
  if (!isIssuable(hostname, certificate)) return tooLong();
  const made = await zone.createHostname(hostname);
  if (!("code" in made)) return envelope(shown(made), 201);
  const [status, message] = refusals[made.code];
  return cloudflareError(status, made.code, message);
}

async function list(request: Request, url: URL, zone: Zone): Promise<Response> {
  if (request.method !== "GET") return cloudflareError(405, 10405, "Method not allowed");
  const wanted = url.searchParams.get("hostname");
  const found = wanted === null ? await zone.hostnames() : await zone.hostnamesNamed(wanted);
  const result_info = { page: 1, per_page: 50, count: found.length, total_count: found.length };
  return envelope(found.map(shown), 200, { result_info });
}

async function one(request: Request, id: string, zone: Zone): Promise<Response> {
  if (request.method === "DELETE") return (await zone.deleteHostname(id)) ? envelope({ id }) : notFound();
  if (request.method === "PATCH") {
    const wanted = change.safeParse(await jsonOf(request));
    if (!wanted.success) return cloudflareError(400, 1434, "The SSL attribute is invalid.");
    const before = (await zone.hostnames()).find((known) => known.id === id);
    if (before && !isIssuable(before.hostname, wanted.data.ssl)) return tooLong();
    const restarted = await zone.restartHostname(id);
    return restarted ? envelope(shown(restarted), 202) : notFound();
  }
  if (request.method !== "GET") return cloudflareError(405, 10405, "Method not allowed");
  const found = await zone.lookAtHostname(id);
  return found ? envelope(shown(found)) : notFound();
}
