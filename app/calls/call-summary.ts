/** One sentence about the result of a call, made only from its facts. */
import { type Place, shortDate, timeOfDay, weekdayName } from "#app/platform/format.ts";
import { daysBetween, localDate } from "#app/platform/zoned-time.ts";
import { valueShown } from "./call-facts.ts";
import type { CallOutcome } from "./call-terms.schema.ts";
import type { CollectedField } from "./calls.schema.ts";
import { asSentence, inSentence, listed } from "./in-sentence.ts";
import { questionShown } from "./question-words.ts";

export type SummaryFacts = {
  outcome: CallOutcome;
  /** Why the call ended, in our words; explains a missed call. */
  end_reason: string | null;
  /** The last booking of the call, and the number of bookings. */
  booking: { kind: string; starts_at: number } | null;
  bookings: number;
  /** The starts of the appointments that the call moved, as they are now, and of those that it cancelled; ms UTC. */
  moved: readonly number[];
  canceled: readonly number[];
  /** `reason`: why, as a clause: "caller pressed zero". */
  transfer: { name: string; reason: string } | null;
  message: string | null;
  /** Why the caller is to be called back, when they left no message. */
  call_back: string | null;
  /** Topics that were answered from the agent's knowledge, in order. */
  topics: readonly string[];
  /** Questions that nothing answered. */
  unanswered: readonly string[];
  fields: readonly CollectedField[];
  /** Whether the caller said or keyed anything. */
  caller_spoke: boolean;
  /** ms UTC; a booking within the next six days is named by its weekday. */
  started_at: number;
};

const longestQuote = 120;
const quoted = (text: string): string =>
  `“${text.length > longestQuote ? `${text.slice(0, longestQuote - 1).trimEnd()}…` : text}”`;

const missed: Record<string, string> = {
  lines_full: "All lines were busy",
  no_line: "All lines were busy",
  outside_hours: "Called outside opening hours",
  no_agent: "No agent was assigned to this number",
  organization_deleted: "The organization was deleted",
  organization_suspended: "The organization was suspended",
  trial_over: "The trial minutes had run out",
  spending_cap: "The spending cap was reached",
  usage_ceiling: "The limit for unpaid minutes was reached",
  unpaid: "The plan wasn't paid",
  caller_blocked: "The caller is blocked",
  number_withheld: "The caller withheld their number",
  caller_budget: "The caller called too often",
  number_budget: "The number had too many calls",
  spend_breaker: "Much more talk than on a usual day",
  lost: "The call was dropped",
  no_relay: "The call couldn't be connected",
};

/** "an exam", "a cleaning", "an MRI scan". */
const withArticle = (name: string): string =>
  `${/^(?:[aeiou]|[FHLMNRSX](?=[A-Z]))/.test(name) || /^[AEIO]/.test(name) ? "an" : "a"} ${name}`;

function whenBooked(starts_at: number, called_at: number, place: Place): string {
  const day = localDate(starts_at, place.timeZone);
  const weekday = weekdayName(day, place.locale);
  const clock = timeOfDay(starts_at, place);
  return daysBetween(localDate(called_at, place.timeZone), day) < 7
    ? `${weekday} at ${clock}`
    : `${weekday}, ${shortDate(starts_at, called_at, place)}, at ${clock}`;
}

/** " to Tuesday at 3:00 pm", " on Friday at 10:00 am and 1 more". */
function changed(word: "to" | "on", starts: readonly number[], called_at: number, place: Place): string {
  const last = starts.at(-1);
  if (last === undefined) return "";
  const more = starts.length > 1 ? ` and ${starts.length - 1} more` : "";
  return ` ${word} ${whenBooked(last, called_at, place)}${more}`;
}

/** Topics are named, questions are quoted; each once, at most three. */
function asked(topics: readonly string[]): string {
  const said = [...new Set(topics)].slice(0, 3);
  if (said.every((topic) => topic.endsWith("?"))) return `Asked ${listed(said.map(quoted))}`;
  return `Asked about ${listed(said.map((topic) => (topic.endsWith("?") ? quoted(topic) : inSentence(topic))))}`;
}

/** A name, number or address, which stands beside the summary anyway. */
const isContact = ({ label, value }: CollectedField): boolean =>
  /^(?:(?:first|full|last) )?(?:name|phone(?: number)?|e-?mail(?: address)?)$/i.test(label) ||
  /^\+[1-9]\d{6,14}$/.test(value);

/** "interested in whitening", "no insurance", "best day: Tuesday, November 24". */
function detailShown({ label, value }: CollectedField, reading: Parameters<typeof valueShown>[1]): string {
  const said = inSentence(label);
  const possession = /^(?:has|have) (?=\S)/;
  if (possession.test(said) && value === "yes") return said;
  if (possession.test(said) && value === "no") return said.replace(possession, "no ");
  const shown = valueShown(value, reading);
  if (value === "yes" || value === "no") return `${said}: ${value}`;
  return / (?:about|at|by|for|from|in|on|to|with)$/.test(said)
    ? `${said} ${shown === value ? inSentence(shown) : shown}`
    : `${said}: ${shown}`;
}

function nothingCameOfIt({ unanswered, caller_spoke, end_reason }: SummaryFacts): string {
  const [question] = unanswered;
  if (question) return `Asked ${quoted(questionShown(question))}; no answer on file`;
  if (!caller_spoke) return end_reason === "silence" ? "Caller said nothing" : "Hung up during the greeting";
  return end_reason === "silence" ? "Went silent before anything was decided" : "No result";
}

/** The summary of a finished call. Times use the organization's zone and locale. */
export function summaryOf(facts: SummaryFacts, place: Place): string {
  switch (facts.outcome) {
    case "booked": {
      if (!facts.booking) return "Booked an appointment";
      const { kind, starts_at } = facts.booking;
      const more = facts.bookings > 1 ? ` and ${facts.bookings - 1} more` : "";
      return `Booked ${withArticle(inSentence(kind))} for ${whenBooked(starts_at, facts.started_at, place)}${more}`;
    }
    case "moved":
      return `Moved the appointment${changed("to", facts.moved, facts.started_at, place)}`;
    case "canceled":
      return `Cancelled the appointment${changed("on", facts.canceled, facts.started_at, place)}`;
    case "transferred": {
      const { name, reason } = facts.transfer ?? { name: "", reason: "" };
      return `Transferred${name ? ` to ${name}` : ""}${reason ? `; ${inSentence(reason)}` : ""}`;
    }
    case "lead": {
      const reading = { ...place, now: facts.started_at };
      const told = facts.fields
        .filter((field) => !isContact(field))
        .slice(0, 3)
        .map((field) => detailShown(field, reading));
      return (
        asSentence(told.join(told.some((one) => one.includes(",")) ? "; " : ", ")) || "Left their details"
      );
    }
    case "message":
      return facts.message ? `Left a message: ${quoted(facts.message)}` : "Left a message";
    case "call_back":
      return asSentence(facts.call_back || "Wants a callback");
    case "opted_out":
      return "Asked not to be called again";
    case "answered":
      return asked(facts.topics);
    case "no_outcome":
      return nothingCameOfIt(facts);
    case "missed":
      return missed[facts.end_reason ?? ""] ?? "Hung up before the agent answered";
  }
}
