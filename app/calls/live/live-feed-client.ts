/**
 * The browser's side of an organization's live feed: subscribes, notices silence, reconnects, and reports when the
 * data shown is no longer live (docs/product.md, "Constants": 10 s). It is independent of the browser: socket, clock
 * and random numbers are passed in.
 */
import { second_ms } from "#app/platform/durations.ts";
import type { LiveCall, LiveMessage, LiveRequest } from "./live-feed.schema.ts";

/** Without an answer within this time the connection counts as lost. */
const answerWithin_ms = 10 * second_ms;
/** After this much silence the client sends a ping. */
const pingEvery_ms = 25 * second_ms;
const firstPause_ms = 500;
const longestPause_ms = 15 * second_ms;

export type FeedSocket = { send(text: string): void; close(): void };
export type FeedWorld = {
  /** Opens a socket that reports its messages and, once, that it is closed. */
  open(report: { heard(text: string): void; closed(): void }): FeedSocket;
  /** Runs `work` after so many ms; returns a function that cancels it. */
  after(ms: number, work: () => void): () => void;
  /** 0 to 1 */
  random(): number;
};

export type FeedState = {
  /** The running calls; null until the feed has sent them. */
  calls: readonly LiveCall[] | null;
  /** Nothing was received for 10 s: the data shown may be old. */
  isPaused: boolean;
  /** Grows when a call ends, or messages or appointments change, so that pages that show them reload. */
  endings: number;
};

/** After these, pages of finished calls, messages and appointments reload. */
const reloading = new Set<LiveMessage["type"]>(["call_ended", "messages_changed", "bookings_changed"]);

const types = new Set<unknown>([
  "snapshot",
  "call_started",
  "line",
  "caller_named",
  "transferring",
  "call_ended",
  "messages_changed",
  "bookings_changed",
  "several",
  "pong",
]);

/** The sender is our own server in its current version: a known type has that type's shape. */
const isMessage = (value: unknown): value is LiveMessage =>
  typeof value === "object" && value !== null && "type" in value && types.has(value.type);

function messageOf(text: string): LiveMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

const ping = JSON.stringify({ type: "ping" } satisfies LiveRequest);

/** The running calls after a message. */
export function callsAfter(calls: readonly LiveCall[], message: LiveMessage): readonly LiveCall[] {
  const changed = (id: string, change: (call: LiveCall) => LiveCall) =>
    calls.map((call) => (call.call_id === id ? change(call) : call));
  switch (message.type) {
    case "snapshot":
      return message.calls;
    case "call_started":
      return [...calls.filter(({ call_id }) => call_id !== message.call.call_id), message.call];
    case "line":
      return changed(message.call_id, (call) => {
        const lines = [...call.lines];
        lines[message.seq] = message.line;
        const { type, text } = message.line;
        if (type !== "agent" && type !== "caller") return { ...call, lines };
        return { ...call, lines, last_words: text, last_by: type };
      });
    case "caller_named":
      return changed(message.call_id, (call) => ({ ...call, caller_name: message.caller_name }));
    case "transferring":
      return changed(message.call_id, (call) => ({ ...call, transferring_to: message.transferring_to }));
    case "call_ended":
      return calls.filter(({ call_id }) => call_id !== message.call_id);
    case "several":
      return message.messages.reduce(callsAfter, calls);
    case "messages_changed":
    case "bookings_changed":
    case "pong":
      return calls;
  }
}

export class LiveFeedClient {
  readonly #world: FeedWorld;
  readonly #listeners = new Set<() => void>();
  #state: FeedState = { calls: null, isPaused: false, endings: 0 };
  #socket: FeedSocket | null = null;
  /** Whether this socket has sent a snapshot. */
  #isTold = false;
  #tries = 0;
  #isStopped = true;
  #callOffRetry = () => {};
  /** Cancels the next step on a silent line: a ping, or the end of waiting for its answer. */
  #callOffPing = () => {};
  /** Set from a loss until the next snapshot. */
  #callOffPause: (() => void) | null = null;

  constructor(world: FeedWorld) {
    this.#world = world;
  }

  get state(): FeedState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#awaitAnswer();
    this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    this.#hangUp();
    this.#callOffRetry();
    this.#answered();
  }

  /** The connection may be back, or the person looks at the page again: reconnects at once. */
  nudge(): void {
    if (this.#isStopped) return;
    if (this.#socket === null) {
      this.#callOffRetry();
      this.#open();
    } else if (this.#isTold) this.#ping();
  }

  #open(): void {
    this.#isTold = false;
    let isOurs = true;
    const socket = this.#world.open({
      heard: (text) => isOurs && this.#heard(text),
      closed: () => {
        if (!isOurs) return;
        isOurs = false;
        this.#lost();
      },
    });
    this.#socket = {
      send: (text) => socket.send(text),
      close: () => {
        isOurs = false;
        socket.close();
      },
    };
    this.#callOffPing = this.#world.after(answerWithin_ms, () => this.#lost());
  }

  #heard(text: string): void {
    const message = messageOf(text);
    // Messages before the snapshot are ignored.
    if (!message || (!this.#isTold && message.type !== "snapshot")) return;
    const known = this.#state.calls ?? [];
    const calls = callsAfter(known, message);
    // A snapshot after a loss may lack calls that ended unnoticed.
    const told = message.type === "several" ? message.messages : [message];
    const hasEnded =
      told.some(({ type }) => reloading.has(type)) ||
      known.some(({ call_id }) => !calls.some((call) => call.call_id === call_id));
    this.#isTold = true;
    this.#tries = 0;
    this.#answered();
    this.#quiet();
    this.#become({ calls, isPaused: false, endings: this.#state.endings + (hasEnded ? 1 : 0) });
  }

  #quiet(): void {
    this.#callOffPing();
    this.#callOffPing = this.#world.after(pingEvery_ms, () => this.#ping());
  }

  #ping(): void {
    this.#callOffPing();
    this.#socket?.send(ping);
    this.#callOffPing = this.#world.after(answerWithin_ms, () => {
      // Ten seconds of silence have already passed, so the data is reported as old now.
      this.#become({ ...this.#state, isPaused: true });
      this.#lost();
    });
  }

  #lost(): void {
    this.#hangUp();
    this.#awaitAnswer();
    const pause =
      Math.min(longestPause_ms, firstPause_ms * 2 ** this.#tries) * (0.5 + this.#world.random() / 2);
    this.#tries++;
    this.#callOffRetry = this.#world.after(pause, () => this.#open());
  }

  /** Counts from the first moment without an answer, however many attempts fail meanwhile. */
  #awaitAnswer(): void {
    this.#callOffPause ??= this.#world.after(answerWithin_ms, () =>
      this.#become({ ...this.#state, isPaused: true }),
    );
  }

  #answered(): void {
    this.#callOffPause?.();
    this.#callOffPause = null;
  }

  #hangUp(): void {
    this.#callOffPing();
    this.#socket?.close();
    this.#socket = null;
  }

  #become(state: FeedState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
