/** Measures by the real clock how long the product takes for its first words and for each answer, while the call's own time is simulated. */
import type { CallNews } from "./call-log.ts";

export type Lap = { what: "greeting" | "answer"; ms: number };

export class Stopwatch {
  readonly #now: () => number;
  /** What the product owes since when; null: nothing. */
  #owed: { what: Lap["what"]; since: number } | null;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#owed = { what: "greeting", since: now() };
  }

  /** What an event of the call ends, if it is the first words after a ring or after words of the caller. */
  lap(news: CallNews): Lap | null {
    if (news.type !== "event" || typeof news.frame === "string") return null;
    if (news.direction === "in" && news.frame.type === "prompt")
      this.#owed = { what: "answer", since: this.#now() };
    if (news.direction !== "out" || news.frame.type !== "text" || this.#owed === null) return null;
    const { what, since } = this.#owed;
    this.#owed = null;
    return { what, ms: this.#now() - since };
  }
}
