/** What a browser may send on a call: every frame is small, and they don't come faster than a person speaks or types. */
import { second_ms } from "#app/platform/durations.ts";
import type { RelayFrame } from "./carriers/relay-codec.ts";

/** The longest frame, in characters. What a caller says in one turn is shorter. */
const longestFrame = 8192;
/** Frames that may come at once, and how many more in each second after that. */
const mostAtOnce = 60;
const perSecond = 15;

/** What a caller says in a turn: so many at once, and how many more in each second after that. */
const mostPrompts = 5;
const promptsPerSecond = 0.5;

/** The close codes of RFC 6455 for a message that is too big, and for one against the rules. */
const tooBig = 1009;
const againstRules = 1008;

export class BrowserFrames {
  #left = mostAtOnce;
  #counted_at = 0;
  #promptsLeft = mostPrompts;
  #prompted_at = 0;

  /** @returns the code to close the socket with; null: what was read may be taken. `now`: ms UTC */
  lateRefusal(frame: RelayFrame, now: number): number | null {
    const isPrompt = frame.type === "line" && frame.event.type === "prompt" && frame.event.last;
    if (!isPrompt) return null;
    const since_s = Math.max(0, now - this.#prompted_at) / second_ms;
    this.#promptsLeft = Math.min(mostPrompts, this.#promptsLeft + since_s * promptsPerSecond);
    this.#prompted_at = now;
    if (this.#promptsLeft < 1) return againstRules;
    this.#promptsLeft -= 1;
    return null;
  }

  /** @returns the code to close the socket with; null: the frame may be read. `now`: ms UTC */
  refusal(message: string | ArrayBuffer, now: number): number | null {
    if (typeof message !== "string") return againstRules;
    if (message.length > longestFrame) return tooBig;
    const since_s = Math.max(0, now - this.#counted_at) / second_ms;
    this.#left = Math.min(mostAtOnce, this.#left + since_s * perSecond);
    this.#counted_at = now;
    if (this.#left < 1) return againstRules;
    this.#left -= 1;
    return null;
  }
}
