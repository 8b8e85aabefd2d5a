/** Records what the line reports about how much is heard, at once, also while an answer streams. */
import type { Answering } from "./answering.ts";
import type { LoopPorts } from "./answering-ports.ts";
import { isInCircles } from "./circles.ts";
import { followed } from "./followed.ts";
import type { LineEvent } from "./line-events.ts";
import * as limit from "./loop-limits.ts";
import type { Ending, LoopState } from "./loop-state.ts";
import { isMachine } from "./machines.ts";
import { began, ceased, interrupted, mayHaveBeenHeard, playedPiece } from "./talk.ts";

/** What was known when an event came; it may be taken later. */
export type Told = {
  /** Whether the caller may have heard anything of the last answer. */
  heard: boolean;
  /** The goodbye that was being said. */
  ending: Ending | null;
};

/** Goodbyes after which a caller who interrupts them is not heard. */
const last = new Set<Ending["reason"]>([
  "opt_out",
  "max_words",
  "keys_storm",
  "looping",
  "stopped_by_member",
]);

/** Events that need no brain: they tell how much is heard, or that the caller is speaking. */
export const isOnlyTold = (event: LineEvent): boolean =>
  event.type === "speaking" || event.type === "played" || (event.type === "prompt" && !event.last);

export const isFinal = (event: LineEvent): boolean => event.type === "prompt" && event.last;

export const stopsAnswer = (event: LineEvent): boolean =>
  event.type === "interrupt" ||
  isFinal(event) ||
  (event.type === "timer" && event.timer === "duration") ||
  (event.type === "steer" && event.order.do !== "whisper") ||
  (event.type === "answerer" && isMachine(event.who));

type ListeningPorts = Pick<LoopPorts, "now" | "wake" | "world" | "send" | "languageOf">;

export class Listening {
  readonly #ports: ListeningPorts;
  readonly #state: LoopState;
  readonly #agent: Answering;
  /** Whether an event is being taken; its end sets the timers anew. */
  isTaking = false;
  /** The last turn of which something was heard. */
  #heardTurn = -1;

  constructor(ports: ListeningPorts, state: LoopState, agent: Answering) {
    this.#ports = ports;
    this.#state = state;
    this.#agent = agent;
  }

  /** Whether more was said in this call than is kept. */
  get isFull(): boolean {
    return this.#state.said > limit.mostSaid || this.#state.written > limit.mostWritten;
  }

  /** Why the call ends before anything more is answered; null: nothing is against it. */
  get stop(): "max_words" | "keys_storm" | "looping" | "silence" | null {
    if (this.isFull) return "max_words";
    if (this.#state.pressed > limit.mostPressed) return "keys_storm";
    if (this.#state.wordless >= limit.mostWordless) return "silence";
    return isInCircles(this.#state.transcript) ? "looping" : null;
  }

  /** How many silences a call may have in a row: fewer when the caller never said or pressed anything. */
  get mostSilences(): number {
    const { said, pressed } = this.#state;
    return said === 0 && pressed === 0 ? limit.mostUnheard : limit.mostSilences;
  }

  /** What is kept of the caller's words: no call has more of them than it may. */
  within(text: string): string {
    const left = this.isFull ? 0 : limit.mostSaid - this.#state.said;
    this.#state.said += text.length;
    return text.slice(0, Math.min(left, limit.mostCharacters));
  }

  /** Goes over to the language that the caller speaks. */
  follow(text: string): void {
    const { world, send, languageOf } = this.#ports;
    const language = followed(world().agent, this.#state.language, languageOf(text));
    if (language !== this.#state.language) send({ type: "language", language });
    this.#state.language = language;
  }

  /** Whether something of the current turn was heard, since this object began. */
  get hasHeard(): boolean {
    return this.#heardTurn === this.#state.turn;
  }

  /** Judges an event that will be taken later; records an interruption. */
  judge(event: LineEvent): Told {
    const { talk, ending } = this.#state;
    const names = event.type === "interrupt" && event.heard !== "";
    const told = { heard: names || mayHaveBeenHeard(talk, this.#ports.now()), ending };
    if (event.type === "interrupt") this.#cutIn(event.heard, told);
    if (event.type === "key") this.#state.pressed += 1;
    if (event.type === "prompt" && event.last)
      this.#state.wordless = event.text.trim() === "" ? this.#state.wordless + 1 : 0;
    return told;
  }

  /** Records an event that needs no brain. @returns whether the goodbye has been played */
  tell(event: LineEvent): boolean {
    if (event.type === "speaking" && event.who === "agent") return this.#speaking(event.on);
    if (event.type === "speaking") this.#callerSpeaking(event.on);
    else if (event.type === "played") {
      playedPiece(this.#state.talk, event.text);
      this.#isHeard();
    } else this.#wait(limit.silence_ms);
    return false;
  }

  /** Records an interruption: what was heard, and that a goodbye may not be the end. */
  #cutIn(heard: string, told: Told): void {
    const { talk, ending } = this.#state;
    this.#agent.close();
    this.#agent.unheard(interrupted(talk, heard));
    this.#state.interruptions += 1;
    if (ending) ending.reopened = !ending.transfer && !last.has(ending.reason);
    else if (told.heard) this.#isHeard();
  }

  /** What comes next is a turn of its own. */
  #isHeard(): void {
    this.#state.unanswered = null;
    this.#heardTurn = this.#state.turn;
  }

  #speaking(on: boolean): boolean {
    const state = this.#state;
    if (on) {
      began(state.talk);
      this.#isHeard();
      if (state.waits_since !== null) state.answer_ms.push(this.#ports.now() - state.waits_since);
      state.waits_since = null;
      return false;
    }
    if (!ceased(state.talk)) return false;
    this.#wait(limit.silence_ms);
    return state.ending !== null && !state.ending.reopened && !this.isTaking;
  }

  #callerSpeaking(on: boolean): void {
    const now = this.#ports.now();
    this.#state.caller_speaking_since = on ? now : null;
    this.#state.waits_since = on ? null : now;
    this.#wait(on ? limit.noise_ms : limit.silence_ms);
  }

  #wait(ms: number): void {
    if (!this.#state.ending && !this.isTaking) this.#ports.wake("silence", this.#ports.now() + ms);
  }
}
