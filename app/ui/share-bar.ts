/** A part of a whole, as a list of bars shows it. */

/** `value`: already formatted; `share` in percent; `to`: null leads nowhere. */
export type ShareBar = { label: string; value: string; share: number; to: string | null };
