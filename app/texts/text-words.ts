/** Text messages and threads as pages show them. */
import type { Reading } from "#app/calls/call-row.ts";
import { outcomeFrom } from "#app/calls/call-row.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { ago, clockDuration, dayInWords, exactTime, timeOfDay } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";

/** Why an agent does not answer, or a message was not sent; what is not here is a carrier's own words. */
const reasons: Readonly<Record<string, string>> = {
  opted_out: "This person asked for no more texts.",
  stop: "They asked for no more texts.",
  start: "They asked to get texts again.",
  help: "They asked for help, and were told who you are.",
  no_agent: "No agent answers this number.",
  texts_off: "The number's agent doesn't answer texts.",
  member: "A member of your team answers here.",
  loop: "The agent stopped here: this looked like two machines that answer each other.",
  auto_reply: "Not answered, because it looks like an automatic reply.",
  busy_thread: "Not answered: the agent has written here as often as it may in a day.",
  number_day: "Not answered: this number has sent as many texts by itself as it may in a day.",
  short_code: "Not answered: it comes from no phone number.",
  empty: "It has no words.",
  media_only: "Only a picture came, so the agent asked for words.",
  number_gone: "The number isn't yours anymore.",
  do_not_call: "This person asked not to be contacted.",
  carrier_opt_out: "The carrier knows that this person wants no texts.",
  carrier_silent: "The carrier didn't answer. It may have been delivered, so it isn't sent again.",
  replied_by_carrier: "The carrier has confirmed it by itself.",
  caller_blocked: "Not answered: this number is on your block list.",
  caller_budget: "Not answered: this person has reached the limits of call protection.",
  number_budget: "Not answered: the number has reached the limits of call protection.",
  spend_breaker: "Not answered: there is much more going on today than usual.",
  organization_suspended: "Not answered: the organization is suspended.",
  unpaid: "Not answered: the plan isn't paid.",
  trial_over: "Not answered: the trial is used up.",
  spending_cap: "Not answered: the spending limit is reached.",
  usage_ceiling: "Not answered: the spending limit is reached.",
  country_blocked: "Not answered: calls and texts from this country are turned off.",
  outside_hours: "Not answered: the number takes no calls now, and no agent is set for it.",
  organization_deleted: "Not answered: the organization was deleted.",
};

export const reasonWords = (why: string): string => reasons[why] ?? why;

const statusWords: Readonly<Record<string, string>> = {
  queued: "Sending",
  sending: "Sending",
  unknown: "Perhaps not sent",
  sent: "Sent",
  delivered: "Delivered",
  undelivered: "Not delivered",
  failed: "Not sent",
  held: "Not sent",
};
const bad = new Set(["unknown", "undelivered", "failed", "held"]);
/** Nothing is wrong where the carrier has done it in our place. */
const isBad = ({ status, why }: Pick<TextFacts, "status" | "why">): boolean =>
  bad.has(status) && why !== "replied_by_carrier";

type ThreadFacts = {
  id: string;
  our_number: string;
  other_number: string;
  unread: number;
  last_at: number;
  last_text: string;
  opted_out_at: number | null;
  agent_off: string | null;
};

export type Glance = {
  id: string;
  /** A name, or else the number; `face`: only a name has one. */
  who: string;
  face: string | null;
  number: string;
  ours: string;
  glance: string;
  when: string;
  exactly: string;
  unread: number;
  hasOptedOut: boolean;
};

/** @param lastStatus what became of the last message; null: it came in, or is none */
export const glanceOf = (
  thread: ThreadFacts,
  name: string | null,
  reading: Reading,
  lastStatus: string | null = null,
): Glance => ({
  id: thread.id,
  who: name || internationally(thread.other_number),
  face: name || null,
  number: internationally(thread.other_number),
  ours: internationally(thread.our_number),
  glance:
    lastStatus !== null && bad.has(lastStatus)
      ? `${statusWords[lastStatus] ?? lastStatus}: ${thread.last_text}`
      : thread.last_text,
  when: ago(thread.last_at, reading.now, reading),
  exactly: exactTime(thread.last_at, reading),
  unread: thread.unread,
  hasOptedOut: thread.opted_out_at !== null,
});

type TextFacts = {
  id: string;
  direction: "in" | "out" | "note";
  author: "caller" | "agent" | "member" | "system";
  author_name: string | null;
  text: string;
  media: number;
  status: string;
  why: string | null;
  created_at: number;
};

/** One entry of the time line. */
export type Shown =
  | {
      is: "text";
      id: string;
      side: "theirs" | "ours";
      by: string;
      text: string;
      pictures: string | null;
      day: string;
      time: string;
      exactly: string;
      status: { words: string; isBad: boolean } | null;
      why: string | null;
    }
  | { is: "note"; id: string; text: string; day: string; time: string; exactly: string }
  | {
      is: "call";
      id: string;
      text: string;
      outcome: string;
      length: string | null;
      day: string;
      time: string;
      exactly: string;
    };

const momentOf = (at: number, reading: Reading) => ({
  day: dayInWords(at, reading.now, reading),
  time: timeOfDay(at, reading),
  exactly: exactTime(at, reading),
});

const authors = { caller: "", agent: "Agent", member: "A former member", system: "Automatic" } as const;

export function shownText(row: TextFacts, reading: Reading): Shown {
  const moment = momentOf(row.created_at, reading);
  if (row.direction === "note") return { is: "note", id: row.id, text: row.text, ...moment };
  const isOurs = row.direction === "out";
  return {
    is: "text",
    id: row.id,
    side: isOurs ? "ours" : "theirs",
    by: row.author_name ?? authors[row.author],
    text: row.text,
    pictures:
      row.media === 0 ? null : row.media === 1 ? "Picture received" : `${row.media} pictures received`,
    ...moment,
    status: isOurs ? { words: statusWords[row.status] ?? row.status, isBad: isBad(row) } : null,
    why: row.why === null ? null : reasonWords(row.why),
  };
}

type CallFacts = {
  id: string;
  direction: "inbound" | "outbound";
  outcome: string;
  summary: string | null;
  started_at: number;
  talk_seconds: number;
};

export const shownCall = (call: CallFacts, reading: Reading): Shown => ({
  is: "call",
  id: call.id,
  text: call.summary ?? (call.direction === "inbound" ? "They called" : "We called"),
  outcome: outcomeWords[outcomeFrom(call.outcome)],
  length: call.talk_seconds > 0 ? clockDuration(call.talk_seconds) : null,
  ...momentOf(call.started_at, reading),
});
