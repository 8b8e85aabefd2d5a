/** Campaigns in words: their states, results and reasons. */
import { count, counted } from "#app/platform/format.ts";
import type { BlockCause, CampaignStatus, DialCaps } from "./campaign.schema.ts";
import type { CallResult, RetryResult } from "./campaign-terms.ts";

/** How a tag looks. */
export type Tone = "neutral" | "good" | "warn" | "bad" | "brand";

export const statusWords: Readonly<Record<CampaignStatus, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  running: "Running",
  paused: "Paused",
  stopped: "Stopped",
  finished: "Finished",
  broken: "Halted",
};

export const statusTones: Readonly<Record<CampaignStatus, Tone>> = {
  draft: "neutral",
  scheduled: "brand",
  running: "good",
  paused: "warn",
  stopped: "neutral",
  finished: "neutral",
  broken: "bad",
};

export const retriedWords: Readonly<Record<RetryResult, string>> = {
  no_answer: "No answer",
  busy: "Busy",
  voicemail: "Voicemail",
  failed: "Failed",
};

/** What came of a person's last attempt, in a word or two. */
export const resultWords: Readonly<Record<CallResult, string>> = {
  answered: "Answered",
  ...retriedWords,
  invalid: "No such number",
  opted_out: "Asked not to be called",
  carrier: "Carrier refused",
  lost: "Not called",
};

export const resultTones: Readonly<Record<CallResult, Tone>> = {
  answered: "good",
  no_answer: "neutral",
  busy: "neutral",
  voicemail: "neutral",
  failed: "warn",
  invalid: "warn",
  opted_out: "bad",
  carrier: "warn",
  lost: "neutral",
};

/** Why people are not called: in a few words, and in a sentence that says what helps. */
export const causeWords: Readonly<Record<BlockCause, { readonly title: string; readonly what: string }>> = {
  do_not_call: {
    title: "On the do-not-call list",
    what: "They asked not to be called, or your team put them on the list.",
  },
  no_consent: {
    title: "No consent on file",
    what: "This campaign needs a consent that these people haven't given. Record it on the contact, with its source.",
  },
  consent_expired: {
    title: "Consent too old",
    what: "In the United States a customer may be called for 18 months after their consent, and someone who asked for 3.",
  },
  consent_revoked: {
    title: "Consent withdrawn",
    what: "They agreed to calls before, and took it back.",
  },
  screened: {
    title: "On a screening list",
    what: "The number is on a list you uploaded, such as a national do-not-call register.",
  },
  unknown_place: {
    title: "Time zone unknown",
    what: "It isn't known where the number is, so it can't be called within lawful hours. Set the contact's time zone.",
  },
  country_blocked: {
    title: "Country not called",
    what: "Your telephony settings or the carrier don't allow calls to this country.",
  },
  out_of_reach: {
    title: "Not within your plan",
    what: "Your plan doesn't call this number: it's abroad, costs more than a call, or is in a country known for fraud.",
  },
  register_old: {
    title: "Register too old",
    what: "A copy of the national do-not-call register is older than 31 days. Upload a new one and delete the old one under Screening lists.",
  },
  number_cap: {
    title: "Called often enough",
    what: "A number gets only so many calls, from all campaigns together.",
  },
  cooldown: {
    title: "Waiting between calls",
    what: "They were spoken with a short time ago. This campaign leaves time between a conversation and the next call.",
  },
  calling_hours: {
    title: "Outside calling hours",
    what: "It's too early, too late or the wrong day where they are. They're called when hours open.",
  },
  left_audience: {
    title: "No longer in the audience",
    what: "They left the lists, segments and tags of this campaign.",
  },
  no_number: { title: "No phone number", what: "The contact has no number to call." },
  stopped: { title: "Campaign over", what: "The campaign ended before their turn." },
  blocked_number: { title: "Number blocked", what: "The number is on your block list of call protection." },
  called_before: {
    title: "Number called before",
    what: "This campaign called the number already, as that of another contact.",
  },
  already_calling: {
    title: "In a call",
    what: "The number is being called right now, by this or another campaign.",
  },
};

/** What all campaigns together call at most. */
export const paceCapWords = ({ per_minute, per_day }: DialCaps, locale: string): string =>
  `All your campaigns together make at most ${counted(per_minute, "call", "calls", locale)} a minute and ${count(per_day, locale)} a day.`;

/** What a number gets at most. */
export const numberCapWords = ({ number_per_day, number_in_14_days }: DialCaps, locale: string): string => {
  const aDay = number_per_day === 1 ? "one call" : counted(number_per_day, "call", "calls", locale);
  return `A number gets at most ${aDay} a day and ${number_in_14_days} in 14 days, from all campaigns together.`;
};

/** A cause in a few words and a sentence, with the caps as they are. */
export const causeText = (cause: BlockCause, caps: DialCaps, locale: string) =>
  cause === "number_cap" ? { ...causeWords[cause], what: numberCapWords(caps, locale) } : causeWords[cause];

const isResult = (text: string): text is CallResult => Object.hasOwn(resultWords, text);
const isCause = (text: string): text is BlockCause => Object.hasOwn(causeWords, text);

/** A lead's result or cause in words, and how it looks; null: none yet. */
export function leadResult(result: string | null): { words: string; tone: Tone } | null {
  if (result === null || result === "") return null;
  if (isResult(result)) return { words: resultWords[result], tone: resultTones[result] };
  return { words: isCause(result) ? causeWords[result].title : "Not called", tone: "warn" };
}

/** The cause that a lead's result names; null: it names what came of a call. */
export const causeOf = (result: string): BlockCause | null => (isCause(result) ? result : null);

/** Why a campaign stands, is held or ended, where its state alone does not say it. */
const whys: Readonly<Record<string, string>> = {
  done: "Finished. Everyone was called, or can't be.",
  budget: "Finished, because its budget is used up.",
  goal: "Finished, because its goal is reached.",
  ended: "Finished, because its last day is over.",
  carrier_fails: "Calls fail one after the other. Check your telephony.",
  calls_fail: "Halted, because half of its calls failed. Check its agent and your telephony, then resume.",
  no_agent: "Halted, because its agent is gone. Choose another one, then resume.",
  no_caller: "Halted, because none of its numbers can call. Choose others, then resume.",
  no_carrier: "Halted, because no carrier account is connected. Check your telephony, then resume.",
  organization_suspended: "Halted, because your organization is suspended.",
  unpaid: "Halted, because your plan isn't paid. Pay it, then resume.",
  trial_over: "Waiting, because your trial's minutes are used up.",
  spending_cap: "Waiting, because your spending cap is reached.",
  usage_ceiling: "Waiting, because your plan's usage is used up.",
  spend_breaker: "Waiting, because today's calls cost more than call protection allows.",
  register_old:
    "Waiting, because a copy of the national do-not-call register is older than 31 days. Upload a new one and delete the old one under Screening lists.",
  outside_hours: "Waiting, because your organization's calling hours are over.",
};

/** null: nothing more than its state. */
export const whyWords = (why: string | null): string | null =>
  why !== null && Object.hasOwn(whys, why) ? (whys[why] ?? null) : null;

/** The states of a person in a campaign, for a choice. */
export const leadStates = [
  { value: "waiting", label: "Waiting" },
  { value: "leased", label: "Up next" },
  { value: "calling", label: "Being called" },
  { value: "done", label: "Done" },
] as const;

/** Results and causes, for a choice. */
export const resultChoices: readonly { value: string; label: string; group: string }[] = [
  ...Object.entries(resultWords).map(([value, label]) => ({ value, label, group: "What came of the call" })),
  ...Object.entries(causeWords).map(([value, { title }]) => ({
    value,
    label: title,
    group: "Why not called",
  })),
];
