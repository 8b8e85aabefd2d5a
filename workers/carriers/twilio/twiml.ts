/**
 * Twilio's instructions for a call, in its own markup. Tests compare attributes with the official builder,
 * because Twilio silently ignores wrong ones (docs/telephony.md, "Call markup").
 */
import { day_ms, second_ms } from "#app/platform/durations.ts";
import { spokenLocale, voiceIn } from "#app/voices/chosen-voice.ts";
import type { SpokenBy } from "#workers/call-facts.ts";
import type { DialOrder, RelayOrder } from "#workers/carriers/carrier-wire.ts";
import { anyLanguage, hearingOf } from "#workers/carriers/hearing.ts";
import { document, element, say, startRecording } from "#workers/carriers/markup.ts";
import { dialledNumber, transferAnswers } from "#workers/carriers/transfer-markup.ts";

const ttsProviders = { google: "Google", amazon: "Amazon", elevenlabs: "ElevenLabs" } as const;

/**
 * Connects the call to a relay session. The carrier's own greeting stays empty, because it would play again at every
 * new session (docs/telephony.md, "Call markup"); the agent greets.
 */
export function relay({ url, action, agent, recording }: RelayOrder): string {
  const { language, languages } = agent;
  const isFollowed = agent.follows_language && languages.length > 1;
  const voice = voiceIn(language, agent.voice);
  const spoken = spokenLocale(voice, language);
  const { speechModel, eotThreshold } = hearingOf(language, isFollowed);
  const session = element(
    "ConversationRelay",
    {
      url,
      language,
      // A voice with another accent than the language that callers are heard in.
      ttsLanguage: spoken === language ? null : spoken,
      transcriptionLanguage: isFollowed ? anyLanguage : null,
      ttsProvider: ttsProviders[voice.provider],
      voice: voice.id,
      transcriptionProvider: "Deepgram",
      speechModel,
      eotThreshold,
      interruptible: "any",
      reportInputDuringAgentSpeech: "any",
      interruptSensitivity: "medium",
      ignoreBackchannel: true,
      dtmfDetection: true,
      events: "speaker-events tokens-played",
    },
    languages.length > 1
      ? languages.map((one) => languageElement(one, agent.voice, isFollowed)).join("")
      : "",
  );
  const connect = element("Connect", { action, method: "POST" }, session);
  if (!recording) return document(connect);
  // Trimmed silence would put the recording out of step with the transcript.
  const started = startRecording(recording.callback, { trim: "do-not-trim" });
  return document(say(recording.consent, speaker(agent)), started, connect);
}

/** The agent's voice outside of a session. ElevenLabs' speak in sessions only: the carrier's own takes its place. */
function speaker({ voice: own, language }: SpokenBy): { language: string; voice: string | null } {
  const voice = voiceIn(language, own);
  const prefix = { google: "Google.", amazon: "Polly.", elevenlabs: null }[voice.provider];
  return {
    language: spokenLocale(voice, language),
    voice: prefix === null ? null : `${prefix}${voice.id}`,
  };
}

/** A conversation may last a day at most. */
const longest_s = day_ms / second_ms;

export const { whisper, join, hold, meet, introduce } = transferAnswers({
  speaker,
  limit: (seconds) => Math.min(longest_s, seconds),
});

/** How a language of the agent is spoken and heard; a session changes to it by its code. */
function languageElement(language: string, own: SpokenBy["voice"], isFollowed: boolean): string {
  const voice = voiceIn(language, own);
  return element("Language", {
    code: spokenLocale(voice, language),
    ttsProvider: ttsProviders[voice.provider],
    voice: voice.id,
    transcriptionProvider: "Deepgram",
    speechModel: hearingOf(language, isFollowed).speechModel,
  });
}

/** Transfers the caller to another number. The caller hears ringing, and `action` learns whether the call was answered. */
export const dial = ({ to, caller_id, action, ring_seconds, seconds, ...leg }: DialOrder): string =>
  document(
    element(
      "Dial",
      {
        timeout: ring_seconds,
        timeLimit: seconds,
        answerOnBridge: true,
        callerId: caller_id,
        action,
        method: "POST",
      },
      dialledNumber(to, leg),
    ),
  );
