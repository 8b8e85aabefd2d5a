/**
 * Lengths of time, by unit. The name of a constant that is a length of time ends in its unit: `_ms`, `_s`, `_minutes`,
 * `_hours`, `_days`.
 */
export const second_ms = 1000;
export const minute_ms = 60 * second_ms;
export const hour_ms = 60 * minute_ms;
export const day_ms = 24 * hour_ms;

/** Seconds, as cookies count. */
export const day_s = 86_400;
