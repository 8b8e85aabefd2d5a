/** How a browser came here (referral and UTM values), kept in signed cookies from its first visit until a sign-up (docs/architecture.md, "Requests"). */
import { z } from "zod";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { day_s } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { isReading } from "#app/platform/methods.ts";
import { arrivalNames } from "./arrival-names.ts";
import { referralCode, type Utm, utm } from "./referrals.schema.ts";

export type Arrival = Utm & { referral_code: string | null; click_id: string | null };

/** As long as browsers keep a cookie: 400 days. In seconds. */
const lifetime_s = 400 * day_s;
const kept = z.object({
  referral_code: referralCode.nullable().catch(null),
  click_id: z.uuid().nullable().catch(null),
  ...utm.shape,
});

const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/** The values in the browser's cookies; a cookie that is not ours is ignored. */
export async function arrivalOf(request: Request, context: Context): Promise<Arrival> {
  const keys = keysOf(context);
  const values = await Promise.all(
    arrivalNames.map(async (name) => [name, await readSignedCookie(request, keys, name)] as const),
  );
  return kept.parse(Object.fromEntries(values));
}

/** Whether the browser already has values: the first visit counts. */
export const hasArrived = (request: Request, of: "referral_code" | "utm"): boolean =>
  arrivalNames.some((name) => name.startsWith(of) && readCookie(request, name) !== null);

/** The cookies with these values, as `Set-Cookie`. */
export const arrivalCookies = (
  request: Request,
  context: Context,
  arrival: Partial<Arrival>,
): Promise<string[]> =>
  Promise.all(
    Object.entries(arrival)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => signedCookie(request, keysOf(context), name, value, { maxAge: lifetime_s })),
  );

/** Whether the browser keeps such values, or will from this page on: its visitor is told, and may have them removed. */
export function keepsArrival(request: Request, url: URL): boolean {
  if (arrivalNames.some((name) => readCookie(request, name) !== null)) return true;
  const isCode = referralCode.safeParse(url.searchParams.get("ref")).success;
  return (
    isReading(request) &&
    (isCode || arrivalNames.some((name) => name.startsWith("utm_") && url.searchParams.has(name)))
  );
}

/** The `set-cookie` lines that remove them. */
export const forgettingArrival = (request: Request): string[] =>
  arrivalNames.map((name) => expiredCookie(request, name));
