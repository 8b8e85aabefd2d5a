/** Twilio's form posts, translated into our terms (docs/telephony.md, "End of a session", "Status callbacks" and "Transfer"). */
import { z } from "zod";
import { reportedSeconds } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { answeredBy, causeOfSip } from "#workers/carriers/placed-forms.ts";

const callSid = z.string().regex(/^CA[0-9a-f]{32}$/i);
const e164 = /^\+[1-9]\d{6,14}$/;

/** Twilio writes "anonymous", "Restricted", "+266696687" (the keys of ANONYMOUS) and the like for a withheld number. */
const caller = z.string().transform((from) => (e164.test(from) && from !== "+266696687" ? from : null));

const statuses: Record<string, CallStatus> = {
  queued: "queued",
  initiated: "ringing",
  ringing: "ringing",
  "in-progress": "in_progress",
  answered: "in_progress",
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

/** An incoming call. */
export const voiceForm = z.object({
  CallSid: callSid,
  AccountSid: z.string(),
  From: caller,
  To: z.string().regex(e164),
  Direction: z.string(),
});

/** A status report. `To` is our number for inbound calls, the other side's for outbound ones. */
export const statusForm = z.object({
  CallSid: callSid,
  AccountSid: z.string(),
  CallStatus: status,
  From: z.string().default(""),
  To: z.string().default(""),
  Direction: z.string().default("inbound"),
  CallDuration: z.string().optional().transform(reportedSeconds),
  SipResponseCode: causeOfSip,
});

/** The end of a relay session. */
export const relayActionForm = z.object({
  CallSid: callSid,
  CallStatus: status,
  SessionStatus: z.string().default(""),
  ErrorCode: z.string().default(""),
  ErrorMessage: z.string().default(""),
});

const recordingStatuses = { "in-progress": "going", completed: "ready", absent: "absent" } as const;

/** What became of a recording. */
export const recordingForm = z.object({
  CallSid: callSid,
  RecordingSid: z.string().regex(/^RE[0-9a-f]{32}$/i),
  RecordingStatus: z
    .enum(["in-progress", "completed", "absent"])
    .transform((told) => recordingStatuses[told]),
  RecordingDuration: z.string().optional().transform(reportedSeconds),
});

/** The result of a transfer. */
export const dialActionForm = z.object({
  CallSid: callSid,
  CallStatus: status,
  DialCallStatus: z.string().default(""),
  DialBridged: z.string().optional(),
  DialCallDuration: z.string().optional().transform(reportedSeconds),
});

/** The phone that a transfer rings: its call, how far that has come, and the key that was pressed. */
export const legForm = z.object({
  CallSid: callSid,
  CallStatus: status.default("in_progress"),
  Digits: z.string().max(32).default(""),
});

/** A conference that began. */
export const conferenceForm = z.object({ ConferenceSid: z.string().regex(/^CF[0-9a-f]{32}$/i) });

/** Who or what answered a call that we placed. */
export const answererForm = z.object({ CallSid: callSid, AnsweredBy: answeredBy });
