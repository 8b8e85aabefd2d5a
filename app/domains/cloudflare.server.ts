/** Custom hostnames at Cloudflare, through which a tenant's host reaches the Worker (developers.cloudflare.com/cloudflare-for-platforms/cloudflare-for-saas). */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import type { HostnameNews } from "./hostname-news.schema.ts";

/** The settings without which there are no custom domains. */
export type DomainSettings = { token: string; zone: string; target: string };

/** Null: the operator has not set all of them (docs/operating.md). */
export function domainSettings(settings: Settings): DomainSettings | null {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ZONE_ID: zone, CUSTOMERS_HOST: target } = settings;
  return token === undefined || zone === undefined || target === undefined ? null : { token, zone, target };
}

/** `silent`: no answer, or none that can be relied on; `retryAfter_ms`: how long a busy API wants to be left alone. */
export type Silent = { ok: false; reason: "silent"; retryAfter_ms: number | null };
export type Answer<T, Refusal extends string = never> =
  | { ok: true; value: T }
  | Silent
  | ([Refusal] extends [never] ? never : { ok: false; reason: Refusal });

const silent: Silent = { ok: false, reason: "silent", retryAfter_ms: null };

/** Cloudflare's error codes of custom hostnames (reference/status-codes/custom-hostnames). */
const codes = { noQuota: 1404, quotaExceeded: 1405, duplicate: 1406 };

const failure = z.object({ errors: z.array(z.object({ code: z.number() })) });
const text = z.string().max(1000);
const hostname = z
  .object({
    id: z.string().min(1).max(100),
    hostname: z.string(),
    status: text.default("pending"),
    ownership_verification: z.object({ name: text, value: text }).nullish(),
    verification_errors: z.array(text).nullish(),
    ssl: z
      .object({
        status: text.default("initializing"),
        // Absent in the answer to the creation, and while no authority has been asked.
        validation_records: z
          .array(z.object({ txt_name: text.optional(), txt_value: text.optional() }))
          .nullish(),
        validation_errors: z.array(z.object({ message: text.optional() })).nullish(),
      })
      .nullish(),
  })
  .transform(
    ({
      id,
      hostname: name,
      status,
      ownership_verification,
      verification_errors,
      ssl,
    }): HostnameNews & {
      hostname: string;
    } => ({
      id,
      hostname: name,
      status,
      ssl_status: ssl?.status ?? "initializing",
      ownership: ownership_verification ?? null,
      challenges: (ssl?.validation_records ?? []).flatMap(({ txt_name, txt_value }) =>
        txt_name !== undefined && txt_value !== undefined ? [{ name: txt_name, value: txt_value }] : [],
      ),
      errors: [
        ...(verification_errors ?? []),
        ...(ssl?.validation_errors ?? []).flatMap(({ message }) => message ?? []),
      ].slice(0, 10),
    }),
  );

/** A person may wait for the page: after this time the API counts as silent. */
const patience_ms = 5 * second_ms;

type Raw =
  | { ok: true; status: number; body: unknown }
  | { ok: false; status: number; body: unknown; retryAfter_ms: number | null };

/** One request; never throws, because people are expected to meet an API that is down. */
async function ask(
  { token, zone }: DomainSettings,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<Raw> {
  try {
    const response = await outbound(
      `https://api.cloudflare.com/client/v4/zones/${zone}/custom_hostnames${path}`,
      {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      },
      patience_ms,
    );
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, status: response.status, body: answer };
    const codesGiven = failure.safeParse(answer).data?.errors.map(({ code }) => code);
    log("warn", "hostnames_refused", { status: response.status, codes: codesGiven?.join(" ") });
    const seconds = Number(response.headers.get("retry-after"));
    const retryAfter_ms = response.status === 429 && seconds > 0 ? seconds * second_ms : null;
    return { ok: false, status: response.status, body: answer, retryAfter_ms };
  } catch (error) {
    log("warn", "hostnames_silent", { message: String(error) });
    return { ok: false, status: 0, body: null, retryAfter_ms: null };
  }
}

const silence = (raw: Raw): Silent => (raw.ok ? silent : { ...silent, retryAfter_ms: raw.retryAfter_ms });
const hasCode = (raw: Raw, ...wanted: number[]): boolean =>
  failure.safeParse(raw.body).data?.errors.some(({ code }) => wanted.includes(code)) ?? false;

/** An answer in an unknown shape cannot be relied on. */
function shaped<T>(shape: z.ZodType<T>, raw: Raw): { ok: true; value: T } | Silent {
  const parsed = z.object({ result: shape }).safeParse(raw.body);
  if (parsed.success) return { ok: true, value: parsed.data.result };
  log("error", "hostnames_answer_unknown", { message: parsed.error.message });
  return silent;
}

/** A certificate's common name holds 64 characters (RFC 5280). */
const longestCommonName = 64;

/** The certificate of a name; a longer name stands beside a common name of Cloudflare's (domain-support/create-custom-hostnames). */
const certificateOf = (name: string) => ({
  method: "txt",
  type: "dv",
  settings: { min_tls_version: "1.2" },
  ...(name.length > longestCommonName && { cloudflare_branding: true }),
});

/**
 * The hostname of a name, created if there is none yet: it is looked for first, because a creation whose answer was lost
 * may have happened. `quota`: the zone has no room. `refused`: Cloudflare does not take the name.
 */
export async function ensureHostname(
  settings: DomainSettings,
  name: string,
): Promise<Answer<HostnameNews, "quota" | "refused">> {
  const listed = await ask(settings, "GET", `?hostname=${encodeURIComponent(name)}`);
  if (!listed.ok) return silence(listed);
  const found = shaped(z.array(hostname), listed);
  if (!found.ok) return found;
  const before = found.value.find((one) => one.hostname === name);
  if (before) return { ok: true, value: before };
  const made = await ask(settings, "POST", "", { hostname: name, ssl: certificateOf(name) });
  if (made.ok) return shaped(hostname, made);
  if (hasCode(made, codes.noQuota, codes.quotaExceeded)) return { ok: false, reason: "quota" };
  // Another request created it meanwhile: the next look finds it.
  if (hasCode(made, codes.duplicate)) return silent;
  return made.status === 400 ? { ok: false, reason: "refused" } : silence(made);
}

/** The hostname under an id; null: there is none. */
export async function findHostname(
  settings: DomainSettings,
  id: string,
): Promise<Answer<HostnameNews | null>> {
  const raw = await ask(settings, "GET", `/${encodeURIComponent(id)}`);
  if (raw.ok) return shaped(hostname, raw);
  return raw.status === 404 ? { ok: true, value: null } : silence(raw);
}

/** Starts the validation of a hostname and its certificate over; null: there is none. */
export async function restartHostname(
  settings: DomainSettings,
  { id, name }: { id: string; name: string },
): Promise<Answer<HostnameNews | null>> {
  const raw = await ask(settings, "PATCH", `/${encodeURIComponent(id)}`, { ssl: certificateOf(name) });
  if (raw.ok) return shaped(hostname, raw);
  return raw.status === 404 ? { ok: true, value: null } : silence(raw);
}

/** Deletes a hostname and its certificates; one that is gone already counts as deleted. */
export async function deleteHostname(settings: DomainSettings, id: string): Promise<Answer<null>> {
  const raw = await ask(settings, "DELETE", `/${encodeURIComponent(id)}`);
  return raw.ok || raw.status === 404 ? { ok: true, value: null } : silence(raw);
}
