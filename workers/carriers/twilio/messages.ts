/** Twilio's posts about text messages, in our terms (docs/telephony.md, "Text messages"). */
import { z } from "zod";
import { errorWords, optedOut } from "#app/telephony/carriers/twilio-errors.server.ts";
import type { AnnouncedText, Fields, TextReport } from "#workers/carriers/carrier-wire.ts";

const messageSid = z.string().regex(/^(?:SM|MM)[0-9a-f]{32}$/i);
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);

const received = z.object({
  MessageSid: messageSid,
  From: z.string().min(1).max(40),
  To: e164,
  Body: z.string().max(20_000).default(""),
  NumMedia: z.coerce.number().int().min(0).max(100).default(0),
  /** There with Advanced Opt-Out alone: the carrier has answered. */
  OptOutType: z.string().default(""),
});

const statuses: Readonly<Record<string, TextReport["status"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  failed: "failed",
};

const report = z.object({
  MessageSid: messageSid,
  MessageStatus: z.string(),
  From: e164,
  ErrorCode: z.string().max(20).default(""),
});

export function text(fields: Fields): AnnouncedText {
  const { MessageSid, From, To, Body, NumMedia, OptOutType } = received.parse(fields);
  return {
    provider_message_id: MessageSid,
    from: From,
    to: To,
    text: Body,
    media: NumMedia,
    is_handled: OptOutType !== "",
  };
}

export function textReport(fields: Fields): TextReport | null {
  const { MessageSid, MessageStatus, From, ErrorCode } = report.parse(fields);
  const status = Object.hasOwn(statuses, MessageStatus) ? statuses[MessageStatus] : undefined;
  if (!status) return null;
  return {
    provider_message_id: MessageSid,
    status,
    our_number: From,
    why: ErrorCode === "" ? null : errorWords(ErrorCode),
    has_opted_out: ErrorCode === optedOut,
  };
}
