/** The carrier's WebSocket to the application, and on a simulated line the clock protocol on it. */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import type { Mailbox } from "./pace.ts";
import type { CarrierFrame } from "./relay-frames.ts";

/**
 * The frame of the clock protocol: the scripted caller sends the time; the application's local entry answers every
 * frame with the same type after everything that the frame caused has been sent, with the time of its next timer.
 */
const clockAnswer = z.object({
  type: z.literal("sandbox-clock"),
  now: z.number(),
  next: z.number().nullable(),
});

/** How long the application may take for one frame in real time before a simulated call is given up. */
const patience_ms = 20 * second_ms;
/** How long the other end may take to close. */
const goodbye_ms = 2 * second_ms;

export type SocketEnd = { code: number; reason: string };

export class RelaySocket {
  readonly #socket: WebSocket;
  readonly #mailbox: Mailbox<unknown>;
  readonly #simulated: boolean;
  readonly #closing = Promise.withResolvers<void>();
  #received: (string | ArrayBuffer)[] = [];
  #settled: PromiseWithResolvers<void> | null = null;
  #end: SocketEnd | null = null;
  #nextTimer: number | null = null;

  /** `socket` is accepted here. On arrival of anything the mailbox rings. */
  constructor(socket: WebSocket, mailbox: Mailbox<unknown>, simulated: boolean) {
    this.#socket = socket;
    this.#mailbox = mailbox;
    this.#simulated = simulated;
    socket.accept();
    socket.addEventListener("message", ({ data }) => this.#onMessage(data));
    socket.addEventListener("close", ({ code, reason }) => this.#onClose({ code, reason }));
    socket.addEventListener("error", () => this.#onClose({ code: 1006, reason: "" }));
  }

  /** How the other end closed, or null while it is open. */
  get end(): SocketEnd | null {
    return this.#end;
  }

  /** On a simulated line: when the application's next timer is due, or null. */
  get nextTimer(): number | null {
    return this.#nextTimer;
  }

  /** Frames of the application since the last call of this function. */
  take(): (string | ArrayBuffer)[] {
    return this.#received.splice(0);
  }

  /** Sends a frame; on a simulated line it returns when all that the frame caused has arrived. */
  send(frame: CarrierFrame): Promise<void> {
    return this.#post(JSON.stringify(frame));
  }

  /** Tells the application the time of a simulated line. */
  async tellTime(now: number): Promise<void> {
    if (this.#simulated) await this.#post(JSON.stringify({ type: "sandbox-clock", now }));
  }

  /** Closes and waits for the other end's close, so that later requests also arrive after it. */
  async close(code: number, reason = ""): Promise<void> {
    if (!this.#end) this.#socket.close(code, reason);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const given = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, goodbye_ms);
    });
    await Promise.race([this.#closing.promise, given]);
    clearTimeout(timer);
  }

  async #post(text: string): Promise<void> {
    if (this.#end) return;
    if (!this.#simulated) {
      this.#socket.send(text);
      return;
    }
    this.#settled = Promise.withResolvers<void>();
    const { promise, reject } = this.#settled;
    const timer = setTimeout(
      () => reject(new Error("The call session does not answer on the simulated clock.")),
      patience_ms,
    );
    this.#socket.send(text);
    await promise.finally(() => clearTimeout(timer));
  }

  #onMessage(data: unknown): void {
    if (typeof data !== "string" && !(data instanceof ArrayBuffer)) return;
    const answer = this.#simulated && typeof data === "string" ? readClock(data) : null;
    if (answer) {
      this.#nextTimer = answer.next;
      this.#settled?.resolve();
      this.#settled = null;
      return;
    }
    this.#received.push(data);
    this.#mailbox.ring();
  }

  #onClose(end: SocketEnd): void {
    this.#end ??= end;
    this.#nextTimer = null;
    this.#settled?.resolve();
    this.#closing.resolve();
    this.#mailbox.ring();
  }
}

function readClock(text: string): z.infer<typeof clockAnswer> | null {
  if (!text.includes('"sandbox-clock"')) return null;
  try {
    return clockAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
