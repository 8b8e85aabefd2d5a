/** Challenges for passkeys: signed, so that showing a sign-in screen writes nothing; each is consumed when it is answered. */
import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { isMac, mac, randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { oneTimeTokens } from "#drizzle/control/schema.ts";

const lasts_ms = 5 * minute_ms;

/** What a challenge is valid for: one purpose, one host and, with a session, only that session. */
export type Ceremony = {
  purpose: "sign-in" | "factor" | "confirm" | "add";
  host: string;
  sessionId: string | null;
};

const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));
const provenBy = ({ purpose, host, sessionId }: Ceremony, nonce: string, until: number) =>
  ["passkey", JSON.stringify([purpose, host, sessionId, nonce, until])] as const;

/** A new challenge as bytes; `now`: ms UTC. */
export async function newChallenge(context: Context, ceremony: Ceremony, now: number) {
  const nonce = randomToken(16);
  const until = now + lasts_ms;
  const [secret] = keysOf(context);
  const text = `${nonce}.${until}.${await mac(secret, ...provenBy(ceremony, nonce, until))}`;
  return new TextEncoder().encode(text).slice();
}

/**
 * Whether a challenge that a browser returns is ours, for this ceremony, and recent.
 * @param challenge base64url
 */
export async function isOurs(
  context: Context,
  ceremony: Ceremony,
  challenge: string,
  now: number,
): Promise<boolean> {
  const [nonce = "", until = "", proof = ""] = textOf(challenge).split(".");
  const end = Number(until);
  if (!(end > now)) return false;
  return isMac(keysOf(context), proof, ...provenBy(ceremony, nonce, end));
}

function textOf(challenge: string): string {
  try {
    return new TextDecoder().decode(decodeBase64urlIgnorePadding(challenge));
  } catch {
    return "";
  }
}

/** Consumes a challenge, for the caller's batch: writes no row when it was answered before. */
export async function usingChallenge(context: Context, userId: string, challenge: string, now: number) {
  // Wrapped in an object, because awaiting a statement runs it.
  return {
    guarded: platform(context.get(database))
      .insert(oneTimeTokens)
      .values({
        id: newId(now),
        purpose: "passkey",
        token_hash: await sha256(challenge),
        user_id: userId,
        created_at: now,
        expires_at: now + lasts_ms,
        used_at: now,
      })
      .onConflictDoNothing(),
  };
}
