/** The port to lists that numbers are screened against before each call. Its built-in source is what the organization uploads. */

export const screeningKinds = ["national", "litigator", "other", "line_types"] as const;
export type ScreeningKind = (typeof screeningKinds)[number];

/** What is known of a number. `barredBy`: the list that keeps it from being called; null: none does. */
export type Screened = {
  barredBy: { id: string; name: string; kind: ScreeningKind; updated_at: number } | null;
  line_type: string | null;
  /** The lists that were asked, by name and day. */
  lists: { name: string; kind: ScreeningKind; updated_at: number }[];
};

/** A number of a list, E.164, and what line it is. */
export type ScreenedRow = { phone_number: string; line_type: string | null };

/** One source of screening. */
export type Screening = { look(phone_number: string): Screened };

export type ScreeningList = {
  id: string;
  name: string;
  kind: ScreeningKind;
  numbers: number;
  created_by_name: string;
  created_at: number;
  updated_at: number;
};
