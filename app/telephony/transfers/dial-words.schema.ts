/** Why callers cannot be transferred to a number, in words. */
import type { DialRefusal } from "#app/platform/phone-number-cost.ts";

/** As the number's field says it. `country`: the organization's */
export const dialRefusalWords = (refusal: DialRefusal, country: string): string =>
  ({
    unknown: "Use a full number, like +1 415 555 0100",
    costs_extra: "Calls to this number cost extra, so callers can't be transferred to it",
    risky: "Calls to this country carry a high risk of fraud, so callers can't be transferred there",
    abroad: `Until you subscribe, use a number in your own country (${nameOf(country)})`,
    not_in_trial: `Until you subscribe, callers can't be transferred to numbers in ${nameOf(country)}`,
  })[refusal];

const nameOf = (country: string): string =>
  new Intl.DisplayNames("en", { type: "region", fallback: "code" }).of(country) ?? country;
