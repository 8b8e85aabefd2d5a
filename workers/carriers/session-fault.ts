/** What failed in a relay session, as far as its carrier's errors tell (docs/telephony.md, "End reasons"). */

import type { LineEvent } from "#workers/conversation/line/line-events.ts";

/** The agent's voice; the recognition of speech; sound that no longer came from the caller's line. */
export const sessionFaults = ["provider_tts", "provider_stt", "no_audio"] as const;
export type SessionFault = (typeof sessionFaults)[number];

/** Of Twilio's errors those that name a cause. 64101, 64106: no such voice or language; 64114: recognition lost; 64108: no more sound. */
const byCode: Readonly<Record<string, SessionFault>> = {
  64101: "provider_tts",
  64106: "provider_tts",
  64114: "provider_stt",
  64108: "no_audio",
};

const voice = /\b(?:tts|text[ -]to[ -]speech|synthesi[sz]\w*)\b/i;
const recognition = /\b(?:stt|asr|speech[ -]to[ -]text|transcri\w+|speech recognition)\b/i;
const silence = /\b(?:rtp timeout|no audio|audio stopped)\b/i;

/** @param code of the carrier's error; empty: it gave none. @param words what it says of it */
export function faultOf(code: string, words: string): SessionFault | null {
  const named = /\bcode: ?(\d{5})\b/.exec(words)?.[1] ?? "";
  const known = byCode[code] ?? byCode[named];
  if (known) return known;
  const said = words.slice(0, 300);
  if (voice.test(said)) return "provider_tts";
  if (recognition.test(said)) return "provider_stt";
  return silence.test(said) ? "no_audio" : null;
}

/** What fails still after an event of the line: what is heard or played again has not failed for good. */
export function stillFailing(fault: SessionFault | null, event: LineEvent): SessionFault | null {
  const isPlayed = event.type === "speaking" && event.who === "agent" && event.on;
  const works = fault === "provider_tts" ? isPlayed : event.type === "prompt";
  return works ? null : fault;
}
