/** Twilio's form posts, translated into our terms (docs/telephony.md, "End of a session", "Status callbacks" and "Transfer"). */
import { z } from "zod";
import { reportedSeconds } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";

const callSid = z.string().regex(/^CA[0-9a-f]{32}$/i);
const e164 = /^\+[1-9]\d{6,14}$/;

/** Twilio writes "anonymous", "Restricted", "+266696687" (the keys of ANONYMOUS) and the like for a withheld number. */
const caller = z.string().transform((from) => (e164.test(from) && from !== "+266696687" ? from : null));

const statuses: Record<string, CallStatus> = {
  queued: "queued",
  initiated: "dialing",
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
});

/** The end of a relay session. */
export const relayActionForm = z.object({
  CallSid: callSid,
  CallStatus: status,
  SessionStatus: z.string().default(""),
  ErrorCode: z.string().default(""),
});

/** The result of a transfer. */
export const dialActionForm = z.object({
  CallSid: callSid,
  CallStatus: status,
  DialCallStatus: z.string().default(""),
});
