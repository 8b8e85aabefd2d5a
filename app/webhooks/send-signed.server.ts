/** Sends one signed message to an address of an organization's choice: one POST, whose answer counts by its status alone (R43). */
import { sql } from "drizzle-orm";
import { normalisedHost } from "#app/branding/tenant.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { isBelow } from "#app/platform/host-names.ts";
import { isOwnAddress, isRedirect, outboundStream } from "#app/platform/outbound.server.ts";
import { nameRefusal } from "#app/platform/public-name.server.ts";
import { signedHeaders } from "./signature.ts";
import { mostBytes, type SendAnswer, type SendFailure } from "./webhook-terms.schema.ts";

/** Until the answer is there. */
const patience_ms = 5 * second_ms;

export type Message = {
  url: string;
  /** The same for every attempt, so that a receiver can do it once. */
  id: string;
  /** At most 64 KB. */
  body: string;
  secrets: readonly string[];
};

/** Why an address is never asked, whatever DNS says; null: it may be. An organization's webhook leads neither to the product nor to a customer's host of it. */
export async function addressRefusal(
  env: Env,
  db: Database,
  url: string,
): Promise<"malformed" | "own_address" | null> {
  if (!isOwnAddress(url)) return "malformed";
  const host = normalisedHost(new URL(url).hostname);
  const { PUBLIC_HOST, CUSTOMERS_HOST } = settings(env);
  const zones = [PUBLIC_HOST, CUSTOMERS_HOST].flatMap((zone) => zone?.replace(/:\d+$/, "") ?? []);
  if (zones.some((zone) => isBelow(host, zone))) return "own_address";
  const custom = await platform(db).get(
    sql`select 1 from custom_domains where host in (${host}, ${host.replace(/^www\./, "")})`,
  );
  return custom ? "own_address" : null;
}

/**
 * Sends a message and tells what came of it; it never throws for what the other side does. The name is looked up anew
 * each time: one that led to a public address when it was typed may lead into a network now.
 * @param now ms UTC
 */
export async function sendSigned(
  env: Env,
  db: Database,
  { url, id, body, secrets }: Message,
  now: number,
): Promise<SendAnswer> {
  const began = performance.now();
  const failed = (why: SendFailure, status: number | null = null): SendAnswer => ({
    ok: false,
    why,
    status,
    ms: Math.round(performance.now() - began),
    bytes: 0,
    type: null,
  });
  try {
    const refused = (await addressRefusal(env, db, url)) ?? (await nameRefusal(new URL(url).hostname));
    if (refused !== null) return failed(refused);
    const headers = {
      "content-type": "application/json",
      "user-agent": "Webhooks/1.0",
      ...(await signedHeaders({ id, body }, secrets, now)),
    };
    const request = { method: "POST", headers, body };
    const signal = AbortSignal.timeout(patience_ms);
    const response = await outboundStream(url, request, { patience: patience_ms, signal });
    const bytes = await bytesOf(response);
    const ms = Math.round(performance.now() - began);
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().slice(0, 100) || null;
    const { ok, status } = response;
    return ok ? { ok, why: null, status, ms, bytes, type } : { ok, why: "refused", status, ms, bytes, type };
  } catch (error) {
    if (isRedirect(error)) return failed("redirected", error.status);
    const isSlow = error instanceof DOMException && ["TimeoutError", "AbortError"].includes(error.name);
    return failed(isSlow ? "slow" : "unreachable");
  }
}

/** How long the answer is, read no further than 64 KB and no longer than the answer may take. Its words are kept nowhere. */
async function bytesOf({ body }: Response): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      // Leaving the loop cancels the rest.
      if (bytes >= mostBytes) return mostBytes;
    }
  } catch {
    // The status has come: that the rest breaks off changes nothing.
  }
  return bytes;
}
