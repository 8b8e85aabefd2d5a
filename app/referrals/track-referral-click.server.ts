/** `track-referral-click`: needs no session, answers `{clickId}`, and keeps the referral for the browser. */
import { malformed, readJson } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { arrivalCookies } from "./arrival.server.ts";
import { trackClick } from "./clicks.server.ts";
import { clickBody } from "./referrals.schema.ts";

/** `{referralCode, utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrerUrl, landingPage}`; only the code is required. */
export async function answerTrackReferralClick(request: Request, context: Context): Promise<Response> {
  const body = clickBody.safeParse(await readJson(request));
  if (!body.success) return malformed(body.error);
  const click = body.data;
  const tracked = await trackClick(request, context, click, Date.now());
  if (!tracked.ok)
    return Response.json(
      { error: "Too many attempts. Please wait a moment and try again." },
      { status: 429, headers: { "retry-after": String(tracked.retryAfter) } },
    );
  const cookies = await arrivalCookies(request, context, {
    referral_code: click.referralCode,
    click_id: tracked.clickId,
    utm_source: click.utmSource,
    utm_medium: click.utmMedium,
    utm_campaign: click.utmCampaign,
    utm_term: click.utmTerm,
    utm_content: click.utmContent,
  });
  const headers = cookies.map((line): [string, string] => ["set-cookie", line]);
  return Response.json({ clickId: tracked.clickId }, { headers });
}
