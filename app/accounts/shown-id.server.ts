/** The id by which a session's own program knows its user. */
import { mac } from "#app/platform/crypto.server.ts";
import { settings } from "#app/platform/env.server.ts";
import type { SignedIn } from "./session.server.ts";

/**
 * The user's id; before the address is proven a stand-in that is this one session's. Which id a pending session really
 * stands for says whether the address was known, and a UUIDv7 says since when (R13): so all of them look alike, and the
 * program learns the id that lasts from `refresh-session` once the address is proven.
 */
export async function shownId(env: object, { kind, sessionId, user }: SignedIn): Promise<string> {
  if (kind !== "pending") return user.id;
  const hex = await mac(settings(env).APP_SECRET, "pending-user", sessionId);
  // RFC 9562, version 8: random to whoever looks, and no time in it.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
