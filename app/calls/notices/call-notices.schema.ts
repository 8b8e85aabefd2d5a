/** The notices about calls that members may receive by mail. */
import { z } from "zod";

export const noticeEvents = ["booking", "message", "missed"] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** The notices that each member wants, by user id. */
export const wantedNotices = z.record(z.string(), z.array(z.enum(noticeEvents)));

/** A call that members want to know about, as the organization's outbox hands it over (`call_notice`). */
export const callNotice = z.object({
  event: z.enum(noticeEvents),
  /** The ids of the members who asked for it when the call ended. */
  to: z.array(z.string()),
  call_id: z.string(),
  /** A name or a number; null: withheld. */
  who: z.string().nullable(),
  /** E.164; null: withheld, or an outbound call. Events of the previous version lack it. */
  caller_number: z.string().nullable().default(null),
  summary: z.string().nullable(),
  /** What the caller left, and promised call backs. */
  messages: z
    .array(
      z.object({
        kind: z.enum(["message", "call_back"]),
        text: z.string(),
        name: z.string().nullable(),
        phone_number: z.string().nullable(),
      }),
    )
    .default([]),
  /** ms UTC */
  started_at: z.int(),
});
export type CallNotice = z.infer<typeof callNotice>;
