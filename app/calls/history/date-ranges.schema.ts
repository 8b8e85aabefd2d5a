/** The ranges of days that the call history offers. Without zod, so that the page can use them without loading the validator. */

export const dateRanges = ["today", "7", "30", "90", "month", "custom"] as const;
export type DateRange = (typeof dateRanges)[number];
