/** Telnyx' instructions for a call: TeXML, which is TwiML with other attributes (docs/telephony.md, "Telnyx"). */
import { catalogue, listedVoice } from "#app/voices/catalogue.ts";
import { spokenLocale, voiceIn } from "#app/voices/chosen-voice.ts";
import type { Voice } from "#app/voices/voice.schema.ts";
import type { SpokenBy } from "#workers/call-facts.ts";
import type { DialOrder, RelayOrder } from "#workers/carriers/carrier-wire.ts";
import { document, element, say, startRecording } from "#workers/carriers/markup.ts";
import { dialledNumber, transferAnswers } from "#workers/carriers/transfer-markup.ts";

/** Telnyx speaks with it where no voice is named. */
const ownVoice = "Telnyx.Natural.abbie";

/**
 * Telnyx has Polly's voices. In the place of another provider's voice the nearest of those speaks: of the same locale,
 * and of the same gender if there is one.
 */
function voiceOf(voice: Voice, locale: string): string {
  const gender = listedVoice(voice)?.gender;
  const near = catalogue.filter((one) => one.voice.provider === "amazon" && one.locale === locale);
  const other = near.find((one) => one.gender === gender) ?? near[0];
  const chosen = voice.provider === "amazon" ? voice : other?.voice;
  return chosen ? `AWS.Polly.${chosen.id}` : ownVoice;
}

/** The agent's voice outside of a session. */
function speaker({ voice: own, language }: SpokenBy): { language: string; voice: string } {
  const voice = voiceIn(language, own);
  const spoken = spokenLocale(voice, language);
  return { language: spoken, voice: voiceOf(voice, spoken) };
}

/** Connects the call to a relay session. The greeting stays empty: the agent greets. */
export function relay({ url, action, agent, recording }: RelayOrder): string {
  const voice = voiceIn(agent.language, agent.voice);
  const language = spokenLocale(voice, agent.language);
  const session = element("ConversationRelay", {
    url,
    language,
    voice: voiceOf(voice, language),
    interruptible: "any",
    dtmfDetection: true,
  });
  const connect = element("Connect", { action, method: "POST" }, session);
  if (!recording) return document(connect);
  const consent = say(recording.consent, speaker(agent));
  return document(consent, startRecording(recording.callback, { format: "wav" }), connect);
}

/** The shortest and the longest conversation that `timeLimit` can say. */
const [shortest_s, longest_s] = [60, 14_400];

const limit = (seconds: number): number => Math.min(longest_s, Math.max(shortest_s, seconds));

export const { whisper, join, hold, meet, introduce } = transferAnswers({ speaker, limit });

/** Transfers the caller to another number; `action` learns whether the call was answered. */
export const dial = ({ to, caller_id, action, ring_seconds, seconds, ...leg }: DialOrder): string =>
  document(
    element(
      "Dial",
      {
        timeout: ring_seconds,
        timeLimit: limit(seconds),
        callerId: caller_id,
        action,
        method: "POST",
      },
      dialledNumber(to, leg),
    ),
  );
