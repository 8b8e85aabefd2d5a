/**
 * What the carrier plays to the caller, and when: a queue of talk cycles spoken at 15 characters a second, chunk by
 * chunk. It has no clock: callers pass the time (ms). Facts: docs/telephony.md, "Frames to the carrier".
 */
import { second_ms } from "#app/platform/durations.ts";
import type { InputKind } from "./relay-attributes.ts";

/** From the first text of a silent line to the first sound (265–340 ms seen). */
const firstAudio_ms = 300;
const msPerCharacter = 1000 / 15;
/** Words are played, and reported as played, clause by clause; a clause longer than this in pieces. */
const chunkLength = 60;
const clause = /[.,:;?!…]["”’)]*\s/;
/** Files have an unknown length here; each repetition counts as this long. */
const media_ms = 3 * second_ms;
const digit_ms = { w: 500, W: 1000 };

type Rules = { interruptible: InputKind; preemptible: boolean };
type Speech = Rules & { kind: "speech"; text: string; closed: boolean };
type Sound = Rules & { kind: "media" | "digits"; text: string; ms: number; closed: true };
type Cycle = Speech | Sound;
type Chunk = { text: string; startedAt: number; endsAt: number };

export type PlaybackEvent =
  | { type: "started"; at: number }
  | { type: "played"; at: number; text: string }
  /** `said`: everything that was heard since `started`. */
  | { type: "stopped"; at: number; startedAt: number; said: string };

export class Playback {
  #cycles: Cycle[] = [];
  #chunk: Chunk | null = null;
  #beginsAt: number | null = null;
  #startedAt: number | null = null;
  #quietSince: number;
  #heard: { of: Cycle | null; startedAt: number; text: string } = { of: null, startedAt: 0, text: "" };
  #said = "";

  constructor(now: number) {
    this.#quietSince = now;
  }

  /** When sound began, or null while there is none. */
  get speakingSince(): number | null {
    return this.#startedAt;
  }

  /** When the line fell silent with nothing left to say, or null. */
  get quietSince(): number | null {
    return this.#startedAt === null && this.#beginsAt === null ? this.#quietSince : null;
  }

  /** Which input may interrupt the current sound. */
  get interruptible(): InputKind {
    return this.#cycles[0]?.interruptible ?? "none";
  }

  /** Adds words; `last` closes their talk cycle. The first words decide the rules of a cycle. */
  say(text: string, last: boolean, rules: Rules, now: number): void {
    const open = this.#cycles.at(-1);
    if (open?.kind === "speech" && !open.closed) {
      open.text += text;
      open.closed = last;
    } else if (text !== "" || !last) {
      this.#preempt(now);
      this.#cycles.push({ kind: "speech", text, closed: last, ...rules });
    }
    this.#wake(now);
  }

  play(loop: number, rules: Rules, now: number): void {
    this.#preempt(now);
    this.#cycles.push({
      kind: "media",
      text: "",
      ms: media_ms * (loop === 0 ? 1000 : loop),
      closed: true,
      ...rules,
    });
    this.#wake(now);
  }

  /** Keys for the far end wait for queued speech. */
  sendDigits(digits: string, now: number): void {
    const ms = [...digits].reduce((sum, key) => sum + (key === "w" || key === "W" ? digit_ms[key] : 200), 0);
    this.#cycles.push({
      kind: "digits",
      text: digits,
      ms,
      closed: true,
      interruptible: "none",
      preemptible: false,
    });
    this.#wake(now);
  }

  /** The time of the next event, or null. */
  nextAt(): number | null {
    return this.#chunk?.endsAt ?? this.#beginsAt;
  }

  /** The first event that is due at `now`, if any. */
  advance(now: number): PlaybackEvent[] {
    const at = this.nextAt();
    if (at === null || at > now) return [];
    if (this.#chunk) return this.#finishChunk(this.#chunk, at);
    this.#beginsAt = null;
    this.#startedAt = at;
    this.#said = "";
    this.#next(at);
    return [{ type: "started", at }];
  }

  /** A barge-in: discards everything queued, finished cycles included; returns what was heard of the current one. */
  interrupt(now: number): { heard: string; ms: number; events: PlaybackEvent[] } {
    const begun = this.#heard.of !== null && this.#heard.of === this.#cycles[0];
    const events = this.purge(now);
    if (!begun) return { heard: "", ms: 0, events };
    return { heard: this.#heard.text.trim(), ms: Math.round(now - this.#heard.startedAt), events };
  }

  /** Stops all sound at once. */
  purge(now: number): PlaybackEvent[] {
    this.#hearPart(now);
    this.#cycles = [];
    this.#chunk = null;
    this.#beginsAt = null;
    return this.#stop(now);
  }

  #wake(now: number): void {
    while (this.#cycles.length > 1 && isSpent(this.#cycles[0]) && !this.#chunk) this.#cycles.shift();
    if (this.#startedAt === null && this.#beginsAt === null && this.#cycles.some((cycle) => !isSpent(cycle)))
      this.#beginsAt = now + firstAudio_ms;
  }

  #preempt(now: number): void {
    const [current, ...waiting] = this.#cycles;
    if (!current) return;
    const kept = waiting.filter((cycle) => !cycle.preemptible);
    if (!current.preemptible) {
      this.#cycles = [current, ...kept];
      return;
    }
    this.#hearPart(now);
    this.#cycles = kept;
    if (this.#chunk) this.#chunk = { text: "", startedAt: now, endsAt: now };
  }

  #finishChunk(chunk: Chunk, at: number): PlaybackEvent[] {
    this.#hear(chunk.text);
    const events: PlaybackEvent[] = chunk.text.trim()
      ? [{ type: "played", at, text: chunk.text.trim() }]
      : [];
    this.#chunk = null;
    this.#next(at);
    return this.#chunk ? events : [...events, ...this.#stop(at)];
  }

  /** Starts the next chunk, crossing into the next cycle without a pause. */
  #next(at: number): void {
    for (;;) {
      const cycle = this.#cycles[0];
      if (!cycle) return;
      if (!isSpent(cycle)) {
        if (this.#heard.of !== cycle) {
          this.#heard = { of: cycle, startedAt: at, text: "" };
          if (this.#said && !this.#said.endsWith(" ")) this.#said += " ";
        }
        this.#chunk = takeChunk(cycle, at);
        return;
      }
      if (!cycle.closed) return;
      this.#cycles.shift();
    }
  }

  #stop(at: number): PlaybackEvent[] {
    if (this.#startedAt === null) return [];
    const startedAt = this.#startedAt;
    this.#startedAt = null;
    this.#quietSince = at;
    return [{ type: "stopped", at, startedAt, said: this.#said.trim() }];
  }

  #hearPart(now: number): void {
    if (!this.#chunk || this.#chunk.endsAt === this.#chunk.startedAt) return;
    const { text, startedAt, endsAt } = this.#chunk;
    const part = text.slice(0, Math.floor((text.length * (now - startedAt)) / (endsAt - startedAt)));
    const whole = part.length === text.length || /\s$/.test(part) || /^\s/.test(text.slice(part.length));
    this.#hear(whole ? part : part.slice(0, part.lastIndexOf(" ") + 1));
  }

  #hear(text: string): void {
    this.#heard.text += text;
    this.#said += text;
  }
}

const isSpent = (cycle: Cycle | undefined): boolean =>
  cycle === undefined || (cycle.kind === "speech" ? cycle.text === "" : cycle.ms === 0);

/** Cuts the next chunk off a cycle, at the end of a word where there is one. */
function takeChunk(cycle: Cycle, at: number): Chunk {
  if (cycle.kind !== "speech") {
    const chunk = { text: cycle.text, startedAt: at, endsAt: at + cycle.ms };
    cycle.ms = 0;
    return chunk;
  }
  const length = chunkEnd(cycle.text);
  const text = cycle.text.slice(0, length);
  cycle.text = cycle.text.slice(length);
  return { text, startedAt: at, endsAt: at + Math.round(length * msPerCharacter) };
}

/** Where the next chunk ends: after its clause, else after a word, else where it is too long. */
function chunkEnd(text: string): number {
  const end = clause.exec(text);
  const whole = end ? end.index + end[0].length : text.length;
  if (whole <= chunkLength) return whole;
  const space = text.lastIndexOf(" ", chunkLength);
  return space > 0 ? space + 1 : chunkLength;
}
