/** The port to lists that numbers are screened against before each call. Its built-in source is what the organization uploads. */

import { day_ms } from "#app/platform/durations.ts";

/** How old a copy of the national register may be (47 CFR 64.1200(c)(2)(i)(D)). */
const longestRegister_ms = 31 * day_ms;

/** Why a campaign is held whose register is older. */
export const registerOld = "register_old";

/** Whether a copy of the register says nothing any more of who joined it since. @param since when it was uploaded; null: there is none */
export const isRegisterOld = (since: number | null, now: number): boolean =>
  since !== null && now - since > longestRegister_ms;

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
export type Screening = {
  look(phone_number: string): Screened;
  /** When the oldest copy of a national register was uploaded; null: there is none. */
  registerSince: number | null;
};

export type ScreeningList = {
  id: string;
  name: string;
  kind: ScreeningKind;
  numbers: number;
  created_by_name: string;
  created_at: number;
  updated_at: number;
};
