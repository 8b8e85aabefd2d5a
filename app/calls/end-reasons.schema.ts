/**
 * Why a call ended, in one table: the words, who is at fault, whether its talk is charged, and what to do next
 * (docs/telephony.md, "End reasons"). Whatever ends a call names one of these, or a detail that belongs to one.
 */
import type { CallStatus } from "./call-terms.schema.ts";

/** At whose side the cause lies. */
export type Fault = "no_one" | "caller" | "organization" | "carrier" | "provider" | "platform";

export type EndFacts = {
  words: string;
  fault: Fault;
  /** Whether the time that was talked counts against the plan; a call without talk costs nothing anyway. */
  isCharged: boolean;
  next: string;
};

const nothing = "Nothing to do.";

export const endReasons = {
  customer_hangup: { words: "The caller hung up", fault: "no_one", isCharged: true, next: nothing },
  agent_hangup: { words: "The agent said goodbye", fault: "no_one", isCharged: true, next: nothing },
  end_phrase: {
    words: "The caller said goodbye",
    fault: "no_one",
    isCharged: true,
    next: nothing,
  },
  goal_reached: {
    words: "The agent did what was asked and said goodbye",
    fault: "no_one",
    isCharged: true,
    next: nothing,
  },
  custom_reason: {
    words: "The agent ended the call",
    fault: "no_one",
    isCharged: true,
    next: "Read the transcript if the caller calls again.",
  },
  silence: {
    words: "The caller went silent",
    fault: "caller",
    isCharged: true,
    next: "Call back if the number is known.",
  },
  max_duration: {
    words: "Reached the maximum call length",
    fault: "organization",
    isCharged: true,
    next: "Raise the agent's maximum call length if the call was still useful.",
  },
  join_timeout: {
    words: "No one joined in time",
    fault: "caller",
    isCharged: false,
    next: "Call again later.",
  },
  transferred: { words: "Transferred to a person", fault: "no_one", isCharged: true, next: nothing },
  transfer_failed: {
    words: "The transfer wasn't answered",
    fault: "organization",
    isCharged: true,
    next: "Call back, and check the number that the agent transfers to.",
  },
  caller_left_during_transfer: {
    words: "The caller hung up during the transfer",
    fault: "caller",
    isCharged: true,
    next: "Call back. A shorter ring time lets the agent return sooner.",
  },
  human_takeover: {
    words: "A person took over the call",
    fault: "no_one",
    isCharged: true,
    next: nothing,
  },
  voicemail_left: { words: "Left a voicemail", fault: "no_one", isCharged: true, next: "Call again later." },
  voicemail_hangup: {
    words: "Voicemail answered",
    fault: "no_one",
    isCharged: true,
    next: "Call again later.",
  },
  ivr: {
    words: "A machine answered",
    fault: "no_one",
    isCharged: true,
    next: "Use a direct number that a person answers.",
  },
  mailbox_full: {
    words: "The voicemail was full",
    fault: "no_one",
    isCharged: true,
    next: "Call again later.",
  },
  busy: { words: "The line was busy", fault: "no_one", isCharged: false, next: "Call again later." },
  no_answer: { words: "No one answered", fault: "no_one", isCharged: false, next: "Call again later." },
  declined: {
    words: "The call was declined",
    fault: "no_one",
    isCharged: false,
    next: "Call at another time.",
  },
  invalid_number: {
    words: "The number doesn't exist",
    fault: "organization",
    isCharged: false,
    next: "Correct the number.",
  },
  carrier_blocked: {
    words: "The carrier blocked the call",
    fault: "carrier",
    isCharged: false,
    next: "Check which countries the number may call, then ask the carrier.",
  },
  marked_spam: {
    words: "The call was marked as spam",
    fault: "carrier",
    isCharged: false,
    next: "Register the number with the carrier, or call from another one.",
  },
  opt_out: {
    words: "The caller asked not to be called",
    fault: "no_one",
    isCharged: true,
    next: "Don't call this number again.",
  },
  dnc_blocked: {
    words: "The number is on the do-not-call list",
    fault: "organization",
    isCharged: false,
    next: "Don't call this number.",
  },
  outside_window: {
    words: "Outside opening hours",
    fault: "no_one",
    isCharged: false,
    next: "Call back during opening hours, or change the agent's hours.",
  },
  consent_declined: {
    words: "The caller didn't agree to be recorded",
    fault: "no_one",
    isCharged: true,
    next: "Call back without a recording.",
  },
  abuse_blocked: {
    words: "Stopped as abuse",
    fault: "caller",
    isCharged: true,
    next: "If the caller is genuine, allow them under Numbers, Call protection.",
  },
  concurrency: {
    words: "All lines were busy",
    fault: "organization",
    isCharged: false,
    next: "Call back. A larger plan has more lines.",
  },
  no_credit: {
    words: "No minutes were left",
    fault: "organization",
    isCharged: false,
    next: "Check the subscription.",
  },
  daily_cap: {
    words: "The spending cap was reached",
    fault: "organization",
    isCharged: false,
    next: "Raise the spending cap, or wait for the next period.",
  },
  manual_stop: { words: "Calls were stopped", fault: "organization", isCharged: true, next: nothing },
  provider_llm: {
    words: "The language model failed",
    fault: "provider",
    isCharged: false,
    next: "Call back. Choose a second model for the agent.",
  },
  provider_stt: {
    words: "Speech recognition failed",
    fault: "provider",
    isCharged: false,
    next: "Call back. If it happens again, choose another speech provider.",
  },
  provider_tts: {
    words: "The agent's voice failed",
    fault: "provider",
    isCharged: false,
    next: "Call back. If it happens again, choose another voice.",
  },
  telephony: {
    words: "The connection was lost",
    fault: "carrier",
    isCharged: true,
    next: "Call back. If it happens again, check the carrier's status.",
  },
  platform: {
    words: "The agent couldn't continue",
    fault: "platform",
    isCharged: false,
    next: "Call back. The error is in the error log.",
  },
  no_audio: {
    words: "No sound came from the line",
    fault: "carrier",
    isCharged: false,
    next: "Call back. If it happens again, check the number with a test call.",
  },
} as const satisfies Record<string, EndFacts>;
export type CallEndReason = keyof typeof endReasons;

export const isReason = (word: string): word is CallEndReason => Object.hasOwn(endReasons, word);

export const endReasonNames = Object.keys(endReasons).filter(isReason);

/** The statuses of a call as people know them, with those that calls are stored with. */
export const statusGroups = {
  scheduled: { words: "Scheduled", holds: ["scheduled", "queued"] },
  ringing: { words: "Ringing", holds: ["ringing"] },
  in_progress: { words: "In progress", holds: ["in_progress"] },
  transferring: { words: "Transferring", holds: ["transferring"] },
  completed: { words: "Completed", holds: ["completed"] },
  not_connected: { words: "Not connected", holds: ["busy", "no_answer", "canceled", "rejected"] },
  failed: { words: "Failed", holds: ["failed"] },
} as const satisfies Record<string, { words: string; holds: readonly CallStatus[] }>;

/** The groups of calls that are over. */
export const endedGroups = ["completed", "not_connected", "failed"] as const;
type EndedGroup = (typeof endedGroups)[number];

/** What the call history can be filtered by: a status of ended calls, or a reason. */
export const isEndingFilter = (word: string): word is EndedGroup | CallEndReason =>
  isReason(word) || endedGroups.some((one) => one === word);
