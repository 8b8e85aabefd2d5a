/** The relay sockets of one call, of which one at a time is open. */
import type { LineOrder } from "#workers/conversation/line/line-events.ts";
import { writeFrame } from "./carriers/relay-codec.ts";
import type { GoingCall } from "./going-call.ts";
import { asSpoken } from "./pronounced-line.ts";
import { closeQuietly, isBound, sendQuietly } from "./quiet-socket.ts";

export class CallSockets {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  get isOpen(): boolean {
    return this.#open().length > 0;
  }

  /** Whether the carrier has named the call on it. */
  get isBound(): boolean {
    return this.#open().some(isBound);
  }

  accept(socket: WebSocket): void {
    this.#ctx.acceptWebSocket(socket);
  }

  /** `going` null: before the call is read. */
  send(order: LineOrder, going: GoingCall | null): void {
    const frame = writeFrame(going ? asSpoken(order, going) : order);
    for (const socket of this.#open()) if (isBound(socket)) sendQuietly(socket, frame);
  }

  close(): void {
    for (const socket of this.#open()) closeQuietly(socket, 1000);
  }

  #open = (): WebSocket[] =>
    this.#ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
}
