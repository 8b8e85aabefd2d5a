/** What the carrier is told to do with a call, in its own markup. Attributes are checked against the official builder in tests, because a wrong one is ignored in silence (voice.md section 1.1). */
import type { AgentSpec } from "#app/agents/agents.schema.ts";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Characters that XML cannot hold at all. */
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

/** Does not take the call; it costs nothing. */
export const reject = (): string => document(element("Reject", {}));

/** Says a few words and ends the call. */
export const sayAndHangUp = (words: string, language: string): string =>
  document(element("Say", { language }, escaped(words)), hangup);

const ttsProviders = { google: "Google", amazon: "Amazon", elevenlabs: "ElevenLabs" } as const;

export type RelayOrder = {
  /** `wss://…`, with the one-time token in the path. */
  url: string;
  /** Where the carrier asks what comes next when the session is over. */
  action: string;
  agent: Pick<AgentSpec, "language" | "voice">;
};

/**
 * Connects the call to a relay session. No greeting of the carrier's: it would be played again on every new session
 * (voice.md section 1.1); the agent greets by itself.
 */
export function relay({ url, action, agent }: RelayOrder): string {
  const session = element("ConversationRelay", {
    url,
    language: agent.language,
    ttsProvider: ttsProviders[agent.voice.provider],
    voice: agent.voice.id,
    transcriptionProvider: "Deepgram",
    // The model decides when a turn ends; 0.7 is quick and still lets people spell (voice.md section 4.5).
    speechModel: "flux",
    eotThreshold: "0.7",
    interruptible: "any",
    reportInputDuringAgentSpeech: "any",
    interruptSensitivity: "medium",
    ignoreBackchannel: true,
    dtmfDetection: true,
    events: "speaker-events tokens-played",
  });
  return document(element("Connect", { action, method: "POST" }, session));
}

export type DialOrder = {
  /** E.164 */
  to: string;
  caller_id: string;
  action: string;
  /** How long the two may talk, in whole seconds, at least one. Without it the carrier ends them after four hours. */
  seconds: number;
};

/** How long the other phone rings. */
export const ring_s = 25;

/** Puts the caller through to somebody else. The caller hears ringing, and `action` learns whether anybody answered. */
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
