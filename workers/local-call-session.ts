/** A call session whose clock a script of the sandbox may run fast; other calls run as in production. */
import { CallSession } from "./call-session.ts";
import { SimulatedClock, toldTime } from "./simulated-clock.ts";

export class LocalCallSession extends CallSession {
  #made: SimulatedClock | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // A restarted object has lost its script's socket without notice.
    ctx.blockConcurrencyWhile(() => this.#releaseIfAlone());
  }

  get #clock(): SimulatedClock {
    this.#made ??= new SimulatedClock(this.ctx.storage);
    return this.#made;
  }

  protected override now(): number {
    // A script counts in parts of a millisecond; a timer of that moment is due then.
    return Math.ceil(this.#clock.now() ?? super.now());
  }

  protected override wakeAt(at: number | null): Promise<void> {
    return this.#clock.now() === null ? super.wakeAt(at) : this.#clock.wakeAt(at);
  }

  override async alarm(): Promise<void> {
    if (this.#clock.ring()) await super.alarm();
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const told = toldTime(message);
    const isScripted = told !== null || this.#clock.isDriven;
    if (told === null) {
      this.#clock.persist();
      await super.webSocketMessage(socket, message);
    } else await this.#clock.advance(told, () => super.alarm());
    if (isScripted && socket.readyState === WebSocket.OPEN) socket.send(this.#clock.answer(told));
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    await super.webSocketClose(socket, code);
    await this.#releaseIfAlone();
  }

  async #releaseIfAlone(): Promise<void> {
    const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN;
    if (!this.ctx.getWebSockets().some(isOpen)) await this.#clock.release();
  }
}
