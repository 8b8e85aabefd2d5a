/** What a number costs, and why one cannot be had, in words. */
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { money } from "#app/platform/format.ts";
import type { NumberPrice } from "./number-prices.ts";

/** Minor units as text; every currency of the price list has a hundred of them. */
export const amountWords = (amount: number, currency: string, locale: string): string =>
  money(amount * 10_000, currency, locale);

/** "$2.00 a month + $1.00 setup" */
export const priceWords = ({ monthly, setup, currency }: NumberPrice, locale: string): string =>
  [
    `${amountWords(monthly, currency, locale)} a month`,
    ...(setup > 0 ? [`${amountWords(setup, currency, locale)} setup`] : []),
  ].join(" + ");

/** `status`: `organizations.subscription_status` */
export const includedWords = (status: string): string =>
  isUnpaid(status) ? "Included in your trial" : "Included in your plan";
