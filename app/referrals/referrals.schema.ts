/** Referral values: a code and the five UTM values, from addresses and programs. */
import { z } from "zod";

/** R9: a referral code; a value with a dot is a host. */
export const referralCode = z.string().regex(/^[A-Za-z0-9_-]{4,64}$/, { error: "Invalid referral code" });

/** One line of free text in a link. */
const label = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text.replace(/\p{Cc}/gu, ""))
  .nullish()
  .transform((text) => text || null);

/** Kept from the first visit to the account, in cookies with these names. */
export const utm = z.object({
  utm_source: label.catch(null),
  utm_medium: label.catch(null),
  utm_campaign: label.catch(null),
  utm_term: label.catch(null),
  utm_content: label.catch(null),
});
export type Utm = z.infer<typeof utm>;

/** An address without parts that may identify a person: no query, no fragment, no user; null for an invalid one. */
const place = z
  .string()
  .max(2000)
  .nullish()
  .transform((text) => {
    if (!text) return null;
    const base = "https://own.invalid";
    if (!URL.canParse(text, base)) return null;
    const url = new URL(text, base);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    return (url.origin === base ? url.pathname : `${url.origin}${url.pathname}`).slice(0, 500);
  });

/** `track-referral-click` (docs/product.md, "Functions"), all eight fields. */
export const clickBody = z.object({
  referralCode,
  utmSource: label,
  utmMedium: label,
  utmCampaign: label,
  utmTerm: label,
  utmContent: label,
  referrerUrl: place,
  landingPage: place,
});
export type Click = z.infer<typeof clickBody>;
