/** Paces what open dashboards are told: however many calls run, a browser gets a few messages a second. */
import type { LiveMessage } from "#app/calls/live/live-feed.schema.ts";

/** The least time between two messages to a browser: four a second. */
const pause_ms = 250;

/** The messages of one moment, as those hear them who may see who calls, and as the others do. */
export type Told = { shown: readonly LiveMessage[]; hidden: readonly LiveMessage[] };

/** A line that came again in the meantime is told as it is now. */
function newest(messages: readonly LiveMessage[]): LiveMessage[] {
  const last = new Map<string, LiveMessage>();
  for (const message of messages)
    if (message.type === "line") last.set(`${message.call_id}:${message.seq}`, message);
  return messages.flatMap((message) => {
    if (message.type !== "line") return [message];
    const key = `${message.call_id}:${message.seq}`;
    const current = last.get(key);
    // It keeps its first place, so that lines come in their order.
    last.delete(key);
    return current ? [current] : [];
  });
}

/** Several messages as one. */
const together = (messages: readonly LiveMessage[]): LiveMessage[] => {
  const told = newest(messages);
  return told.length > 1 ? [{ type: "several", messages: told }] : told;
};

export class LivePace {
  readonly #send: (told: Told) => void;
  #waiting: Told = { shown: [], hidden: [] };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sent_at = 0;

  constructor(send: (told: Told) => void) {
    this.#send = send;
  }

  /** Sends at once after a pause, or with what else comes until the pause is over. */
  tell({ shown, hidden }: Told): void {
    this.#waiting = {
      shown: [...this.#waiting.shown, ...shown],
      hidden: [...this.#waiting.hidden, ...hidden],
    };
    const left = this.#sent_at + pause_ms - Date.now();
    if (left <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), left);
  }

  /** Sends what waits. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { shown, hidden } = this.#waiting;
    if (shown.length === 0) return;
    this.#waiting = { shown: [], hidden: [] };
    this.#sent_at = Date.now();
    this.#send({ shown: together(shown), hidden: together(hidden) });
  }
}
