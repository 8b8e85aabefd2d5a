/** Why a number is not called, in words for the person who asked. */
import type { PlacedCall } from "./placed-calls.schema.ts";

type Refused = Extract<PlacedCall, { ok: false }>;

/** The field that a refusal stands at; null: above the form. */
export const fieldOf = (reason: Refused["reason"]): "to" | "number_id" | null =>
  atNumber.has(reason) ? "to" : reason === "no_caller" || reason === "no_carrier" ? "number_id" : null;

const atNumber: ReadonlySet<Refused["reason"]> = new Set([
  "no_number",
  "own_number",
  "unknown",
  "costs_extra",
  "risky",
  "abroad",
  "not_in_trial",
  "already_calling",
  "dnc_blocked",
  "calling_hours",
  "unknown_place",
  "caller_blocked",
  "country_blocked",
]);

const sentences: Readonly<Record<Refused["reason"], string>> = {
  no_number: "Enter a phone number, with its country code if it is abroad.",
  own_number: "That is one of your own numbers.",
  unknown: "That is no number that can be called.",
  costs_extra: "Calls to this number cost extra, so it can't be called.",
  risky: "Calls to this country carry a high risk of fraud, so it can't be called.",
  abroad: "Until you subscribe, only numbers in your own country can be called.",
  not_in_trial: "Until you subscribe, numbers in your country can't be called.",
  no_caller: "None of your active numbers can call. Choose another one, or get a number first.",
  no_carrier: "The account that holds this number isn't connected any more.",
  already_calling: "Another call to this number is going on.",
  dnc_blocked: "The number is on your do-not-call list.",
  calling_hours: "People may not be called at this hour.",
  country_blocked: "Calls to this country are turned off under Telephony.",
  unknown_place: "It isn't known in which time zone this number is.",
  caller_blocked: "The number is on your block list. Take it off under Numbers, Call protection.",
  spend_breaker: "Calls have stopped for today: there is much more talk than on a usual day.",
  no_agent: "Publish this agent first.",
  lines_full: "All your lines are in use. Try again when a call has ended.",
  no_line: "The carrier has no free line. Try again in a few minutes.",
  outside_hours: "The agent's hours are over.",
  organization_deleted: "This organization was deleted.",
  organization_suspended: "This organization is suspended, so it can't make calls.",
  trial_over: "The trial's minutes are used up. Choose a plan to make calls.",
  spending_cap: "The spending cap is reached. Raise it, or wait for the next period.",
  usage_ceiling: "The limit for unpaid minutes is reached.",
  unpaid: "The plan isn't paid, so no calls can be made.",
  number_withheld: "This number can't be called.",
  caller_budget: "This number can't be called now.",
  number_budget: "This number can't be called now.",
  carrier: "The carrier didn't place the call. Nothing was charged.",
};

/** @param words what a rule or the carrier said itself */
export const refusedWords = ({
  reason,
  words,
}: {
  reason: Refused["reason"];
  words: string | null;
}): string =>
  reason === "carrier" && words !== null
    ? `The carrier didn't place the call: ${words}`
    : (words ?? sentences[reason]);
