/** What both carriers' dialects have in common for transfers: the whisper, its key, and the reports of the called phone. */
import { z } from "zod";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { whisperKeys } from "#app/telephony/transfers/whisper-words.ts";
import type { SpokenBy } from "#workers/call-facts.ts";
import type { DialEnd } from "#workers/transfer-ladder.ts";
import { document, element, escaped, say } from "./markup.ts";

/** What is said, in the agent's voice. */
type Spoken = { words: string; by: SpokenBy };
/** What the person who picks up hears, and where their key is sent; no key is sent there too. */
export type WhisperOrder = Spoken & { key: string };
/**
 * What a caller hears before music, the conference's name, and for how many seconds at most they stay there. `action` is
 * asked for the next step; `started` is told that the conference began.
 */
export type HoldOrder = Spoken & { room: string; seconds: number; action: string; started: string };
export type MeetingOrder = { room: string; seconds: number };
/** `over`: what the carrier fetches when all was said. */
export type IntroductionOrder = Spoken & { over: string };

/** In what the dialects differ: how the agent's voice is named, and which durations can be told. */
type Dialect = {
  speaker(by: SpokenBy): { language: string; voice: string | null };
  limit(seconds: number): number;
};

/** A post about the phone that a transfer rings; `digits`: "" without a key. */
export type LegPost = { leg_id: string; status: CallStatus; digits: string };

export const legOf = (form: { CallSid: string; CallStatus: CallStatus; Digits: string }): LegPost => ({
  leg_id: form.CallSid,
  status: form.CallStatus,
  digits: form.Digits,
});

const outcomes: Record<string, DialEnd["outcome"]> = {
  completed: "answered",
  answered: "answered",
  busy: "busy",
  "no-answer": "no_answer",
  canceled: "no_answer",
  failed: "failed",
  "": "unknown",
};

const flag = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .nullable()
  .catch(null);

export const dialEndOf = (form: {
  DialCallStatus: string;
  DialBridged?: string | undefined;
  DialCallDuration: number | null;
}): DialEnd => ({
  outcome: outcomes[form.DialCallStatus] ?? "failed",
  bridged: flag.parse(form.DialBridged),
  seconds: form.DialCallDuration,
});

/** How long a person may think about the key, asked twice. */
const key_s = 6;

const redirect = (url: string): string => element("Redirect", { method: "POST" }, escaped(url));

/** A member that leaves ends it for the other, so that neither is left alone in it. The caller only waits; the person begins it. */
const conference = (room: string, begins: boolean, more: Record<string, string> = {}): string =>
  element(
    "Conference",
    {
      startConferenceOnEnter: begins,
      endConferenceOnExit: true,
      beep: false,
      maxParticipants: 2,
      ...more,
    },
    escaped(room),
  );

export const transferAnswers = ({ speaker, limit }: Dialect) => ({
  /** Says who calls and asks for a key, twice. A phone that presses none, a voicemail for instance, is sent to the key's address without one. */
  whisper({ words, by, key }: WhisperOrder): string {
    const asked = (text: string) =>
      element(
        "Gather",
        { action: key, method: "POST", numDigits: 1, timeout: key_s },
        say(text, speaker(by)),
      );
    return document(asked(words), asked(whisperKeys), redirect(key));
  },
  join: (): string => document(),
  hold({ words, by, room, seconds, action, started }: HoldOrder): string {
    const waiting = conference(room, false, {
      statusCallback: started,
      statusCallbackEvent: "start",
      statusCallbackMethod: "POST",
    });
    return document(
      say(words, speaker(by)),
      element("Dial", { action, method: "POST", timeLimit: limit(seconds) }, waiting),
    );
  },
  meet: ({ room, seconds }: MeetingOrder): string =>
    document(element("Dial", { timeLimit: limit(seconds) }, conference(room, true))),
  introduce: ({ words, by, over }: IntroductionOrder): string =>
    document(say(words, speaker(by)), redirect(over)),
});

/** The number of a transfer. */
export const dialledNumber = (
  to: string,
  { whisper: url, status }: { whisper: string | null; status: string | null },
): string =>
  element(
    "Number",
    {
      ...(url && { url, method: "POST" }),
      ...(status && {
        statusCallback: status,
        statusCallbackEvent: "answered completed",
        statusCallbackMethod: "POST",
      }),
    },
    escaped(to),
  );
