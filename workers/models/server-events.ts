/** Reads a stream of server-sent events: in bounds, in time, and ended at once by a signal. */
import { ModelError } from "#workers/conversation/model/model.ts";
import { bounds } from "./endpoint.ts";

const networkFault = (error: unknown): ModelError => {
  if (error instanceof ModelError) return error;
  return new ModelError(error instanceof DOMException && error.name === "TimeoutError" ? "timeout" : "cut");
};

/**
 * Waits for a step of a request. The signal ends the wait at once, whatever the network does; a stream that is silent
 * for longer than `patience` ends with `timeout`.
 */
async function step<T>(work: Promise<T>, signal: AbortSignal, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    timer = setTimeout(() => reject(new ModelError("timeout")), patience);
  });
  // A failure that comes after the race is of no interest.
  work.catch(() => undefined);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, over]);
  } catch (error) {
    throw signal.aborted ? signal.reason : networkFault(error);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}

/** The beginning of an answer. A request that fails on its way counts as an unavailable provider. */
export async function begun(work: Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await step(work, signal, bounds.begin_ms + 1000);
  } catch (error) {
    if (error instanceof ModelError && error.kind === "cut") throw new ModelError("unavailable");
    throw error;
  }
}

/** The data of one event: its `data:` lines, joined; null when it has none. */
function dataOf(event: string): string | null {
  const lines = event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(line.startsWith("data: ") ? 6 : 5));
  return lines.length > 0 ? lines.join("\n") : null;
}

/**
 * The data of each event of a body, until it ends. A reader that stops ends the request.
 * @param quiet_ms how long no event may come; comments are none
 * @throws ModelError `cut`, `timeout`, or `too_long` for an event without an end; the signal's reason
 */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  quiet_ms: number = bounds.quiet_ms,
): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let rest = "";
  let heard = Date.now();
  try {
    while (true) {
      const { done, value } = await step(reader.read(), signal, heard + quiet_ms - Date.now());
      if (done) break;
      // A line may end in CR LF, and the two may come apart.
      rest = `${rest}${utf8.decode(value, { stream: true })}`.replaceAll("\r\n", "\n");
      let end = rest.indexOf("\n\n");
      while (end >= 0) {
        const data = dataOf(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (data !== null) {
          if (data.length > bounds.event) throw new ModelError("too_long");
          yield data;
          signal.throwIfAborted();
          heard = Date.now();
        }
        end = rest.indexOf("\n\n");
      }
      if (rest.length > bounds.event) throw new ModelError("too_long");
    }
    const last = dataOf(rest);
    if (last !== null) yield last;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
