/** The week's names and how much of it can be told. No zod here, so that pages can show them without carrying the validator to the browser. */

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** The most open stretches of one day. */
export const mostStretches = 4;

/** The most days off that a list of opening hours holds. */
export const mostHolidays = 60;
