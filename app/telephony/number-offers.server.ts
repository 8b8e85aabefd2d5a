/** What the carrier has for sale for a search that stands in the address. */
import { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { mac } from "#app/platform/crypto.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { spendRequest } from "./carrier-limits.server.ts";
import type { NumberSort } from "./carriers/carrier.schema.ts";
import { usualAccount } from "./carriers/carriers.server.ts";
import { isTollFreeCode } from "./number-terms.schema.ts";
import { searchRefusalWords, tooManyWords } from "./number-words.ts";
import { numberSearch, type OfferedNumber } from "./numbers.schema.ts";
import type { NumberContext } from "./numbers.server.ts";
import { numberPrice } from "./sale/number-prices.ts";
import { includedWords, priceWords } from "./sale/offer-words.ts";
import { payerOf } from "./sale/payer.server.ts";
import { type Access, accessTo, type Payer } from "./sale/sale-terms.ts";
import { firstCountry, isNorthAmerican, isSoldCountry, kindIn } from "./sale/sold-countries.schema.ts";

/** The search as typed, even if invalid. A toll-free number lies nowhere, so a place that was typed before is dropped. */
function asTyped(query: URLSearchParams, own: string) {
  const country = query.get("country") ?? firstCountry(own);
  const known = firstCountry(country);
  const kind = kindIn(known, query.get("kind") ?? "local");
  const isTollFree = kind === "toll_free" && isNorthAmerican(known);
  const area_code = query.get("area_code") ?? "";
  return {
    country,
    kind,
    area_code: isTollFree && !isTollFreeCode(area_code) ? "" : area_code,
    // The carrier's own name is accepted too; as a field's name it would hide a method of the form.
    digits: query.get("digits") ?? query.get("contains") ?? "",
    locality: kind === "local" ? (query.get("locality") ?? "") : "",
  };
}

/** The offers, or the errors of the search at its fields, or why the carrier has no answer. */
export async function offersFor(
  { organization, may }: Pick<Actor, "organization" | "may">,
  numberContext: NumberContext,
  query: URLSearchParams,
) {
  const search = asTyped(query, organization.country);
  const shown = { ...search, country: isSoldCountry(search.country) ? search.country : "" };
  const nothing = { search: shown, errors: {}, offers: [], refusal: null };
  const parsed = numberSearch.safeParse(search);
  if (!parsed.success) {
    const errors: Record<string, string[]> = z.flattenError(parsed.error).fieldErrors;
    return { ...nothing, errors, status: 422 };
  }
  const spent = await spendRequest(numberContext, Date.now());
  if (!spent.ok) return { ...nothing, refusal: tooManyWords(spent.retryAfter), status: 429 };
  const [found, payer] = await Promise.all([
    usualAccount(numberContext.settings).client.numbers.search(parsed.data),
    payerOf(numberContext.db, numberContext.settings, organization.id),
  ]);
  if (!found.ok)
    return {
      ...nothing,
      refusal: searchRefusalWords(found.reason),
      status: found.reason === "refused" ? 422 : 502,
    };
  const offers = await Promise.all(
    found.numbers.map((number) => describeOffer(number, numberContext, payer, organization)),
  );
  const canPay = may("subscription.write");
  const asked = offers.map((offer) =>
    offer.access === "paid" && !canPay ? { ...offer, access: "owner" as const } : offer,
  );
  return { ...nothing, offers: asked, status: 200 };
}

/** How an offered number can be had; `documents`: not here yet, because the carrier wants to see some. */
export type OfferAccess = Access | "documents";

async function describeOffer(
  number: OfferedNumber,
  numberContext: NumberContext,
  payer: Payer,
  { locale, currency, status }: Pick<Actor["organization"], "locale" | "currency" | "status">,
) {
  const { phone_number, country, kind } = number;
  const offered = {
    phone_number,
    country,
    kind,
    locality: number.locality ?? "",
    region: number.region ?? "",
  };
  const proof = await offerProof(numberContext, offered);
  const access: OfferAccess = lacksDocuments(numberContext.settings, number)
    ? "documents"
    : accessTo(payer, number);
  const price = numberPrice(country, kind, payer.currency ?? currency);
  return {
    ...offered,
    /** The button's value. */
    press: [...Object.values(offered), proof].join("|"),
    shown: internationally(phone_number),
    access,
    // A client never sees what the platform asks of its agency.
    price:
      access === "included"
        ? includedWords(status)
        : payer.isClient || !price
          ? ""
          : priceWords(price, locale),
  };
}

/** Whether a number can only be bought with documents that this deployment does not have. */
export const lacksDocuments = (
  settings: Settings,
  { country, kind, needsAddress = false }: NumberSort & { needsAddress?: boolean },
): boolean => usualAccount(settings).client.numbers.lacksDocuments({ country, kind, needsAddress });

export type OfferedPlace = Record<"phone_number" | "country" | "kind" | "locality" | "region", string>;

/** The proof that the carrier's search offered a number, as what it is and with this place, to one organization. */
export const offerProof = (
  { settings, organization_id }: Pick<NumberContext, "settings" | "organization_id">,
  { phone_number, country, kind, locality, region }: OfferedPlace,
): Promise<string> =>
  mac(
    settings.APP_SECRET,
    `number-offer:${organization_id}`,
    [phone_number, country, kind, locality, region].join("|"),
  );
