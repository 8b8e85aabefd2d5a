/**
 * The carrier's end of one relay session: its reports about the caller, and its handling of the application's frames.
 * It has neither socket nor clock: outgoing frames are collected with `take()`, times are passed in (ms).
 */
import { Playback, type PlaybackEvent } from "./playback.ts";
import type { InputKind } from "./relay-attributes.ts";
import { type AppFrame, appFrame, type CarrierFrame } from "./relay-frames.ts";
import type { Relay } from "./twiml.ts";

/** From the end of the caller's speech to its final words (350–850 ms seen). */
const transcribed_ms = 600;
const partialEvery_ms = 250;
const bargeIn_ms = { high: 150, medium: 300, low: 600 };
/** From `end` to the socket's close. */
const end_ms = 90;
const malformedLimit = 10;
/** Sounds that `ignoreBackchannel` is known to filter (docs/telephony.md, "Call markup"); a "yes" or "okay" said over a question answers it. */
const backchannel = /^(m+[- ]?h*m+|mhm|uh[- ]?huh|yeah)[.!]?$/i;

export type Spoken = { role: "caller" | "agent"; text: string; at: number };
export type Closing = { at: number; code: 1000 | 1007; handoffData: string | null };

/** The language that a recogniser of many tells of an utterance, without its region (docs/telephony.md, "Languages"). */
const detected = (text: string): string =>
  /[áéíóúñ¿¡]|\b(?:hola|quiero|usted|gracias|para|cita)\b/i.test(text) ? "es" : "en";

type Utterance = { text: string | null; overAgent: boolean; interrupted: boolean };

export class RelayLeg {
  readonly #relay: Relay;
  readonly #playback: Playback;
  #frames: CarrierFrame[] = [];
  #spoken: Spoken[] = [];
  #agenda: { at: number; run: () => void }[] = [];
  #utterance: Utterance | null = null;
  #utteranceAt = 0;
  #malformed = 0;
  #closing: Closing | null = null;
  #language: string;

  /** Opens the session: the setup frame is the first to send, the welcome greeting the first to be heard. */
  constructor(relay: Relay, setup: CarrierFrame, now: number) {
    this.#relay = relay;
    this.#playback = new Playback(now);
    this.#language = relay.transcriptionLanguage ?? relay.language;
    this.#frames.push(setup);
    if (relay.welcomeGreeting)
      this.#playback.say(
        relay.welcomeGreeting,
        true,
        { interruptible: relay.welcomeGreetingInterruptible, preemptible: relay.preemptible },
        now,
      );
  }

  get agentSpeakingSince(): number | null {
    return this.#playback.speakingSince;
  }

  get agentQuietSince(): number | null {
    return this.#playback.quietSince;
  }

  /** Set when the application has ended or spoiled the session; it closes at `closing.at`. */
  get closing(): Closing | null {
    return this.#closing;
  }

  /** Frames for the application that have not been sent yet, oldest first. */
  take(): CarrierFrame[] {
    return this.#frames.splice(0);
  }

  /** What has been said on the line since the last call of this function. */
  takeSpoken(): Spoken[] {
    return this.#spoken.splice(0);
  }

  nextAt(): number | null {
    const times = [this.#playback.nextAt(), this.#agenda[0]?.at, this.#closing?.at];
    const known = times.filter((at): at is number => typeof at === "number");
    return known.length > 0 ? Math.min(...known) : null;
  }

  /** Runs everything that is due at `now`, in order. */
  advance(now: number): void {
    for (;;) {
      const sound = this.#playback.nextAt() ?? Number.POSITIVE_INFINITY;
      const planned = this.#agenda[0]?.at ?? Number.POSITIVE_INFINITY;
      if (Math.min(sound, planned) > now) return;
      if (sound <= planned) this.#report(this.#playback.advance(now));
      else this.#agenda.shift()?.run();
    }
  }

  /** Takes a frame of the application as it came from the socket. */
  receive(raw: string | ArrayBuffer, now: number): void {
    if (this.#closing) return;
    const json = typeof raw === "string" ? parseJson(raw) : undefined;
    if (json === undefined) {
      this.#malformed += 1;
      this.#refuse(typeof raw === "string" ? raw : "binary frame");
      if (this.#malformed >= malformedLimit) this.#closing = { at: now, code: 1007, handoffData: null };
      return;
    }
    this.#malformed = 0;
    const frame = appFrame.safeParse(json);
    if (frame.success) this.#obey(frame.data, now);
    else this.#refuse(JSON.stringify(json));
  }

  /** The caller begins to speak. `text` is null while only the sound is known (a microphone). */
  startSpeaking(text: string | null, now: number): void {
    this.#begin(text, now);
  }

  /** The caller has spoken; the words reach the application a little later. Returns when. */
  finishSpeaking(text: string, now: number): number {
    const utterance = this.#utterance ?? this.#begin(text, now);
    utterance.text = text;
    this.#utterance = null;
    this.#tellSpeaker("clientSpeaking", "off");
    this.#spoken.push({ role: "caller", text, at: this.#utteranceAt });
    const at = now + this.#transcriptionMs();
    this.#plan(at, () => {
      if (this.#isReported(utterance, "speech")) this.#prompt(text, true);
    });
    return at;
  }

  /** Words whose speaking takes `ms`. Returns when they reach the application. */
  speak(text: string, ms: number, now: number): number {
    const utterance = this.#begin(text, now);
    const words = text.split(" ");
    if (this.#relay.partialPrompts)
      for (let at = partialEvery_ms; at < ms; at += partialEvery_ms) {
        const partial = words.slice(0, Math.ceil((words.length * at) / ms)).join(" ");
        this.#plan(now + at, () => {
          if (this.#isReported(utterance, "speech")) this.#prompt(partial, false);
        });
      }
    this.#plan(now + ms, () => this.finishSpeaking(text, now + ms));
    return now + ms + this.#transcriptionMs();
  }

  /** One key of the caller's phone. */
  press(digit: string, now: number): void {
    if (!this.#relay.dtmfDetection) return;
    const key = { text: digit, overAgent: this.agentQuietSince === null, interrupted: false };
    if (key.overAgent) this.#bargeIn(key, "dtmf", now);
    if (this.#isReported(key, "dtmf")) this.#frames.push({ type: "dtmf", digit });
  }

  /** Stops all sound: the caller has gone or the session is over. */
  silence(now: number): void {
    this.#agenda = [];
    this.#report(this.#playback.purge(now));
  }

  #begin(text: string | null, now: number): Utterance {
    const utterance = { text, overAgent: this.agentQuietSince === null, interrupted: false };
    this.#utterance = utterance;
    this.#utteranceAt = now;
    this.#tellSpeaker("clientSpeaking", "on");
    if (utterance.overAgent) this.#planBargeIn(utterance, now);
    return utterance;
  }

  #obey(frame: AppFrame, now: number): void {
    switch (frame.type) {
      case "text":
        this.#playback.say(frame.token, frame.last, this.#rules(frame), now);
        return;
      case "play":
        this.#playback.play(frame.loop, this.#rules(frame), now);
        return;
      case "sendDigits":
        this.#playback.sendDigits(frame.digits, now);
        return;
      case "language":
        this.#language = frame.transcriptionLanguage ?? this.#language;
        return;
      case "end":
        this.silence(now);
        this.#closing = { at: now + end_ms, code: 1000, handoffData: frame.handoffData ?? null };
    }
  }

  #rules(frame: Extract<AppFrame, { type: "text" | "play" }>): {
    interruptible: InputKind;
    preemptible: boolean;
  } {
    const own = frame.interruptible;
    return {
      interruptible: own === undefined ? this.#relay.interruptible : own === true ? "any" : own || "none",
      preemptible: frame.preemptible ?? this.#relay.preemptible,
    };
  }

  #report(events: PlaybackEvent[]): void {
    for (const event of events) {
      if (event.type === "played") this.#tellPlayed(event.text);
      else this.#tellSpeaker("agentSpeaking", event.type === "started" ? "on" : "off");
      if (event.type === "started" && this.#utterance) this.#planBargeIn(this.#utterance, event.at);
      if (event.type === "stopped" && event.said)
        this.#spoken.push({ role: "agent", text: event.said, at: event.startedAt });
    }
  }

  #planBargeIn(utterance: Utterance, now: number): void {
    utterance.overAgent = true;
    const at = now + bargeIn_ms[this.#relay.interruptSensitivity];
    this.#plan(at, () => this.#bargeIn(utterance, "speech", at));
  }

  #bargeIn(utterance: Utterance, kind: "speech" | "dtmf", now: number): void {
    const isBackchannel = kind === "speech" && this.#isBackchannel(utterance);
    if (this.agentQuietSince !== null || isBackchannel || !counts(this.#playback.interruptible, kind)) return;
    const { heard, ms, events } = this.#playback.interrupt(now);
    utterance.interrupted = true;
    this.#frames.push({ type: "interrupt", utteranceUntilInterrupt: heard, durationUntilInterruptMs: ms });
    this.#report(events);
  }

  #isReported(utterance: Utterance, kind: "speech" | "dtmf"): boolean {
    if (!utterance.overAgent || utterance.interrupted) return true;
    if (kind === "speech" && this.#isBackchannel(utterance)) return false;
    return counts(this.#relay.reportInputDuringAgentSpeech, kind);
  }

  #isBackchannel({ text }: Utterance): boolean {
    return this.#relay.ignoreBackchannel && text !== null && backchannel.test(text.trim());
  }

  /** With flux, a higher threshold makes the model wait longer before it ends a turn. */
  #transcriptionMs(): number {
    if (!this.#relay.speechModel.startsWith("flux")) return transcribed_ms;
    return Math.round(350 + (((this.#relay.eotThreshold ?? 0.8) - 0.5) / 0.4) * 500);
  }

  #prompt(voicePrompt: string, last: boolean): void {
    // flux reports "en" even where en-US was asked for (docs/telephony.md, "Frames from the carrier").
    const lang = this.#relay.speechModel.startsWith("flux")
      ? this.#language.replace(/-.*/, "")
      : this.#language === "multi"
        ? detected(voicePrompt)
        : this.#language;
    this.#frames.push({ type: "prompt", voicePrompt, lang, last });
  }

  #tellSpeaker(name: "agentSpeaking" | "clientSpeaking", value: "on" | "off"): void {
    if (this.#relay.events.includes("speaker-events")) this.#frames.push({ type: "info", name, value });
  }

  #tellPlayed(value: string): void {
    if (this.#relay.events.includes("tokens-played"))
      this.#frames.push({ type: "info", name: "tokensPlayed", value });
  }

  #refuse(message: string): void {
    const description = `Invalid message received, code: 64107, message: ${message.slice(0, 120)}`;
    this.#frames.push({ type: "error", description });
  }

  #plan(at: number, run: () => void): void {
    const later = this.#agenda.findIndex((planned) => planned.at > at);
    this.#agenda.splice(later === -1 ? this.#agenda.length : later, 0, { at, run });
  }
}

const counts = (allowed: InputKind, kind: "speech" | "dtmf"): boolean =>
  allowed === "any" || allowed === kind;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
