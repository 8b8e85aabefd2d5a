/** Why a call ended, found from what it said of its end; and the words for it. */
import type { CallOutcome, CallStatus } from "./call-terms.schema.ts";
import {
  type CallEndReason,
  type EndFacts,
  endedGroups,
  endReasons,
  type Fault,
  isReason,
  statusGroups,
} from "./end-reasons.schema.ts";

/** What calls say of their end beside the reasons themselves: the reason that each belongs to, and its own words where they say more. */
const endDetails = {
  goodbye: ["agent_hangup", null],
  hung_up: ["customer_hangup", null],
  max_words: ["max_duration", "Reached the most words of a call"],
  wrong_number: ["custom_reason", "Wrong number"],
  emergency: ["custom_reason", "Told to call the emergency number"],
  abuse: ["abuse_blocked", "The agent ended the call"],
  failed: ["platform", null],
  lost: ["platform", "The call was dropped"],
  no_relay: ["telephony", "The call couldn't be connected"],
  line_lost: ["telephony", null],
  lines_full: ["concurrency", null],
  no_line: ["concurrency", null],
  outside_hours: ["outside_window", null],
  no_agent: ["manual_stop", "No agent was assigned"],
  organization_deleted: ["manual_stop", "The organization was deleted"],
  organization_suspended: ["manual_stop", "The organization was suspended"],
  trial_over: ["no_credit", "The trial minutes had run out"],
  usage_ceiling: ["no_credit", "The limit for unpaid minutes was reached"],
  unpaid: ["no_credit", "The plan wasn't paid"],
  spending_cap: ["daily_cap", null],
  caller_blocked: ["abuse_blocked", "The caller is blocked"],
  number_withheld: ["abuse_blocked", "The caller withheld their number"],
  caller_budget: ["abuse_blocked", "The caller called too often"],
  number_budget: ["abuse_blocked", "The number had too many calls"],
  spend_breaker: ["abuse_blocked", "Much more talk than on a usual day"],
  country_blocked: ["manual_stop", "Calls from this country aren't taken"],
  forwarded_no_agent: ["transferred", "No agent was assigned: put through to the fallback number"],
  forwarded_suspended: ["transferred", "The organization was suspended: put through to the fallback number"],
  forwarded_lines_full: ["transferred", "All lines were busy: put through to the fallback number"],
  forwarded_closed: ["transferred", "Outside opening hours: put through to the fallback number"],
  forward_unanswered: ["transfer_failed", "The fallback number didn't answer"],
  stopped_by_member: ["manual_stop", "A member ended the call"],
  looping: ["abuse_blocked", "The call went in circles"],
  calling_hours: [
    "outside_window",
    "People may not be called at that hour",
    "Call again within the hours of the number's place.",
  ],
  unknown_place: [
    "outside_window",
    "It isn't known in which time zone the number is",
    "Call a number whose area code names a place.",
  ],
  not_placed: [
    "telephony",
    "The carrier didn't place the call",
    "Call again. If it happens again, check the carrier's status.",
  ],
  keys_storm: ["abuse_blocked", "Too many keys were pressed"],
} as const satisfies Record<string, readonly [reason: CallEndReason, words: string | null, next?: string]>;
export type EndDetail = CallEndReason | keyof typeof endDetails;

const isDetail = (word: string): word is keyof typeof endDetails => Object.hasOwn(endDetails, word);

/** The outcomes that callers ask for. */
const reached: ReadonlySet<CallOutcome> = new Set([
  "booked",
  "moved",
  "canceled",
  "lead",
  "message",
  "call_back",
]);

/** Why the carrier never connected a call. */
const notConnected: Partial<Record<CallStatus, CallEndReason>> = {
  busy: "busy",
  no_answer: "no_answer",
  rejected: "declined",
  failed: "telephony",
};

/** How a call ended, as it is stored: its reason, and what it said of its end where that is not the reason itself. */
export type Ending = { end_reason: CallEndReason | null; end_detail: string | null };

/** @param said a reason or a detail; null: nothing is known of the end */
export function endingOf(
  said: string | null,
  call: { status: CallStatus; outcome: CallOutcome; answered_at: number | null },
): Ending {
  if (said === null) return { end_reason: null, end_detail: null };
  if (said === "hung_up" && call.answered_at === null) {
    const reason = notConnected[call.status];
    if (reason !== undefined) return { end_reason: reason, end_detail: said };
  }
  // The caller may have said goodbye first.
  if ((said === "goodbye" || said === "end_phrase") && reached.has(call.outcome))
    return { end_reason: "goal_reached", end_detail: "goodbye" };
  if (isReason(said)) return { end_reason: said, end_detail: null };
  // A word of a newer version, met by an older one during a deployment.
  return { end_reason: isDetail(said) ? endDetails[said][0] : "custom_reason", end_detail: said };
}

type Ended = { end_reason: string | null; end_detail: string | null; direction?: string };

/** What the table says of a call's end, in the words of its detail; null: nothing is known of it. */
export function endFactsOf({ end_reason, end_detail, direction }: Ended): EndFacts | null {
  if (end_reason === null || !isReason(end_reason)) return null;
  const facts = endReasons[end_reason];
  const detail = end_detail !== null && isDetail(end_detail) ? endDetails[end_detail] : null;
  const words = detail?.[1] ?? facts.words;
  return {
    ...facts,
    // Who is called is no caller.
    words: direction === "outbound" ? words.replace("The caller", "The called person") : words,
    next: detail?.[2] ?? facts.next,
  };
}

/** Whether a call's talk counts against the plan: what fails on our side is free. */
export const isCharged = (end_reason: CallEndReason | null): boolean =>
  end_reason === null || endReasons[end_reason].isCharged;

export const faultWords: Record<Fault, string> = {
  no_one: "No one",
  caller: "The caller",
  organization: "Your settings or plan",
  carrier: "The phone carrier",
  provider: "The provider of speech or language",
  platform: "This service",
};

/** A status in the words of its group. */
export const statusShown = (status: CallStatus): string =>
  Object.values(statusGroups).find(({ holds }) => holds.some((one) => one === status))?.words ?? status;

/** Whether an ending of the filter is a group of statuses, and no reason. */
export const isEndedGroup = (word: string | null): boolean => endedGroups.some((one) => one === word);

/** The filter's choices: every status, and the reasons that occur. */
export const endingChoices = (occurring: readonly CallEndReason[]): { value: string; label: string }[] => [
  ...endedGroups.map((value) => ({ value, label: statusGroups[value].words })),
  ...occurring.map((value) => ({ value, label: endReasons[value].words })),
];
