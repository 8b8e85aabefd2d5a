/** The names of the week and its limits. Without zod, so that pages can use them without loading the validator in the browser. */

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** The most open time ranges of one day. */
export const mostStretches = 4;

/** The most closed days that a list of opening hours holds. */
export const mostHolidays = 60;
