/**
 * A caller who follows a script. Each turn is taken when the agent has finished its answer to the one before
 * (the greeting is the answer to having called):
 * - 400 ms after the agent fell silent; when it says nothing at all, after 5 s;
 * - `silence_ms` begins at that moment; if the agent is speaking at its end, the next turn waits for it;
 * - `interrupt_after_ms` counts from the agent beginning to speak; if it speaks for less, the words follow as usual;
 * - speaking takes 1 s per 15 characters, at most 6 s however long the words are; keys come 200 ms apart.
 * After the last turn the caller stays on the line in silence until the agent ends the call; after 60 s in which
 * neither side spoke, or 5 minutes in all, it is over (`timeout`).
 */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import type { RelayLeg } from "./relay-leg.ts";
import type { Turn } from "./turns.ts";

const reaction_ms = 400;
const patience_ms = 5 * second_ms;
const keyEvery_ms = 200;
const msPerCharacter = 1000 / 15;
const longestSpeech_ms = 6 * second_ms;
const silentLine_ms = minute_ms;
const longestWait_ms = 5 * minute_ms;

export type Departure = "hang_up" | "drop_socket" | "timeout";

export class ScriptedCaller {
  readonly #turns: Turn[];
  /** Since when the caller waits for the agent: the end of its own last turn. */
  #since: number;
  /** A turn that takes time runs until then. */
  #busyUntil: number | null = null;
  #keys: string[] = [];
  #silence: { endsAt: number } | null = null;
  /** Whom the carrier has heard answering, until it says so. */
  #answerer: string | null = null;

  constructor(turns: Turn[], now: number) {
    this.#turns = [...turns];
    this.#since = now;
  }

  /** A new relay session on the same call: the agent has the word. */
  beginSession(now: number): void {
    this.#since = now;
    this.#busyUntil = null;
    this.#keys = [];
  }

  /** When the caller will act if nothing else happens before, or null. */
  nextAt(leg: RelayLeg): number | null {
    if (this.#busyUntil !== null) return this.#busyUntil;
    if (this.#silence) return this.#afterSilence(leg, this.#silence.endsAt);
    const [turn] = this.#turns;
    if (!turn) return this.#givesUpAt(leg);
    if ("interrupt_after_ms" in turn) {
      const began = leg.agentSpeakingSince;
      if (began !== null && began >= this.#since) return began + turn.interrupt_after_ms;
    }
    return this.#turnAt(leg);
  }

  /** Does what is due at `now`. Returns how the caller leaves the line, or null. */
  act(leg: RelayLeg, now: number): Departure | null {
    const at = this.nextAt(leg);
    if (at === null || at > now) return null;
    if (this.#busyUntil !== null) {
      this.#goOn(leg, now);
      return null;
    }
    if (this.#silence) {
      this.#silence = null;
      this.#since = now;
      const [next] = this.#turns;
      return next && !("interrupt_after_ms" in next) ? this.#take(this.#turns.shift(), leg, now) : null;
    }
    return this.#take(this.#turns.shift(), leg, now);
  }

  takeAnswerer(): string | null {
    const answerer = this.#answerer;
    this.#answerer = null;
    return answerer;
  }

  /** The keys of the next turn if it is one of keys, or its words: the answer to a `<Gather>`. */
  answer(): { press: string } | { say: string } | null {
    const [turn] = this.#turns;
    if (!turn || !("press" in turn || "say" in turn)) return null;
    this.#turns.shift();
    return "press" in turn ? { press: turn.press } : { say: turn.say };
  }

  /** Whether they hang up now: the turn is taken. */
  leaves(): boolean {
    const [turn] = this.#turns;
    if (!turn || !("hang_up" in turn)) return false;
    this.#turns.shift();
    return true;
  }

  #take(turn: Turn | undefined, leg: RelayLeg, now: number): Departure | null {
    if (!turn) return "timeout";
    if ("hang_up" in turn) return "hang_up";
    if ("drop_socket" in turn) return "drop_socket";
    if ("answered_by" in turn) {
      this.#answerer = turn.answered_by;
      this.#since = now;
    } else if ("silence_ms" in turn) this.#silence = { endsAt: now + turn.silence_ms };
    else if ("press" in turn) {
      this.#keys = [...turn.press];
      this.#goOn(leg, now);
    } else {
      const ms = Math.min(longestSpeech_ms, Math.round(turn.say.length * msPerCharacter));
      this.#busyUntil = leg.speak(turn.say, ms, now);
    }
    return null;
  }

  #goOn(leg: RelayLeg, now: number): void {
    const key = this.#keys.shift();
    if (key !== undefined) leg.press(key, now);
    this.#busyUntil = this.#keys.length > 0 ? now + keyEvery_ms : null;
    this.#since = now;
  }

  #turnAt(leg: RelayLeg): number | null {
    const quietSince = leg.agentQuietSince;
    if (quietSince === null) return null;
    return quietSince > this.#since
      ? quietSince + reaction_ms
      : Math.max(this.#since, quietSince) + patience_ms;
  }

  #afterSilence(leg: RelayLeg, endsAt: number): number | null {
    const quietSince = leg.agentQuietSince;
    if (quietSince === null) return null;
    return quietSince > endsAt ? quietSince + reaction_ms : endsAt;
  }

  #givesUpAt(leg: RelayLeg): number {
    const latest = this.#since + longestWait_ms;
    const quietSince = leg.agentQuietSince;
    return quietSince === null ? latest : Math.min(latest, Math.max(this.#since, quietSince) + silentLine_ms);
  }
}
