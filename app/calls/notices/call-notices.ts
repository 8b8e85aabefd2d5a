/** Which members a finished call is mailed to, and as what: one notice to each member, of the first thing that they asked for. */
import type { Payloads } from "#app/object/events.schema.ts";
import { internationally } from "#app/platform/phone-number.ts";
import {
  type CallNotice,
  type NoticeEvent,
  noticeEvents,
  type WantedNotices,
} from "./call-notices.schema.ts";

type FinishedCall = Payloads["call.finished"];

/** What a call gives notice of, the most important first. A test call, and one of a deleted organization, give none. */
export function noticeEventsOf({ type, reason, booked, outcome, messages }: FinishedCall): NoticeEvent[] {
  if (type === "test" || reason === "organization_deleted") return [];
  const happened = { booking: booked, message: messages > 0, missed: outcome === "missed" };
  return noticeEvents.filter((event) => happened[event]);
}

/** The notices of a call, by what the members want and what the caller left. */
export function noticesOf(
  call: FinishedCall,
  { wanted, messages }: { wanted: WantedNotices; messages: CallNotice["messages"] },
): CallNotice[] {
  const { call_id, summary, started_at, ended_at, other_number, direction, contact_name } = call;
  const events = noticeEventsOf(call);
  const who = contact_name ?? (other_number === null ? null : internationally(other_number));
  const caller_number = direction === "inbound" ? other_number : null;
  return events
    .map((event) => ({
      event,
      to: Object.entries(wanted).flatMap(([user_id, asked]) =>
        events.find((one) => asked.includes(one)) === event ? [user_id] : [],
      ),
    }))
    .filter(({ to }) => to.length > 0)
    .map((notice) => ({ ...notice, call_id, who, caller_number, summary, messages, started_at, ended_at }));
}
