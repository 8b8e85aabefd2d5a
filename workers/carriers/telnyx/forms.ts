/** Telnyx' form posts, translated into our terms (docs/telephony.md, "Telnyx"). Its call ids are long and may contain a colon. */
import { z } from "zod";
import { reportedSeconds } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { answeredBy, causeOfSip } from "#workers/carriers/placed-forms.ts";

const callSid = z.string().regex(/^[\w:.~=-]{8,200}$/);
const e164 = /^\+[1-9]\d{6,14}$/;
const caller = z.string().transform((from) => (e164.test(from) ? from : null));
const progress = "call-progress-events";

const statuses: Record<string, CallStatus> = {
  queued: "queued",
  initiated: "ringing",
  ringing: "ringing",
  active: "in_progress",
  answered: "in_progress",
  "in-progress": "in_progress",
  completed: "completed",
  busy: "busy",
  failed: "failed",
  "no-answer": "no_answer",
  canceled: "canceled",
};
const status = z.string().transform((text, context) => {
  const known = Object.hasOwn(statuses, text) ? statuses[text] : undefined;
  if (known) return known;
  context.addIssue({ code: "custom", message: "unknown status" });
  return z.NEVER;
});

/** A call that asks what to do. The signature does not cover the address, so a report of progress is refused here. */
export const voiceForm = z.object({
  CallSid: callSid,
  From: caller,
  To: z.string().regex(e164),
  Direction: z.string().default("inbound"),
  CallbackSource: z
    .string()
    .default("")
    .refine((source) => source !== progress, "a report of progress"),
});

/** A report of progress, and nothing else. */
export const statusForm = z.object({
  CallSid: callSid,
  CallStatus: status,
  From: z.string().default(""),
  To: z.string().default(""),
  CallDuration: z.string().optional().transform(reportedSeconds),
  SipResponseCode: causeOfSip,
  CallbackSource: z.literal(progress),
});

/** The end of a relay session. What Telnyx posts there is not documented, so a status that is absent means that the call goes on. */
export const sessionForm = z.object({ CallSid: callSid, CallStatus: status.default("in_progress") });

/** The end of a relay session. */
export const relayEndForm = sessionForm.extend({ ErrorMessage: z.string().default("") });

const recordingStatuses = { "in-progress": "going", completed: "ready", absent: "absent" } as const;

/** What became of a recording. */
export const recordingForm = z.object({
  CallSid: callSid,
  RecordingSid: z.string().regex(/^[\w-]{8,100}$/),
  RecordingStatus: z
    .enum(["in-progress", "completed", "absent"])
    .transform((told) => recordingStatuses[told]),
  RecordingDuration: z.string().optional().transform(reportedSeconds),
});

/** The result of a transfer. */
export const transferForm = sessionForm.extend({
  DialCallStatus: z.string().default(""),
  DialBridged: z.string().optional(),
  DialCallDuration: z.string().optional().transform(reportedSeconds),
});

/** The phone that a transfer rings: its call, how far that has come, and the key that was pressed. */
export const legForm = sessionForm.extend({ Digits: z.string().max(32).default("") });

/** A conference that began. */
export const conferenceForm = z.object({ ConferenceSid: z.string().regex(/^[\w-]{8,100}$/) });

/** Who or what answered a call that we placed. */
export const answererForm = z.object({ CallSid: callSid, AnsweredBy: answeredBy });
