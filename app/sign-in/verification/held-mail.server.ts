/** Tells the verification step that no code could be sent when it began, because the address has had enough mail (R16). */
import { z } from "zod";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";

const heldCookie = "code_held";
const held = z.object({ session_id: z.string(), until: z.number() });
const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/**
 * The `set-cookie` line with the time when another code may be sent to a pending session.
 * @param retryAfter seconds
 * @param now ms UTC
 */
export const holdingCookie = (
  request: Request,
  context: Context,
  sessionId: string,
  retryAfter: number,
  now: number,
): Promise<string> =>
  signedCookie(
    request,
    keysOf(context),
    heldCookie,
    { session_id: sessionId, until: now + retryAfter * 1000 },
    { maxAge: retryAfter },
  );

/** Whole minutes until another code may be sent to a pending session that began without one; null when it need not wait. `now`: ms UTC */
export async function heldMinutes(
  request: Request,
  context: Context,
  sessionId: string,
  now: number,
): Promise<number | null> {
  const kept = held.safeParse(await readSignedCookie(request, keysOf(context), heldCookie));
  if (!kept.success || kept.data.session_id !== sessionId || kept.data.until <= now) return null;
  return Math.ceil((kept.data.until - now) / minute_ms);
}
