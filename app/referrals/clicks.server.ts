/** Visits through a referral link: counted once, and linked to the account that signs up afterwards. */
import { and, eq, isNull } from "drizzle-orm";
import { ipPrefix } from "#app/limits/network.ts";
import { limits, networkSubject, spend } from "#app/limits/rate-limits.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { referralClicks } from "#drizzle/control/schema.ts";
import type { Arrival } from "./arrival.server.ts";
import type { Click } from "./referrals.schema.ts";

export type Tracked = { ok: true; clickId: string } | { ok: false; retryAfter: number };

/**
 * Records a click. Of the visitor only the network's prefix is stored.
 * @param now ms UTC
 * @returns `retryAfter` in seconds when the network has clicked too often
 */
export async function trackClick(
  request: Request,
  context: Context,
  click: Click,
  now: number,
): Promise<Tracked> {
  const ip = request.headers.get("cf-connecting-ip");
  const spent = await spend(
    context.get(database),
    [limits.referralClicks(await networkSubject(request, context))],
    now,
  );
  if (!spent.ok) return { ok: false, retryAfter: spent.retryAfter };
  const id = newId(now);
  await platform(context.get(database))
    .insert(referralClicks)
    .values({
      id,
      referral_code: click.referralCode,
      utm_source: click.utmSource,
      utm_medium: click.utmMedium,
      utm_campaign: click.utmCampaign,
      utm_term: click.utmTerm,
      utm_content: click.utmContent,
      referrer_url: click.referrerUrl,
      landing_page: click.landingPage,
      ip_prefix: ipPrefix(ip),
      created_at: now,
    });
  return { ok: true, clickId: id };
}

/** Links a click to the new account, in its batch; a click keeps its first account. */
export const broughtBy = (db: PlatformDb, { click_id }: Arrival, userId: string) =>
  click_id === null
    ? []
    : [
        db
          .update(referralClicks)
          .set({ user_id: userId })
          .where(and(eq(referralClicks.id, click_id), isNull(referralClicks.user_id))),
      ];
