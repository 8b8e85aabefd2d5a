/** What a number costs, in words. */
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { price } from "#app/platform/format.ts";
import type { NumberPrice } from "./number-prices.ts";

/** "$2 a month + $1 setup" */
export const priceWords = ({ monthly, setup, currency }: NumberPrice, locale: string): string =>
  [
    `${price(monthly, currency, locale)} a month`,
    ...(setup > 0 ? [`${price(setup, currency, locale)} setup`] : []),
  ].join(" + ");

/** `status`: `organizations.subscription_status` */
export const includedWords = (status: string): string =>
  isUnpaid(status) ? "Included in your trial" : "Included in your plan";
