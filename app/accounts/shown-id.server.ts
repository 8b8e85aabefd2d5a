/** The user id that a session's program sees. */
import { mac } from "#app/platform/crypto.server.ts";
import { settings } from "#app/platform/env.server.ts";
import type { SignedIn } from "./session.server.ts";

/**
 * The user's id; before the address is proven, a stand-in for this one session. The real id would tell whether the
 * address was known, and a UUIDv7 since when (R13). So all stand-ins look alike, and the program gets the lasting id
 * from `refresh-session` once the address is proven.
 */
export async function shownId(env: object, { kind, sessionId, user }: SignedIn): Promise<string> {
  if (kind !== "pending") return user.id;
  const hex = await mac(settings(env).APP_SECRET, "pending-user", sessionId);
  // RFC 9562, version 8: looks random and contains no time.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
