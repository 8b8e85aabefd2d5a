/**
 * The carrier's instructions for a call, in its own markup. Tests compare attributes with the official builder,
 * because Twilio silently ignores wrong ones (docs/telephony.md, "Call markup").
 */
import { spokenLocale, voiceIn } from "#app/voices/chosen-voice.ts";
import type { SpokenBy } from "#workers/call-facts.ts";
import { anyLanguage, hearingOf } from "./hearing.ts";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Characters that XML cannot contain. */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  text.replace(unspeakable, "").replace(/[&<>"']/g, (character) => entities[character] ?? "");

type Attributes = Record<string, string | number | boolean | null>;

function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

const document = (...verbs: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${element("Response", {}, verbs.join(""))}`;

const hangup = element("Hangup", {});

/** Ends the call. */
export const hangUp = (): string => document(hangup);

/** Refuses the call, which costs nothing. */
export const reject = (): string => document(element("Reject", {}));

/** Says a sentence and ends the call. */
export const sayAndHangUp = (words: string, language: string): string =>
  document(element("Say", { language }, escaped(words)), hangup);

const ttsProviders = { google: "Google", amazon: "Amazon", elevenlabs: "ElevenLabs" } as const;

export type RelayOrder = {
  /** `wss://…`, with the one-time token in the path. */
  url: string;
  /** Where the carrier asks for the next step after the session. */
  action: string;
  agent: SpokenBy;
};

/**
 * Connects the call to a relay session. The carrier's own greeting stays empty, because it would play again at every
 * new session (docs/telephony.md, "Call markup"); the agent greets.
 */
export function relay({ url, action, agent }: RelayOrder): string {
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
  return document(element("Connect", { action, method: "POST" }, session));
}

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

export type DialOrder = {
  /** E.164 */
  to: string;
  caller_id: string;
  action: string;
  /** How long the conversation may last, in whole seconds, at least one. Without it the carrier ends it after four hours. */
  seconds: number;
};

/** How long the other phone rings. */
export const ring_s = 25;

/** Transfers the caller to another number. The caller hears ringing, and `action` learns whether the call was answered. */
export const dial = ({ to, caller_id, action, seconds }: DialOrder): string =>
  document(
    element(
      "Dial",
      {
        timeout: ring_s,
        timeLimit: seconds,
        answerOnBridge: true,
        callerId: caller_id,
        action,
        method: "POST",
      },
      element("Number", {}, escaped(to)),
    ),
  );
