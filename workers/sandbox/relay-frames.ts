/** The frames of a relay session, in both directions (docs/telephony.md, "Frames from the carrier" and "Frames to the carrier"). */
import { z } from "zod";

const interruptible = z.union([z.boolean(), z.enum(["none", "dtmf", "speech", "any"])]);

/** Frames that the application may send. Others are answered with error 64107. */
export const appFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    token: z.string(),
    last: z.boolean().default(false),
    lang: z.string().optional(),
    interruptible: interruptible.optional(),
    preemptible: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("play"),
    source: z.url(),
    loop: z.number().int().min(0).max(1000).default(1),
    interruptible: interruptible.optional(),
    preemptible: z.boolean().optional(),
  }),
  z.object({ type: z.literal("sendDigits"), digits: z.string().regex(/^[0-9*#wW]+$/) }),
  z.object({
    type: z.literal("language"),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
  }),
  z.object({ type: z.literal("end"), handoffData: z.string().optional() }),
]);
export type AppFrame = z.output<typeof appFrame>;

type TwilioSetup = {
  type: "setup";
  sessionId: string;
  callSid: string;
  parentCallSid: string;
  from: string;
  to: string;
  forwardedFrom: string;
  callerName: string;
  direction: string;
  callType: "PSTN";
  callStatus: "RINGING" | "IN_PROGRESS";
  accountSid: string;
  customParameters: Record<string, string>;
};

type TelnyxSetup = {
  type: "setup";
  sessionId: string;
  accountSid: string;
  callSid: string;
  callControlId: string;
  callSessionId: string;
  callLegId: string;
  from: string;
  to: string;
  direction: string;
  callerName: string;
  callStatus: "active";
  customParameters: Record<string, string>;
};
export type SetupFrame = TwilioSetup | TelnyxSetup;

/** Frames that the carrier sends to the application. */
export type CarrierFrame =
  | SetupFrame
  | { type: "prompt"; voicePrompt: string; lang: string; last: boolean }
  | { type: "dtmf"; digit: string }
  | { type: "interrupt"; utteranceUntilInterrupt: string; durationUntilInterruptMs: number }
  | { type: "error"; description: string }
  | { type: "info"; name: "agentSpeaking" | "clientSpeaking"; value: "on" | "off" }
  | { type: "info"; name: "tokensPlayed"; value: string };
