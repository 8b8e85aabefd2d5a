/** What browsers bring along for calls: a socket, a voice that speaks, and an ear that turns speech into words (Web Speech API). */
import type { LineWorld, Voice } from "./call-line.ts";

/** Opens a call's socket at the origin that gave its ticket. */
export const openSocket =
  (origin: string, ticket: string): LineWorld["open"] =>
  ({ opened, heard, closed }) => {
    const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/relay/browser/${ticket}`);
    socket.onopen = opened;
    socket.onmessage = ({ data }) => heard(String(data));
    socket.onclose = closed;
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(1000),
    };
  };

/** A voice that can change its language (BCP 47). */
type BrowserVoice = Voice & { speaks(language: string): void };

/** The browser's voice for a language; null where it has none. */
export function browserVoice(first: string): BrowserVoice | null {
  if (!("speechSynthesis" in window)) return null;
  const { speechSynthesis } = window;
  let language = first;
  const ownVoice = () => speechSynthesis.getVoices().find(({ lang }) => lang.replace("_", "-") === language);
  let own = ownVoice();
  /** Grows with every hush: what ends after it was not said. */
  let turn = 0;
  return {
    speaks(next) {
      language = next;
      own = ownVoice();
    },
    say(words, { began, reached, said }) {
      const utterance = new SpeechSynthesisUtterance(words);
      const itsTurn = turn;
      const now = (then: () => void) => () => {
        if (itsTurn === turn) then();
      };
      utterance.lang = language;
      if (own) utterance.voice = own;
      utterance.onstart = now(began);
      utterance.onboundary = ({ charIndex }) => itsTurn === turn && reached(charIndex);
      utterance.onend = now(said);
      // Words that cannot be spoken were read.
      utterance.onerror = now(() => {
        began();
        said();
      });
      speechSynthesis.speak(utterance);
    },
    hush() {
      turn += 1;
      speechSynthesis.cancel();
    },
  };
}

type Recognised = {
  readonly results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
  readonly resultIndex: number;
};
type Recogniser = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: Recognised) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  abort(): void;
};

const isRecogniser = (value: unknown): value is new () => Recogniser => typeof value === "function";

const recogniser = (): (new () => Recogniser) | null => {
  const known: unknown =
    Reflect.get(window, "SpeechRecognition") ?? Reflect.get(window, "webkitSpeechRecognition");
  return isRecogniser(known) ? known : null;
};

/** Whether the browser understands speech. Safari and Chrome do; Firefox does not. */
export const canListen = (): boolean => recogniser() !== null;

export type Ear = { speaks(language: string): void; stop(): void };

/** Listens until it is stopped. @param report.refused the microphone may not be used, or nothing understands speech here */
export function listen(
  language: string,
  report: { speaking(text: string): void; words(text: string): void; refused(): void },
): Ear | null {
  const Known = recogniser();
  if (Known === null) return null;
  let isOn = true;
  const ear = new Known();
  ear.lang = language;
  ear.continuous = true;
  ear.interimResults = true;
  ear.onresult = ({ results, resultIndex }) => {
    for (const result of Array.from(results).slice(resultIndex)) {
      const text = result[0]?.transcript.trim() ?? "";
      if (text !== "" && result.isFinal) report.words(text);
      else if (text !== "") report.speaking(text);
    }
  };
  ear.onerror = ({ error }) => {
    if (error !== "not-allowed" && error !== "service-not-allowed" && error !== "audio-capture") return;
    isOn = false;
    report.refused();
  };
  // Browsers stop listening after a silence.
  ear.onend = () => {
    if (isOn) ear.start();
  };
  ear.start();
  return {
    speaks(next) {
      ear.lang = next;
      // It listens in a language from its start; `onend` starts it again.
      ear.abort();
    },
    stop() {
      isOn = false;
      ear.abort();
    },
  };
}
