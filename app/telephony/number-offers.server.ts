/** What the carrier has for sale for a search that stands in the address. */
import { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { mac } from "#app/platform/crypto.server.ts";
import { money } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { spendRequest } from "./carrier-limits.server.ts";
import { monthlyPriceOf } from "./number-prices.ts";
import { searchRefusalWords, tooManyWords } from "./number-words.ts";
import { numberSearch, type OfferedNumber } from "./numbers.schema.ts";
import type { NumberContext } from "./numbers.server.ts";
import { searchNumbers } from "./twilio-numbers.server.ts";

/** The search as typed, even if invalid. */
const asTyped = (query: URLSearchParams) => ({
  kind: query.get("kind") ?? "local",
  area_code: query.get("area_code") ?? "",
  // The carrier's own name is accepted too; as a field's name it would hide a method of the form.
  digits: query.get("digits") ?? query.get("contains") ?? "",
  locality: query.get("locality") ?? "",
});

/** The offers, or the errors of the search at its fields, or why the carrier has no answer. */
export async function offersFor(
  { organization }: Pick<Actor, "organization">,
  numberContext: NumberContext,
  query: URLSearchParams,
) {
  const search = asTyped(query);
  const nothing = { search, errors: {}, offers: [], refusal: null };
  const parsed = numberSearch.safeParse(search);
  if (!parsed.success) {
    const errors: Record<string, string[]> = z.flattenError(parsed.error).fieldErrors;
    return { ...nothing, errors, status: 422 };
  }
  const spent = await spendRequest(numberContext, Date.now());
  if (!spent.ok) return { ...nothing, refusal: tooManyWords(spent.retryAfter), status: 429 };
  const found = await searchNumbers(numberContext.settings, parsed.data);
  if (!found.ok)
    return {
      ...nothing,
      refusal: searchRefusalWords(found.reason),
      status: found.reason === "refused" ? 422 : 502,
    };
  const offers = await Promise.all(
    found.numbers.map((number) => describeOffer(number, numberContext, organization.locale)),
  );
  return { ...nothing, offers, status: 200 };
}

async function describeOffer(number: OfferedNumber, numberContext: NumberContext, locale: string) {
  const { phone_number } = number;
  const [locality, region] = [number.locality ?? "", number.region ?? ""];
  const { micros, currency } = monthlyPriceOf(phone_number);
  const proof = await offerProof(numberContext, { phone_number, locality, region });
  return {
    phone_number,
    locality,
    region,
    /** The button's value. */
    press: [phone_number, locality, region, proof].join("|"),
    shown: internationally(phone_number),
    price: `${money(micros, currency, locale)} a month`,
  };
}

export type OfferedPlace = { phone_number: string; locality: string; region: string };

/** The proof that the carrier's search offered a number, with this place, to one organization. */
export const offerProof = (
  { settings, organization_id }: Pick<NumberContext, "settings" | "organization_id">,
  { phone_number, locality, region }: OfferedPlace,
): Promise<string> =>
  mac(settings.APP_SECRET, `number-offer:${organization_id}`, [phone_number, locality, region].join("|"));
