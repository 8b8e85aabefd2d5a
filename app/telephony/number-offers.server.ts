/** What the carrier has for sale for a search that stands in the address. */
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Member } from "#app/organizations/membership.server.ts";
import { money } from "#app/platform/format.ts";
import { nationally } from "#app/platform/phone-number.ts";
import { monthlyPriceOf } from "./number-prices.ts";
import { searchRefusalWords } from "./number-words.ts";
import { numberSearch, type OfferedNumber } from "./numbers.schema.ts";
import { officeOf } from "./office.server.ts";
import { searchNumbers } from "./twilio-numbers.server.ts";

/** The search as it was typed, however wrong. */
const asTyped = (query: URLSearchParams) => ({
  kind: query.get("kind") ?? "local",
  area_code: query.get("area_code") ?? "",
  // The carrier's own name for it is understood too; as a field's name it would hide a method of the form.
  digits: query.get("digits") ?? query.get("contains") ?? "",
  locality: query.get("locality") ?? "",
});

/** The offers, or what is wrong with the search at its fields, or why the carrier has no answer. */
export async function offersFor(
  context: Readonly<RouterContextProvider>,
  member: Member,
  query: URLSearchParams,
) {
  const search = asTyped(query);
  const nothing = { search, errors: {}, offers: [], refusal: null };
  const parsed = numberSearch.safeParse(search);
  if (!parsed.success) {
    const errors: Record<string, string[]> = z.flattenError(parsed.error).fieldErrors;
    return { ...nothing, errors, status: 422 };
  }
  const found = await searchNumbers(officeOf(context, member).settings, parsed.data);
  if (!found.ok)
    return {
      ...nothing,
      refusal: searchRefusalWords(found.reason),
      status: found.reason === "refused" ? 422 : 502,
    };
  return { ...nothing, offers: found.numbers.map((number) => shown(number, member)), status: 200 };
}

function shown({ phone_number, locality, region }: OfferedNumber, { country, locale }: Member) {
  const { micros, currency } = monthlyPriceOf(phone_number);
  return {
    phone_number,
    locality,
    region,
    shown: nationally(phone_number, country),
    price: `${money(micros, currency, locale)} a month`,
  };
}
