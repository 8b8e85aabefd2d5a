/** Why a number may not be dialled as a fallback, in words at its field. */
import type { DialRefusal } from "#app/platform/phone-number-cost.ts";

const words: Readonly<Record<DialRefusal, string>> = {
  unknown: "That isn't a number that can be called",
  costs_extra: "Calls to this number cost extra, so callers can't be put through to it",
  risky: "Callers can't be put through to this country",
  abroad: "Your plan puts callers through within your own country only",
  not_in_trial: "During the trial callers can't be put through in this country",
};

export const dialWords = (refusal: DialRefusal): string => words[refusal];
