/** Relay frames in and out, for every carrier that speaks ConversationRelay. An unknown frame never ends a call (docs/telephony.md, "Frames from the carrier"). */
import { z } from "zod";
import type { LineEvent, LineOrder } from "#workers/conversation/line/line-events.ts";
import { anyLanguage } from "./hearing.ts";

const frame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("setup"), callSid: z.string().min(1), sessionId: z.string().default("") }),
  z.object({
    type: z.literal("prompt"),
    voicePrompt: z.string().default(""),
    last: z.boolean().default(true),
  }),
  z.object({ type: z.literal("dtmf"), digit: z.string().regex(/^[0-9*#]$/) }),
  z.object({ type: z.literal("interrupt"), utteranceUntilInterrupt: z.string().default("") }),
  z.object({ type: z.literal("error"), description: z.string().default("") }),
  z.object({ type: z.literal("info"), name: z.string(), value: z.unknown() }),
]);

/** The content of a frame. `setup` and `error` concern the session; the others describe the line. */
export type RelayFrame =
  | { type: "setup"; provider_call_id: string; session_id: string }
  | { type: "error"; description: string }
  | { type: "line"; event: LineEvent }
  /** A type or piece of information that we do not know: ignored. */
  | { type: "ignored" }
  /** Not JSON, or a known type without its required fields. */
  | { type: "malformed" };

const known = new Set<unknown>(["setup", "prompt", "dtmf", "interrupt", "error", "info"]);

/** Reads one frame as it came from the socket. Never throws. */
export function readFrame(message: string | ArrayBuffer): RelayFrame {
  if (typeof message !== "string") return { type: "ignored" };
  const json = parsed(message);
  if (typeof json !== "object" || json === null || !("type" in json)) return { type: "malformed" };
  if (!known.has(json.type)) return { type: "ignored" };
  const { success, data } = frame.safeParse(json);
  if (!success) return { type: "malformed" };
  switch (data.type) {
    case "setup":
      return { type: "setup", provider_call_id: data.callSid, session_id: data.sessionId };
    case "prompt":
      return { type: "line", event: { type: "prompt", text: data.voicePrompt, last: data.last } };
    case "dtmf":
      return { type: "line", event: { type: "key", key: data.digit } };
    case "interrupt":
      return { type: "line", event: { type: "interrupt", heard: data.utteranceUntilInterrupt } };
    case "error":
      return { type: "error", description: data.description };
    case "info":
      return information(data.name, data.value);
  }
}

function information(name: string, value: unknown): RelayFrame {
  if (name === "tokensPlayed" && typeof value === "string")
    return { type: "line", event: { type: "played", text: value } };
  const who = name === "agentSpeaking" ? "agent" : name === "clientSpeaking" ? "caller" : null;
  if (who === null || (value !== "on" && value !== "off")) return { type: "ignored" };
  return { type: "line", event: { type: "speaking", who, on: value === "on" } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Writes one frame. Words that the caller has not heard yet give way to a better answer (`preemptible` marks what may
 * be cut off, docs/telephony.md, "Frames to the carrier").
 */
export function writeFrame(order: LineOrder): string {
  switch (order.type) {
    case "text":
      return JSON.stringify({ type: "text", token: order.token, last: order.last, preemptible: true });
    case "language":
      // A caller who is followed may change back: the recogniser keeps listening for every language.
      return JSON.stringify({
        type: "language",
        ttsLanguage: order.language,
        transcriptionLanguage: anyLanguage,
      });
    case "end":
      return JSON.stringify({ type: "end", handoffData: order.handoff });
  }
}
