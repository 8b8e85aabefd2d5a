/** What members may be told of calls by mail. */
import { z } from "zod";

export const noticeEvents = ["booking", "message", "missed"] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** Who asked for which; by the user's id. */
export const wantedNotices = z.record(z.string(), z.array(z.enum(noticeEvents)));

/** A call that somebody wants to be told of, as the organization's outbox hands it over (`call_notice`). */
export const callNotice = z.object({
  event: z.enum(noticeEvents),
  /** The ids of the members who asked for it when the call ended. */
  to: z.array(z.string()),
  call_id: z.string(),
  /** A name or a number; null: withheld. */
  who: z.string().nullable(),
  /** E.164; null: withheld, or a call that we placed. An event of the version before says nothing of it. */
  caller_number: z.string().nullable().default(null),
  summary: z.string().nullable(),
  /** What the caller left, and what they were promised a call about. */
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
