/** The notices about calls that members may receive by mail. */
import { z } from "zod";

export const noticeEvents = ["booking", "message", "missed"] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** The notices that each member wants, by user id. */
export const wantedNotices = z.record(z.string(), z.array(z.enum(noticeEvents)));
export type WantedNotices = z.infer<typeof wantedNotices>;

/** A mail about a call, to the members who asked for it. */
export const callNotice = z.object({
  event: z.enum(noticeEvents),
  /** The ids of the members who asked for it. */
  to: z.array(z.string()),
  call_id: z.string(),
  /** A name or a number; null: withheld. */
  who: z.string().nullable(),
  /** E.164; null: withheld, or a call that we placed. Older events do not say. */
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
  /** ms UTC; null: an older event, which does not say. */
  ended_at: z.int().nullable().default(null),
});
export type CallNotice = z.infer<typeof callNotice>;
