/** How often, and for how much, one call asks language models: a pause between requests, and a bound for the whole call. */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { ModelError, type ModelRequest } from "#workers/conversation/model/model.ts";

/** Requests of one call begin at least so far apart. */
const apart_ms = second_ms;
/** After so many requests, or so many micros on the platform's account, the built-in brain answers. */
const mostRequests = 200;
const mostMicros = 500_000;

const asked = z.object({
  requests: z.int(),
  /** What the platform paid for, micros of US dollars. */
  micros: z.int(),
  /** The part of it that no answer of the call has shown yet: of requests that were aborted. */
  unshown: z.int(),
});

/** Where a call keeps it, so that a restarted object goes on counting. */
export type BoundsBook = {
  put(key: "models", value: Json): void;
  fact<T>(key: "models", shape: z.ZodType<T>): T | null;
};

export type Clock = {
  /** ms UTC */
  now(): number;
  /** Calls back once after so many ms. @returns a function that cancels it */
  later(ms: number, call: () => void): () => void;
};

export class CallBounds {
  readonly #book: BoundsBook;
  readonly #clock: Clock;
  #begun_at: number | null = null;

  constructor(book: BoundsBook, clock: Clock) {
    this.#book = book;
    this.#clock = clock;
  }

  #asked(): z.infer<typeof asked> {
    return this.#book.fact("models", asked) ?? { requests: 0, micros: 0, unshown: 0 };
  }

  /**
   * Waits until a request may begin. New words abort the wait, and their request has the old ones too. A request that
   * goes on with a tool's result does not wait: it follows an answer, which took its time.
   * @throws ModelError `rate_limited` at the call's bound; the signal's reason
   */
  async begin({ messages }: Pick<ModelRequest, "messages">, signal: AbortSignal): Promise<void> {
    const pause = this.#begun_at === null ? 0 : this.#begun_at + apart_ms - this.#clock.now();
    if (pause > 0 && messages.at(-1)?.role !== "tool") await this.#wait(pause, signal);
    signal.throwIfAborted();
    const before = this.#asked();
    if (before.requests >= mostRequests || before.micros >= mostMicros) throw new ModelError("rate_limited");
    this.#begun_at = this.#clock.now();
    this.#book.put("models", { ...before, requests: before.requests + 1 });
  }

  /** A request failed: the next model is asked at once. */
  failed(): void {
    this.#begun_at = null;
  }

  /** Books an answer. @returns its cost, with that of requests that were aborted before it */
  paid(micros: number): number {
    const before = this.#asked();
    this.#book.put("models", { ...before, micros: before.micros + micros, unshown: 0 });
    return micros + before.unshown;
  }

  /** Books a request that was aborted. */
  aborted(micros: number): void {
    const { requests, micros: before, unshown } = this.#asked();
    this.#book.put("models", { requests, micros: before + micros, unshown: unshown + micros });
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.later(ms, resolve);
      signal.addEventListener(
        "abort",
        () => {
          cancel();
          resolve();
        },
        { once: true },
      );
    });
  }
}
