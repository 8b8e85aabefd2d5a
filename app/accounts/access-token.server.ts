/** The access token of a session: signed, 15 minutes long, and invalid once the session has ended (docs/product.md, "Functions"). */
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { z } from "zod";
import { isMac, mac } from "#app/platform/crypto.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";

const lifetime_ms = 15 * minute_ms;
const purpose = "access-token";
const shape = z.object({ session_id: z.string(), expires_at: z.number() });

/**
 * A token for a session.
 * @param now ms UTC
 */
export async function accessTokenFor(
  env: object,
  sessionId: string,
  now: number,
): Promise<{ token: string; expires_at: number }> {
  const expires_at = now + lifetime_ms;
  const text = JSON.stringify({ session_id: sessionId, expires_at });
  const body = encodeBase64urlNoPadding(new TextEncoder().encode(text));
  return { token: `${body}.${await mac(settings(env).APP_SECRET, purpose, body)}`, expires_at };
}

/** The id of the session that a token is for; null when the signature is wrong or the token too old. The caller checks that the session still exists. */
export async function sessionOfToken(env: object, token: string, now: number): Promise<string | null> {
  const [body = "", signature = ""] = token.split(".");
  if (!(await isMac(keyringOf(settings(env)), signature, purpose, body))) return null;
  const text = new TextDecoder().decode(decodeBase64urlIgnorePadding(body));
  const { session_id, expires_at } = shape.parse(JSON.parse(text));
  return expires_at > now ? session_id : null;
}
