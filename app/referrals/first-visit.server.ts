/** Stores on a browser's first page who referred it: `ref` and utm_* in the address. */
import type { MiddlewareFunction } from "react-router";
import { isReading } from "#app/platform/methods.ts";
import { isMeant } from "#app/platform/same-origin.ts";
import { type Arrival, arrivalCookies, hasArrived } from "./arrival.server.ts";
import { trackClick } from "./clicks.server.ts";
import { clickBody, referralCode, utm } from "./referrals.schema.ts";

/**
 * Keeps `ref` (a referral code) and utm_* in cookies; existing cookies stay. The first page itself calls
 * track-referral-click before it is sent, so it also works without scripts. A click that is not counted, because the
 * network has clicked too often, keeps its code and has no id.
 */
export const noticeFirstVisit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const isAsked = url.searchParams.has("ref") || url.search.includes("utm_");
  if (!isReading(request) || !isAsked || !isMeant(request)) return;
  const response = await next();
  const said = utm.parse(Object.fromEntries(url.searchParams));
  const code = referralCode.safeParse(url.searchParams.get("ref"));
  const arrival: Partial<Arrival> = hasArrived(request, "utm") ? {} : { ...said };
  if (code.success && !hasArrived(request, "referral_code")) {
    arrival.referral_code = code.data;
    const click = clickBody.parse({
      referralCode: code.data,
      utmSource: said.utm_source,
      utmMedium: said.utm_medium,
      utmCampaign: said.utm_campaign,
      utmTerm: said.utm_term,
      utmContent: said.utm_content,
      referrerUrl: request.headers.get("referer")?.slice(0, 2000),
      landingPage: url.pathname,
    });
    const tracked = await trackClick(request, context, click, Date.now());
    if (tracked.ok) arrival.click_id = tracked.clickId;
  }
  for (const line of await arrivalCookies(request, context, arrival))
    response.headers.append("set-cookie", line);
  return response;
};
